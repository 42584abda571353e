"""What amending acts and references say of the § of an article: their numbers, their words, the day from which."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from benchmarks.numbering.texts import words_of
from przepis.corpus.amend.act_text import Refused
from przepis.corpus.amend.operations import Insert, Number, Operation, Place, Repeal, Replace
from przepis.corpus.amend.quoted import split_articles, tidy_quote
from przepis.corpus.amend.schedule import Change
from przepis.corpus.store import Store
from przepis.errors import CitationError
from przepis.law.labels import Label, parse_label

_LABEL = r"\d+[a-z]{0,3}(?:\^\d+[a-z]{0,2}\^?)?"
_LIST = re.compile(rf"§\s*({_LABEL}(?:\s*(?:,|i|oraz|lub|albo|-|–)\s*(?:§\s*)?{_LABEL}(?![\w.)]*\s*(?:ust|pkt)))*)")
_ELSEWHERE = re.compile(r"(?:\bart\.\s*\S+(?:\s*(?:,|i|oraz|lub|albo|-|–)\s*\S+)?|rozporządzeni\w*)[\s,]*$")
_ONE = re.compile(_LABEL)
_AFTER_LABEL = re.compile(r"^.*?\bArt\.\s?[\da-z^]+(?:\s[a-z](?=\.))?\s?\.?\s*", re.S)
_PASSAGE = re.compile(r"\bArt\.\s?[\da-z^]+\s?\.\s+1\.\s")
_MARK = re.compile(r"(?:^|(?<=[.;:,)”\"„])\s?)[„\"]?\s?§\s?(\d+[a-z]{0,3}(?:\^\d+[a-z]{0,2})?)\s?\.\s", re.M)


@dataclass(frozen=True, slots=True)
class Quote:
    """One § as an amending act words it. ``day``: from when; None where that depends on an event."""

    label: str
    words: tuple[str, ...]
    day: dt.date
    eli: str
    bag: Counter[str] = field(compare=False, repr=False, default_factory=Counter)


@dataclass(slots=True)
class Evidence:
    """Of one article, each list in the order of its days."""

    quotes: list[Quote] = field(default_factory=list)
    inserted: list[tuple[dt.date, str]] = field(default_factory=list)  # § added by themselves
    touched: list[tuple[dt.date, str]] = field(default_factory=list)  # § changed: they were there before
    repealed: list[tuple[dt.date, str]] = field(default_factory=list)
    renamed: list[tuple[dt.date, str, str]] = field(default_factory=list)
    wholes: list[tuple[dt.date, tuple[str, ...]]] = field(default_factory=list)  # the article worded anew: all its §
    undivided: list[tuple[dt.date, tuple[str, ...]]] = field(default_factory=list)  # worded anew without §: the words
    divided: list[dt.date] = field(default_factory=list)  # what had no § became § 1
    cited: Counter[str] = field(default_factory=Counter)  # named by other articles of today's law


def gather(changes: Iterable[Change]) -> dict[str, Evidence]:
    """Article -> what the changes of one act say of it."""
    found: dict[str, Evidence] = defaultdict(Evidence)
    for change in changes:
        day = change.applies
        if day is None:
            continue  # it waits for an event
        try:
            _take(found, change.operation, day, change.eli)
        except (Refused, CitationError):
            continue
    return dict(found)


def _take(found: dict[str, Evidence], operation: Operation, day: dt.date, eli: str) -> None:
    if isinstance(operation, Insert):
        _take_inserted(found, operation, day, eli)
    elif isinstance(operation, Replace):
        _take_replaced(found, operation, day, eli)
    elif isinstance(operation, Number):
        _take_number(found, operation, day)
    else:
        for place in getattr(operation, "places", ()):
            _take_place(found, place, day, repeals=isinstance(operation, Repeal))


def _take_inserted(found: dict[str, Evidence], operation: Insert, day: dt.date, eli: str) -> None:
    if operation.kind in ("art", "division"):
        _take_articles(found, operation.quote, day, eli)
        return
    article = _article(operation.within)
    if article is None:
        return
    if operation.kind != "para":
        _take_place(found, operation.within, day)
        return
    for label, words in paragraphs_of(operation.quote):
        found[article].inserted.append((day, label))
        found[article].quotes.append(_quote(label, words, day, eli))


def _take_replaced(found: dict[str, Evidence], operation: Replace, day: dt.date, eli: str) -> None:
    place = operation.places[0]
    article = _article(place)
    if article is None or (len(place.steps) == 1 and not place.part and not place.sentence):
        _take_articles(found, operation.quote, day, eli, article)
        return
    for each in operation.places:
        _take_place(found, each, day)
    if len(place.steps) == 2 and place.steps[1][0] == "para" and not place.part and not place.sentence:
        found[article].quotes += [_quote(*each, day, eli) for each in paragraphs_of(operation.quote)]


def _take_articles(found: dict[str, Evidence], quote: str, day: dt.date, eli: str, only: str | None = None) -> None:
    """``only``: the article that the clause names, should the source have garbled how the quotation names it."""
    parts = split_articles(quote) or ([(only, quote)] if only and paragraphs_of(quote) else [])
    for article, part in parts:
        inside = paragraphs_of(_AFTER_LABEL.sub("", part, count=1))
        if inside:
            found[article].quotes += [_quote(label, words, day, eli) for label, words in inside]
        elif _PASSAGE.search(part):
            continue  # an act that has § and ust. side by side
        else:
            found[article].undivided.append((day, words_of(part)))
        found[article].wholes.append((day, tuple(label for label, _ in inside)))


def _take_number(found: dict[str, Evidence], operation: Number, day: dt.date) -> None:
    article = _article(operation.place)
    if article is None or operation.kind != "para":
        return
    steps = operation.place.steps
    if len(steps) == 1:
        found[article].divided.append(day)
    elif len(steps) == 2 and steps[1][0] == "para":
        found[article].renamed.append((day, steps[1][1], operation.label))


def _take_place(found: dict[str, Evidence], place: Place, day: dt.date, *, repeals: bool = False) -> None:
    """A § that is named was there; one that is named alone by a repeal is gone."""
    article = _article(place)
    if article is None or len(place.steps) < 2 or place.steps[1][0] != "para":
        return
    gone = repeals and len(place.steps) == 2 and not place.sentence and not place.part
    for label in filter(None, place.steps[1][1:]):
        found[article].touched.append((day, label))
    if gone:
        first, last = place.steps[1][1:]
        labels = [first] if not last else _between(first, last)
        found[article].repealed += [(day, label) for label in labels]


def _between(first: str, last: str) -> list[str]:
    """The labels of a range, as far as they can be told: whole numbers."""
    if first.isdigit() and last.isdigit():
        return [str(n) for n in range(int(first), int(last) + 1)]
    return [first, last]


def _article(place: Place) -> str | None:
    if place.article is None or place.article[2]:
        return None
    return parse_label(place.article[1]).canonical


def _quote(label: str, words: tuple[str, ...], day: dt.date, eli: str) -> Quote:
    return Quote(label, words, day, eli, Counter(words))


def paragraphs_of(quote: str) -> list[tuple[str, tuple[str, ...]]]:
    """(label, words) of every § that a quotation marks, with all that belongs to it; their labels rise.

    Whether numbers are left out does not matter here: a § is often quoted without its neighbour.
    """
    text = tidy_quote(quote)
    marks: list[re.Match[str]] = []
    for mark in _MARK.finditer(text):
        if not marks or order(marks[-1][1]) < order(mark[1]):
            marks.append(mark)
    ends = [*(mark.start() for mark in marks[1:]), len(text)][: len(marks)]
    return [(mark[1], words_of(text[mark.end() : end])) for mark, end in zip(marks, ends, strict=True)]


# -- references ---------------------------------------------------------------------------------------------------


def own_mentions(text: str) -> set[str]:
    """The § of the article itself that its text speaks of."""
    found: set[str] = set()
    for mention in _LIST.finditer(text):
        if not _ELSEWHERE.search(text[max(0, mention.start() - 40) : mention.start()]):
            found.update(labels_in(mention[0]))
    return found


def labels_in(mention: str) -> set[str]:
    return {label.rstrip("^") for listed in _LIST.findall(mention) for label in _ONE.findall(listed)}


def cited_elsewhere(store: Store, act_id: str) -> dict[str, Counter[str]]:
    """Article -> § that other articles of today's law name."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    rows = store.db.execute(
        """SELECT target_label, mention FROM refs WHERE resolved = 1 AND target_act = ? AND target_label IS NOT NULL
        AND mention LIKE '%§%' AND NOT (act_id = target_act AND label = target_label)""",
        (act_id,),
    )
    for label, mention in rows:
        if mention.count("art.") == 1 and not re.search(r"art\.\s*\S+\s*[-–]", mention):
            found[label].update(labels_in(mention))
    return found


def order(label: str) -> Label:
    return Label.from_canonical(label)


def implied(labels: Iterable[str]) -> set[str]:
    """The labels that others presuppose: § 1b was not added before § 1a, nor § 2^3 before § 2^2."""
    found: set[str] = set()
    for label in labels:
        before = _before(label)
        while before and before not in found:
            found.add(before)
            before = _before(before)
    return found - set(labels)


def _before(label: str) -> str:
    """The label that must have been given before this one could be; "" of a whole number."""
    parts = order(label)
    if parts.sup_letters:
        return ""
    if parts.sup:
        base = f"{parts.number}{parts.letters}"
        return f"{base}^{parts.sup - 1}" if parts.sup > 1 else base
    last = parts.letters[-1:]
    if not last or not "a" <= last <= "z":
        return ""
    return f"{parts.number}{parts.letters[:-1]}{chr(ord(last) - 1) if last > 'a' else ''}"
