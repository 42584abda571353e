"""Articles that a consolidated text prints without a heading of their own.

The source glues some to the line before ("… the day. **Art. 78.** 1. The act"), some to a chapter whose title it has
lost ("### Rozdział 7. Art. 31. The payer"), and puts the end of a range below its heading ("**- 111.** (pominięte)").
They get their heading back where their numbers fit between those before and after.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from przepis.errors import CitationError
from przepis.law.labels import Label, parse_label

_NUMBER = r"\d+[a-z]*"
_HEADING = re.compile(rf"##### Art\. ?(?P<number>{_NUMBER})(?:\s*[-–]\s*(?P<to>{_NUMBER}))?\.?")
_INSIDE = re.compile(rf"\*\*Art\. ?(?P<number>{_NUMBER})\.\*\*")
_CHAPTER = re.compile(
    rf"(?P<chapter>#+ (?:Rozdział|Oddział|Dział) \w+)\. "
    rf"Art\. (?P<number>{_NUMBER})(?:-(?P<to>{_NUMBER}))?\. (?P<text>\S.*)"
)
_RANGE_END = re.compile(rf"\**\s*(?:-|–|i)\s*\**(?P<last>{_NUMBER})\.\**\s*(?P<note>\((?:pominięt|uchylon)\w+\)\.?)")


def part_glued(lines: Sequence[str]) -> list[str]:
    """The lines of a law with a heading before every article that can be told."""
    following = _next_articles(lines)
    parted: list[str] = []
    last: Label | None = None
    for line, after in zip(lines, following, strict=True):
        if heading := _HEADING.fullmatch(line):
            last = _label(heading["to"] or heading["number"])
        elif (end := _RANGE_END.fullmatch(line)) and (ranged := _range(parted, end)):
            parted, last = ranged, _label(end["last"])
            continue
        elif (chapter := _CHAPTER.fullmatch(line)) and _fits(last, chapter["number"], after):
            parted += [chapter["chapter"], _heading(chapter["number"], chapter["to"]), chapter["text"]]
            last = _label(chapter["to"] or chapter["number"])
            continue
        elif not line.startswith((">", "|", "#")) and "**Art" in line:
            pieces, last = _parts(line, last, after)
            parted += pieces
            continue
        parted.append(line)
    return parted


def _next_articles(lines: Sequence[str]) -> list[Label | None]:
    """For each line the number of the first heading of an article below it."""
    found: list[Label | None] = []
    after: Label | None = None
    for line in reversed(lines):
        found.append(after)
        if heading := _HEADING.fullmatch(line):
            after = _label(heading["number"])
    return found[::-1]


def _parts(line: str, last: Label | None, after: Label | None) -> tuple[list[str], Label | None]:
    """A line cut before each article inside it, and the last article's number."""
    parts: list[str] = []
    start = 0
    for glued in _INSIDE.finditer(line):
        if last is None or not _fits(last, glued["number"], after):
            continue
        parts += [line[start : glued.start()].strip(), _heading(glued["number"])]
        start = glued.end()
        last = _label(glued["number"])
    return [*parts, line[start:].strip()], last


def _range(parted: list[str], end: re.Match[str]) -> list[str]:
    """The lines with the heading above made one of a range; none where its end is not beyond, or text came between."""
    at = next((i for i in range(len(parted) - 1, -1, -1) if parted[i].strip()), -1)
    heading = _HEADING.fullmatch(parted[at]) if at >= 0 else None
    if heading is None or heading["to"] or not _fits(_label(heading["number"]), end["last"], None):
        return []
    return [*parted[:at], _heading(heading["number"], end["last"]), end["note"]]


def _fits(last: Label | None, number: str, after: Label | None) -> bool:
    label = _label(number)
    return label is not None and (last is None or last < label) and (after is None or label < after)


def _label(number: str) -> Label | None:
    try:
        return parse_label(number)
    except CitationError:
        return None


def _heading(number: str, to: str | None = None) -> str:
    return f"##### Art. {number}-{to}." if to else f"##### Art. {number}."
