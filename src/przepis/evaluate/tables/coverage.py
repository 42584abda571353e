"""Coverage of the candidates, and hit@k with the candidates limited to annotated articles."""

from __future__ import annotations

from przepis.evaluate.coverage import coverage
from przepis.evaluate.results import Results
from przepis.evaluate.scores import score_run
from przepis.evaluate.tables.main import ranked
from przepis.evaluate.tables.table import Cell, Column, Table, number, percent, text
from przepis.records import LabelSet


def coverage_table(results: Results, labels: LabelSet, slug: str) -> Table | None:
    """None where nothing is annotated: the shares would all be zero."""
    plain = {name: score_run(run, labels) for name, run in results.runs.items()}
    if not any(flag for run in results.runs.values() for r in run.values() for flag in r.annotated):
        return None
    columns = [Column("system", "left"), Column("first 10"), Column("all ranked"), Column("not right"), Column("right")]
    columns += [Column(c) for c in ("hit@1", "hit@1 matched", "hit@10", "hit@10 matched", "mrr", "mrr matched")]
    rows = []
    for name in ranked(plain):
        found = coverage(results.runs[name], labels)
        row: list[Cell] = [text(name), percent(found.share_10), percent(found.share_all)]
        row += [percent(found.share_not_right), percent(found.share_right)]
        for metric in ("hit@1", "hit@10"):
            row += [percent(plain[name].mean(metric)), percent(found.matched.mean(metric))]
        row += [number(plain[name].mean("mrr")), number(found.matched.mean("mrr"))]
        rows.append(tuple(row))
    caption = (
        "Share of the ranked articles that carry a surrogate: among the first ten, among all ranked, among those that "
        "are not right and those that are. `matched`: the articles without a surrogate left out of every list. A run "
        "with --annotated-only searches the annotated articles alone and stands in the tables as NAME+annotated."
    )
    return Table("Surrogate coverage of what is ranked", tuple(columns), tuple(rows), caption, slug)
