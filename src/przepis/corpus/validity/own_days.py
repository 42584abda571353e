"""Parts of an act that its own last article defers: the day of what a text of it prints as coming."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from przepis.corpus.amend.commencement import Rule, covers
from przepis.corpus.amend.operations import Place
from przepis.corpus.amend.schedule import Archive

_KINDS = (
    ("para", re.compile(r"§\s*(\S+)\.\s")),
    ("pass", re.compile(r"(\d\w*)\.\s")),
    ("point", re.compile(r"(\d\w*)\)\s")),
)
_DEPTH = {"para": 1, "pass": 1, "point": 2}


def own_days(
    archive: Archive, act_id: str, as_of: dt.date, label: str, text: str, *, wholly: bool
) -> Iterator[tuple[str, dt.date | None, str, str, str]]:
    """(line, day, act, place, unit) of the lines that a rule names, or of all where one names the article.

    An act published before this archive begins, or under another address, is not in it: then there are none.
    """
    own = archive.acts.get(act_id)
    if own is None or own.promulgated > as_of:
        return
    commencement = archive.days(own)
    whole = [rule for rule in commencement.rules if len(rule.place.steps) == 1 and _covers(rule, label)]
    below = [rule for rule in commencement.rules if len(rule.place.steps) > 1 and _in_article(rule, label)]
    lines = [line for raw in text.split("\n") if (line := raw.strip())]
    if wholly and not below:
        days = {rule.day for rule in whole}
        if len(days) == 1 and _is_later(day := days.pop(), as_of):
            yield from ((line, day, act_id, f"art. {label}", "") for line in lines)
        return
    current: tuple[Rule, int] | None = None
    for line in lines:
        kind, number = _marker(line)
        depth = _DEPTH.get(kind, 3)
        if current is None or depth <= current[1]:
            named = [r for r in below if r.place.steps[-1] == (kind, number, "")]
            current = (named[0], depth) if len(named) == 1 else None
        if current is not None and _is_later(current[0].day, as_of):
            yield line, current[0].day, act_id, Place(current[0].place.steps).describe(), ""


def _covers(rule: Rule, label: str) -> bool:
    return not rule.only and covers(rule.place, (("art", label, ""),))


def _in_article(rule: Rule, label: str) -> bool:
    return not rule.only and rule.place.steps[0] == ("art", label, "")


def _is_later(day: dt.date | None, as_of: dt.date) -> bool:
    return day is None or day > as_of


def _marker(line: str) -> tuple[str, str]:
    for kind, pattern in _KINDS:
        if found := pattern.match(line):
            return kind, found[1]
    return "", ""
