"""One question through one pipeline."""

from __future__ import annotations

import time

from przepis.index.engine import Filter
from przepis.pipelines.loader import Pipeline
from przepis.records import Hit, Question, Run
from przepis.rerank.units import best_unit
from przepis.retrieve.step import State, Tools

DEPTH = 100  # articles returned at most, the paper's D


def run_pipeline(
    pipeline: Pipeline,
    question: Question,
    tools: Tools,
    *,
    where: Filter | None = None,
    depth: int = DEPTH,
    with_units: int = 0,
) -> Run:
    """``with_units``: for so many of the first hits the best matching unit is found too."""
    state = State(question, tools, where or Filter())
    started = time.perf_counter()
    for step in pipeline.steps:
        with state.timed(step.use):
            step.run(state)
    with state.timed("units"):
        hits = _hits(state, depth, with_units)
    state.stage_ms["total"] = (time.perf_counter() - started) * 1000 + state.usage.cached_ms
    if state.usage.cached_ms:
        state.stage_ms["recorded"] = state.usage.cached_ms
    return Run(
        question.question_id,
        hits,
        stage_ms=dict(state.stage_ms),
        usage=state.usage,
        sure=state.sure,
    )


def _hits(state: State, depth: int, with_units: int) -> tuple[Hit, ...]:
    index = state.tools.index
    rows = state.ranked.rows[:depth].tolist()
    scores = state.ranked.scores[:depth].tolist()
    hits = []
    for rank, (row, score) in enumerate(zip(rows, scores, strict=True), start=1):
        signals = state.signals.get(row, {})
        unit = best_unit(state, row) if rank <= with_units else None
        hits.append(Hit(index.article_ids[row], float(score), rank, unit, signals.get("confidence"), signals))
    return tuple(hits)
