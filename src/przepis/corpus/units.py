"""The unit tree of an article: §, ust., pkt, lit., tiret, each with its span in the text.

Some sources drop the ``§`` markers. In an act that numbers its units with §, an unmarked line that begins a new
sentence is then the next §; it is counted, not read, and marked ``inferred``.
"""

from __future__ import annotations

import re
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
    for line in lines:
        end = position + len(line)
        marked = _marker(line)
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
