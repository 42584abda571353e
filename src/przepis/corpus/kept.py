"""Records read from the store, kept until the store changes: one search looks the same articles up several times."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import OrderedDict
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
        self._records: OrderedDict[Hashable, Any] = OrderedDict()
        self._own_changes = -1
        self._version = -1
        self._looked = 0.0

    def get(self, key: Hashable, read: Callable[[], T]) -> T:
        """The record of this key, read where it is not there. Inside a transaction nothing is kept."""
        if self._db.in_transaction:
            return read()
        with self._lock:
            self._forget_if_changed()
            if key in self._records:
                self._records.move_to_end(key)
                found: T = self._records[key]
                return found
        record = read()
        with self._lock:
            self._records[key] = record
            if len(self._records) > MOST:
                self._records.popitem(last=False)
        return record

    def _forget_if_changed(self) -> None:
        changes, now = self._db.total_changes, time.monotonic()
        version = self._version
        if now - self._looked > LOOK_AGAIN_S:
            version = self._db.execute("PRAGMA data_version").fetchone()[0]  # counts what other connections did
            self._looked = now
        if (changes, version) != (self._own_changes, self._version):
            self._records.clear()
            self._own_changes, self._version = changes, version
