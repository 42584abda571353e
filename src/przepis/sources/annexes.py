"""Annexes of an act: units of their own, because much of a regulation's content stands there.

A short annex is one unit (``z2``: annex no. 2). A longer one is cut where it numbers its parts itself: at its §
(``z2.p3``) or its top points (``z2.3``). What has no numbers that rise (tables, lists that begin anew) is cut into
fragments of a readable length (``z2.f4``), the head of a table repeated in each. Patterns of forms and pictures are
only named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from przepis.law.labels import Label
from przepis.sources.parsed import ParsedAnnex, ParsedArticle

HEADING = re.compile(r"## +(?:(?P<what>Załącznik|Dodatek)\b\s*(?P<rest>.*)|(?P<again>Treść\b.*)|- Tekst.*)", re.I)
"""Opens an annex, or what the source puts behind them all: tables that stand in the text itself."""

WHOLE_CHARS = 2500  # an annex up to this length stays one unit
FRAGMENT_CHARS = 2500
LONGEST_CHARS = 8000  # a numbered unit longer than this is cut into fragments too
_LEAST_CHARS = 12
_LEAST_LETTERS = 0.3  # of all signs: below it a table is of figures alone, such as the corners of a boundary

_NUMBER = re.compile(r"(?:nr\s*)?(\d{1,3}[a-z]{0,2})\b[\s.:–-]*", re.I)
_PATTERN = re.compile(r"(?:\W*(?:wz(?:ór|ory|orzec)|formularz)\b)|\(wzór\)", re.I)
_ELSEWHERE = re.compile(r"!?\[[^\]]*\]\([^)]*\)")
_PART = re.compile(r"#{1,4} +(.*)")
_PARAGRAPH = re.compile(r"#{5,6} +§\s*(\d{1,3})([a-z]{0,2})\W*")
_POINT = re.compile(r"(\d{1,3})([a-z]{0,2})\.\s+(?=\S)")
_NOTE = re.compile(r"\^[\d*]+[a-z]?\)\^?")
_SEPARATOR = re.compile(r"\|[\s|:-]*\|?")


@dataclass(slots=True)
class _Piece:
    """A run of lines under one number, or under none."""

    mark: str  # "p3", "3a", or "" before the first
    headings: tuple[str, ...]
    lines: list[str] = field(default_factory=list)

    @property
    def n_chars(self) -> int:
        return sum(map(len, self.lines))


def read_annexes(lines: Sequence[str]) -> tuple[list[ParsedArticle], list[ParsedAnnex]]:
    """Units of all annexes in their order, and a list of the annexes themselves."""
    units: list[ParsedArticle] = []
    annexes: list[ParsedAnnex] = []
    taken: dict[str, int] = {}
    for heading, body in _split(lines):
        number, title = _name(heading)
        taken[number] = taken.get(number, 0) + 1
        if taken[number] > 1:
            number = f"{number}-{taken[number]}"
        label = Label(0, annex=number or "0").canonical
        content = _content(body)
        only_named = _PATTERN.match(title) is not None or not _has_words(content)
        annexes.append(ParsedAnnex(label, title, only_named))
        if not only_named:
            units += _units(label, title, content)
    return units, annexes


def _split(lines: Sequence[str]) -> Iterator[tuple[re.Match[str], list[str]]]:
    heading: re.Match[str] | None = None
    body: list[str] = []
    for line in lines:
        found = HEADING.fullmatch(line)
        if found is None:
            body.append(line)
            continue
        if heading is not None:
            yield heading, body
        heading, body = found, []
    if heading is not None:
        yield heading, body


def _name(heading: re.Match[str]) -> tuple[str, str]:
    """Number and title; number ``t`` for tables that the source moved out of the text."""
    rest = (heading["rest"] or "").strip()
    if heading["again"] or rest.lower().startswith("- tekst jednolity"):
        return "t", ""
    number = _NUMBER.match(rest)
    title = rest[number.end() :] if number else rest
    return (number[1].lower() if number else ""), title.strip(" -–—.")


def _content(body: Sequence[str]) -> list[str]:
    """Lines with words in them; pictures and links to the printed original left out, tables as rows of text."""
    kept = []
    for line in body:
        plain = _ELSEWHERE.sub("", line).replace("**", "").replace("\u00a0", " ").strip()
        if _NOTE.match(plain):
            continue
        plain = re.sub(r"\^(\d+[a-z]?|[a-z])\^", r"^\1", _NOTE.sub("", plain))
        if plain.startswith("|"):
            plain = "" if _SEPARATOR.fullmatch(plain) else _row(plain)
        if re.search(r"\w", plain):
            kept.append(plain if plain.startswith(("#", "|")) else re.sub(r"\s+", " ", plain))
    return kept


def _has_words(content: Sequence[str]) -> bool:
    joined = "".join(content)
    letters = sum(map(str.isalpha, joined))
    return letters >= max(_LEAST_CHARS, _LEAST_LETTERS * len(joined))


def _row(line: str) -> str:
    """``| a | a | | b |`` -> ``| a | b``: a cell that spans columns is printed once. The mark tells rows from text."""
    cells: list[str] = []
    for cell in re.split(r"(?<!\\)\|", line.strip("|")):
        words = " ".join(cell.split())
        if words and (not cells or cells[-1] != words):
            cells.append(words)
    return "| " + " | ".join(cells) if cells else ""


def _units(label: str, title: str, content: list[str]) -> Iterator[ParsedArticle]:
    head = _display(label, title)
    if sum(map(len, content)) <= WHOLE_CHARS:
        yield ParsedArticle(label, _text(_without_marks(content)), (head,))
        return
    pieces = _numbered(content)
    taken: set[str] = set()
    n_fragments = 0
    for piece in pieces:
        headings = (head, *piece.headings)
        named = f"{label}.{piece.mark}" if piece.mark else label
        if piece.n_chars <= LONGEST_CHARS and named not in taken and (piece.mark or piece.n_chars <= WHOLE_CHARS):
            taken.add(named)
            yield ParsedArticle(named, _text(piece.lines), headings)
            continue
        for lines in _fragments(piece.lines):
            n_fragments += 1
            yield ParsedArticle(f"{label}.f{n_fragments}", _text(lines), headings)


def _display(label: str, title: str) -> str:
    name = Label.from_canonical(label).display
    name = name[0].upper() + name[1:]
    return f"{name}. {title}" if title else name


def _numbered(content: list[str]) -> list[_Piece]:
    """Cut at § headings where there are any, else at top points that rise; with neither, in one piece a part."""
    by_paragraph = any(_PARAGRAPH.match(line) for line in content)
    rising = by_paragraph or _points_rise(content)
    pieces = [_Piece("", ())]
    headings: tuple[str, ...] = ()
    for line in content:
        part = _PART.fullmatch(line)
        if part is not None:
            headings = (part[1].strip(),)
            pieces.append(_Piece("", headings))
            continue
        found = _PARAGRAPH.match(line) if by_paragraph else _POINT.match(line) if rising else None
        if found is not None:
            pieces.append(_Piece(f"{'p' if by_paragraph else ''}{int(found[1])}{found[2]}", headings))
            line = line[found.end() :]
        elif line.startswith("#"):
            line = line.lstrip("# ")
        if line:
            pieces[-1].lines.append(line)
    return _joined([piece for piece in pieces if piece.lines])


def _joined(pieces: list[_Piece]) -> list[_Piece]:
    """Small unnumbered pieces that follow one another under the same heading are one."""
    joined: list[_Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last and not last.mark and not piece.mark and last.headings == piece.headings:
            last.lines += piece.lines
        else:
            joined.append(piece)
    return joined


def _points_rise(content: list[str]) -> bool:
    """Do the top numbers (``1.``, ``2.``) count up through the whole annex, so that each names one unit?"""
    numbers = [(int(m[1]), m[2]) for line in content if (m := _POINT.match(line))]
    return len(numbers) >= 3 and numbers[0][0] == 1 and all(a < b for a, b in pairwise(numbers))


def _fragments(lines: list[str]) -> Iterator[list[str]]:
    """Runs of lines near the wanted length; a run that begins inside a table begins with the table's head."""
    head: str | None = None
    run: list[str] = []
    for before, line in zip(["", *lines], lines, strict=False):
        if line.startswith("| ") and not before.startswith("| "):
            head = line
        elif not line.startswith("| "):
            head = None
        if run and sum(map(len, run)) + len(line) > FRAGMENT_CHARS:
            yield run
            run = [head] if head and head is not line else []
        run.append(line)
    if run:
        yield run


def _without_marks(content: list[str]) -> list[str]:
    return [line.lstrip("# ") if line.startswith("#") else line for line in content]


def _text(lines: list[str]) -> str:
    return "\n".join(line.removeprefix("| ") for line in lines)
