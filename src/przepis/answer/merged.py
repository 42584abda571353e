"""An article as it reads today: wording that has begun since its text stands in the place of what it replaces.

Only where every word that the text prints as coming has begun and has a sure place: what is shown is then the law as a
whole, marked as not official, with the acts that made it. Else the text is shown as it is and the new words beside it.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from itertools import pairwise

from przepis.answer.coming import coming_blocks
from przepis.answer.reworded import in_order, reworded
from przepis.corpus.prepare import text_hash
from przepis.corpus.store import Store
from przepis.corpus.validity.standing import Standing, standing_of
from przepis.records import Act, Article, Cause
from przepis.sources.articles import is_repealed

_MEMBER = re.compile(r"(?:\d+\w{0,4}|[a-zżźćłńóśąę]{1,3})[.)^¹²³⁴⁵⁶⁷⁸⁹⁰]|[-–—]|\[?§")


def as_it_reads(store: Store, article: Article, on: dt.date | None = None) -> Article:
    """``article`` in the wording of the day ``on`` (None: today); the same where nothing can be merged."""
    standing = standing_of(store, article, on)
    if standing.coming is None or standing.coming.whole or article.ours or article.repealed:
        return article
    key = ("merged", article.article_id, article.version_id, article.valid_from, standing.on)
    return store.kept.get(key, lambda: _merged(article, standing))


def _in_order(merged: Article, before: Article) -> bool:
    """Has every list its members once and in order, and goes on where it says so? Else a place was not the right one.

    What the text itself has twice or out of order is its own fault.
    """
    if is_repealed(merged.text):
        return False  # of the end of an article the standing tells
    return _faults(merged) <= _faults(before)


def _faults(article: Article) -> int:
    lists: dict[tuple[str, ...], list[str]] = {}
    for unit in article.numbered:
        lists.setdefault((*unit.path[:-1], unit.kind), []).append(unit.label)
    faults = 0
    for labels in lists.values():
        faults += sum(not in_order(a, b) for a, b in pairwise(labels))
    lines = article.text.split("\n")
    dangling = (a for a, b in pairwise([*lines, ""]) if a.rstrip().endswith(":") and not _MEMBER.match(b))
    return faults + sum(1 for _ in dangling)


class AsItReads:
    """What an answer is written from, and checked against."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def act(self, act_id: str) -> Act:
        return self._store.act(act_id)

    def article(self, article_id: str, on: dt.date | None = None) -> Article:
        return as_it_reads(self._store, self._store.article(article_id, on), on)


def _merged(article: Article, standing: Standing) -> Article:
    if not all(block.begun for block in coming_blocks(standing)):
        return article
    day = reworded(article, standing)
    if not day.made or day.loose or standing.coming is None or not _in_order(day.article, article):
        return article
    parts = standing.coming.parts
    causes = dict.fromkeys(Cause(part.by_eli, part.by_place) for part in parts if part.by_eli)
    return dataclasses.replace(
        day.article,
        text_hash=text_hash(day.article.text),
        valid_from=max((part.day for part in parts if part.day), default=article.valid_from),
        from_exact=True,
        made_by=tuple(causes),
        ours=True,
        n_operations=len(day.made),
    )
