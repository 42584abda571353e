"""The label audit as tables: every difference, and counts by reason."""

from __future__ import annotations

from przepis.evaluate.questions.audit import Audit
from przepis.evaluate.report.tables.table import Column, Table, count, text


def audit_table(found: Audit) -> Table:
    columns = (
        "question",
        "legal basis",
        "released",
        "corrected",
        "reason",
        "scored by the authors",
        "verdict",
        "evidence",
    )
    rows = tuple(
        (
            text(d.question_id),
            text(d.legal_basis),
            text(", ".join(d.released) or "none"),
            text(", ".join(d.corrected) or "none"),
            text(d.reason),
            text("yes" if d.in_subset else "no"),
            text(d.verdict),
            text(d.evidence),
        )
        for d in found.differences
    )
    return Table("Released labels that differ from the legal basis", tuple(Column(c, "left") for c in columns), rows)


def audit_summary(found: Audit) -> Table:
    every, scored = found.by_reason(), found.by_reason(in_subset=True)
    rows = [
        (text(reason), count(n), count(scored.get(reason, 0)), count(_confirmed(found, reason)))
        for reason, n in every.most_common()
    ]
    wrong = found.wrong_in_subset()
    caption = (
        f"{len(wrong)} of the {found.n_subset} questions that the authors scored carry a label that is not what the "
        f"legal basis names ({sum(1 for d in wrong if not d.has_right)} of them name no right article at all); "
        f"{len(found.differences)} of all {found.n_questions} differ in some way."
    )
    columns = (Column("reason", "left"), Column("all"), Column("scored by the authors"), Column("confirmed"))
    return Table("Differences by reason", columns, tuple(rows), caption, "audit")


def _confirmed(found: Audit, reason: str) -> int:
    return sum(1 for d in found.differences if d.reason == reason and d.verdict == "confirmed")
