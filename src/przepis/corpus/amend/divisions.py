"""Chapters and what is wider than they are, told by their headings.

The source keeps chapters and loses most headings of titles and divisions, so that "Rozdział 1" may stand many times in
one act. A run of articles under a heading ends where another begins; what an address says of wider divisions counts
only where the act has such headings at all. Of a division that an amending act once added its quotation tells the
articles.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from przepis.corpus.amend.lines import label_key
from przepis.corpus.amend.places import ORDINAL, ordinal
from przepis.law.labels import Label

_RANKS = {"część": 0, "księga": 1, "tytuł": 2, "dział": 3, "rozdział": 4, "oddział": 5}
_HEADING = re.compile(r"(?P<what>część|księga|tytuł|dział|rozdział|oddział)\s+(?P<label>[\w^]+(?:-[\w^]+)?)", re.I)
_ROMAN = re.compile(r"(?P<number>[IVXLC]+)(?P<letters>[a-zA-Z]{0,3}(?:\^\d+)?)")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}

Key = tuple[int, str, int, str]
Named = tuple[str, str]
"""Kind and label: ("rozdział", "5a"), or ("rozdział", "1a-1c") of a range."""


@dataclass(frozen=True, slots=True)
class QuotedDivision:
    """A division as an amending act quoted it, with its first and its last article."""

    kind: str
    key: Key
    first: str
    last: str
    known: dt.date  # promulgated


def quoted_division(quote: str, articles: Sequence[str], known: dt.date) -> QuotedDivision | None:
    """The division that a quotation is, as a whole; None where it opens with none, or another follows."""
    named = _named(quote.strip(' „"*\n'))
    if named is None or not articles:
        return None
    wide = _RANKS[named[0]]
    others = [h for h in _HEADING.finditer(quote) if h["what"][0].isupper() and _RANKS[h["what"].lower()] <= wide]
    if len(others) > 1:
        return None
    return QuotedDivision(named[0], _key(named[1]), articles[0], articles[-1], known)


def span_quoted(order: Sequence[str], quoted: Sequence[QuotedDivision], division: str) -> list[str]:
    """The articles of a division whose heading the source has lost, if one quotation alone tells them."""
    sought = _named(division.rpartition(" / ")[2])
    found = {(q.first, q.last) for q in quoted if sought and (q.kind, q.key) == (sought[0], _key(sought[1]))}
    if len(found) != 1:
        return []
    first, last = (Label.from_canonical(label) for label in next(iter(found)))
    inside = [label for label in order if first <= Label.from_canonical(label) <= last]
    after = order[order.index(inside[-1]) + 1 :] if inside else []
    if after and after[0].startswith(inside[-1]):  # one more was added behind the last: is it of the division?
        return []
    return inside


def rank(heading: str) -> int:
    """How deep a heading stands; what is no division of a known kind is the deepest."""
    found = _HEADING.match(heading)
    return _RANKS[found["what"].lower()] if found else len(_RANKS)


def runs_under(headings: Iterable[tuple[str, Sequence[str]]], division: str) -> list[list[str]]:
    """The runs of articles, given as (label, headings), under a division such as "tytuł I / rozdział 5a".

    Of a range ("rozdział 1a-1c") only runs that have its first and its last division.
    """
    articles = list(headings)
    *above, sought = [_named(part) for part in division.split(" / ")]
    wider = [name for name in above if name and any(_depth(h, name) is not None for _, h in articles)]
    runs: list[tuple[set[Key], list[str]]] = []  # labels of the divisions in each run, and its articles
    beside = False
    for head, group in groupby(articles, key=lambda article: _head(article[1], sought, wider)):
        if head is None:
            beside = False
            continue
        key = _key(_label(head[-1]))
        labels = [label for label, _ in group]
        if beside and "-" in division and key > max(runs[-1][0]):
            runs[-1][0].add(key)
            runs[-1][1].extend(labels)
        else:
            runs.append(({key}, labels))
        beside = True
    return [labels for keys, labels in runs if sought and _ends(sought[1]) <= keys]


def _ends(label: str) -> set[Key]:
    return {_key(end) for end in label.split("-")}


def _label(heading: str) -> str:
    named = _named(heading)
    assert named is not None  # only headings of divisions are looked for
    return named[1]


def _head(headings: Sequence[str], sought: Named | None, wider: Sequence[Named]) -> tuple[str, ...] | None:
    """The headings down to the one sought; None where it is not among them, or stands elsewhere."""
    depth = _depth(headings, sought) if sought else None
    if depth is None or any(_depth(headings[:depth], name) is None for name in wider):
        return None
    return tuple(headings[: depth + 1])


def _depth(headings: Sequence[str], sought: Named) -> int | None:
    for depth, heading in enumerate(headings):
        named = _named(heading)
        if named and named[0] == sought[0] and _within(named[1], sought[1]):
            return depth
    return None


def _named(heading: str) -> Named | None:
    found = _HEADING.match(heading)
    return (found["what"].lower(), found["label"]) if found else None


def _within(label: str, sought: str) -> bool:
    first, _, last = sought.partition("-")
    return _key(first) <= _key(label) <= _key(last or first)


def _key(label: str) -> Key:
    """Roman and spoken numbers and plain ones in one order: "IIa", "pierwszej", "5a"."""
    if roman := _ROMAN.fullmatch(label):
        return label_key(f"{_number(roman['number'])}{roman['letters'].lower()}")
    spoken = re.fullmatch(ORDINAL, label, re.I)
    return label_key(str(ordinal(label)) if spoken else label.lower())


def _number(roman: str) -> int:
    values = [_ROMAN_DIGITS[digit] for digit in roman]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))
