"""The unit of an article (§, ust., pkt) that a question meets best."""

from __future__ import annotations

import math

import numpy as np

from przepis.index.embedded.engine import EmbeddedEngine
from przepis.records import Article, Unit
from przepis.retrieve.features import weighted_terms
from przepis.retrieve.step import State


def best_unit(state: State, row: int) -> Unit | None:
    """None where the article has no numbered units."""
    article = state.tools.store.article(state.tools.engine.article_ids[row])
    return match_unit(state.tools.engine, row, article, state.text("full"))


def match_unit(engine: EmbeddedEngine, row: int, article: Article, text: str) -> Unit | None:
    """The unit whose terms carry most of the question's idf weight for its length.

    Top-level units are compared by the terms that the index has of them; then only the points inside the best one are
    read. A point wins over its § only when it holds nearly all that the § does.
    """
    vocabulary = engine.vocabulary(engine.field("full-prefix").vocabulary)
    asked, weights = weighted_terms(engine, text)
    if not len(asked) or not article.units:
        return None
    weight = dict(zip(asked.tolist(), weights.tolist(), strict=True))

    def score(terms: np.ndarray) -> float:
        held = set(terms.tolist())
        carried: float = sum(weight[t] for t in held & weight.keys())
        return carried / math.log(20 + len(held))

    tops = [unit for unit in article.units if len(unit.path) == 1]
    segments = engine.forward.segments(row)[-len(tops) :]  # words before the first unit are a segment too
    scores = [score(terms) for terms in segments]
    best = int(np.argmax(scores))
    top = tops[best]
    found, found_score = top, scores[best]
    for unit in article.units:
        if len(unit.path) > 1 and top.start <= unit.start < top.end:
            own = score(vocabulary.ids(unit.text))
            if own > found_score + 1e-9:
                found, found_score = unit, own
    return found if found_score > 0 else None
