"""The unit tree of an article: §, ust., pkt, lit., tiret, each with its span in the text.

Some sources drop the ``§`` markers. In an act that numbers its units with §, an unmarked line that begins a new
sentence is then the next §. Where its number is known from elsewhere (``numbering``) it is ``restored``; otherwise it
is counted, not read, and ``inferred``. One whose number cannot be told has the label ``?`` and is no § that could be
cited.

The words after a list ("– podlega karze …") end every point of it: they belong to the unit around the list, not to
its last point, and ``whole_text`` gives a point with them and with the words before the list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from przepis.corpus.raised import flattened_path, may_be_raised, raised_behind_letter, raised_paths, raised_text
from przepis.law.labels import raise_display
from przepis.records import Article, Unit, UnitKind

UnitStyle = Literal["para", "pass"]
"""Whether the act's articles are divided into § (codes) or ust. (most statutes)."""

_LABEL = r"\d+[a-ząćęłńóśźż]*(?:\^\d+[a-z]*)?"
_MARKERS: tuple[tuple[UnitKind, int, re.Pattern[str]], ...] = (
    ("para", 0, re.compile(rf"§\s*({_LABEL})\s*\.\s*")),
    ("pass", 0, re.compile(rf"({_LABEL})\.\s+(?=\S)")),
    ("point", 1, re.compile(rf"({_LABEL})\)\s*")),
    ("letter", 2, re.compile(r"([a-ząćęłńóśźż]{1,3}(?:\^\d+[a-z]*)?)\)\s*")),
    ("indent", 3, re.compile(r"()[-–—]\s+")),
)
_BEHIND_LETTER = r"\d+[a-ząćęłńóśźż]{1,3}\d{1,2}[a-z]?"
_MARKERS_BEHIND_LETTER: tuple[tuple[UnitKind, int, re.Pattern[str]], ...] = (
    ("pass", 0, re.compile(rf"({_BEHIND_LETTER})\.\s+(?=\S)")),
    ("point", 1, re.compile(rf"({_BEHIND_LETTER})\)\s*")),
    ("letter", 2, re.compile(r"([a-ząćęłńóśźż]{1,2}\d{1,2})\)\s+")),
)
"""Of a raised number printed on the line; a marker only where it goes on with the list."""
_BETWEEN = re.compile(r"(art\.\s*\S+\s+)?§\s*(?:\d+\s*(?:,|i|oraz|lub|albo|-|–)\s*)*(\d+[a-z]+)\b")
_PENALTY = re.compile(r"(?:[-–—]\s+)?podlegaj?ą?\b", re.IGNORECASE)
_CONTINUES = re.compile(r"[-–—‒−>„|a-ząćęłńóśźż]|\((?:oznaczenie|zawierający)")


NO_PARAGRAPH = "-"
"""In place of a number: the line begins no §, it goes on with the one before."""
UNKNOWN = "?"
"""In place of a number in a path, with the place of the line behind it, so that paths differ."""


class Number(NamedTuple):
    """The number of a § that its text lacks; ``known`` and not counted. Empty: it cannot be told."""

    label: str
    known: bool


class UnitSpan(NamedTuple):
    """A unit as it is stored: its place in the text says the rest."""

    path: tuple[str, ...]
    start: int
    end: int
    inferred: bool
    restored: bool = False


def unit_style(text_of_act: str) -> UnitStyle:
    """§ or ust., by what the act's own references use."""
    return "para" if text_of_act.count("§ ") > text_of_act.count("ust. ") else "pass"


def parse_units(text: str, style: UnitStyle, told: Sequence[Number] | None = None) -> tuple[UnitSpan, ...]:
    """Spans of all units, in reading order; a parent's span covers its children.

    ``told``: the number of every unmarked §, where more is known of them than their order.
    """
    open_units: list[tuple[int, UnitSpan]] = []  # (level, span so far)
    done: list[UnitSpan] = []
    last: dict[tuple[tuple[str, ...], str], str] = {}  # of each list, the label of its last member
    position = 0
    lines = text.split("\n")
    unprinted = _unprinted(lines, told) if style == "para" else {}
    for at, (line, before) in enumerate(zip(lines, ("", *lines), strict=False)):
        end = position + len(line)
        marked = _marker(line) or _marker_behind_letter(line, open_units, last)
        number = unprinted.get(at)
        top = open_units[-1][0] if open_units else 0
        if marked is not None and marked[0] == "indent" and top != marked[1] and not before.rstrip().endswith(":"):
            marked = None  # a dash without a colon before it sets off what a whole list shares
        if marked is None and top > 0 and (_ends_list(line, before) or number is not None):
            ended = 1 if _PENALTY.match(line) or number is not None else top
            while open_units and open_units[-1][0] >= ended:
                done.append(open_units.pop()[1])
        if number is not None and number.label != NO_PARAGRAPH:
            marked = ("para", 0, number.label or f"{UNKNOWN}{at + 1}")
        if marked is not None:
            kind, level, label = marked
            while open_units and open_units[-1][0] >= level:
                done.append(open_units.pop()[1])
            parent = open_units[-1][1].path if open_units else ()
            last[parent, kind] = label
            name = f"{kind}:{label}" if label else f"{kind}:{1 + _siblings(done, parent, kind)}"
            known = number is not None and number.known
            span = UnitSpan((*parent, name), position, end, number is not None and not known, known)
            open_units.append((level, span))
        open_units = [(lvl, span._replace(end=end)) for lvl, span in open_units]
        position = end + 1
    done.extend(span for _, span in open_units)
    return with_raised(text, sorted(done, key=lambda span: (span.start, len(span.path))))


def with_raised(text: str, spans: Sequence[UnitSpan]) -> tuple[UnitSpan, ...]:
    """With the numbers of ust., pkt and lit. raised that the source prints on the line; those raised already stay."""
    if not may_be_raised(text):
        return tuple(spans)
    paths = raised_paths([span.path for span in spans])
    return tuple(
        [span if span.path == path else span._replace(path=path) for span, path in zip(spans, paths, strict=True)]
    )


def _unprinted(lines: Sequence[str], told: Sequence[Number] | None) -> dict[int, Number]:
    """Line -> the number of the § that begins there without a marker; an article of one sentence has no §."""
    places = [at for at, line in enumerate(lines) if _begins_sentence(line)]
    if len(places) < 2:
        return {}
    if told is None or len(told) != len(places):
        told = [Number(str(n), known=False) for n in range(1, len(places) + 1)]
    return dict(zip(places, told, strict=True))


def _ends_list(line: str, before: str) -> bool:
    """Words after a list that end every member of it; after a colon they are a member's own."""
    return (line[:1].islower() or line[:1] in "-–—") and line != "" and not before.rstrip().endswith(":")


def _marker(line: str) -> tuple[UnitKind, int, str] | None:
    for kind, level, pattern in _MARKERS:
        if match := pattern.match(line):
            return kind, level, match[1]
    return None


def _marker_behind_letter(
    line: str, open_units: Sequence[tuple[int, UnitSpan]], last: Mapping[tuple[tuple[str, ...], str], str]
) -> tuple[UnitKind, int, str] | None:
    for kind, level, pattern in _MARKERS_BEHIND_LETTER:
        if match := pattern.match(line):
            parent = next((span.path for own, span in reversed(open_units) if own < level), ())
            label = raised_behind_letter(match[1], last.get((parent, kind), ""))
            return (kind, level, label) if label else None
    return None


def _begins_sentence(line: str) -> bool:
    """An unmarked line that can only be a unit of its own: not the tail of a list or of a penal clause."""
    return bool(line) and _marker(line) is None and _CONTINUES.match(line) is None


def _siblings(done: list[UnitSpan], parent: tuple[str, ...], kind: UnitKind) -> int:
    return sum(1 for span in done if span.path[:-1] == parent and span.path[-1].startswith(f"{kind}:"))


def build_unit(text: str, span: UnitSpan) -> Unit:
    kind, _, label = span.path[-1].partition(":")
    words = text[span.start : span.end]
    label = UNKNOWN if label.startswith(UNKNOWN) else label
    return Unit(span.path, kind, label, words, *span[1:])  # type: ignore[arg-type]


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
    """A stretch of the text, with the numbers that it lacks, as far as they can be told, and those raised that are."""
    text = raised_text(text, units)
    pieces, position = [], start
    for at, number in unprinted_numbers(text, units).items():
        if number and position <= at < end:
            pieces += [text[position:at], f"[{number}.] "]
            position = at
    return "".join([*pieces, text[position:end]])


def unprinted_numbers(text: str, units: Sequence[Unit]) -> dict[int, str]:
    """Where a § begins whose number the text lacks -> that number, "§ 1a"; "" where nobody can tell it."""
    last = counted_to(text, units)
    return {
        unit.start: display_path(unit.path[-1:]) if is_told(unit, last) else ""
        for unit in units
        if unit.inferred or unit.restored
    }


def lacks_numbers(text: str, units: Sequence[Unit]) -> bool:
    """Is there a § whose number nobody can tell? It may be any that is looked for and not found."""
    return not all(unprinted_numbers(text, units).values())


def is_told(unit: Unit, last: int | None) -> bool:
    """Can the number of this § be relied on? ``last`` as ``counted_to`` gives it."""
    return not unit.inferred or not (unit.label == UNKNOWN or miscounted(unit.label, last))


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


def find_cited(text: str, units: Sequence[Unit], path: Sequence[str]) -> Unit | None:
    """The unit at ``path``; None also where its § was counted and the count is known to be wrong: another § would be
    shown as this one."""
    unit = find_unit(units, path) or _find_flattened(units, path)
    outer = None if unit is None else find_unit(units, unit.path[:1])
    return unit if outer is None or is_told(outer, counted_to(text, units)) else None


def find_unit(units: Sequence[Unit], path: Sequence[str]) -> Unit | None:
    """The unit at ``path``; § and ust. are taken for one another, as people do."""
    wanted = tuple(path)
    swapped = tuple(_swap(part) for part in path)
    return next((u for u in units if u.path in (wanted, swapped)), None)


def _find_flattened(units: Sequence[Unit], path: Sequence[str]) -> Unit | None:
    """The unit asked for by its raised number as sources print it on the line: pkt 41 for 4¹."""
    for asked in (tuple(path), tuple(_swap(part) for part in path)):
        if (found := flattened_path(units, asked)) is not None:
            return find_unit(units, found)
    return None


def as_paragraph(part: str) -> str:
    """``pass:1`` as ``para:1``, to compare paths: § and ust. are taken for one another, as people do."""
    return f"para:{part[5:]}" if part.startswith("pass:") else part


def _swap(part: str) -> str:
    kind, _, label = part.partition(":")
    return f"{ {'para': 'pass', 'pass': 'para'}.get(kind, kind) }:{label}"


_PREFIX = {"para": "§ ", "pass": "ust. ", "point": "pkt ", "letter": "lit. ", "indent": "tiret "}


def bare_text(unit: Unit, article: Article | None = None) -> str:
    """The unit's words without the marker printed before them, for where its address is shown beside them; with those
    numbers raised that are, where its article is given."""
    words = unit.text if article is None else raised_text(article.text, article.units)[unit.start : unit.end]
    for kind, _, pattern in (*_MARKERS, *_MARKERS_BEHIND_LETTER):
        if kind == unit.kind and not unit.inferred and not unit.restored and (printed := pattern.match(unit.text)):
            return words[printed.end() :]
    return words


def display_path(path: tuple[str, ...]) -> str:
    """("para:1", "point:2^1") -> "§ 1 pkt 2¹"."""
    parts = (part.partition(":") for part in path)
    return " ".join(
        f"{_PREFIX[kind]}{raise_display(label) if label[:1] != UNKNOWN else UNKNOWN}" for kind, _, label in parts
    )
