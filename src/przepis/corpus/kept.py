"""Records read from the store, kept until the store changes: one search looks the same articles up several times."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
MOST = 8000  # records; an article takes a few kilobytes
LOOK_AGAIN_S = 0.05  # another process's changes are seen this late at most


class Kept:
    """For immutable records alone: what is handed out is what is kept."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._lock = threading.Lock()
        self._records: dict[Hashable, Any] = {}
        self._own_changes = -1
        self._version = -1
        self._looked = 0.0

    def get(self, key: Hashable, read: Callable[[], T]) -> T:
        """The record of this key, read where it is not there. Inside a transaction nothing is kept."""
        if self._db.in_transaction:
            return read()
        self._forget_if_changed()
        found: T | Kept = self._records.get(key, self)  # itself: no record
        if not isinstance(found, Kept):
            return found
        record = read()
        with self._lock:
            if len(self._records) >= MOST:
                self._records.pop(next(iter(self._records)))
            self._records[key] = record
        return record

    def _forget_if_changed(self) -> None:
        changes, now = self._db.total_changes, time.monotonic()
        if changes == self._own_changes and now - self._looked <= LOOK_AGAIN_S:
            return
        with self._lock:
            version = self._db.execute("PRAGMA data_version").fetchone()[0]  # counts what other connections did
            self._looked = now
            if (changes, version) != (self._own_changes, self._version):
                self._records.clear()
                self._own_changes, self._version = changes, version
