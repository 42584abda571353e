"""The unit of an article (§, ust., pkt) that a question meets best."""

from __future__ import annotations

import math

import numpy as np

from przepis.index.embedded import EmbeddedEngine
from przepis.records import Article, Unit
from przepis.retrieve.step import State


def best_unit(state: State, row: int) -> Unit | None:
    """None where the article has no numbered units."""
    article = state.tools.store.article(state.tools.engine.article_ids[row])
    return match_unit(state.tools.engine, article, state.text("full"))


def match_unit(engine: EmbeddedEngine, article: Article, text: str) -> Unit | None:
    """The unit whose terms carry most of the question's idf weight for its length.

    A point wins over the whole § only when it holds nearly all that the § does.
    """
    field = engine.field("full-prefix")
    terms = np.unique(engine.vocabulary(field.vocabulary).ids(text))
    if not len(terms) or not article.units:
        return None
    weight = dict(zip(terms.tolist(), field.idf(terms).tolist(), strict=True))
    vocabulary = engine.vocabulary(field.vocabulary)
    best: tuple[float, Unit] | None = None
    for unit in article.units:
        held = set(vocabulary.ids(unit.text).tolist())
        carried = sum(weight[t] for t in held if t in weight)
        score = carried / math.log(20 + len(held))
        if best is None or score > best[0] + 1e-9:
            best = (score, unit)
    return best[1] if best and best[0] > 0 else None
