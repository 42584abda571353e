"""The lines of an article read from a source: one unit per line, or units that the source ran together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from przepis.corpus.amend.line_levels import settle_tails, unnest_statements
from przepis.corpus.amend.lines import LABEL, LEVELS, Line, LineKind, is_next
from przepis.corpus.units import UnitStyle

_FLAT = r"\d+[a-z]{1,2}\d{1,2}[a-z]?"  # "8d11": a raised number printed on the line
_MARKERS: tuple[tuple[LineKind, re.Pattern[str]], ...] = (
    ("para", re.compile(rf"§\s*({LABEL})\s*\.\s*")),
    ("pass", re.compile(rf"({_FLAT}|{LABEL})\.\s+(?=\S)")),
    ("point", re.compile(rf"({_FLAT}|{LABEL})\)\s*")),
    ("letter", re.compile(r"([a-ząćęłńóśźż]{1,3})\)\s*")),
)
_DASH = re.compile(r"[-–—]\s+")
_LOWER = re.compile(r"[a-ząćęłńóśźż]")


def read_lines(text: str, style: UnitStyle) -> list[Line]:
    """The lines of an article as a source prints them. In an act divided into § an unmarked sentence is a §."""
    lines: list[Line] = []
    for raw in text.split("\n"):
        words = raw.strip()
        if words:
            lines.append(_read_line(words, style, lines))
    if style == "para":
        _unmark_lone_sentence(lines)
    unnest_statements(lines)
    settle_tails(lines)
    return lines


def _read_line(words: str, style: UnitStyle, before: Sequence[Line]) -> Line:
    for kind, pattern in _MARKERS:
        if found := pattern.match(words):
            label = re.sub(r"(?<=\d[a-z]|[a-z]{2})(?=\d)", "^", found[1])
            return Line(LEVELS[kind], kind, label, words[found.end() :])
    if dash := _DASH.match(words):
        return _dashed(words, words[dash.end() :], before)
    if before and (_LOWER.match(words) or words.startswith("|")):
        return Line(max(before[-1].level, 1), "tail", "", words)
    if style != "para" and any(line.kind in ("pass", "point") for line in before):
        return Line(_level_below(before[-1]), "text", "", words)
    return Line(0, "para" if style == "para" else "text", "", words)


def _level_below(last: Line) -> int:
    """An unmarked sentence after a numbered unit is more of it: a statement that it quotes, words after a table."""
    return max(last.level, 1) if last.kind in ("text", "tail") else last.level + 1


def _dashed(words: str, bare: str, before: Sequence[Line]) -> Line:
    """A dash opens an indent after a colon or beside another indent, and otherwise the end of a list."""
    last = before[-1] if before else None
    if last is None or last.text.endswith(":") or (last.kind == "indent" and last.text.endswith((",", ";"))):
        return Line(LEVELS["indent"], "indent", "", bare)
    level = last.level - 1 if last.kind == "tail" else last.level
    return Line(max(level, 1), "tail", "", words)


def _unmark_lone_sentence(lines: list[Line]) -> None:
    """An article of one sentence has no §."""
    if sum(1 for line in lines if line.kind == "para") == 1 and lines[0].kind == "para" and not lines[0].label:
        lines[0].kind = "text"


_BEGINS = r"(?=[A-ZĄĆĘŁŃÓŚŹŻ„\"(\[]|\d)"
_INLINE = re.compile(
    rf"(?:(?<=^)|(?<=[.;:,)”\"“*])\s|(?<=[a-ząćęłńóśźż\d%])\s(?=[\da-z]{{1,4}}\)))\s*"
    rf"(?:§\s?(?P<para>{LABEL})\.\s*{_BEGINS}"
    rf"|(?P<pass>{LABEL})\.\s+{_BEGINS}"
    rf"|(?P<point>{LABEL})\)\s*"
    rf"|(?P<letter>[a-ząćęłńóśźż]{{1,3}})\)\s+"
    rf"|(?P<indent>[-–—])\s+(?=\S))"
)
_NOT_BEFORE_PASS = re.compile(r"(?:\b(?:ust|art|pkt|poz|nr|lit|str|Nr|lp|Lp|Dz|U|ok|tzw|§)\.?|§)\s*$")


def split_units(text: str) -> list[Line]:
    """Units that a source ran together in one line, apart again: a marker counts where the sequence allows it."""
    lines: list[Line] = []
    for paragraph in text.split("\n"):
        _split_paragraph(paragraph.strip(), lines)
    if not lines:
        return []
    _split_tails(lines)
    settle_tails(lines)
    return lines


def _split_paragraph(text: str, lines: list[Line]) -> None:
    at = position = 0
    current: Line | None = None
    while found := _INLINE.search(text, position):
        position = found.start() + 1  # a marker that is refused may hide the next
        kind: LineKind = found.lastgroup  # type: ignore[assignment]
        label = found[kind] if kind != "indent" else ""
        before = text[at : found.start()].strip()
        if kind == "pass" and _NOT_BEFORE_PASS.search(text[: found.start()]):
            continue
        if not _follows(lines, current, before, kind, label):
            continue
        if current is not None or before:
            _close(lines, current, before)
        current = Line(LEVELS[kind], kind, label, "")
        at = found.end()
        position = max(position, at - 1)
    _close(lines, current, text[at:].strip())


def _close(lines: list[Line], current: Line | None, words: str) -> None:
    if current is None:
        if words:
            lower = lines and _LOWER.match(words)
            lines.append(Line(max(lines[-1].level, 1), "tail", "", words) if lower else Line(0, "text", "", words))
        return
    current.text = words
    lines.append(current)


def _follows(lines: Sequence[Line], current: Line | None, before: str, kind: LineKind, label: str) -> bool:
    """May a unit of this kind and label stand here?"""
    opened = [*lines, current] if current is not None else list(lines)
    level = LEVELS[kind]
    if kind == "indent":
        if not opened and not before:
            return True
        if before.endswith(":"):
            return bool(opened) and opened[-1].kind in ("point", "letter", "pass", "para", "text")
        return bool(current and current.kind == "indent" and before.endswith((",", ";")))
    if not opened and not before:
        return True  # the first marker of a quotation names itself
    previous = None
    for line in reversed(opened):
        if line.kind == kind:
            previous = line.label
            break
        if line.level < level and line.kind != "tail":
            break
    if previous is None:
        if kind in ("para", "pass"):
            return label == "1" and not before
        return before.endswith(":") or label in ("1", "a")
    return is_next(previous, label)


def _split_tails(lines: list[Line]) -> None:
    """The part after a list, run together with its last item: told by the commas that end the items before it."""
    for i in range(len(lines) - 1, 0, -1):
        line = lines[i]
        if line.kind not in ("point", "letter", "indent"):
            continue
        is_last = i + 1 == len(lines) or lines[i + 1].level < line.level
        if not is_last:
            continue
        sibling = next((x for x in reversed(lines[:i]) if x.level == line.level and x.kind == line.kind), None)
        end = lines[i - 1].text if sibling is None else sibling.text
        head, dash, tail = line.text.rpartition(" - ")
        if dash and sibling is not None and end.endswith(",") and not head.endswith((",", ";", ":", ".")) and head:
            line.text = head
            lines.insert(i + 1, Line(line.level, "tail", "", f"- {tail}"))
