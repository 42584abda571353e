"""Which articles later acts changed, from what day: what a text shown may not have yet.

Read from amending acts as published (``read_changes``). Kept are facts alone (act, article, by which act and article,
the day), of which those of 2000-2024 come with the package.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from przepis.artifact import atomic_write_bytes, packed_text, sha256_text, unpacked_text
from przepis.corpus.store import Store
from przepis.corpus.validity.shipped import shipped_bytes
from przepis.law.dates import stored_day

SHIPPED = "changes.tsv.zst"
_TAKEN = "changes:shipped"
ALL_CHANGES = """(SELECT * FROM later_changes UNION ALL
    SELECT act_id, label, by_eli, by_label, by_title, published, nullif(day, ''), repeals FROM further_changes)"""
"""The first table keeps one day of an article that changes another: the first of them. The others are in the second."""
ANNOUNCED = "amendments:"
"""Key, with the act_id behind it, of acts that the Sejm API names as changing an act after its newest text."""


@dataclass(frozen=True, slots=True)
class LaterChange:
    """What one article of an amending act changes in one article from one day on."""

    act_id: str
    label: str
    by_eli: str
    by_label: str  # article of the amending act
    by_title: str
    published: dt.date
    day: dt.date | None  # None: it depends on an event
    repeals: bool = False  # the whole article is repealed


# -- in the store -----------------------------------------------------------------------------------------------


def changes_after(store: Store, article_id: str, as_of: dt.date, on: dt.date) -> list[LaterChange]:
    """Changes enacted by ``on`` that are not in a text of ``as_of``, the first to take effect first.

    One without a day waits for an event: it counts where it was enacted after the text.
    """
    act_id, _, label = article_id.partition("#")
    query = f"""SELECT * FROM {ALL_CHANGES}
        WHERE act_id = ? AND label = ? AND published <= ? AND coalesce(day, published) > ?"""
    rows = store.db.execute(query, (act_id, label, on.isoformat(), as_of.isoformat()))
    return sorted((_change(row) for row in rows), key=lambda c: (c.day or dt.date.max, c.by_eli))


def days_to_come(store: Store, article_id: str, as_of: dt.date) -> set[dt.date | None]:
    """From which days the changes enacted by ``as_of`` apply that are not law on it; None for one without a day."""
    act_id, _, label = article_id.partition("#")
    query = f"""SELECT DISTINCT day FROM {ALL_CHANGES}
        WHERE act_id = ? AND label = ? AND published <= ? AND (day IS NULL OR day > ?)"""
    rows = store.db.execute(query, (act_id, label, as_of.isoformat(), as_of.isoformat()))
    return {stored_day(row[0]) for row in rows}


def announced_after(store: Store, act_id: str, as_of: dt.date, on: dt.date) -> list[str]:
    """Amending acts that the Sejm API names and whose single changes are not known: any article may be touched."""
    rows = json.loads(store.get_meta(ANNOUNCED + act_id, "[]"))
    if not rows:  # of nearly all acts: an archive announces nothing
        return []
    read = {row[0] for row in store.db.execute("SELECT DISTINCT by_eli FROM later_changes WHERE act_id = ?", (act_id,))}
    days = {row["eli"]: row["in_force"] or row["published"] or "" for row in rows}
    return [eli for eli, day in days.items() if eli not in read and as_of.isoformat() < day <= on.isoformat()]


def repealed_since(store: Store, on: dt.date) -> frozenset[str]:
    """Articles whose newest text is older than an act that repealed them, by that day."""
    found = store.kept.get(("repeals after texts",), lambda: _repeals_after_texts(store))
    day = on.isoformat()
    return frozenset(article_id for article_id, since in found if since <= day)


def _repeals_after_texts(store: Store) -> tuple[tuple[str, str], ...]:
    """Each with its day; read once, for on every other day others count.

    A cross join keeps its order: few changes repeal, and to begin from the articles takes seven times as long.
    """
    query = f"""SELECT c.act_id, c.label, c.day FROM {ALL_CHANGES} c
        CROSS JOIN articles a ON a.act_id = c.act_id AND a.label = c.label
        CROSS JOIN versions v ON v.version_id = a.version_id
        WHERE c.repeals AND a.newest AND NOT a.repealed AND c.day > v.as_of"""
    return tuple((f"{act_id}#{label}", day) for act_id, label, day in store.db.execute(query))


def take_shipped(store: Store) -> None:
    """The facts that come with the package, for the acts that the store has; done once for each set of acts."""
    acts = {row[0] for row in store.db.execute("SELECT act_id FROM acts")}
    stamp = sha256_text(shipped_digest(), *sorted(acts))
    if store.get_meta(_TAKEN) == stamp:
        return
    with store.transaction():
        keep_changes(store, (change for change in shipped_changes() if change.act_id in acts))
        store.set_meta(_TAKEN, stamp)


def keep_changes(store: Store, changes: Iterable[LaterChange]) -> None:
    """Those of an amending article that was read before are replaced: its days are known better now."""
    days: dict[tuple[str, str, str, str], list[LaterChange]] = defaultdict(list)
    for change in changes:
        days[change.act_id, change.label, change.by_eli, change.by_label].append(change)
    ordered = [sorted(found, key=lambda c: c.day or dt.date.max) for found in days.values()]
    store.db.executemany(
        "DELETE FROM further_changes WHERE act_id = ? AND label = ? AND by_eli = ? AND by_label = ?", list(days)
    )
    store.db.executemany(
        "INSERT OR REPLACE INTO later_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (change_row(each[0]) for each in ordered),
    )
    further = (change_row(change) for each in ordered for change in each[1:])
    store.db.executemany(
        "INSERT OR REPLACE INTO further_changes VALUES (?, ?, ?, ?, ?, ?, coalesce(?, ''), ?)", further
    )


def change_row(change: LaterChange) -> tuple[object, ...]:
    day = change.day.isoformat() if change.day else None
    own = (change.act_id, change.label, change.by_eli, change.by_label, change.by_title)
    return (*own, change.published.isoformat(), day, int(change.repeals))


def _change(row: tuple[str, str, str, str, str, str, str | None, int]) -> LaterChange:
    return LaterChange(*row[:5], dt.date.fromisoformat(row[5]), stored_day(row[6]), bool(row[7]))


# -- the facts that come with the package ------------------------------------------------------------------------


def write_shipped(changes: Iterable[LaterChange], path: Path) -> int:
    """Tab-separated, the titles once each: act, article, amending act, its article, published, day, repeals."""
    kept = sorted(changes, key=lambda c: (c.act_id, c.label, c.by_eli, c.by_label, c.day or dt.date.max))
    titles = sorted({(c.by_eli, c.by_title) for c in kept})
    lines = ["\t".join(pair) for pair in titles] + [""]
    for c in kept:
        day = c.day.isoformat() if c.day else ""
        own = (c.act_id, c.label, c.by_eli, c.by_label, c.published.isoformat(), day, "x" if c.repeals else "")
        lines.append("\t".join(own))
    atomic_write_bytes(path, packed_text("\n".join(lines)))
    return len(kept)


def shipped_digest() -> str:
    return hashlib.sha256(shipped_bytes(SHIPPED)).hexdigest()[:16]


def shipped_changes() -> Iterator[LaterChange]:
    head, _, rest = unpacked_text(shipped_bytes(SHIPPED)).partition("\n\n")
    titles = dict(line.split("\t", 1) for line in head.split("\n") if line)
    for line in rest.split("\n"):
        act_id, label, by_eli, by_label, published, day, repeals = line.split("\t")
        known = dt.date.fromisoformat(published)
        yield LaterChange(act_id, label, by_eli, by_label, titles[by_eli], known, stored_day(day), bool(repeals))
