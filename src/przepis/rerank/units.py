"""The unit of an article (§, ust., pkt) that a question meets best, chosen by a small learned model."""

from __future__ import annotations

import functools
from importlib import resources

import numpy as np

from przepis.errors import StoreError
from przepis.index.local.index import LocalIndex
from przepis.records import Article, Unit
from przepis.rerank.learned import MODEL_FOLDER
from przepis.rerank.trees import Trees, open_trees
from przepis.rerank.unit_features import Weights, unit_features, unit_terms
from przepis.retrieve.features import weighted_terms
from przepis.retrieve.step import State

MODEL_FILE = "units.txt"


def best_unit(state: State, row: int) -> Unit | None:
    """None where the article has no numbered units, or none that has a word of the question."""
    article = state.tools.store.article(state.tools.index.article_ids[row])
    return match_unit(state.tools.index, article, state.question.text, state.options)


def match_unit(index: LocalIndex, article: Article, stem: str, options: tuple[str, ...] = ()) -> Unit | None:
    """The unit that the model scores highest; equal scores go to the first."""
    units = [u for u in article.units if u.path]
    matrix = article_features(index, article, units, stem, options)
    if matrix is None:
        return None
    scores = unit_model().scores(matrix)
    return units[int(np.argmax(scores))]


def article_features(
    index: LocalIndex, article: Article, units: list[Unit], stem: str, options: tuple[str, ...]
) -> np.ndarray | None:
    """None where there is nothing to compare: no units, or no word in common."""
    if not units:
        return None
    field = index.field("full-prefix")
    terms = unit_terms(article, units, index.vocabulary(field.vocabulary))
    asked = [_weights(index, text) for text in (stem, *options)]
    known = sorted(set().union(*terms))
    if not known or not any(weights.keys() & set(known) for weights in asked):
        return None
    idf = dict(zip(known, field.idf(np.array(known)).tolist(), strict=True))
    return unit_features(units, terms, asked[0], asked[1:], idf)


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
