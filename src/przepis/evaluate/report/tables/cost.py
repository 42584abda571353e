"""Latency, calls, tokens and money, beside quality."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate.report import paper_numbers as paper
from przepis.evaluate.report.tables.main import ranked
from przepis.evaluate.report.tables.table import EMPTY, Cell, Column, Table, number, percent, text
from przepis.evaluate.runs.cost import Cost
from przepis.evaluate.runs.scores import Scores


def cost_table(scores: Mapping[str, Scores], costs: Mapping[str, Cost], with_paper: bool, slug: str) -> Table | None:
    """Columns of calls, tokens and money stand only where a model was called."""
    if not costs:
        return None
    paid = any(cost.calls_per_100 for cost in costs.values())
    columns = [Column("system", "left"), Column("hit@1"), Column("hit@20"), Column("p50 ms"), Column("p95 ms")]
    if with_paper:
        columns.append(Column("p50 ms", theirs=True))
    if paid:
        columns += [Column(f"{what} / 100 q") for what in ("calls", "tokens in", "tokens out", "USD")]
    if with_paper:
        columns.append(Column("USD / 100 q", theirs=True))
    rows = [tuple(_row(name, scores[name], costs[name], paid, with_paper)) for name in ranked(scores) if name in costs]
    caption = "Time of one question on this machine, one at a time where --workers was 1."
    caption += "" if paid else " No system here calls a language model."
    if any(cost.recorded for cost in costs.values()):
        caption += (
            " Answers of a model were recorded: they count with the tokens, price and time they took when they were "
            "given; where nobody timed them, the time is that of the search alone."
        )
    if with_paper:
        caption += (
            " The paper's times are of retrieval alone, from its released records; its prices include generation."
        )
    return Table("Cost and latency", tuple(columns), tuple(rows), caption, slug)


def _row(name: str, s: Scores, cost: Cost, paid: bool, with_paper: bool) -> list[Cell]:
    printed = paper.MAIN.get(name)
    row = [text(name), percent(s.mean("hit@1")), percent(s.mean("hit@20"))]
    row += [number(cost.p50_ms, 1), number(cost.p95_ms, 1)]
    if with_paper:
        row.append(_printed(printed.retrieval_p50_ms if printed else None, 0))
    if paid:
        row += [number(cost.calls_per_100, 0), number(cost.tokens_in_per_100, 0)]
        row += [number(cost.tokens_out_per_100, 0), number(cost.usd_per_100, 3)]
    if with_paper:
        row.append(_printed(printed.usd_per_100 if printed else None, 3))
    return row


def _printed(value: float | None, decimals: int) -> Cell:
    return EMPTY if value is None else number(value, decimals)


def stage_table(costs: Mapping[str, Cost], slug: str) -> Table | None:
    """p50 / p95 of every stage, so that a slow one can be found."""
    stages = list(dict.fromkeys(stage for cost in costs.values() for stage in cost.stages))
    if not stages:
        return None
    columns = (Column("system", "left"), *(Column(stage) for stage in stages))
    rows = tuple((text(name), *(_stage(cost, stage) for stage in stages)) for name, cost in costs.items())
    return Table("Stages, p50 / p95 ms", columns, rows, "", slug)


def _stage(cost: Cost, stage: str) -> Cell:
    if stage not in cost.stages:
        return EMPTY
    low, high = cost.stages[stage]
    return Cell(f"{low:.1f} / {high:.1f}", round(low, 3))
