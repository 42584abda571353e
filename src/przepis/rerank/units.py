"""The unit of an article (§, ust., pkt) that a question meets best, chosen by a small learned model."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib import resources

import numpy as np

from przepis.errors import StoreError
from przepis.index.local.index import LocalIndex
from przepis.records import Article, Unit
from przepis.rerank.learned import MODEL_FOLDER
from przepis.rerank.trees import Trees, open_trees
from przepis.rerank.unit_features import UnitTable, Weights, unit_features, unit_table, unit_terms
from przepis.retrieve.features import weighted_terms
from przepis.retrieve.step import State

MODEL_FILE = "units.txt"


def best_units(state: State, rows: Sequence[int]) -> list[Unit | None]:
    """Of each article the unit; None where it has no numbered units, or none that has a word of the question."""
    articles = [state.article(row) for row in rows]
    return match_units(state.tools.index, articles, state.question.text, state.options, rows)


def match_units(
    index: LocalIndex,
    articles: Sequence[Article],
    stem: str,
    options: tuple[str, ...] = (),
    rows: Sequence[int] | None = None,
) -> list[Unit | None]:
    """The units that the model scores highest, all articles in one prediction; equal scores go to the first.

    ``rows``: where the articles stand in the index, where that is known.
    """
    asked = [_weights(index, text) for text in (stem, *options)]
    places: Sequence[int | None] = rows or [None] * len(articles)
    tables = [_table(index, article, row) for article, row in zip(articles, places, strict=True)]
    chosen: list[Unit | None] = [None] * len(articles)
    undecided: list[int] = []
    for place, table in enumerate(tables):
        if not _has_words(table, asked):
            continue
        if len(table.units) == 1:
            chosen[place] = table.units[0]
        else:
            undecided.append(place)
    if not undecided:
        return chosen
    scores = unit_model().scores(unit_features([tables[i] for i in undecided], asked[0], asked[1:]))
    at = 0
    for place in undecided:
        units = tables[place].units
        chosen[place] = units[int(np.argmax(scores[at : at + len(units)]))]
        at += len(units)
    return chosen


def article_features(index: LocalIndex, article: Article, stem: str, options: tuple[str, ...]) -> np.ndarray | None:
    """None where there is nothing to compare: no units, or no word in common."""
    table = _table(index, article)
    asked = [_weights(index, text) for text in (stem, *options)]
    return unit_features([table], asked[0], asked[1:]) if _has_words(table, asked) else None


def _has_words(table: UnitTable, asked: Sequence[Weights]) -> bool:
    return any(not table.everything.isdisjoint(weights) for weights in asked)


def _table(index: LocalIndex, article: Article, row: int | None = None) -> UnitTable:
    key = (article.article_id, article.version_id, article.text_hash)
    table: UnitTable = index.unit_tables.get(key, lambda: _make_table(index, article, row))
    return table


def _make_table(index: LocalIndex, article: Article, row: int | None) -> UnitTable:
    units = [u for u in article.units if u.path]
    field = index.field("full-prefix")
    indexed = index.forward.article(row) if row is not None else None
    terms = unit_terms(article, units, index.vocabulary(field.vocabulary), indexed)
    known = sorted(set().union(*terms))
    idf = dict(zip(known, field.idf(np.array(known, dtype=np.int64)).tolist(), strict=True)) if known else {}
    return unit_table(units, terms, idf)


def _weights(index: LocalIndex, text: str) -> Weights:
    terms, weights = weighted_terms(index, text)
    return dict(zip(terms.tolist(), weights.tolist(), strict=True))


@functools.cache
def unit_model() -> Trees:
    try:
        text = resources.files(MODEL_FOLDER).joinpath(MODEL_FILE).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise StoreError(f"{MODEL_FILE} is missing; install the package again, or run train.units") from error
    return open_trees(text)
