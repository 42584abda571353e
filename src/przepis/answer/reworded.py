"""An article as it reads on a day on which wording has begun that its text prints as still to come.

The text prints that wording beside the old one and seldom says what it replaces: the number of a unit tells, or, where
several units have the number or none is printed, the likeness of the words. What cannot be placed so is kept apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from przepis.answer.coming import ComingBlock, coming_blocks
from przepis.corpus.splice import Splice, spliced
from przepis.corpus.units import UnitSpan, as_paragraph, bare_text, find_cited, lacks_numbers, parse_units
from przepis.corpus.validity.standing import Standing
from przepis.errors import CitationError
from przepis.law.labels import Label
from przepis.law.prefixes import overlap, prefixes
from przepis.records import Article, Unit
from przepis.sources.articles import is_repealed

ALIKE = 0.5
"""Least overlap at which words replace those of a unit."""
KEPT, FEW_WORDS = 0.5, 4
"""Least share of the words of each sentence replaced, of so many different ones at least, that the new words have."""
LEAD = 0.15
"""By how much it must be more than that of any other unit."""
_LEVELS = {"para": 0, "pass": 0, "point": 1, "letter": 2, "indent": 3}
_NUMBERED = re.compile(r"\[§ (?P<label>[^]\s]+)\.\] ")
_SENTENCE_ENDS = re.compile(r"(?<=[.;])\s+(?=[A-ZĄĆĘŁŃÓŚŹŻ\d])|\n")
_LEADS_ON = re.compile(r"\b(?:oraz|lub|albo|i)\s*$")
_AFTER_LIST = re.compile(r"[-–—]")
_FIRST = ("1", "a", "")


@dataclass(slots=True)
class _Piece:
    """Lines that are one unit, or words without a number."""

    block: ComingBlock
    own: str  # "para:5"; empty: no number is printed
    restored: bool  # the number is told, not printed
    lines: list[str] = field(default_factory=list)
    partial: bool = False  # prints some members of a list: the others stay

    @property
    def words(self) -> str:
        return "\n".join(self.lines)

    @property
    def level(self) -> int:
        return _LEVELS[self.own.partition(":")[0]] if self.own else 0


@dataclass(frozen=True, slots=True)
class NewWords:
    """``places``: what they replace, or may; none where they only add."""

    block: ComingBlock
    words: str
    own: str
    places: tuple[Splice, ...]


@dataclass(frozen=True, slots=True)
class Reworded:
    article: Article  # with all that has surely begun and whose place is known
    before: Article  # as its text prints it
    made: tuple[NewWords, ...] = ()  # that is in ``article``
    loose: tuple[NewWords, ...] = ()  # has begun and has no sure place, or may have begun

    def may_have(self, path: Sequence[str]) -> bool:
        """May a unit that ``article`` lacks be there all the same?"""
        if find_cited(self.before.text, self.before.units, path) is not None:
            return True  # new words that leave it out may print only a part of what stays
        wanted = {as_paragraph(part) for part in path}
        return any(as_paragraph(new.own) in wanted if new.own else bool(new.places) for new in self.loose)

    def if_it_replaces(self, new: NewWords) -> Iterator[Article]:
        """The article as it would read if loose words stood in each place where they may."""
        sure = [made.places[0] for made in self.made]
        for place in new.places:
            yield spliced(self.before, [place, *(other for other in sure if not other.meets(place))])


def reworded(article: Article, standing: Standing) -> Reworded:
    """The same article where nothing has begun, or may have."""
    placed: list[NewWords] = []
    loose: list[NewWords] = []
    for block in coming_blocks(standing):
        if block.begun is False:
            continue
        for piece in _pieces(block):
            places, sure = _places(article, piece)
            new = NewWords(block, piece.words, piece.own, places)
            if not (sure and block.begun and _is_whole(piece, places[0]) and _keeps_all(article, piece, places[0])):
                loose.append(new)
                continue
            same = [old for old in placed if old.places[0].path == places[0].path]
            placed = [old for old in placed if old not in same]  # of two days the later holds
            within = any(old.places[0].meets(places[0]) for old in placed)
            (loose if within else placed).append(new)
    if not placed:
        return Reworded(article, article, loose=tuple(loose))
    return Reworded(spliced(article, [new.places[0] for new in placed]), article, tuple(placed), tuple(loose))


def new_in(day: Reworded, unit: Unit) -> ComingBlock:
    """The words that a unit of ``day.article`` came with, which its text lacks."""
    around = (new for new in day.made if new.places[0].path == unit.path[: len(new.places[0].path)])
    return max(around, key=lambda new: len(new.places[0].path)).block


def _pieces(block: ComingBlock) -> Iterator[_Piece]:
    piece: _Piece | None = None
    for line in block.text.split("\n"):
        told = _NUMBERED.match(line)
        words = line[told.end() :] if told else line
        spans = () if told else parse_units(words, "pass")
        own = f"para:{told['label']}" if told else spans[0].path[-1] if spans else ""
        if piece is not None and not told and _goes_on(piece, own, words):
            begins_list = own and piece.lines[-1].rstrip().endswith(":")
            piece.partial |= bool(begins_list and own.partition(":")[2] not in _FIRST and not own.startswith("indent"))
            piece.lines.append(words)
            continue
        if piece is not None:
            yield piece
        piece = _Piece(block, own, told is not None, [words])
    if piece is not None:
        yield piece


def _goes_on(piece: _Piece, own: str, line: str) -> bool:
    kind = own.partition(":")[0]
    if not own:
        return line[:1].islower() or line[:1] in "-–—"
    if kind == "indent" or (_LEVELS[kind] <= piece.level and piece.own):
        return kind == "indent"
    if _LEVELS[kind] == 0:
        return False
    listed = any(span.path[-1].startswith(f"{kind}:") for span in parse_units("\n".join(piece.lines[1:]), "pass"))
    return listed or piece.lines[-1].rstrip().endswith(":")


def _places(article: Article, piece: _Piece) -> tuple[tuple[Splice, ...], bool]:
    """Where the words stand, or may; is it sure?"""
    tops = [unit for unit in article.units if len(unit.path) == 1 and unit.kind in ("para", "pass")]
    if not piece.own:
        return _unnumbered(article, piece, tops)
    unit_kind = piece.own.partition(":")[0]
    if piece.level == 0:
        unit = find_cited(article.text, article.units, (piece.own,))
        if unit is not None:
            return (_in_place(article, piece, unit),), not piece.partial
        if tops and not lacks_numbers(article.text, article.units):
            path = (f"{tops[0].kind}:{piece.own.partition(':')[2]}",)
            return (_added(piece, path, _end_before(path[-1], tops)),), not piece.partial
        if not article.units and piece.own.partition(":")[2] != "1":
            return (
                _added(piece, (piece.own,), len(article.text)),
            ), False  # what stands there becomes a § 1, unprinted
        return (_whole(article, piece), *(_in_place(article, piece, top) for top in tops)), False
    lists = {unit.path[:-1] for unit in article.units if unit.kind == unit_kind}
    same = [unit for unit in article.units if unit.path[-1] == piece.own]
    if len(lists) == 1:
        if same:
            return (_in_place(article, piece, same[0]),), not piece.partial
        outer = lists.pop()
        listed = [unit for unit in article.units if unit.path[:-1] == outer and unit.kind == unit_kind]
        return (_added(piece, (*outer, piece.own), _end_before(piece.own, listed)),), not piece.partial
    alike = _alike(piece.words, same)
    if alike is not None:
        return (_in_place(article, piece, alike),), not piece.partial
    return tuple(_in_place(article, piece, unit) for unit in same), False


def _is_whole(piece: _Piece, place: Splice) -> bool:
    """A list that breaks off, or that leaves out or repeats a member, is not all that holds."""
    last = piece.lines[-1].rstrip()
    cut = (_LEADS_ON.search(a) and _AFTER_LIST.match(b) for a, b in pairwise(piece.lines))
    if last.endswith(":") or (piece.level == 0 and last.endswith(",")) or any(cut):
        return False
    members = [span.path[-1] for span in place.units if len(span.path) == len(place.path) + 1]
    numbers = [int(number) for member in members if (number := member.partition(":")[2]).isdecimal()]
    return numbers == list(range(1, len(numbers) + 1)) and len(set(members)) == len(members)


def _keeps_all(article: Article, piece: _Piece, place: Splice) -> bool:
    """An act may change one sentence of a unit and the text print it alone: then what the others say still holds. And a
    number that was only counted may be that of another unit."""
    old = article.text[place.start : place.end]
    if not old or is_repealed(piece.words):
        return True
    new = prefixes(piece.words)
    unit = next((u for u in article.units if u.path == place.path), None)
    if unit is not None and unit.inferred and overlap(new, prefixes(old)) < ALIKE:
        return False
    before, after = (
        [w for s in _SENTENCE_ENDS.split(t) if len(w := prefixes(s)) >= FEW_WORDS] for t in (old, piece.words)
    )
    return len(after) >= len(before) and all(len(words & new) >= KEPT * len(words) for words in before)


def _unnumbered(article: Article, piece: _Piece, tops: Sequence[Unit]) -> tuple[tuple[Splice, ...], bool]:
    whole = _whole(article, piece)
    if not article.units:
        alike = overlap(prefixes(article.text), prefixes(piece.words)) >= ALIKE
        return (whole,), (alike or is_repealed(piece.words)) and not piece.partial
    unit = _alike(piece.words, tops)
    if unit is not None:
        return (_in_place(article, piece, unit),), not piece.partial
    return (whole, *(_in_place(article, piece, top) for top in tops)), False


def _alike(words: str, units: Sequence[Unit]) -> Unit | None:
    """The one unit whose words these are nearly."""
    wanted = prefixes(words)
    scored = sorted(((overlap(wanted, prefixes(unit.text)), at) for at, unit in enumerate(units)), reverse=True)
    if not scored or scored[0][0] < ALIKE or (len(scored) > 1 and scored[0][0] - scored[1][0] < LEAD):
        return None
    return units[scored[0][1]]


def _in_place(article: Article, piece: _Piece, unit: Unit) -> Splice:
    """With the number that the old words have, where the new ones print none."""
    marker = "" if piece.own and not piece.restored else unit.text[: len(unit.text) - len(bare_text(unit))]
    return Splice(unit.path, unit.start, unit.end, marker + piece.words, _spans(piece, unit.path, marker))


def _added(piece: _Piece, path: tuple[str, ...], at: int) -> Splice:
    return Splice(path, at, at, piece.words, _spans(piece, path))


def _end_before(own: str, listed: Sequence[Unit]) -> int:
    """Where a unit of this number belongs: behind the last with a smaller one ("3a" behind "3"), else behind all."""
    wanted = own.partition(":")[2]
    smaller = [unit.end for unit in listed if in_order(unit.path[-1].partition(":")[2], wanted)]
    return max(smaller or [unit.end for unit in listed])


def in_order(label: str, other: str) -> bool:
    """Letters of lists are compared as letters: "z" comes before "za". Of a number that cannot be told: no."""
    if not label[:1].isdecimal():
        return label < other
    try:
        return Label.from_canonical(label) < Label.from_canonical(other)
    except CitationError:
        return False


def _whole(article: Article, piece: _Piece) -> Splice:
    return Splice((), 0, len(article.text), piece.words, parse_units(piece.words, "pass"))


def _spans(piece: _Piece, path: tuple[str, ...], marker: str = "") -> tuple[UnitSpan, ...]:
    """The unit at ``path`` and those in it."""
    words = marker + piece.words
    printed = bool(marker) or (bool(piece.own) and not piece.restored)
    inner = [span for span in parse_units(words, "pass") if len(span.path) > printed]
    own = UnitSpan(path, 0, len(words), inferred=False, restored=not printed)
    return (own, *(span._replace(path=(*path, *span.path[printed:])) for span in inner))
