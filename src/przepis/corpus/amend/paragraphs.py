"""The numbers of §, which the source drops: told from quotations, from earlier texts, and by counting between those."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from przepis.corpus.amend.lines import Line

_NOT_WORD = re.compile(r"\W+")

Known = Mapping[str, str]
"""Opening words of a § -> its label, for one article; under SEQUENCE the labels it had last, in their order."""

SEQUENCE = ""


def opening(text: str) -> str:
    """What a § is recognised by: its words, without signs and case."""
    return _NOT_WORD.sub(" ", text.lower()).strip()


def number_paragraphs(lines: Sequence[Line], known: Known) -> None:
    """Give every § the label it must have; a § whose number cannot be told stays without."""
    paragraphs = [line for line in lines if line.kind == "para"]
    if not paragraphs or all(line.label for line in paragraphs):
        return
    for line in paragraphs:
        if not line.label and not line.text.startswith("("):  # one "(uchylony)" is like another
            line.label = known.get(opening(line.text), "")
    _drop_disorder(paragraphs)
    if not _as_before(paragraphs, known.get(SEQUENCE, "").split()):
        _count_between(paragraphs)


def _as_before(paragraphs: Sequence[Line], labels: Sequence[str]) -> bool:
    """As many § as last time, and none known to be another: they keep their labels."""
    if len(labels) != len(paragraphs) or any(p.label not in ("", x) for p, x in zip(paragraphs, labels, strict=True)):
        return False
    for line, label in zip(paragraphs, labels, strict=True):
        line.label = label
    return True


def _drop_disorder(paragraphs: Sequence[Line]) -> None:
    """A label that does not rise was recognised in the wrong place."""
    best: tuple[int, int, str, str] | None = None
    for line in paragraphs:
        if not line.label:
            continue
        order = _order(line.label)
        if best is not None and order <= best:
            line.label = ""
        else:
            best = order


def _order(label: str) -> tuple[int, int, str, str]:
    """1, 1^1, 1a, 2: a raised number comes before a letter."""
    found = re.fullmatch(r"(\d+)([a-z]*)(?:\^(\d+)([a-z]*))?", label)
    if found is None:
        return (0, 0, "", label)
    return int(found[1]), int(found[3] or 0), found[4] or "", found[2]


def _count_between(paragraphs: Sequence[Line]) -> None:
    """Unlabelled § between two known ones are counted where their number leaves one way only."""
    before = 0  # number of the last § whose label is sure
    at = 0
    while at < len(paragraphs):
        if paragraphs[at].label:
            before = int(re.match(r"\d+", paragraphs[at].label)[0])  # type: ignore[index]
            at += 1
            continue
        end = at
        while end < len(paragraphs) and not paragraphs[end].label:
            end += 1
        room = _room(paragraphs, end, before)
        if room is None or room == end - at:
            for n, line in enumerate(paragraphs[at:end], start=before + 1):
                line.label = str(n)
            before += end - at
        at = end


def _room(paragraphs: Sequence[Line], end: int, before: int) -> int | None:
    """How many whole numbers lie between the last known § and the next; None where no next is known."""
    if end >= len(paragraphs):
        return None
    following = paragraphs[end].label
    number = int(re.match(r"\d+", following)[0])  # type: ignore[index]
    return number - before - (1 if following.isdigit() else 0)
