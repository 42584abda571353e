"""Pipelines that were run more than once (NAME, NAME@2 …): how much hit@1 varies, how often the order repeats."""

from __future__ import annotations

from przepis.evaluate.report.compare import compare_repeats, compare_runs
from przepis.evaluate.report.tables.table import EMPTY, Column, Table, count, number, p_value, percent, text
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


SHUFFLED = "-shuffled"
PICKED = 8


def position_table(results: Results, labels: LabelSet, slug: str) -> Table | None:
    """Systems beside their twins whose reranker saw the same candidates in random order (NAME, NAME-shuffled)."""
    rows = []
    for name in sorted(results.runs):
        if not name.endswith(SHUFFLED) or name.removesuffix(SHUFFLED) not in results.runs:
            continue
        plain, shuffled = results.runs[name.removesuffix(SHUFFLED)], results.runs[name]
        at_1 = compare_runs(plain, shuffled, labels)[0]
        same = sum(plain[q].article_ids[:1] == shuffled[q].article_ids[:1] for q in plain) / len(plain)
        overlaps = [_overlap(plain[q].article_ids[:PICKED], shuffled[q].article_ids[:PICKED]) for q in plain]
        row = [text(name.removesuffix(SHUFFLED)), count(len(plain)), percent(at_1.first), percent(at_1.second)]
        tested = at_1.paired
        row += [count(tested.b), count(tested.c), p_value(tested.p_exact)] if tested else [EMPTY] * 3
        rows.append((*row, percent(same), percent(sum(overlaps) / len(overlaps))))
    if not rows:
        return None
    names = ("questions", "hit@1", "hit@1, shuffled", "b", "c", "p exact", "same first, %", "overlap of eight, %")
    caption = "The same candidates shown in order of score and in random order: a reranker that reads them all agrees."
    columns = (Column("system", "left"), *(Column(name) for name in names))
    return Table("Position bias of the reranker", columns, tuple(rows), caption, slug)


def _overlap(first: tuple[str, ...], second: tuple[str, ...]) -> float:
    both = set(first) | set(second)
    return len(set(first) & set(second)) / len(both) if both else 1.0
