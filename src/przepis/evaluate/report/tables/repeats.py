"""Pipelines that were run more than once (NAME, NAME@2 …): how much hit@1 varies, how often the order repeats."""

from __future__ import annotations

from przepis.evaluate.report.compare import compare_repeats
from przepis.evaluate.report.tables.table import Column, Table, count, number, percent, text
from przepis.evaluate.runs.results import Results
from przepis.records import LabelSet


def repeats_table(results: Results, labels: LabelSet, slug: str) -> Table | None:
    groups: dict[str, list[str]] = {}
    for name in sorted(results.runs):
        groups.setdefault(name.split("@")[0], []).append(name)
    rows = []
    for name, members in groups.items():
        if len(members) < 2:
            continue
        found = compare_repeats([results.runs[member] for member in members], labels)
        mean = sum(found.hit_at_1) / found.n_runs
        row = [text(name), count(found.n_runs), percent(mean), number(100 * found.deviation, 2)]
        rows.append((*row, percent(found.same_first), percent(found.same_ten), percent(found.same_list)))
    if not rows:
        return None
    names = ("runs", "hit@1, mean", "deviation, points", "same first, %", "same ten, %", "same list, %")
    caption = "Share of questions for which every run gave the same first article, the same ten, the same permutation."
    columns = (Column("system", "left"), *(Column(name) for name in names))
    return Table("Repeated runs", columns, tuple(rows), caption, slug)
