"""Wordings that amending acts made, as the store keeps them: by day, with their cause, and what was refused."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from dataclasses import dataclass
from typing import Any

from przepis.records import Cause, Note, Unsettled, note

COLUMNS = """w.act_id, w.label, w.ordinal, t.text, h.path, w.repealed, t.text_hash, w.version_id, w.since, w.until,
  u.spans, acts.unit_style, 1 - w.exact"""
JOINS = """wordings w JOIN texts t USING (text_id) JOIN headings h USING (headings_id)
  JOIN acts ON acts.act_id = w.act_id LEFT JOIN units u ON u.text_id = t.text_id AND u.style = acts.unit_style"""
EXTRA = "w.made_by, w.ours, w.n_operations"


@dataclass(frozen=True, slots=True)
class Changed:
    """One article that changed on one day, or whose change could not be applied."""

    article_id: str
    day: dt.date
    causes: tuple[Cause, ...]
    repealed: bool = False
    new: bool = False  # the article did not exist before
    ours: bool = False
    n_operations: int = 0
    refused: str = ""  # why the wording is not established; empty where it is


def row_on(db: sqlite3.Connection, act_id: str, label: str, on: dt.date) -> tuple[Any, ...] | None:
    """The wording of a day; None where no amending act has been applied to the article, or the day is too early."""
    day = on.isoformat()
    row: tuple[Any, ...] | None = db.execute(
        f"""SELECT {COLUMNS}, {EXTRA} FROM {JOINS} WHERE w.act_id = ? AND w.label = ? AND w.since <= ?
        AND (w.until IS NULL OR w.until > ?)""",
        (act_id, label, day, day),
    ).fetchone()
    return row


def rows_of(db: sqlite3.Connection, act_id: str, label: str) -> list[tuple[Any, ...]]:
    """Every wording of an article, oldest first."""
    query = f"SELECT {COLUMNS}, {EXTRA} FROM {JOINS} WHERE w.act_id = ? AND w.label = ? ORDER BY w.since"
    return db.execute(query, (act_id, label)).fetchall()


def labels_on(db: sqlite3.Connection, act_id: str, on: dt.date) -> list[str]:
    """Articles with a wording of their own on that day."""
    day = on.isoformat()
    rows = db.execute(
        "SELECT label FROM wordings WHERE act_id = ? AND since <= ? AND (until IS NULL OR until > ?)",
        (act_id, day, day),
    )
    return [row[0] for row in rows]


_ADDED = """w.act_id = ? AND w.ours = 1 AND w.repealed = 0 AND w.since <= ? AND (w.until IS NULL OR w.until > ?)"""


def added_labels(db: sqlite3.Connection, act_id: str, on: dt.date) -> list[str]:
    """Articles in our own wording on a day, those that the official text before it lacks among them."""
    day = on.isoformat()
    rows = db.execute(f"SELECT w.label FROM wordings w WHERE {_ADDED} ORDER BY w.ordinal", (act_id, day, day))
    return [row[0] for row in rows]


def added_row(db: sqlite3.Connection, act_id: str, label: str, on: dt.date) -> tuple[Any, ...] | None:
    """An article that an amending act added after the newest official text, as it stands on a day."""
    day = on.isoformat()
    row: tuple[Any, ...] | None = db.execute(
        f"SELECT {COLUMNS}, {EXTRA} FROM {JOINS} WHERE {_ADDED} AND w.label = ?", (act_id, day, day, label)
    ).fetchone()
    return row


def causes_from(made_by: str) -> tuple[Cause, ...]:
    return tuple(Cause(row["eli"], row["provision"]) for row in json.loads(made_by))


def unsettled_on(db: sqlite3.Connection, act_id: str, label: str, on: dt.date | None) -> tuple[Unsettled, ...]:
    """Changes that could not be applied and hold on a day (None: since the newest official text)."""
    where = "AND since <= ? AND (until IS NULL OR until > ?)" if on else "AND since IS NOT NULL AND until IS NULL"
    days = (on.isoformat(), on.isoformat()) if on else ()
    rows = db.execute(
        f"SELECT since, eli, provision, reason FROM unsettled WHERE act_id = ? AND label = ? {where} ORDER BY since",
        (act_id, label, *days),
    )
    return tuple(Unsettled(dt.date.fromisoformat(s), Cause(eli, where_), why) for s, eli, where_, why in rows)


def changes_since(db: sqlite3.Connection, since: dt.date, act_id: str | None = None) -> list[Changed]:
    """What changed from a day on, article by article, in the order of days; what was refused among it."""
    own, args = ("AND w.act_id = ?", (since.isoformat(), act_id)) if act_id else ("", (since.isoformat(),))
    rows = db.execute(
        f"""SELECT w.act_id, w.label, w.since, w.made_by, w.repealed, w.ours, w.n_operations,
        NOT EXISTS (SELECT 1 FROM wordings b WHERE b.act_id = w.act_id AND b.label = w.label AND b.since < w.since)
        FROM wordings w WHERE w.since >= ? AND w.made_by != '[]' {own}""",
        args,
    )
    found = [
        Changed(f"{act}#{label}", dt.date.fromisoformat(day), causes_from(made), bool(gone), bool(new), bool(ours), n)
        for act, label, day, made, gone, ours, n, new in rows
    ]
    refused = db.execute(
        f"""SELECT w.act_id, w.label, w.since, w.eli, w.provision, w.reason FROM unsettled w
        WHERE w.since >= ? {own}""",
        args,
    )
    found += [
        Changed(f"{act}#{label}" if label else act, dt.date.fromisoformat(day), (Cause(eli, where),), refused=why)
        for act, label, day, eli, where, why in refused
    ]
    return sorted(found, key=lambda c: (c.day, c.article_id))


def why_no_changes(db: sqlite3.Connection, since: dt.date, act_id: str | None = None) -> Note:
    """What it means that ``changes_since`` found nothing: that there is nothing newer, or that it cannot be told.

    A text may be newer than the day though no amending act was applied: what changed before it is then not known.
    """
    own, args = ("WHERE act_id = ?", (act_id,)) if act_id else ("", ())
    n_texts, n_acts, newest = db.execute(
        f"SELECT count(*), count(DISTINCT act_id), max(as_of) FROM versions {own}", args
    ).fetchone()
    applied = db.execute(f"SELECT EXISTS (SELECT 1 FROM wordings {own})", args).fetchone()[0]
    if applied or newest is None or newest <= since.isoformat():
        return note("no_changes_of_act" if act_id else "no_changes", since=since)
    if n_texts > n_acts:
        return note("no_changes_applied", since=since, newest=newest)
    return note("no_changes_one_text" if act_id else "no_changes_one_text_each", since=since, newest=newest)
