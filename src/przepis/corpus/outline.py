"""An act's table of contents as of a date, and an article's neighbours in it."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from przepis.corpus.store import Store
from przepis.records import Version


@dataclass(frozen=True, slots=True)
class Entry:
    label: str
    repealed: bool
    begins: str = ""  # first words of the article, without the marker of its first unit


@dataclass(frozen=True, slots=True)
class Section:
    """Articles that stand under one heading path; ``opened`` are the headings that begin with this section."""

    headings: tuple[str, ...]
    opened: tuple[tuple[int, str], ...]  # (depth from 0, heading)
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    version: Version
    sections: tuple[Section, ...]

    @property
    def labels(self) -> list[str]:
        return [entry.label for section in self.sections for entry in section.entries]


def outline(store: Store, act_id: str, on: dt.date | None = None) -> Outline:
    version = store.version_on(act_id, on)
    rows = store.db.execute(
        """SELECT label, repealed, path, substr(text, 1, 120) FROM entries JOIN headings USING (headings_id)
        JOIN texts USING (text_id) WHERE version_id = ? ORDER BY ordinal""",
        (version.version_id,),
    ).fetchall()
    sections: list[Section] = []
    entries: list[Entry] = []
    before: tuple[str, ...] = ()
    current: tuple[str, ...] | None = None
    for label, repealed, path, text in rows:
        headings = tuple(json.loads(path))
        if headings != current:
            if current is not None:
                sections.append(Section(current, _opened(before, current), tuple(entries)))
                before, entries = current, []
            current = headings
        entries.append(Entry(label, bool(repealed), first_words(text)))
    if current is not None:
        sections.append(Section(current, _opened(before, current), tuple(entries)))
    return Outline(version, tuple(sections))


def first_words(text: str, most: int = 80) -> str:
    """How an article begins, for a list: whole words, no marker."""
    plain = " ".join(_MARKER.sub("", text.split("\n", 1)[0], count=1).split())
    return plain if len(plain) <= most else plain[:most].rsplit(" ", 1)[0] + " …"


_MARKER = re.compile(r"\s*(?:§\s*)?\d+[a-z]*(?:\^\d+)?\.\s+")


def _opened(before: Sequence[str], now: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """Headings that differ from those of the section before; a change high up begins all below it anew."""
    same = 0
    while same < min(len(before), len(now)) and before[same] == now[same]:
        same += 1
    return tuple((depth, now[depth]) for depth in range(same, len(now)))


def neighbours(store: Store, act_id: str, label: str, on: dt.date | None = None) -> tuple[str | None, str | None]:
    """Labels of the articles before and after, in the text of the date."""
    version = store.version_on(act_id, on)
    row = store.db.execute(
        "SELECT ordinal FROM entries WHERE version_id = ? AND label = ?", (version.version_id, label)
    ).fetchone()
    if row is None:
        return None, None

    def beside(sign: str, order: str) -> str | None:
        found = store.db.execute(
            f"SELECT label FROM entries WHERE version_id = ? AND ordinal {sign} ? ORDER BY ordinal {order} LIMIT 1",
            (version.version_id, row[0]),
        ).fetchone()
        return found[0] if found else None

    return beside("<", "DESC"), beside(">", "ASC")
