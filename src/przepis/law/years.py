"""The time said with an act's name: ``z dnia 6 czerwca 1997 r.``, ``z 1969 r.``, ``prawo wodne 2001``.

Acts of one name follow one another. Who names a time means the act of that time, and must not be given the text of
another for it. This is the one place where it is decided whether an act can be the one meant.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass

from przepis.law.dates import find_dates, format_date
from przepis.law.quantities import COUNTED, NOT_A_LABEL

_TEXT = (
    r"(?:\bw\s+)?\b(?:tekst\w*|t\.?\s?j\.?|wersj\w+|brzmieni\w+|stan\w*(?=\s+(?:prawn|na\s)))\s+(?:jedn\w*\.?\s+|prawn\w+\s+)?"
    r"(?:z\s+|na\s+)?(?:roku?\s+)?"
)
_SAID = re.compile(
    rf"\(?(?:(?P<of>\bz\s+(?:r(?:oku|\.)?\s+)?)|{_TEXT}|(?<!\bna\s)(?<!\bw\s)\broku?\s+"
    r"|(?<!\d)(?<!\d[-–/.,])(?<!\d\s[-–]\s))"
    r"(?P<year>1[89]\d\d|20\d\d)(?!\s*[-–—/]\s?\d|\d|[.,]\d)(?P<spelled>\s*(?:r\b\.?|roku\b))?\)?",
    re.IGNORECASE,
)
"""``z 1969 r.``, ``1969``, ``(tekst z 2023 r.)``; not one of two years ("2014-2020"), nor "na rok 2024" of a title."""
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Said:
    """A name without its time, and the time. A year may be the act's own or a later text's: "k.p. z 2022 r." is the
    code as it read then. ``exact``: the words say that it is a year of the act ("z 1969 r.")."""

    words: str
    date: dt.date | None = None
    year: int | None = None
    exact: bool = False

    @property
    def timed(self) -> bool:
        return self.date is not None or self.year is not None

    def retimed(self, name: str) -> str:
        """Another name with the same time: the title for an abbreviation."""
        return f"{name} z dnia {format_date(self.date)}" if self.date is not None else f"{name} z {self.year} r."


@dataclass(frozen=True, slots=True)
class Times:
    """When an act is of. ``years`` can be said of it; from its own to ``last`` (None: still in force) it had texts."""

    date: dt.date | None
    years: frozenset[int]
    last: int | None

    def fit(self, said: Said) -> bool:
        if said.date is not None:
            return said.date == self.date
        if said.year is None or said.year in self.years:
            return True
        if self.date is None:
            return False
        return self.date.year <= said.year <= (self.last or said.year)


def times_of(
    act_id: str, title: str, date: dt.date | None, texts: Iterable[int] = (), ended: int | None = None
) -> Times:
    """``ended``: the year; None of law in force. A title with a year in it ("budżetowa na rok 2024") is of that one."""
    own = {date.year} if date is not None else set()
    in_title = {int(year) for year in _YEAR.findall(title)}
    if in_title:
        return Times(date, frozenset(own | in_title), min(own, default=0))
    return Times(date, frozenset(own | set(texts) | journal_years(act_id)), ended)


def journal_years(eli: str) -> set[int]:
    """``DU/2024/1061`` is of 2024."""
    _, _, rest = eli.partition("/")
    year = rest.partition("/")[0]
    return {int(year)} if _YEAR.fullmatch(year) else set()


def time_said(words: str, date: dt.date | None = None) -> Said:
    """Of words that are nothing but a name: every year in them is said of it."""
    for found, start, end in find_dates(words):
        return Said(f"{words[:start]} {words[end:]}", date or found)
    if date is not None:
        return Said(words, date)
    year = _SAID.search(words)
    rest = f"{words[: year.start()]} {words[year.end() :]}".strip(" /-–,") if year is not None else ""
    return _said(rest, year) if year is not None and rest else Said(words)


def year_after(text: str) -> Said | None:
    """The year that a text goes on with behind a name, where it can be no sum, measure or count."""
    rest = text.lstrip(" ,")
    year = _SAID.match(rest)
    if year is None or _counts(rest, year):
        return None
    return _said(year[0].strip(), year)


def _said(words: str, year: re.Match[str]) -> Said:
    return Said(words, None, int(year["year"]), year["of"] is not None)


def _counts(text: str, year: re.Match[str]) -> bool:
    if year.start("year") > 0 or year["spelled"]:
        return False  # "z 2000", "2000 r." say that it is a year
    return bool(NOT_A_LABEL.match(text, year.end()) or COUNTED.match(text, year.end()))
