"""What an index was built from, in one line: equal for equal contents, whenever and in whatever order they came."""

from __future__ import annotations

import hashlib
import sqlite3

_KEY = "fingerprint"

_CONTENTS = (
    "SELECT act_id, title, kind, date, status, keywords, unit_style FROM acts ORDER BY act_id",
    """SELECT a.act_id, a.label, a.ordinal, t.exact_hash, h.path, a.repealed, a.valid_from FROM articles a
    JOIN texts t USING (text_id) JOIN headings h USING (headings_id) WHERE a.newest = 1 ORDER BY a.act_id, a.ordinal""",
    "SELECT act_id, label, text_hash, body FROM surrogates ORDER BY act_id, label",
    """SELECT c.version_id, c.label, c.text, c.whole FROM coming c JOIN articles a
    ON a.version_id = c.version_id AND a.label = c.label WHERE a.newest = 1 ORDER BY c.version_id, c.label""",
    "SELECT act_id, label, text, register, also FROM asked ORDER BY act_id, label, text",
)


def fingerprint(db: sqlite3.Connection) -> str:
    """Changes whenever the newest texts, what is said of their acts, or their surrogates do.

    Reading every article takes a second on the full corpus, so the result is kept; triggers make it void.
    """
    if kept := _kept(db):
        return kept
    if db.in_transaction:
        return _computed(db)
    try:
        db.execute("BEGIN IMMEDIATE")  # nobody may change what is being read before the result is kept
    except sqlite3.OperationalError:
        return _computed(db)  # another process is writing, or the file is read-only: not worth waiting for
    try:
        found = _computed(db)
        db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_KEY, found))
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
    return found


def _kept(db: sqlite3.Connection) -> str:
    row = db.execute("SELECT value FROM meta WHERE key = ?", (_KEY,)).fetchone()
    return row[0] if row else ""


def _computed(db: sqlite3.Connection) -> str:
    digest = hashlib.sha256()
    for query in _CONTENTS:
        for row in db.execute(query):
            digest.update("\x1f".join("" if value is None else str(value) for value in row).encode("utf-8"))
            digest.update(b"\x1e")
        digest.update(b"\x1d")
    return digest.hexdigest()[:24]
