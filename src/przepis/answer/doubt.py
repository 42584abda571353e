"""What a reader is told where no hit is sure enough to be called an answer."""

from __future__ import annotations

from collections.abc import Sequence

from przepis.law.names import ActNames
from przepis.law.printing import format_citation
from przepis.messages import percent
from przepis.records import Hit, Note, note

SAYS_WHY = frozenset(
    {"note_best_ended", "note_best_not_on_day", "note_no_text_of_day", "note_beyond", "note_beyond_near"}
)
"""Notes after which nothing sure is no wonder."""
ALIKE = 0.5
"""The second of two that share the confidence has at least so much of the first's."""


def doubt(
    question: str,
    hits: Sequence[Hit],
    sure: bool | None,
    enough: float | None,
    names: ActNames,
    told: Sequence[Note] = (),
) -> tuple[Note, ...]:
    """A note; none where the first hit is sure, nobody judged it, or what was ``told`` says why nothing is sure.

    Of one word because it says too little, of a question also because law may be silent; but where two share a
    confidence that would be ``enough`` for one, law speaks in one of them.
    """
    first, *rest = [hit.confidence for hit in hits[:2]] or [None]
    if sure is not False or first is None or any(said.key in SAYS_WHY for said in told):
        return ()
    second = next((share for share in rest if share is not None), 0.0)
    if enough is not None and first + second >= enough and second >= ALIKE * first:
        one, other = (format_citation(hit.article_id, names) for hit in hits[:2])
        shares = {"share": percent(first), "other_share": percent(second)}
        return (note("note_one_of_two", one=one, other=other, **shares),)
    return (note("note_not_sure" if " " in question.strip() else "note_not_sure_word", share=percent(first)),)
