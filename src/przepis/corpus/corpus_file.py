"""The SQLite file of a corpus: opened, its schema made or brought up to date, written whole or not at all."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from przepis.corpus.fingerprint import fingerprint
from przepis.corpus.kept import Kept
from przepis.corpus.schema import OLDEST_VERSION, SCHEMA, SCHEMA_VERSION, TRIGGERS
from przepis.errors import StoreError
from przepis.records import note

FILE_NAME = "corpus.sqlite"
BUSY_S = 30  # how long another process may hold the store


class CorpusFile:
    """Many readers, one writer at a time."""

    def __init__(self, home: Path, *, create: bool = False) -> None:
        self.path = Path(home) / FILE_NAME
        if not self.path.exists():
            if not create:
                raise StoreError(
                    f"no corpus in {home}; run `przepis setup` for the law, or `przepis demo` for a sample",
                    note("error_no_corpus", home=home),
                )
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self.read_only = not os.access(self.path.parent, os.W_OK)
        self.db = self._open()
        self.kept = Kept(self.db)
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            self.db.close()
            raise StoreError(f"{self.path} is not a corpus, or is damaged ({error})") from error

    def _open(self) -> sqlite3.Connection:
        """Where nothing may be written (a mounted image, another user's folder), SQLite would still make the files of
        its log to read; it is told that nobody changes the corpus, unless a log lies there whose writer may live."""
        address = self.path.absolute().as_uri() + ("?mode=ro" if self.read_only else "?mode=rwc")
        log = self.path.with_name(f"{FILE_NAME}-wal")
        if self.read_only and not (log.exists() and log.stat().st_size):
            address += "&immutable=1"
        return sqlite3.connect(address, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False)

    def _prepare(self) -> None:
        if not self.read_only:
            self._write_ahead()
        self.db.execute("PRAGMA synchronous = NORMAL")
        self.db.execute("PRAGMA foreign_keys = ON")
        found = self.db.execute("PRAGMA user_version").fetchone()[0]
        if found == SCHEMA_VERSION:
            return
        if found == 0 or OLDEST_VERSION <= found < SCHEMA_VERSION:
            if self.read_only:
                raise StoreError(
                    f"{self.path} has schema {found} and must be brought to {SCHEMA_VERSION}, but {self.path.parent} "
                    "cannot be written; run any command once where it can"
                )
            # another process may be making it at this very moment: then nothing is left to do
            self.db.executescript(
                f"BEGIN IMMEDIATE; {SCHEMA} {TRIGGERS} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
            )
            return
        raise StoreError(f"{self.path} has schema {found}, this program reads {SCHEMA_VERSION}; import the law again")

    def _write_ahead(self) -> None:
        """SQLite waits for a lock everywhere but here, where two processes that make the same store meet."""
        deadline = time.monotonic() + BUSY_S
        while True:
            try:
                self.db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def close(self) -> None:
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; a kill in between leaves the store as it was."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.db.execute("COMMIT")
        except BaseException:
            if self.db.in_transaction:  # on a full disk SQLite has gone back by itself
                self.db.execute("ROLLBACK")
            raise

    def get_meta(self, key: str, default: str = "") -> str:
        row = self.db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else default

    def set_meta(self, key: str, value: str) -> None:
        self.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def fingerprint(self) -> str:
        """Changes whenever what an index is built from does; an index records the one it was built from."""
        return fingerprint(self.db)
