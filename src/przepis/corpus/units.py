"""The unit tree of an article: §, ust., pkt, lit., tiret, each with its span in the text.

Some sources drop the ``§`` markers. In an act that numbers its units with §, an unmarked line that begins a new
sentence is then the next §; it is counted, not read, and marked ``inferred``.

The words after a list ("– podlega karze …") end every point of it: they belong to the unit around the list, not to
its last point, and ``whole_text`` gives a point with them and with the words before the list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from przepis.records import Unit, UnitKind

UnitStyle = Literal["para", "pass"]
"""Whether the act's articles are divided into § (codes) or ust. (most statutes)."""

_LABEL = r"\d+[a-ząćęłńóśźż]*(?:\^\d+[a-z]*)?"
_MARKERS: tuple[tuple[UnitKind, int, re.Pattern[str]], ...] = (
    ("para", 0, re.compile(rf"§\s*({_LABEL})\s*\.\s*")),
    ("pass", 0, re.compile(rf"({_LABEL})\.\s+(?=\S)")),
    ("point", 1, re.compile(rf"({_LABEL})\)\s*")),
    ("letter", 2, re.compile(r"([a-ząćęłńóśźż]{1,3})\)\s*")),
    ("indent", 3, re.compile(r"()[-–—]\s+")),
)
_BETWEEN = re.compile(r"(art\.\s*\S+\s+)?§\s*(?:\d+\s*(?:,|i|oraz|lub|albo|-|–)\s*)*(\d+[a-z]+)\b")
_PENALTY = re.compile(r"(?:[-–—]\s+)?podlegaj?ą?\b", re.IGNORECASE)
_CONTINUES = re.compile(r"(?:podlega|podlegają|[-–—]|oraz |albo |lub |[a-ząćęłńóśźż])")


class UnitSpan(NamedTuple):
    """A unit as it is stored: its place in the text says the rest."""

    path: tuple[str, ...]
    start: int
    end: int
    inferred: bool


def unit_style(text_of_act: str) -> UnitStyle:
    """§ or ust., by what the act's own references use."""
    return "para" if text_of_act.count("§ ") > text_of_act.count("ust. ") else "pass"


def parse_units(text: str, style: UnitStyle) -> tuple[UnitSpan, ...]:
    """Spans of all units, in reading order; a parent's span covers its children."""
    open_units: list[tuple[int, UnitSpan]] = []  # (level, span so far)
    done: list[UnitSpan] = []
    n_inferred = 0
    position = 0
    lines = text.split("\n")
    several = sum(1 for line in lines if _begins_sentence(line)) > 1
    for line, before in zip(lines, ("", *lines), strict=False):
        end = position + len(line)
        marked = _marker(line)
        top = open_units[-1][0] if open_units else 0
        if marked is not None and marked[0] == "indent" and top != marked[1] and not before.rstrip().endswith(":"):
            marked = None  # a dash without a colon before it sets off what a whole list shares
        if marked is None and top > 0 and _ends_list(line, before):
            ended = 1 if _PENALTY.match(line) else top
            while open_units and open_units[-1][0] >= ended:
                done.append(open_units.pop()[1])
        if marked is None and style == "para" and several and _begins_sentence(line):
            n_inferred += 1
            marked = ("para", 0, str(n_inferred))
            inferred = True
        else:
            inferred = False
        if marked is not None:
            kind, level, label = marked
            while open_units and open_units[-1][0] >= level:
                done.append(open_units.pop()[1])
            parent = open_units[-1][1].path if open_units else ()
            name = f"{kind}:{label}" if label else f"{kind}:{1 + _siblings(done, parent, kind)}"
            open_units.append((level, UnitSpan((*parent, name), position, end, inferred)))
        open_units = [(lvl, span._replace(end=end)) for lvl, span in open_units]
        position = end + 1
    done.extend(span for _, span in open_units)
    return tuple(sorted(done, key=lambda span: (span.start, len(span.path))))


def _ends_list(line: str, before: str) -> bool:
    """Words after a list that end every member of it; after a colon they are a member's own."""
    return (line[:1].islower() or line[:1] in "-–—") and line != "" and not before.rstrip().endswith(":")


def _marker(line: str) -> tuple[UnitKind, int, str] | None:
    for kind, level, pattern in _MARKERS:
        if match := pattern.match(line):
            return kind, level, match[1]
    return None


def _begins_sentence(line: str) -> bool:
    """An unmarked line that can only be a unit of its own: not the tail of a list or of a penal clause."""
    return bool(line) and _marker(line) is None and _CONTINUES.match(line) is None


def _siblings(done: list[UnitSpan], parent: tuple[str, ...], kind: UnitKind) -> int:
    return sum(1 for span in done if span.path[:-1] == parent and span.path[-1].startswith(f"{kind}:"))


def build_unit(text: str, span: UnitSpan) -> Unit:
    kind, _, label = span.path[-1].partition(":")
    words = text[span.start : span.end]
    return Unit(span.path, kind, label, words, span.start, span.end, span.inferred)  # type: ignore[arg-type]


def whole_text(text: str, units: Sequence[Unit], unit: Unit | None = None) -> str:
    """The unit as the law says it: after the words before its list and before those that end the list; or all of it.

    Numbers that the source dropped stand in brackets, ``[§ 2.]``: without them nobody can name what is quoted.
    """
    if unit is None:
        return numbered(text, units, 0, len(text))
    lead, ending = around(text, units, unit)
    own = numbered(text, units, unit.start, unit.end) or unit.text
    return "\n".join(part for part in (lead, own, ending) if part)


def numbered(text: str, units: Sequence[Unit], start: int, end: int) -> str:
    """A stretch of the text, with the numbers that were counted and not read, unless they are known to be wrong."""
    pieces, position, last = [], start, counted_to(text, units)
    for unit in units:
        if unit.inferred and position <= unit.start < end and not miscounted(unit.label, last):
            pieces += [text[position : unit.start], f"[{display_path(unit.path[-1:])}.] "]
            position = unit.start
    return "".join([*pieces, text[position:end]])


def counted_to(text: str, units: Sequence[Unit]) -> int | None:
    """The last § whose count can hold, where § were counted and the article itself speaks of one between them: of § 1a,
    for instance, 1. None where nothing contradicts the count."""
    if not any(unit.inferred for unit in units):
        return None
    known = {unit.label for unit in units if unit.kind == "para"}
    between = (label for elsewhere, label in _BETWEEN.findall(text) if not elsewhere and label not in known)
    return min((int(re.match(r"\d+", label)[0]) for label in between), default=None)  # type: ignore[index]


def miscounted(label: str, last: int | None) -> bool:
    """Does this § stand behind the ``last`` whose count can hold?"""
    return last is not None and not (label.isdigit() and int(label) <= last)


def around(text: str, units: Sequence[Unit], unit: Unit) -> tuple[str, str]:
    """What every unit around this one says before its first member, and after its last."""
    leads, endings = [], []
    if unit.end <= unit.start:
        return "", ""  # a unit whose place in the text is not known
    for depth in range(len(unit.path)):
        outer = unit.path[:depth]
        own = next(((u.start, u.end) for u in units if u.path == outer), (0, len(text)))
        members = [u for u in units if u.path[:-1] == outer and own[0] <= u.start < own[1]]
        if members:
            leads.append(numbered(text, units, own[0], members[0].start).strip())
            endings.append(text[max(u.end for u in members) : own[1]].strip())
    return "\n".join(filter(None, leads)), "\n".join(filter(None, reversed(endings)))


def find_unit(units: Sequence[Unit], path: Sequence[str]) -> Unit | None:
    """The unit at ``path``; § and ust. are taken for one another, as people do."""
    wanted = tuple(path)
    swapped = tuple(_swap(part) for part in path)
    return next((u for u in units if u.path in (wanted, swapped)), None)


def _swap(part: str) -> str:
    kind, _, label = part.partition(":")
    return f"{ {'para': 'pass', 'pass': 'para'}.get(kind, kind) }:{label}"


_PREFIX = {"para": "§ ", "pass": "ust. ", "point": "pkt ", "letter": "lit. ", "indent": "tiret "}


def bare_text(unit: Unit) -> str:
    """The unit's words without the marker printed before them, for where its address is shown beside them."""
    for kind, _, pattern in _MARKERS:
        if kind == unit.kind and not unit.inferred and (printed := pattern.match(unit.text)):
            return unit.text[printed.end() :]
    return unit.text


def display_path(path: tuple[str, ...]) -> str:
    """("para:1", "point:2") -> "§ 1 pkt 2"."""
    return " ".join(f"{_PREFIX[kind]}{label}" for kind, _, label in (p.partition(":") for p in path))
