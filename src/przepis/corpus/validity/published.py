"""Statutes as published, amending acts among them, read for what they say of validity; their text is not kept.

Of each: its own status, when it entered into force, and the clauses by which it ends other acts. These are facts, a few
hundred bytes an act; so those of 2000-2024 come with the package, and an archive of later ones can be read beside them.
"""

from __future__ import annotations

import datetime as dt
import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from przepis.artifact import atomic_write_bytes, packed_jsonl, unpacked_text
from przepis.corpus.validity.clauses import Clause, clause_from_json, clause_to_json, clauses_of
from przepis.corpus.validity.shipped import shipped_bytes
from przepis.errors import SourceError
from przepis.law.dates import iso_day, parse_date
from przepis.law.repeals import may_end_law
from przepis.records import to_json
from przepis.sources.legalize import read_documents
from przepis.sources.markdown import parse_markdown, split_front_matter
from przepis.sources.titles import identify

Progress = Callable[[int, str], None]
SHIPPED = "published.jsonl.zst"
_ENTERS = re.compile(r"wchodz\w+ w życie", re.I)


@dataclass(frozen=True, slots=True)
class Published:
    """One statute as the Journal published it."""

    eli: str
    title: str
    date: dt.date | None
    stated: str = ""  # the Journal's own word for its status
    published: dt.date | None = None
    in_force_from: dt.date | None = None
    days: str = ""  # "art. 5 wchodzi w życie z dniem …": parts that begin on other days
    clauses: tuple[Clause, ...] = ()

    def day_of(self, label: str) -> dt.date | None:
        """The day on which one of its articles entered into force."""
        for part in self.days.split(";"):
            if _ENTERS.search(part) and re.search(rf"\bart\. {re.escape(label)}(?![\w^])(?! ust| pkt| §| lit)", part):
                return parse_date(part) or self.in_force_from
        return self.in_force_from


@dataclass(slots=True)
class PublishedReport:
    n_read: int = 0
    n_without_status: int = 0
    n_clauses: int = 0
    n_changes: int = 0  # changes of single articles
    failed: list[str] = field(default_factory=list)


def read_published(path: Path, report: PublishedReport, progress: Progress | None = None) -> Iterator[Published]:
    """Every statute of a folder or archive; one that cannot be read is named in the report."""
    for document in read_documents(path):
        report.n_read += 1
        try:
            act = published_act(document.text(), document.name)
        except SourceError as error:
            report.failed.append(str(error))
            continue
        report.n_without_status += not act.stated
        report.n_clauses += len(act.clauses)
        yield act
        if progress is not None:
            progress(report.n_read, document.name)


def published_act(text: str, name: str) -> Published:
    front, body = split_front_matter(text, name)
    identity = identify(front["title"], front.get("rank", ""), body)
    articles = parse_markdown(text, name).articles if may_end_law(body) else ()
    return Published(
        eli=front["eli"],
        title=identity.title,
        date=identity.act_date,
        stated=front.get("status_pl", ""),
        published=iso_day(front.get("promulgation_date")),
        in_force_from=iso_day(front.get("entry_into_force")),
        days=front.get("effective_date_notes", "") if _ENTERS.search(front.get("effective_date_notes", "")) else "",
        clauses=tuple(clause for article in articles for clause in clauses_of(article.label, article.text)),
    )


# -- the file that comes with the package ----------------------------------------------------------------------


def write_shipped(acts: Iterable[Published], path: Path) -> int:
    """One line an act, empty fields left out."""
    rows = [published_to_json(act) for act in sorted(acts, key=lambda a: a.eli)]
    atomic_write_bytes(path, packed_jsonl(rows))
    return len(rows)


def published_to_json(act: Published) -> dict[str, Any]:
    """Without what is empty."""
    data = to_json(act) | {"clauses": [clause_to_json(clause) for clause in act.clauses]}
    return {name: value for name, value in data.items() if value}


@functools.cache
def shipped_acts() -> tuple[Published, ...]:
    lines = unpacked_text(shipped_bytes(SHIPPED)).splitlines()
    return tuple(published_from_json(json.loads(line)) for line in lines)


def published_from_json(data: dict[str, Any]) -> Published:
    return Published(
        eli=data["eli"],
        title=data.get("title", ""),
        date=iso_day(data.get("date")),
        stated=data.get("stated", ""),
        published=iso_day(data.get("published")),
        in_force_from=iso_day(data.get("in_force_from")),
        days=data.get("days", ""),
        clauses=tuple(clause_from_json(clause) for clause in data.get("clauses", ())),
    )
