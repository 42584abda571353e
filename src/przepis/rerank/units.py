"""The unit of an article (§, ust., pkt) that a question meets best, chosen by a small learned model."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from importlib import resources
from itertools import accumulate, pairwise

import numpy as np

from przepis.errors import StoreError
from przepis.index.local.index import LocalIndex
from przepis.records import Article, Unit
from przepis.rerank.learned import MODEL_FOLDER
from przepis.rerank.linear import LinearModel
from przepis.rerank.unit_features import UnitTerms, UnitWords, Weights, unit_features
from przepis.retrieve.features import weighted_terms
from przepis.retrieve.step import State

MODEL_FILE = "units.json"
_FIELD = "full-prefix"  # whose terms units are compared by


def best_units(state: State, rows: Sequence[int], least_lead: float = 0.0) -> list[Unit | None]:
    """Of each article the unit; None where it has no numbered units, or none that has a word of the question."""
    articles = [state.article(row) for row in rows]
    return match_units(state.tools.index, articles, state.question.text, state.options, rows, least_lead)


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
    undecided: list[int] = []
    for place, met in zip(*_with_words(read, asked), strict=True):
        if not met:
            continue
        if len(read[place].units) == 1:
            chosen[place] = read[place].units[0]
        else:
            undecided.append(place)
    if not undecided:
        return chosen
    features = unit_features([read[i] for i in undecided], asked[0], asked[1:], index.field(_FIELD).idf)
    scores, at = unit_model().scores(features, len(asked[0]), bool(options)), 0
    for place in undecided:
        units = read[place].units
        chosen[place] = _leading(units, scores[at : at + len(units)], least_lead)
        at += len(units)
    return chosen


def _leading(units: Sequence[Unit], scores: np.ndarray, least_lead: float) -> Unit | None:
    """The best unit, if it leads those neither inside nor around it by so much."""
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
    read = [unit_terms(index, article)]
    asked = [_weights(index, text) for text in (stem, *options)]
    if not any(_with_words(read, asked)[1]):
        return None
    return unit_features(read, asked[0], asked[1:], index.field(_FIELD).idf)


def _with_words(read: Sequence[UnitTerms], asked: Sequence[Weights]) -> tuple[list[int], list[bool]]:
    """Places of the articles that have units, and whether one of these has a word of what is asked."""
    places = [place for place, own in enumerate(read) if own.units]
    if not places:
        return [], []
    words = UnitWords([read[place] for place in places])
    met = words.has(np.array(sorted(set().union(*asked)), dtype=np.int64)).any(axis=1)
    return places, np.logical_or.reduceat(met, words.first_units).tolist()


def unit_terms(index: LocalIndex, article: Article, row: int | None = None) -> UnitTerms:
    """From the index where it has this very wording; else every word is looked up."""
    units = tuple(u for u in article.units if u.path)
    if row is not None and int(index.columns["n_chars"][row]) == len(article.text):
        terms, bounds = index.forward.units(row)
        if len(bounds) == len(units):
            return UnitTerms(units, terms, bounds)
    vocabulary = index.vocabulary(index.field(_FIELD).vocabulary)
    cuts = sorted({0, *(u.start for u in units), *(u.end for u in units)})
    pieces = [vocabulary.ids(article.text[a:b]) for a, b in pairwise(cuts)]
    before = dict(zip(cuts, accumulate(map(len, pieces), initial=0), strict=True))
    bounds = np.array([(before[u.start], before[u.end]) for u in units], dtype=np.int64).reshape(-1, 2)
    return UnitTerms(units, np.concatenate([*pieces, np.zeros(0, dtype=np.int64)]), bounds)


def _weights(index: LocalIndex, text: str) -> Weights:
    terms, weights = weighted_terms(index, text)
    return dict(zip(terms.tolist(), weights.tolist(), strict=True))


@functools.cache
def unit_model() -> LinearModel:
    try:
        text = resources.files(MODEL_FOLDER).joinpath(MODEL_FILE).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise StoreError(f"{MODEL_FILE} is missing; install the package again, or run train.units") from error
    data = json.loads(text)
    return LinearModel.from_json(data["features"], data["weights"])
