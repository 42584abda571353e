"""Where the ranker is undecided, its first few articles are read together with the question."""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import Field

from przepis.index.engine import Ranked
from przepis.index.local.dense import passage_text
from przepis.records import Article
from przepis.rerank.cross_encoder import shipped_cross_encoder
from przepis.rerank.learned import load_ranker, note_confidence
from przepis.retrieve.beside import beside
from przepis.retrieve.features import weighted_terms
from przepis.retrieve.step import Needs, State, Step


class ReadCloselyStep(Step):
    """Adds the reader's score to the ranker's, for those articles, ``most`` at most, that come near the best.

    Most questions have none that near, and are done. The settings were chosen on the examinations of 2023 and the
    development queries; others around them do as well (train/README.md).
    """

    use: Literal["read_closely"] = "read_closely"
    ranker: str = "ranker"  # whose scores these are, for the confidence
    margin: float = Field(default=1.0, gt=0)
    most: int = Field(default=3, ge=2)
    weight: float = Field(default=0.3, gt=0)
    summaries: bool = True  # False: the wording alone, for an ablation

    def needs(self) -> Needs:
        return Needs(lexical=frozenset({"full-prefix"}))

    def prepare(self) -> None:
        shipped_cross_encoder()

    def run(self, state: State) -> None:
        rows, scores = state.ranked.rows, state.ranked.scores.astype(np.float64)
        n_close = min(self.most, int((scores > scores[:1] - self.margin).sum()))
        if n_close < 2:
            return
        close, reader, question = rows[:n_close], shipped_cross_encoder(), state.text("full")
        with state.timed("reading"):
            read = np.array(
                beside(
                    close.tolist(),
                    lambda row: reader.score(question, *self._article(state, row)),
                    state.tools.searcher.n_beside,
                )
            )
        state.note("reader", close, read)
        scores[:n_close] += self.weight * (read - read.max())  # the best read keeps its score, the others fall behind
        order = np.lexsort((state.tools.index.tie_order[rows], -scores))
        rows, scores = rows[order], scores[order]
        self.keep(state, Ranked(rows, scores))
        judged = np.isin(rows, state.signals.rows_with("confidence"))
        note_confidence(state, load_ranker(self.ranker), rows[judged], scores[judged])

    def _article(self, state: State, row: int) -> tuple[str, str]:
        """Its summary and the part of its wording that the question meets best, with its place in the law."""
        store = state.tools.store
        article = state.article(row)
        surrogate = store.surrogate(article.article_id) if self.summaries else None
        title = state.tools.titles[article.act_id]
        passage = passage_text(title, article.headings, _best_chunk(state, article))
        fits = surrogate is not None and surrogate.text_hash == article.text_hash  # written of this very wording
        return surrogate.summary if surrogate and fits else "", passage


def _best_chunk(state: State, article: Article) -> str:
    """The chunk whose words carry most of the question's weight."""
    chunks = [chunk.text for chunk in state.tools.store.chunks(article)]
    if len(chunks) < 2:
        return article.text
    index = state.tools.index
    vocabulary = index.vocabulary(index.field("full-prefix").vocabulary)
    asked, weight = weighted_terms(index, state.text("full"))
    carried = [float(weight[np.isin(asked, vocabulary.ids(chunk))].sum()) for chunk in chunks]
    return chunks[int(np.argmax(carried))]
