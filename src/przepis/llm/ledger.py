"""Every call to a model: when, for what, how many tokens, how long, how much, from the cache or not.

A row is written before the request is sent (state ``sent``) and closed when the answer is in. After a crash
the rows still ``sent`` are exactly the calls whose answer may have been paid for and lost; there are never
more of them than the concurrency limit.
"""

from __future__ import annotations

import datetime as dt
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from przepis.llm.cache import put_response
from przepis.llm.calls import Call, Reply
from przepis.llm.journal import Journal


@dataclass(frozen=True, slots=True)
class StageCost:
    """One stage's line of the cost table; ``per_100`` and ``per_1000`` are USD per that many items."""

    stage: str
    model: str
    n_items: int
    n_calls: int
    n_cached: int
    n_failed: int
    tokens_in: int
    tokens_out: int
    p50_ms: float
    p95_ms: float
    cost_usd: float

    @property
    def per_100(self) -> float:
        return 100 * self.cost_usd / self.n_items if self.n_items else 0.0

    @property
    def per_1000(self) -> float:
        return 1000 * self.cost_usd / self.n_items if self.n_items else 0.0


class Ledger:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def open(self, call: Call, model: str, request_hash: str, *, repair: bool) -> int:
        with self._journal.transaction() as db:
            cursor = db.execute(
                "INSERT INTO calls (started, stage, item, model, request_hash, repair, state)"
                " VALUES (?, ?, ?, ?, ?, ?, 'sent')",
                (_now(), call.stage, call.item, model, request_hash, int(repair)),
            )
        return int(cursor.lastrowid or 0)

    def close_ok(
        self,
        call_id: int,
        call: Call,
        model: str,
        request_hash: str,
        reply: Reply,
        cost: float,
    ) -> None:
        """The answer and what it cost, in one transaction."""
        with self._journal.transaction() as db:
            put_response(db, request_hash, model, call.stage, reply)
            db.execute(
                "UPDATE calls SET state = 'ok', attempts = ?, tokens_in = ?, tokens_out = ?, latency_ms = ?,"
                " cost_usd = ? WHERE call_id = ?",
                (reply.attempts, reply.tokens_in, reply.tokens_out, reply.latency_ms, cost, call_id),
            )

    def close_failed(self, call_id: int, error: str, latency_ms: float) -> None:
        with self._journal.transaction() as db:
            db.execute(
                "UPDATE calls SET state = 'failed', error = ?, latency_ms = ? WHERE call_id = ?",
                (error[:500], latency_ms, call_id),
            )

    def mark_invalid(self, call_ids: Sequence[int], error: str) -> None:
        """Paid for, but of no use: the tokens and the cost stay."""
        with self._journal.transaction() as db:
            db.executemany(
                "UPDATE calls SET state = 'invalid', error = ? WHERE call_id = ?",
                [(error[:500], call_id) for call_id in call_ids],
            )

    def note_cached(self, call: Call, model: str, request_hash: str, *, repair: bool) -> int:
        with self._journal.transaction() as db:
            cursor = db.execute(
                "INSERT INTO calls (started, stage, item, model, request_hash, repair, state, cached)"
                " VALUES (?, ?, ?, ?, ?, ?, 'ok', 1)",
                (_now(), call.stage, call.item, model, request_hash, int(repair)),
            )
        return int(cursor.lastrowid or 0)

    def forget_invalid(self, stage: str) -> int:
        """Drop the kept answers that were of no use, so that a next run asks for them anew; how many items."""
        with self._journal.transaction() as db:
            refused = "SELECT request_hash FROM calls WHERE stage = ? AND state = 'invalid'"
            db.execute(f"DELETE FROM responses WHERE request_hash IN ({refused})", (stage,))
            rows = db.execute(
                "SELECT count(DISTINCT item) AS n FROM calls WHERE stage = ? AND state = 'invalid'", (stage,)
            ).fetchone()
        return int(rows["n"])

    def unfinished(self) -> list[str]:
        """Request hashes sent by a process that ended before their answer was recorded."""
        sql = "SELECT request_hash FROM calls WHERE state = 'sent' ORDER BY call_id"
        return [row["request_hash"] for row in self._journal.rows(sql)]

    def count(self, *, state: str = "") -> int:
        sql = "SELECT count(*) AS n FROM calls WHERE ?1 = '' OR state = ?1"
        return int(self._journal.rows(sql, (state,))[0]["n"])

    def costs(self) -> list[StageCost]:
        """A line per stage and model. An item asked again from the cache is not counted twice."""
        groups = self._journal.rows(
            "SELECT stage, model,"
            " count(DISTINCT CASE WHEN item <> '' THEN item ELSE request_hash END) AS n_items,"
            " sum(cached = 0) AS n_calls, sum(cached) AS n_cached,"
            " sum(state IN ('failed', 'invalid')) AS n_failed,"
            " sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out, sum(cost_usd) AS cost_usd"
            " FROM calls GROUP BY stage, model ORDER BY stage, model"
        )
        return [self._line(dict(g)) for g in groups]

    def _line(self, group: dict[str, int | float | str]) -> StageCost:
        latencies = sorted(
            float(row["latency_ms"])
            for row in self._journal.rows(
                "SELECT latency_ms FROM calls WHERE stage = ? AND model = ? AND cached = 0 AND state <> 'sent'",
                (group["stage"], group["model"]),
            )
        )
        p50 = statistics.median(latencies) if latencies else 0.0
        p95 = latencies[min(len(latencies) - 1, int(0.95 * len(latencies)))] if latencies else 0.0
        return StageCost(p50_ms=p50, p95_ms=p95, **group)  # type: ignore[arg-type]


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
