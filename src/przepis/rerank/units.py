"""The unit of an article (§, ust., pkt) that a question meets best, chosen by a small learned model."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from importlib import resources
from itertools import accumulate, pairwise

import numpy as np

from przepis.errors import StoreError
from przepis.index.local.dense import NO_UNIT
from przepis.index.local.index import LocalIndex
from przepis.records import Article, Unit
from przepis.rerank.learned import MODEL_FOLDER
from przepis.rerank.linear import LinearModel, manner_of
from przepis.rerank.unit_features import FEATURES, UnitTerms, Weights, unit_features
from przepis.retrieve.step import WORDING, State

MODEL_FILE = "units.json"
QUESTIONS = "questions"  # the vectors that may say which unit settles what they ask
LEAD_OF_QUESTION = 0.03  # cosine by which a question with a unit must be nearer than those of others
_MET = FEATURES.index("all")  # above 0: the unit has a word of what is asked


def best_units(state: State, rows: Sequence[int], least_lead: float = 0.0) -> list[Unit | None]:
    """Of each article the unit; None where it has no numbered units, or none that has a word of the question."""
    articles = [state.article(row) for row in rows]
    chosen = match_units(state.tools.index, articles, state.question.text, state.options, rows, least_lead)
    for place, number in enumerate(_settling(state, rows)):
        numbered = articles[place].numbered
        if 0 <= number < len(numbered):
            chosen[place] = numbered[number]
    return chosen


def _settling(state: State, rows: Sequence[int]) -> list[int]:
    """The unit of each article that answers the question nearest to what is asked, where one was written with its unit.

    Options say more of the unit than questions do; of a past day the wording is another than they were written for.
    """
    asked = None if state.options or state.where.on is not None else state.vector_made("stem")
    if asked is None or QUESTIONS not in state.tools.index.dense_fields:
        return [NO_UNIT] * len(rows)
    field = state.tools.index.dense_field(QUESTIONS)
    return field.settling(asked, np.array(rows, dtype=np.int64), LEAD_OF_QUESTION)


def match_units(
    index: LocalIndex,
    articles: Sequence[Article],
    stem: str,
    options: tuple[str, ...] = (),
    rows: Sequence[int] | None = None,
    least_lead: float = 0.0,
) -> list[Unit | None]:
    """The units that the model scores highest, all articles in one prediction; equal scores go to the first.

    ``rows``: where the articles stand in the index, where that is known. ``least_lead``: None where another unit comes
    nearer than this.
    """
    asked = [_weights(index, text) for text in (stem, *options)]
    places: Sequence[int | None] = rows or [None] * len(articles)
    read = [unit_terms(index, article, row) for article, row in zip(articles, places, strict=True)]
    chosen: list[Unit | None] = [None] * len(articles)
    with_units = [place for place, own in enumerate(read) if own.units]
    if not with_units:
        return chosen
    features = unit_features([read[i] for i in with_units], asked[0], asked[1:], index.field(WORDING).idf)
    scores, at = unit_model().scores(features, len(asked[0]), manner_of(bool(options), False)), 0
    met = features[:, _MET] > 0
    for place in with_units:
        units = read[place].units
        own = slice(at, at + len(units))
        if met[own].any():
            chosen[place] = _leading(units, scores[own], least_lead)
        at = own.stop
    return chosen


def _leading(units: Sequence[Unit], scores: np.ndarray, least_lead: float) -> Unit | None:
    """The best unit, if it leads those neither inside nor around it by so much; an only one has nobody to lead."""
    best = int(np.argmax(scores))
    path = units[best].path
    rivals = [
        score
        for unit, score in zip(units, scores.tolist(), strict=True)
        if unit.path[: len(path)] != path and path[: len(unit.path)] != unit.path
    ]
    return units[best] if not rivals or scores[best] - max(rivals) >= least_lead else None


def article_features(index: LocalIndex, article: Article, stem: str, options: tuple[str, ...]) -> np.ndarray | None:
    """None where there is nothing to compare: no units, or no word in common."""
    read = unit_terms(index, article)
    if not read.units:
        return None
    asked = [_weights(index, text) for text in (stem, *options)]
    features = unit_features([read], asked[0], asked[1:], index.field(WORDING).idf)
    return features if (features[:, _MET] > 0).any() else None


def unit_terms(index: LocalIndex, article: Article, row: int | None = None) -> UnitTerms:
    """From the index where it has this very wording; else every word is looked up."""
    units = article.numbered
    if row is not None and int(index.columns["n_chars"][row]) == len(article.text):
        terms, bounds = index.forward.units(row)
        if len(bounds) == len(units):
            return UnitTerms(units, terms, bounds)
    vocabulary = index.vocabulary(index.field(WORDING).vocabulary)
    cuts = sorted({0, *(u.start for u in units), *(u.end for u in units)})
    pieces = [vocabulary.ids(article.text[a:b]) for a, b in pairwise(cuts)]
    before = dict(zip(cuts, accumulate(map(len, pieces), initial=0), strict=True))
    bounds = np.array([(before[u.start], before[u.end]) for u in units], dtype=np.int64).reshape(-1, 2)
    return UnitTerms(units, np.concatenate([*pieces, np.zeros(0, dtype=np.int64)]), bounds)


def _weights(index: LocalIndex, text: str) -> Weights:
    terms, weights = index.weighted_terms(WORDING, text)
    return dict(zip(terms.tolist(), weights.tolist(), strict=True))


@functools.cache
def unit_model() -> LinearModel:
    try:
        text = resources.files(MODEL_FOLDER).joinpath(MODEL_FILE).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise StoreError(f"{MODEL_FILE} is missing; install the package again, or run train.units") from error
    data = json.loads(text)
    return LinearModel.from_json(data["features"], data["weights"])
