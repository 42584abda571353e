"""The parts of the great codes and other statutes: books, titles and divisions, which the Markdown source leaves out.

It keeps chapters alone, so that a chapter seems to go on through every title that has none: half the law of
obligations would stand under the last chapter on pledges. ``parts.tsv`` says in our own words what ranges of articles
are about. A chapter counts only within the part in which it began.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import takewhile

from przepis.law.labels import Label

_WIDE = re.compile(r"(?:część|księga|tytuł|dział)\b", re.IGNORECASE)
"""Headings wider than a chapter, of which the source has a few: the table names these parts itself."""


@dataclass(frozen=True, slots=True)
class Part:
    first: Label
    last: Label
    subject: str


@functools.cache
def _parts() -> dict[str, tuple[Part, ...]]:
    found: dict[str, list[Part]] = defaultdict(list)
    text = resources.files("przepis.law").joinpath("parts.tsv").read_text(encoding="utf-8")
    for line in text.splitlines()[1:]:
        act_id, first, last, subject = line.split("\t")
        found[act_id].append(Part(Label.from_canonical(first), Label.from_canonical(last), subject))
    return {act_id: tuple(parts) for act_id, parts in found.items()}


def subjects(act_id: str, label: str) -> tuple[str, ...]:
    """What the parts around an article are about, the widest first, as the table lists them."""
    own = Label.from_canonical(label)
    return tuple(part.subject for part in _parts().get(act_id, ()) if part.first <= own <= part.last)


def headings_in_parts(act_id: str, labels: Sequence[str], headings: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The headings of an act's articles, in order, with its parts before those that began within them."""
    if act_id not in _parts():
        return list(headings)
    placed = []
    before: tuple[str, ...] = ()
    began: list[tuple[str, ...]] = []  # the part in which each heading now open began
    for label, given in zip(labels, headings, strict=True):
        around = subjects(act_id, label)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(given, before, strict=False)))
        began = began[:same] + [around] * (len(given) - same)
        kept = (h for h, part in zip(given, began, strict=True) if _within(part, around) and not _WIDE.match(h))
        placed.append((*around, *kept))
        before = given
    return placed


def _within(part: tuple[str, ...], around: tuple[str, ...]) -> bool:
    """A heading that began in ``part`` still holds ``around``: here, or in a part of it."""
    return around[: len(part)] == part
