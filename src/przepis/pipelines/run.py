"""One question through one pipeline."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from przepis.index.engine import Filter, Ranked
from przepis.pipelines.loader import Pipeline
from przepis.records import Hit, Question, Run
from przepis.rerank.units import best_units
from przepis.retrieve.beyond import lies_beyond, none_sure
from przepis.retrieve.step import State, Tools

DEPTH = 100  # articles returned at most, the paper's D
GIVING_WAY = 20  # hits looked at beyond those asked for, where some give way


def run_pipeline(
    pipeline: Pipeline,
    question: Question,
    tools: Tools,
    *,
    where: Filter | None = None,
    depth: int = DEPTH,
    with_units: int = 0,
    least_share: float = 0.0,
    gives_way: Callable[[Sequence[str]], frozenset[str]] | None = None,
) -> Run:
    """``with_units``: for so many of the first hits the best matching unit is found too, if it is so likely.

    ``gives_way`` says of articles which of them stand behind the others, however well they match.
    """
    state = State(question, tools, where or Filter())
    started = time.perf_counter()
    for step in pipeline.steps:
        with state.timed(step.use):
            step.run(state)
    with state.timed("beyond"):  # before any hit gives way: how many are asked for makes no difference
        beyond = lies_beyond(state)
    with state.timed("units"):
        if gives_way is not None:
            state.ranked = _behind(state, depth, gives_way)
            state.sure = _still_sure(state)
        hits = _hits(state, depth, with_units, least_share)
        if beyond is not None:
            state.sure, hits = False, none_sure(hits)
    state.stage_ms["total"] = (time.perf_counter() - started) * 1000 + state.usage.cached_ms
    if state.usage.cached_ms:
        state.stage_ms["recorded"] = state.usage.cached_ms
    return Run(
        question.question_id,
        hits,
        stage_ms=dict(state.stage_ms),
        usage=state.usage,
        sure=state.sure,
        enough=state.enough,
        faults=dict(state.faults),
        notes=() if beyond is None else (beyond,),
    )


def _behind(state: State, depth: int, gives_way: Callable[[Sequence[str]], frozenset[str]]) -> Ranked:
    """The first ``depth`` hits, those that give way behind; some more are looked at, to take their places.

    Looked at in turn, until there are as many as are wanted: most often few give way, and few more are read.
    """
    ids, rows = state.tools.index.article_ids, state.ranked.rows[: depth + GIVING_WAY].tolist()
    first: list[int] = []
    last: list[int] = []
    at = 0
    while at < len(rows) and len(first) < depth:
        looked_at = range(at, min(at + depth - len(first), len(rows)))
        later = gives_way([ids[rows[place]] for place in looked_at])
        for place in looked_at:
            (last if ids[rows[place]] in later else first).append(place)
        at = looked_at.stop
    order = (first + last)[:depth]
    return Ranked(state.ranked.rows[order], state.ranked.scores[order])


def _still_sure(state: State) -> bool | None:
    """What was judged may have given way: then the confidence of the one that took its place decides."""
    if not state.sure or state.enough is None or not len(state.ranked.rows):
        return state.sure
    return state.signals.get(int(state.ranked.rows[0]), {}).get("confidence", 0.0) >= state.enough


def _hits(state: State, depth: int, with_units: int, least_share: float) -> tuple[Hit, ...]:
    index = state.tools.index
    rows = state.ranked.rows[:depth].tolist()
    scores = state.ranked.scores[:depth].tolist()
    units = best_units(state, rows[:with_units], least_share)
    hits = []
    for rank, (row, score) in enumerate(zip(rows, scores, strict=True), start=1):
        signals = state.signals.get(row, {})
        unit = units[rank - 1] if rank <= len(units) else None
        hits.append(Hit(index.article_ids[row], float(score), rank, unit, signals.get("confidence"), signals))
    return tuple(hits)
