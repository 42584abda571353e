"""Paired tests: one system against all others (the paper's Table 3), and two systems on every metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from przepis.evaluate.report import paper_numbers as paper
from przepis.evaluate.report.compare import Comparison, FamilyRow, compare_family
from przepis.evaluate.report.tables.table import EMPTY, Cell, Column, Table, count, p_value, percent, text
from przepis.evaluate.runs.scores import Scores


def family_table(
    baseline: str,
    scores: Mapping[str, Scores],
    metric: str,
    slug: str = "paired",
    *,
    papers_questions: bool = False,
) -> Table:
    others = {name: s for name, s in scores.items() if name != baseline}
    rows = compare_family(scores[baseline], others, metric)
    with_paper = papers_questions and baseline == paper.ABLATION_OF and metric == "hit@1"
    columns = [Column("against", "left"), Column(metric), Column("Δ"), Column("b"), Column("c"), Column("p")]
    columns += [Column("p exact"), Column("p Holm"), Column("remark", "left")]
    if with_paper:
        columns += [Column(name, theirs=True) for name in ("b", "c", "p")]
    n = next(iter(scores.values())).n
    caption = (
        f"{baseline}: {100 * scores[baseline].mean(metric):.1f} % of {n}. b: right for {baseline} only, c: for the "
        "other only; cells counted within each stratum (year) and summed. McNemar's test with Edwards' correction, "
        f"exact binomial beside it, Holm over the {len(rows)} tests of this table."
    )
    body = tuple(tuple(_family_row(row, with_paper)) for row in rows)
    return Table(f"{baseline} against every other system, {metric}", tuple(columns), body, caption, slug)


def _family_row(row: FamilyRow, with_paper: bool) -> list[Cell]:
    pair = row.paired
    cells = [text(row.other), percent(row.value), _signed(row.difference), count(pair.b), count(pair.c)]
    cells += [p_value(pair.p), p_value(pair.p_exact), p_value(row.p_holm), text(pair.note)]
    if with_paper:
        printed = paper.MCNEMAR_AT_1.get(row.other)
        if printed is None:
            return [*cells, EMPTY, EMPTY, EMPTY]
        b, c, p = printed
        cells += [count(b), count(c), Cell("<0.001", 0.0) if p is None else Cell(f"{p:.3f}", p)]
    return cells


def _signed(share: float) -> Cell:
    return Cell(f"{100 * share:+.1f}".replace("-", "−"), round(100 * share, 6))


def comparison_table(first: str, second: str, found: Sequence[Comparison]) -> Table:
    columns = ("metric", first, second, "Δ", "95 % of Δ", "b", "c", "p", "p exact", "remark")
    left = frozenset({"metric", "remark"})
    rows = tuple(tuple(_comparison_row(each)) for each in found)
    caption = "Intervals of the difference: paired bootstrap. p: McNemar's test with Edwards' correction."
    shaped = tuple(Column(c, "left" if c in left else "right") for c in columns)
    return Table(f"{first} against {second}", shaped, rows, caption, "comparison")


def _comparison_row(each: Comparison) -> list[Cell]:
    low, high = each.interval
    cells = [text(each.metric), percent(each.first), percent(each.second), _signed(each.difference)]
    cells.append(text(f"{100 * low:+.1f} … {100 * high:+.1f}"))
    if each.paired is None:
        return [*cells, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY]
    pair = each.paired
    return [*cells, count(pair.b), count(pair.c), p_value(pair.p), p_value(pair.p_exact), text(pair.note)]
