"""A unit of an article put in the place of another, or after the last of its list, with the units that then stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from przepis.corpus.units import UnitSpan, build_unit
from przepis.records import Article, Unit


@dataclass(frozen=True, slots=True)
class Splice:
    """``units`` with their places in ``words``. Where ``start`` is ``end`` it is added."""

    path: tuple[str, ...]  # empty: the whole article
    start: int
    end: int
    words: str
    units: tuple[UnitSpan, ...]

    def meets(self, other: Splice) -> bool:
        return self.start < other.end and other.start < self.end


def spliced(article: Article, splices: Iterable[Splice]) -> Article:
    """``splices``: places of this very article, none within another."""
    text, units = article.text, [_span(unit) for unit in article.units]
    in_order = sorted(splices, key=lambda splice: (splice.start, splice.end))
    for splice in in_order[::-1]:  # the places before one are not moved by it
        added = f"\n{splice.words}" if splice.start == splice.end else splice.words
        text = text[: splice.start] + added + text[splice.end :]
        first = splice.start + len(added) - len(splice.words)
        own = [unit._replace(start=unit.start + first, end=unit.end + first) for unit in splice.units]
        grown = len(added) - (splice.end - splice.start)
        units = [moved for unit in units if (moved := _moved(unit, splice, grown)) is not None] + own
    units.sort(key=lambda unit: (unit.start, len(unit.path)))
    return replace(article, text=text, units=tuple(build_unit(text, unit) for unit in units))


def _moved(unit: UnitSpan, splice: Splice, grown: int) -> UnitSpan | None:
    """None where the words of the unit are no more."""
    around = len(unit.path) < len(splice.path) and unit.path == splice.path[: len(unit.path)]
    if splice.start < splice.end and splice.start <= unit.start and unit.end <= splice.end and not around:
        return None
    if unit.start >= splice.end and unit.end > splice.end:
        return unit._replace(start=unit.start + grown, end=unit.end + grown)
    return unit._replace(end=unit.end + grown) if unit.end > splice.end or (around and unit.end == splice.end) else unit


def _span(unit: Unit) -> UnitSpan:
    return UnitSpan(unit.path, unit.start, unit.end, unit.inferred, unit.restored)
