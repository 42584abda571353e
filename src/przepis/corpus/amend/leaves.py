"""The points, letters and indents of an amending article as a tree, and its leaves: one instruction each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from przepis.corpus.amend.clause_text import tidy_clause
from przepis.corpus.amend.operations import Step
from przepis.corpus.amend.places import LEVEL, read_places

ITEM = re.compile(
    r"(?:(?P<point>\d+[a-z]{0,3}(?:\^\d+\^?)?)\)|(?P<letter>[a-ząćęłńóśźż]{1,3})\)|(?P<indent>[-–—−‒―\u0336]+)) +(?=\S)"
)
_LISTS_PLACES = re.compile(r"(?:\b(?:użyt|zawart|występując)\w*\b.*|^)\bw:\s*$", re.I | re.S)
_VERB = re.compile(r"zastępuje|dodaje|uchyla|skreśla|otrzymuj|oznacza", re.I)
_QUOTED = re.compile(r"„[^”]*”")
_ENDS_LIST = re.compile(r"(?:użyt|wyraz|w różn|skreśla|zastępuje|po wyraz|dodaje|w odpowiedn|w liczbie)", re.I)


@dataclass(slots=True)
class Leaf:
    """One instruction: its address in the amending act, all that is said on the way to it, the wording quoted."""

    address: tuple[Step, ...]
    clause: str
    quote: str


@dataclass(slots=True)
class _Item:
    kind: str
    label: str
    text: str
    quote: list[str] = field(default_factory=list)
    children: list[_Item] = field(default_factory=list)


def read_leaves(label: str, words: str, lines: Sequence[str]) -> list[Leaf]:
    """The instructions of an article whose first line ends with ``words``; these stand as NUL in every clause."""
    root = _Item("art", label, words)
    _nest(root, lines)
    return list(_leaves(root, (), ""))


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
    if listed := _listed_places(item):
        yield from (Leaf(here, f"{said} {words}".strip(), "") for words in listed)
        return
    if item.children and not item.quote:
        for child in item.children:
            yield from _leaves(child, here, clause)
        return
    yield Leaf(here, clause, "\n".join(item.quote))
    for child in item.children:
        yield from _leaves(child, here, said)


def _listed_places(item: _Item) -> list[str]:
    """ "użyte w: a) art. 1, b) art. 5 - wyrazy … zastępuje się …": the list and what closes it, in one clause.

    Where every place has words of its own, one clause for each.
    """
    if item.kind == "art" or not item.children or item.quote or not _LISTS_PLACES.search(item.text):
        return []
    *places, end = [child.text.strip(" ,;") for child in _descendants(item)]
    if not places or not _ENDS_LIST.match(end) or any(_VERB.search(_QUOTED.sub("", place)) for place in places):
        return []
    opening = item.text.strip().removesuffix(":")
    if all("„" in place for place in places):
        return [f"{opening} {place} {end}" for place in places]
    return [f"{opening} {', '.join(places)} {end}"]


def _descendants(item: _Item) -> Iterator[_Item]:
    for child in item.children:
        yield child
        yield from _descendants(child)
