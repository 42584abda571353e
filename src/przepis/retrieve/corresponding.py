"""Articles of a new act that say what an article of the old one said: a guess, by wording and by vectors.

Its score is the mean of the words shared (Dice of five-letter prefixes) and, where the index has vectors, of the
cosine.
"""

from __future__ import annotations

import numpy as np

from przepis.index.engine import Filter
from przepis.law.prefixes import overlap, prefixes
from przepis.records import Article
from przepis.retrieve.step import Tools

LOOKED_AT = 15  # candidates from each list
LEAST = 0.25  # a guess below this is none
_QUERY = 1_500  # characters of the article that are searched with
_DENSE = "chunks"


def corresponding_articles(tools: Tools, article: Article, act_id: str, k: int = 3) -> list[tuple[str, float]]:
    """(article_id, score), best first; empty where nothing in the act is like it."""
    where = Filter(acts=frozenset({act_id}), repealed=False)
    text = article.text[:_QUERY]
    rows = tools.searcher.lexical("text-prefix", text, LOOKED_AT, where=where).rows
    vector = None
    if _DENSE in tools.index.dense_fields:
        vector = tools.encoder().encode_queries([text])[0]
        rows = np.union1d(rows, tools.searcher.dense(_DENSE, vector, LOOKED_AT, where).rows)
    if not len(rows):
        return []
    names = [tools.index.article_ids[row] for row in rows.tolist()]
    own = prefixes(article.text)
    scores = np.array([overlap(own, prefixes(tools.store.article(name).text)) for name in names])
    if vector is not None:
        scores = (scores + tools.searcher.dense_scores(_DENSE, vector, rows)) / 2
    order = np.argsort(-scores, kind="stable")[:k]
    return [(names[i], float(scores[i])) for i in order.tolist() if scores[i] >= LEAST]
