"""The past time whose law a question is about, where its words say one.

``art. 415 k.c. w brzmieniu z 2010 r.``, ``jaka była kara za kradzież w 2005 roku``. A search is given its day apart
from its words: who says the day in words alone must not take today's law for the law of that day.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from przepis.law.dates import find_dates
from przepis.law.years import Said

_YEAR = re.compile(r"(?<![\d.,/–-])(?P<year>19\d\d|20\d\d)(?!\d|\s?[-–/]\s?\d|[.,]\d)")
_TO_DAY = r"(?:dnia\s+|dzień\s+|dniu\s+|roku\s+|r\.\s*)?"
_STATE = re.compile(
    r"\b(?:brzmieni\w+|wersj\w+|stan\w*(?:\s+prawn\w+)?)\s+(?:obowi[ąa]zując\w+\s+|na\s+|z\s+|w\s+|od\s+){1,2}"
    + rf"{_TO_DAY}\Z",
    re.IGNORECASE,
)
"""What stands before the time of a wording: "w brzmieniu obowiązującym w", "stan prawny na dzień"."""
_IN = re.compile(rf"\b(?:w|na|do|przed|od)\s+{_TO_DAY}\Z", re.IGNORECASE)
_OF = re.compile(r"\bz(?:\s+dnia)?\s+\Z", re.IGNORECASE)
"""A date so said is an act's, or a letter's."""
_WAS = re.compile(
    r"\b(?:by[łl][aoy]?|wynosi[łl]\w*|obowi[ąa]zywa[łl]\w*|grozi[łl]\w*|przys[łl]ugiwa[łl]\w*|brzmia[łl]\w*)\b",
    re.IGNORECASE,
)
_AT = re.compile(r"\b(?:w|na)\s+(?:dzień\s+|dniu\s+|dnia\s+|roku\s+|r\.\s*)?\Z", re.IGNORECASE)
_R = re.compile(r"\s*(?:r\.|r\b|rok(?:u)?\b)", re.IGNORECASE)
_LONGEST = 80  # characters of what stands before a time
_SENTENCE = re.compile(r"[^?!\n]+")
_LAST = re.compile(r"\s*(?:r\.?|roku)?\s*[.?!]*\s*\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Then:
    """``words``: as it was said; a year is all its days."""

    words: str
    first: dt.date
    last: dt.date


def then_in(text: str) -> Then | None:
    """The first time that the words say the law is asked of; a bare year in a story is none."""
    for sentence in _SENTENCE.finditer(text):
        words = sentence[0]
        was = _WAS.search(words) is not None
        for then, start, end in _times(words):
            before, day = _before(words, start), then.first == then.last
            ends = _LAST.match(words, end) is not None
            if _STATE.search(before):
                return then
            if (_IN.search(before) and (was or ends)) or (day and was and not _OF.search(before)):
                return then
    return None


def without_time(text: str, on: dt.date | None) -> str:
    """The text without a time that is the day asked for already: a wording seldom says when it holds, and "w 2016 roku"
    leads to transitional provisions with that year in them."""
    if on is None:
        return text
    kept = text
    for then, start, end in reversed(list(_times(text))):
        at = _AT.search(_before(text, start))
        if at is not None and then.first <= on <= then.last:
            behind = _R.match(kept, end)
            kept = kept[: start - len(at[0])] + kept[behind.end() if behind else end :]
    if kept == text or not re.search(r"[^\W\d_]{2}", kept):
        return text
    return re.sub(r"\s+(?=[,.?!])", "", " ".join(kept.split()))


def _before(words: str, start: int) -> str:
    """As much as what stands before a time may take."""
    return words[max(0, start - _LONGEST) : start]


def then_of(said: Said, own: dt.date | None) -> Then | None:
    """The time said with an act's name, where it is not the act's own: "k.p. z 2022 r." is the code as it read then."""
    if said.date is not None and said.date != own:
        return Then(said.date.isoformat(), said.date, said.date)
    if said.year is not None and (own is None or own.year != said.year):
        return _of_year(said.year)
    return None


def _of_year(year: int) -> Then:
    return Then(str(year), dt.date(year, 1, 1), dt.date(year, 12, 31))


def _times(words: str) -> Iterator[tuple[Then, int, int]]:
    days = list(find_dates(words))
    found = [(Then(words[start:end].strip(), day, day), start, end) for day, start, end in days]
    for year in _YEAR.finditer(words):
        if not any(start <= year.start() < end for _, start, end in days):
            found.append((_of_year(int(year["year"])), year.start(), year.end()))
    yield from sorted(found, key=lambda each: each[1])
