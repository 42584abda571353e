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
from przepis.rerank.linear import LinearModel, manner_of
from przepis.rerank.unit_features import FEATURES, UnitTerms, Weights, unit_features
from przepis.retrieve.step import WORDING, State

MODEL_FILE = "units.json"
CHUNKS, QUESTIONS = "chunks", "questions"  # vectors of the wording; those that may say which unit settles what they ask
LEAD_OF_QUESTION = 0.05  # cosine by which a question with a unit must be nearer than those of others
_MET = FEATURES.index("all")  # above 0: the unit has a word of what is asked


def best_units(state: State, rows: Sequence[int], least_share: float = 0.0) -> list[Unit | None]:
    """Of each article the unit; None where it has no numbered units, or none that has a word of the question."""
    articles = [state.article(row) for row in rows]
    index = state.tools.index
    asked = state.vector_made("stem") if state.where.on is None else None  # vectors are of today's wording
    near = None if asked is None or CHUNKS not in index.dense_fields else near_chunks(index, asked, rows)
    chosen = match_units(index, articles, state.question.text, state.options, rows, near, least_share)
    for place, number in enumerate([] if asked is None or state.options else _settling(index, asked, rows)):
        numbered = articles[place].numbered
        if 0 <= number < len(numbered):
            chosen[place] = numbered[number]
    return chosen


def near_chunks(index: LocalIndex, asked: np.ndarray, rows: Sequence[int]) -> list[np.ndarray]:
    """Of each article how near its chunks are."""
    return index.dense_field(CHUNKS).of_each(asked, np.array(rows, dtype=np.int64))


def _settling(index: LocalIndex, asked: np.ndarray, rows: Sequence[int]) -> list[int]:
    """The unit of each article that answers the question nearest to what is asked, where one was written with its unit.

    With options none is asked for: they say more of the unit than questions do.
    """
    if QUESTIONS not in index.dense_fields:
        return []
    return index.dense_field(QUESTIONS).settling(asked, np.array(rows, dtype=np.int64), LEAD_OF_QUESTION)


def match_units(
    index: LocalIndex,
    articles: Sequence[Article],
    stem: str,
    options: tuple[str, ...] = (),
    rows: Sequence[int] | None = None,
    near: Sequence[np.ndarray] | None = None,
    least_share: float = 0.0,
) -> list[Unit | None]:
    """The units that the model scores highest, all articles in one prediction; equal scores go to the first.

    ``rows``: where the articles stand in the index, where that is known. ``near``: how near their chunks are to the
    question. ``least_share``: None where the best unit is less likely than this.
    """
    asked = [_weights(index, text) for text in (stem, *options)]
    places: Sequence[int | None] = rows or [None] * len(articles)
    read = [unit_terms(index, article, row) for article, row in zip(articles, places, strict=True)]
    chosen: list[Unit | None] = [None] * len(articles)
    with_units = [place for place, own in enumerate(read) if own.units]
    if not with_units:
        return chosen
    chunks = None if near is None else [near[i] for i in with_units]
    features = unit_features([read[i] for i in with_units], asked[0], asked[1:], index.field(WORDING).idf, chunks)
    scores, at = unit_model().scores(features, len(asked[0]), manner_of(bool(options), False)), 0
    met = features[:, _MET] > 0
    for place in with_units:
        units = read[place].units
        own = slice(at, at + len(units))
        if met[own].any():
            chosen[place] = _likely(units, scores[own], least_share)
        at = own.stop
    return chosen


def _likely(units: Sequence[Unit], scores: np.ndarray, least_share: float) -> Unit | None:
    """The best unit, if it, with what stands in it and around it, has so much of the softmax over all."""
    best = int(np.argmax(scores))
    mass = np.exp(scores - scores[best])
    wanted = least_share * float(mass.sum())
    if wanted <= 1.0:  # its own
        return units[best]
    path = units[best].path
    kin = [unit.path[: len(path)] == path or path[: len(unit.path)] == unit.path for unit in units]
    return units[best] if mass[kin].sum() >= wanted else None


def article_features(
    index: LocalIndex, article: Article, stem: str, options: tuple[str, ...], near: np.ndarray
) -> np.ndarray | None:
    """None where there is nothing to compare: no units, or no word in common."""
    read = unit_terms(index, article)
    if not read.units:
        return None
    asked = [_weights(index, text) for text in (stem, *options)]
    features = unit_features([read], asked[0], asked[1:], index.field(WORDING).idf, [near])
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
