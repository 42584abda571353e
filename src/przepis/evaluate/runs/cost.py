"""Latency, tokens, calls and money of a run, from its cost file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Cost:
    n: int
    p50_ms: float
    p95_ms: float
    stages: Mapping[str, tuple[float, float]]  # stage -> p50, p95
    calls_per_100: float
    tokens_in_per_100: float
    tokens_out_per_100: float
    usd_per_100: float
    recorded: float = 0.0  # share of the calls whose answer came from a cache or a recording


def summarise_cost(rows: Mapping[str, Mapping[str, Any]]) -> Cost | None:
    """None where nothing was measured. A question's time is its stage ``total``, else the sum of its stages."""
    if not rows:
        return None
    stages: dict[str, list[float]] = {}
    totals = []
    for row in rows.values():
        spent: Mapping[str, float] = row["stage_ms"]
        totals.append(spent.get("total", sum(spent.values())))
        for stage, ms in spent.items():
            if stage != "total":
                stages.setdefault(stage, []).append(ms)
    n = len(rows)
    return Cost(
        n=n,
        p50_ms=_percentile(totals, 50),
        p95_ms=_percentile(totals, 95),
        stages={stage: (_percentile(ms, 50), _percentile(ms, 95)) for stage, ms in stages.items()},
        calls_per_100=_per_100(rows, "n_calls"),
        tokens_in_per_100=_per_100(rows, "tokens_in"),
        tokens_out_per_100=_per_100(rows, "tokens_out"),
        usd_per_100=_per_100(rows, "cost_usd"),
        recorded=sum(row.get("n_cached", 0) for row in rows.values())
        / max(1, sum(r["n_calls"] for r in rows.values())),
    )


def _percentile(values: list[float], q: float) -> float:
    return float(np.percentile(values, q)) if values else 0.0


def _per_100(rows: Mapping[str, Mapping[str, Any]], name: str) -> float:
    return 100.0 * float(sum(row[name] for row in rows.values())) / len(rows)
