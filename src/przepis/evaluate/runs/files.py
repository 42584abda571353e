"""Run files on disk: per-question JSONL (ours) and TREC. Reading says which line is wrong."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from przepis.artifact import numbered_jsonl
from przepis.errors import LabelError
from przepis.records import Hit, Run, to_json

SIGNALS_FOR = 10
"""Signals are kept for the first hits only: a hundred hits with forty features each would be mostly signals."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """One question's result as read back."""

    question_id: str
    article_ids: tuple[str, ...]
    scores: tuple[float, ...] = ()
    units: Mapping[str, str] = field(default_factory=dict)
    annotated: tuple[bool, ...] = ()
    confidence: float | None = None  # of the first hit
    error: str = ""
    answer: Mapping[str, Any] | None = None
    context: tuple[str, ...] = ()
    faults: Mapping[str, int] = field(default_factory=dict)


RunFile = Mapping[str, Ranking]


def order_by_score(scores: Mapping[str, float]) -> list[str]:
    """Best first; equal scores in descending order of id, as trec_eval has them."""
    return sorted(sorted(scores, reverse=True), key=lambda article_id: -scores[article_id])


def run_row(run: Run, annotated: frozenset[str]) -> dict[str, Any]:
    """What is the same whenever the run is repeated: no times, no money."""
    row: dict[str, Any] = {
        "question_id": run.question_id,
        "hits": [_hit_row(hit, annotated) for hit in run.hits],
        "error": run.error,
    }
    if run.answer is not None:
        row["answer"] = _without_quotes(to_json(run.answer))
        row["context"] = list(run.context)
    if run.faults:
        row["faults"] = dict(sorted(run.faults.items()))
    return row


def _without_quotes(answer: dict[str, Any]) -> dict[str, Any]:
    """The law's own words are in the corpus, not in a run's file."""
    return {**answer, "citations": [{k: v for k, v in c.items() if k != "quote"} for c in answer["citations"]]}


def cost_row(run: Run, workers: int) -> dict[str, Any]:
    """What differs from one repetition to the next, kept in a file of its own."""
    return {
        "question_id": run.question_id,
        "stage_ms": {stage: round(ms, 3) for stage, ms in run.stage_ms.items()},
        "n_calls": run.usage.n_calls,
        "n_cached": run.usage.n_cached,
        "tokens_in": run.usage.tokens_in,
        "tokens_out": run.usage.tokens_out,
        "cost_usd": run.usage.cost_usd,
        "workers": workers,
    }


def _hit_row(hit: Hit, annotated: frozenset[str]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "article_id": hit.article_id,
        "rank": hit.rank,
        "score": _short(hit.score),
        "annotated": hit.article_id in annotated,
    }
    if hit.unit is not None:
        row["unit"] = "/".join(hit.unit.path)
    if hit.confidence is not None and math.isfinite(hit.confidence):
        row["confidence"] = _short(hit.confidence)
    if hit.signals and hit.rank <= SIGNALS_FOR:
        row["signals"] = {name: _short(value) for name, value in sorted(hit.signals.items()) if math.isfinite(value)}
    return row


def _short(value: float) -> float:
    return float(f"{value:.7g}")


def to_line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def read_run(path: Path) -> dict[str, Ranking]:
    """A finished run; a cut or empty file is refused."""
    found: dict[str, Ranking] = {}
    for number, row in _rows(path):
        try:
            ranking = _ranking(row)
        except (KeyError, TypeError) as error:
            raise LabelError(f"{path}, line {number}: not a result ({error!r}); hits, question_id expected") from error
        if ranking.question_id in found:
            raise LabelError(f"{path}, line {number}: question {ranking.question_id} appears twice")
        found[ranking.question_id] = ranking
    if not found:
        raise LabelError(f"{path} is an empty run: no question was answered")
    return found


def read_costs(path: Path) -> dict[str, dict[str, Any]]:
    return {row["question_id"]: row for _, row in _rows(path)} if path.is_file() else {}


def _rows(path: Path) -> Iterable[tuple[int, dict[str, Any]]]:
    if not path.is_file():
        raise LabelError(f"no run file {path}")
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        raise LabelError(f"{path} is cut short: its last line does not end; run `przepis bench run` again")
    yield from numbered_jsonl(path, LabelError)


def _ranking(row: Mapping[str, Any]) -> Ranking:
    hits: Sequence[Mapping[str, Any]] = row["hits"]
    ids = tuple(hit["article_id"] for hit in hits)
    if len(set(ids)) != len(ids):
        raise KeyError(f"an article twice in the hits of {row['question_id']}")
    return Ranking(
        question_id=row["question_id"],
        article_ids=ids,
        scores=tuple(float(hit["score"]) for hit in hits),
        units={hit["article_id"]: hit["unit"] for hit in hits if "unit" in hit},
        annotated=tuple(bool(hit.get("annotated")) for hit in hits),
        confidence=hits[0].get("confidence") if hits else None,
        error=row.get("error", ""),
        answer=row.get("answer"),
        context=tuple(row.get("context", ())),
        faults=row.get("faults", {}),
    )


def trec_lines(run: RunFile, tag: str) -> Iterable[str]:
    """Six columns. trec_eval sorts by score, so where a run's own scores would not give its order, ranks stand in."""
    for question_id, ranking in run.items():
        ids = list(ranking.article_ids)
        scores = dict(zip(ids, ranking.scores, strict=True)) if ranking.scores else {}
        if not scores or order_by_score(scores) != ids:
            scores = {article_id: float(len(ids) - place) for place, article_id in enumerate(ids)}
        for rank, article_id in enumerate(ids, start=1):
            yield f"{question_id} Q0 {article_id} {rank} {scores[article_id]:.7g} {tag}\n"
