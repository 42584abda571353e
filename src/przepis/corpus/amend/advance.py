"""Wording that an official text prints before it is law, and does not mark.

A consolidated text sets what is not yet in force in bold; the source loses some of that. Such wording is told by the
amending acts: applied beyond the day of the text, they make of an article exactly what the text has.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from itertools import groupby

from przepis.corpus.amend.act_text import ActText
from przepis.corpus.amend.anchors import normal
from przepis.corpus.amend.apply import apply
from przepis.corpus.amend.operations import Aside
from przepis.corpus.amend.schedule import Change


def printed_in_advance(ours: ActText, official: ActText, as_of: dt.date, changes: Iterable[Change]) -> set[str]:
    """The articles whose official wording is that of a later day. ``changes`` are in order of effect."""
    labels = dict.fromkeys([*official.order, *ours.order])
    unlike = {x for x in labels if normal(ours.articles.get(x)) != normal(official.articles.get(x))}
    coming = [c for c in changes if c.applies and c.known <= as_of < c.applies and not isinstance(c.operation, Aside)]
    if not unlike or not coming:
        return set()
    later = ours.copy()
    found: set[str] = set()
    for _, group in groupby(coming, key=lambda c: c.applies):
        changed = {label for change in group for label in apply(later, change.operation).changed}
        found |= {x for x in changed & unlike if normal(later.articles.get(x)) == normal(official.articles.get(x))}
    return found


def take_back(official: ActText, ours: ActText, labels: Iterable[str]) -> None:
    """Give the articles the wording of the day again."""
    for label in labels:
        article = ours.articles.get(label)
        if article is None:
            official.remove(label)
        else:
            official.add(article, _place(official, ours, label))


def _place(official: ActText, ours: ActText, label: str) -> int:
    """After the article that it follows in our text."""
    at = ours.order.index(label)
    before = next((x for x in reversed(ours.order[:at]) if x in official.articles), None)
    return official.order.index(before) + 1 if before is not None else 0
