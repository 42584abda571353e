"""The texts of an act's articles as the store has them, each cut into the lines that lost their numbers."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from przepis.corpus.store import Store
from przepis.corpus.units import parse_units

REPEALED = re.compile(r"\(?(?:uchyl|skreśl|utraci|pomini)")
"""How a § begins of which nothing but its place is left."""
_WORD = re.compile(r"\w+")


def words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.lower()))


@dataclass(slots=True)
class Text:
    """One wording of the article: its unmarked lines, each with all that belongs to it."""

    as_of: dt.date
    whole: str
    lines: list[str]
    words: list[tuple[str, ...]] = field(default_factory=list)
    bags: list[Counter[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = [words_of(line) for line in self.lines]
        self.bags = [Counter(words) for words in self.words]


def likeness(words: tuple[str, ...], bag: Counter[str], other: tuple[str, ...], other_bag: Counter[str]) -> float:
    """Share of words in common; 1 for the very same."""
    if words == other:
        return 1.0
    if not words or not other:
        return 0.0
    common = sum(min(count, other_bag[word]) for word, count in bag.items())
    return min(0.99, 2 * common / (len(words) + len(other)))


def texts_of(store: Store, act_id: str) -> dict[str, list[Text]]:
    """Article -> its wordings with more than one unmarked line, in the order of their days."""
    found: dict[str, list[Text]] = defaultdict(list)
    for version in store.versions(act_id):
        rows = store.db.execute(
            "SELECT label, text FROM entries JOIN texts USING (text_id) WHERE version_id = ? ORDER BY ordinal",
            (version.version_id,),
        )
        seen: set[str] = set()
        for label, text in rows:
            if label in seen:
                continue
            seen.add(label)
            if made := unmarked(text, version.as_of):
                found[label].append(made)
    return dict(found)


def unmarked(text: str, as_of: dt.date) -> Text | None:
    spans = [span for span in parse_units(text, "para") if span.inferred]
    lines = [text[span.start : span.end] for span in spans]
    return Text(as_of, text, lines) if lines else None
