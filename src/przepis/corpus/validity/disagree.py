"""What the witnesses of an act contradict each other in, and why one was not believed: notes, in any language."""

from __future__ import annotations

from przepis.corpus.validity.record import Validity, Witness
from przepis.records import Note, note

_ENDED = ("repealed", "expired")


def disagreement_of(verdict: Validity) -> Note | None:
    """None where they agree."""
    statuses = [w for w in verdict.witnesses if w.kind == "status"]
    endings = [w for w in verdict.witnesses if w.kind in ("clause", "expiry")]
    basis = next((w for w in verdict.witnesses if w.kind == "basis" and not w.void), None)
    ended = verdict.status in _ENDED
    if basis is not None and ended and verdict.ended_by == basis.source and not any(_says_ended(w) for w in statuses):
        return note("disagree_basis", by=basis.source)
    if len({_says_ended(w) for w in statuses}) > 1:
        return note("disagree_statuses", what="; ".join(f"{w.source}: „{w.words}”" for w in statuses))
    if verdict.ended_by == verdict.act_id:
        return None  # an act that sets its own end contradicts nobody
    if ended:
        if not verdict.witnesses or any(_says_ended(w) for w in statuses):
            return None
        said = {"words": statuses[0].words, "status_in": statuses[0].source} if statuses else {}
        key = "disagree_ended" if statuses else "disagree_ended_silent"
        return note(key, **said, label=verdict.ended_by_article, by=verdict.ended_by)
    if voided := next((w for w in endings if w.void), None):
        return note(f"disagree_{voided.void}", **_ending(voided), day=voided.void_day)
    if partly := next(iter(endings), None):
        return note("disagree_part", **_ending(partly), what=partly.left_out)
    return None


def why_void(witness: Witness) -> Note:
    """Why a witness was not believed."""
    return note(f"void_{witness.void}", day=witness.void_day, by=witness.source)


def _ending(witness: Witness) -> dict[str, str]:
    return {"label": witness.label, "by": witness.source}


def _says_ended(witness: Witness) -> bool:
    return witness.says in _ENDED
