"""Coverage of the candidates, and every metric with the candidates limited to annotated articles."""

from __future__ import annotations

from przepis.evaluate.report.tables.main import ranked
from przepis.evaluate.report.tables.table import Cell, Column, Table, number, percent, text
from przepis.evaluate.runs.coverage import coverage, matched_questions
from przepis.evaluate.runs.results import Results
from przepis.evaluate.runs.scores import score_run
from przepis.records import LabelSet

_METRICS = ("hit@1", "hit@5", "hit@10", "hit@100", "mrr", "ndcg@10")


def coverage_table(results: Results, labels: LabelSet, slug: str) -> Table | None:
    """None where no right article is annotated: there is no matched subset."""
    chosen = matched_questions(labels, results.annotated_right)
    if not chosen:
        return None
    columns = [Column("system", "left"), Column("first 10\nannotated"), Column("all ranked\nannotated")]
    columns.append(Column("not right\nannotated"))
    columns += [Column(f"{metric}\n{which}") for metric in _METRICS for which in ("whole", "matched")]
    rows = []
    for name in ranked({name: score_run(run, labels) for name, run in results.runs.items()}):
        found = coverage(results.runs[name], labels, results.annotated_right)
        row: list[Cell] = [
            text(name),
            percent(found.share_10),
            percent(found.share_all),
            percent(found.share_not_right),
        ]
        for metric in _METRICS:
            shape = number if metric in ("mrr", "ndcg@10") else percent
            row += [shape(found.plain.mean(metric)), shape(found.matched.mean(metric))]
        rows.append(tuple(row))
    caption = (
        f"Annotated: the share of the ranked articles that carry a surrogate. Metrics over the {len(chosen)} of "
        f"{len(labels.articles)} questions whose right article carries one: on the whole lists, and matched, with the "
        "articles without a surrogate left out. Runs made with --annotated-only (NAME+annotated) limit the search."
    )
    return Table("Surrogate coverage of what is ranked", tuple(columns), tuple(rows), caption, slug)
