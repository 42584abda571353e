"""Answers already paid for, by hash of model, prompt and input."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Iterator

from przepis.llm.calls import Reply
from przepis.llm.journal import Journal


class ResponseCache:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def get(self, request_hash: str) -> Reply | None:
        rows = self._journal.rows("SELECT * FROM responses WHERE request_hash = ?", (request_hash,))
        if not rows:
            return None
        row = rows[0]
        return Reply(row["text"], row["tokens_in"], row["tokens_out"], row["finish"], 0, row["latency_ms"])

    def put(self, request_hash: str, model: str, stage: str, reply: Reply) -> None:
        with self._journal.transaction() as db:
            put_response(db, request_hash, model, stage, reply)

    def forget(self, *hashes: str) -> None:
        with self._journal.transaction() as db:
            db.executemany("DELETE FROM responses WHERE request_hash = ?", [(h,) for h in hashes])

    def __len__(self) -> int:
        return int(self._journal.rows("SELECT count(*) AS n FROM responses")[0]["n"])

    def entries(self, stage: str = "", model: str = "") -> Iterator[tuple[str, str, str, Reply]]:
        """(request_hash, model, stage, reply), ordered so that two exports of one cache are the same bytes."""
        for row in self._journal.rows(
            "SELECT * FROM responses WHERE (?1 = '' OR stage = ?1) AND (?2 = '' OR model = ?2) ORDER BY request_hash",
            (stage, model),
        ):
            reply = Reply(row["text"], row["tokens_in"], row["tokens_out"], row["finish"], 1, row["latency_ms"])
            yield row["request_hash"], row["model"], row["stage"], reply


def put_response(db: sqlite3.Connection, request_hash: str, model: str, stage: str, reply: Reply) -> None:
    """Within the caller's transaction: the ledger row of the same call goes with it."""
    db.execute(
        "INSERT OR REPLACE INTO responses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            request_hash,
            model,
            stage,
            reply.text,
            reply.tokens_in,
            reply.tokens_out,
            reply.finish,
            dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
            reply.latency_ms,
        ),
    )
