"""An amending act as published: its articles, the acts they change, the leaves of their instructions."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from przepis.corpus.amend.leaves import Leaf, read_leaves
from przepis.law.dates import iso_day, parse_date
from przepis.law.journal import journal_address
from przepis.sources.markdown import split_front_matter

_ARTICLE = re.compile(r"#{5,6} +Art\. *(\S+?)\.?\s*")
_HEAD = re.compile(
    r"(?:\d+[a-z]?\.\s*)?W\s+(?:ustawie|dekrecie)\s+z\s+dnia\s+(?P<date>\d{1,2}\s+\w+\s+\d{4})\s*r\s?\.\s*[,-]?\s*(?P<words>.*)",
    re.I | re.S,
)


@dataclass(slots=True)
class Provision:
    """One article of an amending act that changes one other act."""

    label: str
    target_date: dt.date
    target_words: str  # what follows the date: the title, then perhaps the rest of a clause
    lines: list[str]  # of the article, after its first

    def leaves(self) -> list[Leaf]:
        return read_leaves(self.label, self.target_words, self.lines)


@dataclass(slots=True)
class AmendingAct:
    eli: str
    title: str
    date: dt.date | None  # in the title
    promulgated: dt.date
    in_force: dt.date | None
    notes: str  # calendar dates of parts, as the source gives them
    commencement: tuple[str, list[str]]  # label and lines of the article on entry into force
    provisions: list[Provision]

    @property
    def address(self) -> str:
        return journal_address(self.eli)


def read_amending_act(text: str, name: str) -> AmendingAct:
    """The act in a Markdown file as published; an act that changes no other has no provisions."""
    front, body = split_front_matter(text, name)
    return amending_act(
        front["eli"],
        front["title"],
        parse_date(front["title"]),
        _promulgated(front),
        iso_day(front.get("entry_into_force")),
        front.get("effective_date_notes", ""),
        list(_article_blocks(body)),
    )


def amending_act(
    eli: str,
    title: str,
    date: dt.date | None,
    promulgated: dt.date,
    in_force: dt.date | None,
    notes: str,
    blocks: Sequence[tuple[str, list[str]]],
) -> AmendingAct:
    """The act from its articles: (label, lines) of each."""
    provisions = [p for label, lines in blocks if (p := read_provision(label, lines)) is not None]
    return AmendingAct(eli, title, date, promulgated, in_force, notes, _commencement(blocks), provisions)


def _promulgated(front: dict[str, str]) -> dt.date:
    """The day of publication; its year is that of the Journal, whatever a slip in the source says."""
    day = iso_day(front.get("promulgation_date")) or iso_day(front.get("publication_date")) or dt.date.min
    year = int(front["eli"].split("/")[1])
    return day if day.year == year else dt.date(year, day.month, min(day.day, 28))


def _article_blocks(body: str) -> Iterator[tuple[str, list[str]]]:
    label = ""
    lines: list[str] = []
    for line in body.split("\n"):
        if line.startswith("#"):
            if label:
                yield label, lines
            found = _ARTICLE.fullmatch(line)
            label, lines = (found[1].replace("^", "") if found else ""), []
        elif label and line.strip():
            lines.append(line)
    if label:
        yield label, lines


_ENTERS = re.compile(r"(?:Ustawa|Przepis|Niniejsza ustawa)[^.]{0,80}wchodz\w+ w życie", re.I)


def _commencement(blocks: Sequence[tuple[str, list[str]]]) -> tuple[str, list[str]]:
    for label, lines in reversed(blocks):
        plain = " ".join(line for line in lines if not line.startswith(">"))
        if _ENTERS.search(plain[:200]):
            return label, lines
    return "", []


def read_provision(label: str, lines: list[str]) -> Provision | None:
    """The article as one that changes another act; None where it changes none."""
    head = _HEAD.match(lines[0]) if lines else None
    date = parse_date(head["date"]) if head else None
    if head is None or date is None:
        return None
    return Provision(label, date, head["words"], lines[1:])
