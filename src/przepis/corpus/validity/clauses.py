"""A clause of repeal with the article it stands in, as it is kept."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from przepis.law.dates import stored_day
from przepis.law.repeals import RepealClause, read_repeals
from przepis.records import to_json


@dataclass(frozen=True, slots=True)
class Clause:
    """``RepealClause`` with its place; an empty date means that the act ends itself."""

    label: str
    date: dt.date | None
    title: str
    day: dt.date | None = None
    part: str = ""
    left_out: str = ""
    journal: str = ""


def clauses_of(label: str, text: str) -> Iterator[Clause]:
    """The clauses of repeal in one article."""
    if "moc" not in text and "chyla" not in text:
        return
    for clause in read_repeals(text):
        yield Clause(label, **{f.name: getattr(clause, f.name) for f in dataclasses.fields(RepealClause)})


def clause_to_json(clause: Clause) -> dict[str, Any]:
    return {name: value for name, value in to_json(clause).items() if value}


def clause_from_json(data: dict[str, Any]) -> Clause:
    days = {name: stored_day(data.get(name)) for name in ("date", "day")}
    return Clause(**{"title": "", **data, **days})
