"""An act's table of contents as of a date, and an article's neighbours in it."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from przepis.corpus.store import Store
from przepis.corpus.wordings import added_labels
from przepis.law.labels import place_for
from przepis.records import Version


@dataclass(frozen=True, slots=True)
class Entry:
    label: str
    repealed: bool
    begins: str = ""  # first words of the article, without the marker of its first unit
    ours: bool = False  # added by an amending act since the text: our wording, not an official one


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
    """Articles that amending acts have added to the text by that day stand in their places, marked as ours."""
    version = store.version_on(act_id, on)
    printed = store.db.execute(
        """SELECT label, repealed, path, substr(text, 1, 120) FROM entries JOIN headings USING (headings_id)
        JOIN texts USING (text_id) WHERE version_id = ? ORDER BY ordinal""",
        (version.version_id,),
    ).fetchall()
    rows = _with_added(store, act_id, printed, on)
    sections: list[Section] = []
    entries: list[Entry] = []
    before: tuple[str, ...] = ()
    current: tuple[str, ...] | None = None
    for label, repealed, headings, text, ours in rows:
        if headings != current:
            if current is not None:
                sections.append(Section(current, _opened(before, current), tuple(entries)))
                before, entries = current, []
            current = headings
        entries.append(Entry(label, repealed, first_words(text), ours))
    if current is not None:
        sections.append(Section(current, _opened(before, current), tuple(entries)))
    return Outline(version, tuple(sections))


_Row = tuple[str, bool, tuple[str, ...], str, bool]
"""Label, repealed, headings, how it begins, ours."""


def _with_added(store: Store, act_id: str, printed: Sequence[Sequence[Any]], on: dt.date | None) -> Iterator[_Row]:
    """The rows of the text, those that were added since among them; one without headings takes those before it."""
    rows = {row[0]: (row[0], bool(row[1]), tuple(json.loads(row[2])), row[3], False) for row in printed}
    headings: tuple[str, ...] = ()
    for label in labels_on(store, act_id, on):
        row = rows.get(label)
        if row is None:
            article = store.article(f"{act_id}#{label}", on)
            row = (label, article.repealed, article.headings or headings, article.text[:120], True)
        headings = row[2]
        yield row


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


def labels_on(store: Store, act_id: str, on: dt.date | None = None) -> list[str]:
    """Labels of the text of a day (None: the newest), and those that amending acts have added to it by then."""
    version = store.version_on(act_id, on)
    rows = store.db.execute("SELECT label FROM entries WHERE version_id = ? ORDER BY ordinal", (version.version_id,))
    found = [row[0] for row in rows]
    printed = set(found)
    for label in added_labels(store.db, act_id, on or store.present_day()):
        if label not in printed:
            found.insert(place_for(label, found), label)
    return found


def neighbours(store: Store, act_id: str, label: str, on: dt.date | None = None) -> tuple[str | None, str | None]:
    """Labels of the articles before and after, in the text of the date."""
    labels = labels_on(store, act_id, on)
    if label not in labels:
        return None, None
    at = labels.index(label)
    return (labels[at - 1] if at else None), (labels[at + 1] if at + 1 < len(labels) else None)
