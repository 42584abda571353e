"""A table before it is printed: typed cells, so that every form can sort and align them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Align = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Cell:
    """``shown`` is what a reader sees, ``value`` what sorting and CSV use, ``note`` a remark on hover."""

    shown: str
    value: float | str | None = None
    best: bool = False
    note: str = ""

    @property
    def raw(self) -> float | str:
        return self.shown if self.value is None else self.value


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    align: Align = "right"
    theirs: bool = False  # a figure the paper printed, not one of ours


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    slug: str = ""  # names its CSV file


def text(shown: str, note: str = "") -> Cell:
    return Cell(shown, note=note)


def percent(share: float, decimals: int = 1, interval: tuple[float, float] | None = None) -> Cell:
    note = f"95 %: {100 * interval[0]:.1f}–{100 * interval[1]:.1f}" if interval else ""
    return Cell(f"{100 * share:.{decimals}f}", round(100 * share, 6), note=note)


def number(value: float, decimals: int = 3, interval: tuple[float, float] | None = None) -> Cell:
    note = f"95 %: {interval[0]:.{decimals}f}–{interval[1]:.{decimals}f}" if interval else ""
    return Cell(f"{value:,.{decimals}f}", round(value, 9), note=note)


def count(value: int) -> Cell:
    return Cell(f"{value:,}", float(value))


def p_value(p: float) -> Cell:
    return Cell("<0.001" if p < 0.001 else f"{p:.3f}", p)


EMPTY = Cell("", None)


def mark_best(rows: list[list[Cell]], column: int, among: list[int] | None = None) -> None:
    """The largest number of a column is set bold; ``among`` leaves controls out."""
    places = [i for i in (among if among is not None else range(len(rows))) if isinstance(rows[i][column].value, float)]
    if not places:
        return
    top = max(float(rows[i][column].value or 0.0) for i in places)
    for i in places:
        cell = rows[i][column]
        if cell.value == top:
            rows[i][column] = Cell(cell.shown, cell.value, True, cell.note)
