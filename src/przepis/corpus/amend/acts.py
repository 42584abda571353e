"""An amending act as published: its articles, the acts they change, the leaves of their instructions."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from przepis.corpus.amend.clause_text import tidy_clause
from przepis.corpus.amend.operations import Step
from przepis.corpus.amend.places import LEVEL, read_places
from przepis.law.dates import parse_date
from przepis.sources.markdown import split_front_matter

_ARTICLE = re.compile(r"#{5,6} +Art\. *(\S+?)\.?\s*")
ITEM = re.compile(
    r"(?:(?P<point>\d+[a-z]{0,3}(?:\^\d+\^?)?)\)|(?P<letter>[a-ząćęłńóśźż]{1,3})\)|(?P<indent>[-–—−‒―\u0336]+)) +(?=\S)"
)
_HEAD = re.compile(
    r"(?:\d+[a-z]?\.\s*)?W\s+(?:ustawie|dekrecie)\s+z\s+dnia\s+(?P<date>\d{1,2}\s+\w+\s+\d{4})\s*r\s?\.\s*[,-]?\s*(?P<words>.*)",
    re.I | re.S,
)


@dataclass(slots=True)
class Leaf:
    """One instruction: its address in the amending act, all that is said on the way to it, the wording quoted."""

    address: tuple[Step, ...]
    clause: str
    quote: str


@dataclass(slots=True)
class Provision:
    """One article of an amending act that changes one other act."""

    label: str
    target_date: dt.date
    target_words: str  # what follows the date: the title, then perhaps the rest of a clause
    lines: list[str]  # of the article, after its first

    def leaves(self) -> list[Leaf]:
        root = _Item("art", self.label, self.target_words)
        _nest(root, self.lines)
        return list(_leaves(root, (), ""))


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
        _, year, position = self.eli.split("/")
        return f"Dz.U. {year} poz. {position}"


@dataclass(slots=True)
class _Item:
    kind: str
    label: str
    text: str
    quote: list[str] = field(default_factory=list)
    children: list[_Item] = field(default_factory=list)


def read_amending_act(text: str, name: str) -> AmendingAct:
    """The act in a Markdown file as published; an act that changes no other has no provisions."""
    front, body = split_front_matter(text, name)
    return amending_act(
        front["eli"],
        front["title"],
        parse_date(front["title"]),
        _promulgated(front),
        _day(front.get("entry_into_force")),
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
    day = _day(front.get("promulgation_date")) or _day(front.get("publication_date")) or dt.date.min
    year = int(front["eli"].split("/")[1])
    return day if day.year == year else dt.date(year, day.month, min(day.day, 28))


def _day(value: str | None) -> dt.date | None:
    try:
        return dt.date.fromisoformat(value) if value else None
    except ValueError:
        return None


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


def _nest(root: _Item, lines: Sequence[str]) -> None:
    """Points, letters and indents as a tree; quotations go to the item before them."""
    open_items = [root]
    n_indents = 0
    for line in lines:
        if line.startswith(">"):
            open_items[-1].quote.append(line[1:].strip())
            continue
        found = ITEM.match(line)
        if found is None:
            _continue(open_items[-1], line)
            continue
        kind = found.lastgroup or "indent"
        n_indents = n_indents + 1 if kind == "indent" else 0
        item = _Item(kind, found[kind] if kind != "indent" else str(n_indents), line[found.end() :])
        while len(open_items) > 1 and not _goes_under(item, open_items[-1]):
            open_items.pop()
        open_items[-1].children.append(item)
        open_items.append(item)


def _continue(item: _Item, line: str) -> None:
    """A line without a marker: more of the clause, or of a quotation whose mark was lost."""
    if item.quote:
        item.quote.append(line.strip())
    else:
        item.text += " " + line.strip()


def _goes_under(item: _Item, parent: _Item) -> bool:
    if parent.kind == "art":
        return True
    if item.kind != "indent" or parent.kind != "indent":
        return LEVEL[item.kind] > LEVEL[parent.kind]
    # The source prints double dashes as single ones: below "w pkt 2:" stands what is smaller than a point.
    if parent.quote or not parent.text.rstrip().endswith(":"):
        return False
    above = read_places(re.sub(r"^w\s+", "", tidy_clause(parent.text)))
    below = read_places(re.sub(r"^(?:w|po|uchyla się|dodaje się|skreśla się)\s+", "", tidy_clause(item.text)))
    if above is None or below is None or not above.places[-1].steps or not below.places[0].steps:
        return True
    return LEVEL[below.places[0].steps[0][0]] > LEVEL[above.places[-1].steps[-1][0]]


def _leaves(item: _Item, address: tuple[Step, ...], said: str) -> Iterator[Leaf]:
    here = (*address, (item.kind, item.label, ""))
    clause = f"{said} {item.text}".strip() if item.kind != "art" else "\x00"
    if item.children and not item.quote:
        for child in item.children:
            yield from _leaves(child, here, clause)
        return
    yield Leaf(here, clause, "\n".join(item.quote))
    for child in item.children:
        yield from _leaves(child, here, said)
