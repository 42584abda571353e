"""The main table: hit@k, ranking metrics, document hit rate; beside each the figure the paper printed."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate.report import paper_numbers as paper
from przepis.evaluate.report.tables.table import EMPTY, Cell, Column, Table, count, mark_best, number, percent, text
from przepis.evaluate.runs.scores import HITS, Scores

CONTROLS = ("oracle", "oracle-doc", "random", "closed-book")
PRINTED = ("hit@1", "hit@10", "hit@100", "mrr", "ndcg@10")
"""Where the paper's own figure stands beside ours: all six cutoffs would make the table too wide to read."""


def main_table(scores: Mapping[str, Scores], title: str, with_paper: bool, slug: str = "main") -> Table:
    names = ranked(scores)
    metrics = [*HITS, "mrr", "ndcg@10", "recall@10", "doc@10"]
    metrics += ["unit@1"] if any("unit@1" in s.values for s in scores.values()) else []
    failed = any(s.n_failed for s in scores.values())
    columns = [Column("system", "left")] + ([Column("failed")] if failed else [])
    for metric in metrics:
        columns.append(Column(metric))
        if with_paper and metric in PRINTED:
            columns.append(Column(metric, theirs=True))
    columns.append(Column("hit@1, all"))
    rows = [_row(name, scores[name], metrics, with_paper, failed) for name in names]
    judged = [i for i, name in enumerate(names) if name not in CONTROLS]
    for place, column in enumerate(columns):
        if not column.theirs and column.name not in ("system", "failed"):
            mark_best(rows, place, judged)
    n = next(iter(scores.values()))
    return Table(title, tuple(columns), tuple(tuple(row) for row in rows), _caption(n, with_paper), slug)


def _caption(scores: Scores, with_paper: bool) -> str:
    caption = (
        f"Over the {scores.n} questions with a label, of {scores.n_all}; 'hit@1, all' counts the others as missed. "
        "Controls are not set bold. 95 % intervals on hover: Wilson for shares, bootstrap for means. nDCG and recall "
        "count every provision of a question."
    )
    if with_paper:
        caption += (
            " Columns marked (paper) were printed by the authors, for their corpus, model and encoder, on their "
            "labels; their MRR and nDCG count the best-ranked provision only."
        )
    return caption


def ranked(scores: Mapping[str, Scores]) -> list[str]:
    """Best hit@1 first, controls last."""
    return sorted(scores, key=lambda n: (n in CONTROLS, -scores[n].mean("hit@1"), -scores[n].mean("mrr"), n))


def _row(name: str, s: Scores, metrics: list[str], with_paper: bool, failed: bool) -> list[Cell]:
    row = [text(name)] + ([count(s.n_failed)] if failed else [])
    for metric in metrics:
        if metric not in s.values:
            row.append(EMPTY)
        elif metric in ("mrr", "ndcg@10"):
            row.append(number(s.mean(metric), interval=s.interval(metric)))
        else:
            row.append(percent(s.mean(metric), interval=s.interval(metric)))
        if with_paper and metric in PRINTED:
            row.append(_printed(name, metric))
    return [*row, percent(s.mean_over_all("hit@1"))]


def _printed(name: str, metric: str) -> Cell:
    printed = paper.MAIN.get(name)
    if printed is None:
        return EMPTY
    if metric.startswith("hit@"):
        value = printed.hit[paper.CUTOFFS.index(int(metric[4:]))]
        return Cell(f"{value:.1f}", value)
    return number(printed.mrr if metric == "mrr" else printed.ndcg)
