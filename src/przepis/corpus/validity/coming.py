"""Wording that a text prints as not yet in force on its day, and from what day it is law."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from przepis.corpus.store import Store
from przepis.corpus.validity.changes import ALL_CHANGES, days_to_come
from przepis.corpus.validity.coming_days import LineDay, line_days, line_key
from przepis.records import Article
from przepis.sources.articles import is_omitted


@dataclass(frozen=True, slots=True)
class ComingPart:
    """Lines that begin together, made by one act."""

    text: str  # with the number of a § that the source does not print in brackets: "[§ 5.] …"
    day: dt.date | None = None  # None: not known
    waits: bool = False  # the act that makes it names an event instead of a day, such as an announcement
    by_eli: str = ""  # the act that says so; empty where only the days of its changes tell
    by_place: str = ""  # and its point

    def begun_on(self, on: dt.date, text_day: dt.date) -> bool | None:
        """None: its day is not known, and may have come since the text."""
        if self.day is not None:
            return self.day <= on
        return False if on <= text_day else None


@dataclass(frozen=True, slots=True)
class Coming:
    """All that the text of an article prints as coming."""

    text: str
    whole: bool  # the whole article is still to come, and this is its text
    since: dt.date  # the day whose law the text states; the wording begins later
    day: dt.date | None = None  # the day on which all of it begins; of a whole article, on which it begins at all
    likely: dt.date | None = None  # where none tells: the day of the other changes by the act that changed the article
    likely_by: str = ""  # that act
    parts: tuple[ComingPart, ...] = ()

    def begun_on(self, on: dt.date) -> bool | None:
        """None: that is not known, or it begins in parts."""
        if self.day is not None:
            return self.day <= on
        if on <= self.since:
            return False
        begun = {part.begun_on(on, self.since) for part in self.parts}
        return begun.pop() if len(begun) == 1 and not self.whole else None


def coming_of(store: Store, article: Article) -> Coming | None:
    """None where the text prints nothing to come, or where the article is of our making and applied by its day."""
    if article.ours or (article.repealed and is_omitted(article.text)):
        return None
    row = store.db.execute(
        "SELECT text, whole, as_of FROM coming JOIN versions USING (version_id) WHERE version_id = ? AND label = ?",
        (article.version_id, article.label),
    ).fetchone()
    if row is None:
        return None
    text, whole, as_of = row[0], bool(row[1]), dt.date.fromisoformat(row[2])
    facts = line_days(store, article.act_id, article.label)
    told = [(line, _later(facts.get(line_key(line)), as_of)) for line in text.split("\n")]
    parts = tuple(_parts(told, days_to_come(store, article.article_id, as_of)))
    day = _first_day(parts) if whole else _one_day(parts)
    known = any(part.day for part in parts) or any(fact for _, fact in told)  # a day that was refused is not guessed
    likely, by = (None, "") if known else _likely_day(store, article, as_of)
    return Coming(text, whole, as_of, day, likely, by, parts)


def _parts(told: list[tuple[str, LineDay | None]], days: set[dt.date | None]) -> Iterator[ComingPart]:
    """What the words of a line do not tell, the days of the changes do where all of them are one."""
    only = next(iter(days)) if len(days) == 1 else None

    def begins(pair: tuple[str, LineDay | None]) -> tuple[dt.date | None, bool, str, str]:
        fact = pair[1]
        return (only, False, "", "") if fact is None else (fact.day, fact.waits, fact.by_eli, fact.place)

    for (day, waits, by, place), lines in groupby(told, key=begins):
        numbered = (f"[{fact.unit}.] {line}" if fact is not None and fact.unit else line for line, fact in lines)
        yield ComingPart("\n".join(numbered), day, waits, by, place)


def _later(fact: LineDay | None, as_of: dt.date) -> LineDay | None:
    """A fact of another text is none of this one where its day was over."""
    return None if fact is not None and fact.day is not None and fact.day <= as_of else fact


def _one_day(parts: tuple[ComingPart, ...]) -> dt.date | None:
    days = {part.day for part in parts}
    return days.pop() if len(days) == 1 else None


def _first_day(parts: tuple[ComingPart, ...]) -> dt.date | None:
    """An article begins with its first words; later changes of it may be printed with it."""
    return parts[0].day if parts and parts[0].day == min((p.day for p in parts if p.day), default=None) else None


def _likely_day(store: Store, article: Article, as_of: dt.date) -> tuple[dt.date | None, str]:
    """The one coming day of the acts that changed the article by ``as_of``."""
    query = f"""SELECT DISTINCT other.day, other.by_eli FROM {ALL_CHANGES} own
        JOIN {ALL_CHANGES} other ON other.act_id = own.act_id AND other.by_eli = own.by_eli
        WHERE own.act_id = ? AND own.label = ? AND own.published <= ? AND other.day > ? LIMIT 2"""
    text_day = as_of.isoformat()
    rows = store.db.execute(query, (article.act_id, article.label, text_day, text_day)).fetchall()
    return (dt.date.fromisoformat(rows[0][0]), rows[0][1]) if len(rows) == 1 else (None, "")
