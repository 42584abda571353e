"""The SQLite file behind the ledger and the response cache: one connection, one lock, one transaction a
call.

An answer and its ledger row are committed together before anyone sees the answer, so that a killed process
has either both or neither, and never pays twice for what it was given.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from przepis.errors import StoreError

SCHEMA_VERSION = 2
_SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
    call_id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,            -- UTC
    stage TEXT NOT NULL,
    item TEXT NOT NULL DEFAULT '',    -- article_id or question_id
    model TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    repair INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL,              -- sent, ok, invalid, failed
    cached INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    tokens_in INTEGER NOT NULL DEFAULT 0,
    tokens_out INTEGER NOT NULL DEFAULT 0,
    latency_ms REAL NOT NULL DEFAULT 0,
    cost_usd REAL NOT NULL DEFAULT 0,
    error TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS calls_stage ON calls (stage, state);
CREATE TABLE IF NOT EXISTS responses (
    request_hash TEXT PRIMARY KEY,
    model TEXT NOT NULL,
    stage TEXT NOT NULL,
    text TEXT NOT NULL,
    tokens_in INTEGER NOT NULL,
    tokens_out INTEGER NOT NULL,
    finish TEXT NOT NULL,
    written TEXT NOT NULL,
    latency_ms REAL NOT NULL DEFAULT 0  -- what the answer took when it was given
) WITHOUT ROWID;
"""
_FROM_1 = """
ALTER TABLE responses ADD COLUMN latency_ms REAL NOT NULL DEFAULT 0;
UPDATE responses SET latency_ms = coalesce(
    (SELECT max(c.latency_ms) FROM calls c WHERE c.request_hash = responses.request_hash AND c.cached = 0), 0
);
"""


class Journal:
    def __init__(self, path: Path | None) -> None:
        """``None`` keeps everything in memory: for a single question with nothing to resume."""
        self.path = path
        self._lock = threading.RLock()
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._db = sqlite3.connect(path if path is not None else ":memory:", timeout=60.0, check_same_thread=False)
            self._db.row_factory = sqlite3.Row
            self._prepare()
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path} cannot be used as a ledger: {error}") from error

    def _prepare(self) -> None:
        version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"{self.path} was written by a newer przepis: layout {version}, {SCHEMA_VERSION} known here"
            )
        self._db.execute("PRAGMA journal_mode = WAL")
        # Every row is money: it must survive a power cut, not only a crash.
        self._db.execute("PRAGMA synchronous = FULL")
        if version == 1:
            self._db.executescript(_FROM_1)
        self._db.executescript(_SCHEMA)
        self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        self._db.commit()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._db:
            yield self._db

    def rows(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[sqlite3.Row]:
        with self._lock:
            return self._db.execute(sql, parameters).fetchall()

    def close(self) -> None:
        with self._lock:
            self._db.close()
