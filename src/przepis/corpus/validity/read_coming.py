"""Which point of which act makes each line that the consolidated texts of a store print as coming, and on what day.

A line counts as made by a point that quotes it, that repeals the unit it is, or that puts its new words into that unit.
It gets a day only where all such points, enacted before the text and not yet law on its day, name the same one.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from przepis.corpus.amend.act_text import Refused, canonical
from przepis.corpus.amend.commencement import in_range
from przepis.corpus.amend.lines import Line
from przepis.corpus.amend.operations import Insert as Insertion
from przepis.corpus.amend.operations import InsertWords, Place, Repeal, Replace, ReplaceWords
from przepis.corpus.amend.quoted import quoted_articles, tidy_quote
from przepis.corpus.amend.schedule import Archive, Change
from przepis.corpus.amend.unit_lines import split_units
from przepis.corpus.store import Store
from przepis.corpus.validity.coming_days import LineDay, line_key, plain
from przepis.corpus.validity.own_days import own_days
from przepis.corpus.validity.put_off import put_off_to
from przepis.corpus.validity.touched import articles_touched
from przepis.errors import CitationError

_MARKER = re.compile(r"(?:§\s*)?(?P<label>\d+[a-z]*(?:\^\w+)?|[a-z]{1,3})(?P<sign>[.)])\s*")
_REPEALED = re.compile(r"\((?:uchylon|skreślon)\w*\)\.?")
_WORDS_ENOUGH = 20  # letters: a shorter line may stand anywhere
_NEW_WORDS_ENOUGH = 6


@dataclass(frozen=True, slots=True)
class _Printed:
    """What one text prints as coming of one article."""

    label: str
    as_of: dt.date
    text: str
    whole: bool
    today: str  # the words of the article that are law on the day of the text


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    marker: str  # "5)", or empty
    label: str
    words: str
    bare: str  # without the marker
    before: str  # the words of the line above

    @property
    def repealed(self) -> bool:
        return _REPEALED.fullmatch(self.text[len(self.marker) :].strip()) is not None


def read_coming(archive: Archive, store: Store) -> Iterator[LineDay]:
    """Of every text of the store."""
    query = """SELECT v.act_id, c.label, v.as_of, c.text, c.whole, t.text
        FROM coming c JOIN versions v USING (version_id)
        JOIN entries e ON e.version_id = c.version_id AND e.label = c.label JOIN texts t USING (text_id)
        ORDER BY v.as_of, c.version_id"""
    texts: dict[str, list[_Printed]] = defaultdict(list)
    for act_id, label, as_of, text, whole, today in store.db.execute(query):
        printed = _Printed(label, dt.date.fromisoformat(as_of), text, bool(whole), "" if whole else plain(today))
        texts[act_id].append(printed)
    for act_id, coming in texts.items():
        changes = _by_article(archive, act_id, {printed.label for printed in coming})
        facts: dict[tuple[str, str], LineDay] = {}
        for printed in coming:
            label = printed.label
            found = list(_days(archive, changes[label], printed))
            if not any(by_eli for _, _, by_eli, _, _ in found):
                own = own_days(archive, act_id, printed.as_of, label, printed.text, wholly=printed.whole)
                found = list(own) or found
            for line, day, by_eli, place, unit in found:
                fact = LineDay(act_id, label, line_key(line), day, by_eli, place, unit)
                facts[label, fact.line] = fact  # of two texts the later knows better
        yield from facts.values()


def _by_article(archive: Archive, act_id: str, labels: set[str]) -> dict[str, list[Change]]:
    found: dict[str, list[Change]] = defaultdict(list)
    for change in archive.changes(archive.instructions(act_id)):
        for label in {label for label, _ in articles_touched(change.operation)} & labels:
            found[label].append(change)
    return found


def _days(
    archive: Archive, changes: Sequence[Change], printed: _Printed
) -> Iterator[tuple[str, dt.date | None, str, str, str]]:
    """(line, day, act, place, unit) of the lines that enacted points make; without an act where the day is not sure."""
    enacted = [c for c in changes if archive.acts[c.eli].promulgated <= printed.as_of]
    for line in _lines(printed.text):
        quoted = [c for c in enacted if _makes(c, line)]
        made = [c for c in quoted if c.applies is None or c.applies > printed.as_of]
        if len({c.applies for c in made}) == 1 and all(_understood(archive, c, printed.label, changes) for c in made):
            last = made[-1]
            yield line.text, last.applies, last.eli, Place(last.address).describe(), _unit(last, line)
        elif made or (quoted and line.bare not in printed.today):  # else an old line, printed again beside new ones
            yield line.text, None, "", "", ""


def _understood(archive: Archive, change: Change, label: str, changes: Sequence[Change]) -> bool:
    """Rules on parts of a point must have found the parts in this article: else its words may be of another day."""
    if put_off_to(archive, change) is not None:
        return False
    narrowed = archive.days(archive.acts[change.eli]).narrowed(change.address)
    told = {rule.day for rule in narrowed if any(_is_of(place, label) for place in rule.only)}
    return told <= {c.day for c in changes if (c.eli, c.address) == (change.eli, change.address)}


def _is_of(place: Place, label: str) -> bool:
    """A place said without an article may be of this one."""
    return place.article is None or in_range(label, ("art", canonical(place.article[1]), place.article[2]))


def _lines(text: str) -> Iterator[_Line]:
    before = ""
    for line in filter(None, (raw.strip() for raw in text.split("\n"))):
        found = _MARKER.match(line)
        marker, label = (found[0], found["label"]) if found else ("", "")
        yield _Line(line, marker, label, plain(line), plain(line[len(marker) :]), before)
        before = plain(line)


def _makes(change: Change, line: _Line) -> bool:
    match change.operation:
        case Repeal(places=places):
            return line.repealed and any(_ends_in(place, line.label) for place in places)
        case ReplaceWords(places=places, new=new) | InsertWords(places=places, new=new):
            words = plain(new)
            said = len(words) >= _NEW_WORDS_ENOUGH and words in line.words
            return said and bool(line.label) and any(_ends_in(place, line.label) for place in places)
        case Replace(quote=quote) | Insertion(quote=quote):
            return _quotes(plain(tidy_quote(quote)), line)
        case _:
            return False


def _quotes(quote: str, line: _Line) -> bool:
    if len(line.bare) >= _WORDS_ENOUGH:
        return line.bare in quote
    return bool(line.before) and len(line.before) >= _WORDS_ENOUGH and line.before + line.words in quote


def _ends_in(place: Place, label: str) -> bool:
    """Is the place the unit of that number? Of an unnumbered line only a change of the whole article is."""
    if not place.steps:
        return False
    kind, first, last = place.steps[-1]
    return not last and (first == label if label else kind == "art")


def _unit(change: Change, line: _Line) -> str:
    """The number of a § that the consolidated text does not print, as the amending act quotes it."""
    if line.marker or "§" not in getattr(change.operation, "quote", ""):
        return ""
    try:
        lines = [
            quoted
            for steps in _wordings(change)
            for quoted in steps
            if quoted.kind == "para" and quoted.label and plain(quoted.text) == line.words
        ]
    except (Refused, CitationError):
        return ""
    labels = {quoted.label for quoted in lines}
    return f"§ {labels.pop()}" if len(labels) == 1 else ""


def _wordings(change: Change) -> Iterator[list[Line]]:
    quote: str = getattr(change.operation, "quote", "")
    try:
        yield from (lines for _, _, lines in quoted_articles(quote))
    except (Refused, CitationError):
        yield split_units(tidy_quote(quote))
