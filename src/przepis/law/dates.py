"""Dates as Polish law writes them: ``6 lipca 1982 r.``, ``1982-07-06``, ``06.07.1982``.

Text taken from PDF breaks words and years at random places ("8 grud nia 2017 r.", "28 lipca 20 05 r."), so
the month and the year are matched with optional spaces between their characters.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from przepis.errors import InputError
from przepis.records import note

MONTHS = (
    "stycznia",
    "lutego",
    "marca",
    "kwietnia",
    "maja",
    "czerwca",
    "lipca",
    "sierpnia",
    "września",
    "października",
    "listopada",
    "grudnia",
)


def _spaced(word: str) -> str:
    return r"\s?".join(re.escape(letter) for letter in word)


_MONTH = "|".join(f"(?P<m{number}>{_spaced(month)})" for number, month in enumerate(MONTHS, start=1))
_YEAR = r"[12]\s?\d\s?\d\s?\d"
_DAY = r"(?<!\d)(?P<day>[12]\s?\d|3\s?[01]|0?[1-9])"
_WORDS_PATTERN = rf"{_DAY}\s+(?:{_MONTH})\s+(?P<year>{_YEAR})(?:\s*r\s?\.|\s*roku|(?!\d))"
_WORDS = re.compile(_WORDS_PATTERN, re.IGNORECASE)
_ISO = re.compile(r"(?<!\d)(?P<year>[12]\d{3})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)")
_DOTTED = re.compile(r"(?<!\d)(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>[12]\d{3})(?:\s*r\s?\.)?(?!\d)")


def find_dates(text: str) -> Iterator[tuple[dt.date, int, int]]:
    """Every date in the text with its span, in order; impossible days (30 lutego) are skipped."""
    found = [*_WORDS.finditer(text), *_ISO.finditer(text), *_DOTTED.finditer(text)]
    for match in sorted(found, key=lambda m: m.start()):
        date = _date_of(match)
        if date is not None:
            yield date, match.start(), match.end()


def parse_date(text: str) -> dt.date | None:
    """The first date in the text, or None."""
    return next((date for date, _, _ in find_dates(text)), None)


def iso_day(value: str | None) -> dt.date | None:
    """The day in a source's field, ``2024-06-19``; None where the field is empty or holds no day."""
    try:
        return stored_day(value)
    except ValueError:
        return None


def stored_day(value: str | None) -> dt.date | None:
    """A day as we keep it ourselves; None where none is kept."""
    return dt.date.fromisoformat(value) if value else None


def as_day(day: dt.date | str | None) -> dt.date | None:
    """A date given as one, or written: ``2024-06-19``, ``19.06.2024``, ``19 czerwca 2024 r.``"""
    if day is None or (isinstance(day, str) and not day.strip()):
        return None
    if isinstance(day, dt.datetime):
        return day.date()
    if isinstance(day, dt.date):
        return day
    found = parse_date(day) if isinstance(day, str) else None
    if found is None:
        raise InputError(
            f"{day!r} is not a date; write 2024-06-19, 19.06.2024 or „19 czerwca 2024 r.”",
            note("error_not_a_date", given=day),
        )
    return found


def format_date(date: dt.date) -> str:
    """``6 lipca 1982 r.``"""
    return f"{date.day} {MONTHS[date.month - 1]} {date.year} r."


def _date_of(match: re.Match[str]) -> dt.date | None:
    groups = match.groupdict()
    if "month" in groups:
        month = int(groups["month"])
    else:
        month = next(number for number in range(1, 13) if groups[f"m{number}"])
    try:
        return dt.date(int(re.sub(r"\s", "", groups["year"])), month, int(re.sub(r"\s", "", groups["day"])))
    except ValueError:
        return None
