"""The consolidated texts of the archive, grouped by act, oldest first."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field
from pathlib import Path

from przepis.corpus.ingest import title_key
from przepis.law.base_acts import base_act
from przepis.law.dates import find_dates, parse_date
from przepis.sources.markdown import split_front_matter

_TITLE = re.compile(r"jednolitego tekstu (?:ustawy|dekretu)\b[\s,–-]*(?P<title>.*)", re.I)
_STATED = re.compile(r"jednolity tekst \w+ z dnia (.{5,40}?\d{4})", re.I)


@dataclass(frozen=True, slots=True)
class Text:
    path: Path
    eli: str
    title: str
    act_date: dt.date
    as_of: dt.date
    announced: dt.date
    listed: tuple[dt.date, ...]  # dates of the acts whose changes the text takes in

    @property
    def year(self) -> int:
        """Of the Journal."""
        return int(self.eli.split("/")[1])


@dataclass(slots=True)
class Series:
    """All consolidated texts of one act."""

    act_id: str
    date: dt.date
    titles: set[str] = field(default_factory=set)
    texts: list[Text] = field(default_factory=list)

    @property
    def even(self) -> bool:
        """Acts with an even Journal position are for tuning; one without a known position goes by its newest text's."""
        own = self.act_id.rpartition("/")[2]
        return int(own if own.isdigit() else self.texts[-1].eli.rpartition("/")[2]) % 2 == 0


def read_series(folders: list[Path]) -> list[Series]:
    """Every act with at least two consolidated texts; only the heads of the files are read."""
    found: dict[str, Series] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.md")):
            text = _head(path)
            if text is None:
                continue
            listed = base_act(text.act_date, text.title)
            key = listed.act_id if listed else f"{text.act_date} {title_key(text.title)}"
            series = found.setdefault(key, Series(listed.act_id if listed else key, text.act_date))
            series.titles.add(text.title)
            series.texts.append(text)
    for series in found.values():
        series.texts.sort(key=lambda t: (t.as_of, t.announced, t.eli))
    return sorted((s for s in found.values() if len(s.texts) > 1), key=lambda s: s.act_id)


def _head(path: Path) -> Text | None:
    with path.open(encoding="utf-8") as file:
        head = file.read(200_000)
    front, body = split_front_matter(head, path.name)
    title = _TITLE.search(" ".join(front["title"].split()))
    stated = _STATED.search(body[:20000])
    date = parse_date(stated[1]) if stated else None
    as_of = front.get("legal_status_date") or front.get("publication_date")
    if title is None or date is None or not as_of:
        return None
    return Text(
        path,
        front["eli"],
        title["title"].strip(' -–—.,"'),
        date,
        dt.date.fromisoformat(as_of),
        dt.date.fromisoformat(front["publication_date"]),
        _listed(body),
    )


def _listed(body: str) -> tuple[dt.date, ...]:
    start = body.find("z uwzględnieniem zmian")
    if start < 0:
        return ()
    end = min(
        (i for i in (body.find("oraz zmian wynikających", start), body.find("\n2. ", start)) if i > 0),
        default=start + 20000,
    )
    words = body[start:end]
    dates = []
    for found in re.finditer(r"ustaw[ąa]\s+z\s+dnia\s+(.{5,30}?\d{4})", words):
        dates += [day for day, _, _ in find_dates(found[1])][:1]
    return tuple(dates)
