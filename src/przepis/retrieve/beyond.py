"""Does what governs a question lie beyond the corpus: in law of the Union, in a contract, in no law at all?

The question is compared with needs of which that is known (``index.local.beyond``) as it is with questions that
articles answer. Where a need is near, and hardly less near than the best question on any of the first hits, the reader
is told what governs instead, and no hit is sure.
"""

from __future__ import annotations

from dataclasses import replace

from przepis.records import Hit, Note
from przepis.retrieve.step import State
from przepis.surrogates.beyond import BeyondNeed

NEAR = 0.71  # how near a need is at least (this and the next two: benchmarks.beyond)
LEAD = -0.05  # by how much it is nearer than the best question on one of the first hits, at least
UNLIKE = 0.03  # by how much it is nearer than questions that sound alike and are answered, at least
FIRST = 10  # hits
HONEST = 0.35
"""The most that a hit's confidence is beside such a need. If one question in twenty is of the kind, a quarter of these
would have a hit called sure and are told so in 78 of 100 cases; of all others 0.6 % are, whose first hit is right:
0.95 · 0.006 of 0.05 · 0.26 · 0.78 + 0.95 · 0.006 (benchmarks.beyond)."""
_OF_QUESTIONS = ("questions:score", "asked:score")


def lies_beyond(state: State) -> Note | None:
    """What is said of a question that the law of the corpus probably does not answer.

    Nothing where the reader chose an act or kind or cites one, or asks with options or for a day; nor where no vectors
    of questions were compared.
    """
    index, vector = state.tools.index, state.vector_made("stem")
    chosen = state.where.acts is not None or state.where.kinds is not None or state.question.on is not None
    if index.beyond is None or vector is None or state.sure is None or chosen or state.question.options:
        return None
    first = state.ranked.rows[:FIRST].tolist()
    rivals = [near for name in _OF_QUESTIONS for near in state.signals.of_rows(name, first)]
    if not rivals or len(state.cited_rows()):
        return None
    found = index.beyond.nearest(state.question.text, vector, NEAR)
    if found is None or found.near - max(rivals) < LEAD or found.near - found.answered < UNLIKE:
        return None
    return _note(state, found.need)


def none_sure(hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """The hits of such a question: suggestions, none of them surer than is honest."""
    return tuple(
        hit if hit.confidence is None else replace(hit, confidence=min(hit.confidence, HONEST)) for hit in hits
    )


def _note(state: State, need: BeyondNeed) -> Note:
    see = tuple(article_id for article_id in need.see if state.tools.index.row(article_id) is not None)
    values = (("need", need.need_id), ("kind", need.kind), ("pl", need.pl), ("en", need.en))
    return Note("note_beyond_near" if see else "note_beyond", values, see)
