"""Every wording of an act with the days on which it held, as ``Store.article`` gives it for a day."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from przepis.corpus.store import Store
from przepis.errors import CitationError
from przepis.law.dates import stored_day
from przepis.records import Article


@dataclass(frozen=True, slots=True)
class Held:
    """A wording and its days: from ``since`` to the day before ``until``; None: it is the last known."""

    article: Article
    since: dt.date
    until: dt.date | None


def held_wordings(store: Store, act_id: str) -> Iterator[list[Held]]:
    """For each article that the act ever had its wordings, oldest first; those with the same words are one."""
    for label, days in _turning_days(store, act_id).items():
        held: list[Held] = []
        gone_since: dt.date | None = None
        for day in days:
            try:
                article = store.article(f"{act_id}#{label}", day)
            except CitationError:
                gone_since = gone_since or day
                continue
            _put(held, article, day, gone_since)
            gone_since = None
        if held and gone_since is not None:
            held[-1] = replace(held[-1], until=gone_since)
        if held:
            yield held


def _put(held: list[Held], article: Article, day: dt.date, gone_since: dt.date | None) -> None:
    """A wording that begins on a day; the one before ends there, or where the article was gone."""
    if held:
        last = held[-1].article
        same = (last.text_hash, last.headings, last.repealed) == (article.text_hash, article.headings, article.repealed)
        if same and gone_since is None:
            return
        held[-1] = replace(held[-1], until=gone_since or day)
    held.append(Held(article, day, None))


def _turning_days(store: Store, act_id: str) -> dict[str, list[dt.date]]:
    """By article the days on which its wording may be another than the day before, ascending."""
    days: dict[str, set[str]] = defaultdict(set)
    for label, *bounds in store.db.execute(
        """SELECT label, valid_from, valid_to FROM articles WHERE act_id = ?
        UNION ALL SELECT label, since, until FROM wordings WHERE act_id = ?""",
        (act_id, act_id),
    ):
        days[label].update(day for day in bounds if day)
    return {label: [dt.date.fromisoformat(day) for day in sorted(own)] for label, own in days.items()}


def past_fingerprint(store: Store) -> str:
    """Changes whenever a text is imported or taken away, or amending acts are applied otherwise."""
    digest = hashlib.sha256()
    for query in (
        "SELECT version_id, act_id, as_of, content_hash FROM versions ORDER BY version_id",
        "SELECT act_id, digest FROM amended ORDER BY act_id",
    ):
        for row in store.db.execute(query):
            digest.update("\x1f".join(row).encode("utf-8") + b"\x1e")
        digest.update(b"\x1d")
    return digest.hexdigest()[:24]


def has_other_wordings(store: Store, on: dt.date) -> bool:
    """Did any article read otherwise on that day than in the newest text, or was there one that is gone?"""
    day = on.isoformat()
    row = store.db.execute(
        """SELECT 1 WHERE EXISTS (SELECT 1 FROM articles WHERE newest = 0 AND valid_from <= ? AND valid_to > ?)
        OR EXISTS (SELECT 1 FROM wordings w LEFT JOIN articles a
          ON a.act_id = w.act_id AND a.label = w.label AND a.newest = 1
          WHERE w.since <= ? AND (w.until IS NULL OR w.until > ?) AND w.text_id IS NOT a.text_id)""",
        (day, day, day, day),
    ).fetchone()
    return row is not None


def other_labels(store: Store, act_id: str, on: dt.date | None = None) -> list[str]:
    """Labels of wordings other than those of the newest text: of a day, or all that the act ever had."""
    day = on.isoformat() if on else None
    rows = store.db.execute(
        """SELECT label FROM articles WHERE act_id = :act AND newest = 0
          AND (:day IS NULL OR valid_from <= :day AND valid_to > :day)
        UNION SELECT label FROM wordings WHERE act_id = :act
          AND (:day IS NULL OR since <= :day AND (until IS NULL OR until > :day)) ORDER BY label""",
        {"act": act_id, "day": day},
    )
    return [row[0] for row in rows]


def first_text(store: Store, act_id: str) -> dt.date | None:
    """The first day of which anything is known of an act's wording."""
    query = """SELECT min(day) FROM (SELECT min(valid_from) AS day FROM articles WHERE act_id = :act
        UNION ALL SELECT min(since) FROM wordings WHERE act_id = :act)"""
    day: str | None = store.db.execute(query, {"act": act_id}).fetchone()[0]
    return dt.date.fromisoformat(day) if day else None


def first_day(store: Store) -> dt.date | None:
    """The first day whose law any text of the corpus states."""
    query = "SELECT min(as_of) FROM versions"
    day: str | None = store.kept.get(("first day",), lambda: store.db.execute(query).fetchone()[0])
    return stored_day(day)
