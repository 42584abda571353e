"""Reads judgments of the Constitutional Tribunal, as the Journal of Laws prints them, into the store."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from przepis.corpus.store import Store
from przepis.corpus.validity.rulings import Ruling, link_rulings
from przepis.errors import SourceError
from przepis.law.dates import iso_day
from przepis.law.rulings import declares_contrary, read_ruling
from przepis.records import to_json
from przepis.sources.legalize import read_documents
from przepis.sources.markdown import split_front_matter

_CASE = re.compile(r"sygn\.\s*(?:akt\s*)?(.+)", re.I)


@dataclass(slots=True)
class RulingReport:
    n_read: int = 0
    n_contrary: int = 0  # judgments that declare something contrary
    failed: list[str] = field(default_factory=list)  # no judgment, or in a form that is not known


def import_rulings(store: Store, path: Path, progress: Callable[[int, str], None] | None = None) -> RulingReport:
    """A folder or archive of judgments; those in an unknown form are named in the report and left out."""
    report = RulingReport()
    for document in read_documents(path):
        report.n_read += 1
        try:
            ruling = parse_ruling(document.text(), document.name)
        except SourceError as error:
            report.failed.append(str(error))
            continue
        if ruling.verdicts:
            report.n_contrary += 1
            body = json.dumps(to_json(ruling), ensure_ascii=False)
            with store.transaction():
                store.db.execute("INSERT OR REPLACE INTO rulings VALUES (?, ?)", (ruling.eli, body))
        if progress is not None:
            progress(report.n_read, document.name)
    if report.n_read and len(report.failed) == report.n_read:
        raise SourceError(report.failed[0])
    link_rulings(store)
    return report


def parse_ruling(text: str, name: str) -> Ruling:
    front, body = split_front_matter(text, name)
    case = _CASE.search(front["title"])
    if case is None or "trybunał" not in front["title"].lower():
        raise SourceError(f"{name}: {front['title'][:80]!r} is no judgment of the Constitutional Tribunal")
    published = iso_day(front.get("promulgation_date")) or iso_day(front.get("entry_into_force"))
    verdicts = tuple(read_ruling(body, published))
    if not verdicts and declares_contrary(body):
        raise SourceError(f"{name}: declares a provision contrary in a form that is not known")
    return Ruling(front["eli"], case[1].strip(), iso_day(front.get("publication_date")), published, verdicts)
