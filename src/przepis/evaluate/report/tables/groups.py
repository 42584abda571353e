"""hit@1 and hit@10 by group: year, register, family of acts, questions without near duplicates."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate.report.tables.main import ranked
from przepis.evaluate.report.tables.table import EMPTY, Cell, Column, Table, percent, text
from przepis.evaluate.runs.results import Results
from przepis.evaluate.runs.scores import score_run
from przepis.records import LabelSet

MANY = 12
"""More families than this would not fit a page; the largest are shown."""


def group_tables(results: Results, labels: LabelSet, prefix: str) -> list[Table]:
    facts = results.questions
    tables = [
        _table(results, labels, "year", {q: f.year for q, f in facts.items() if f.year}, prefix),
        _table(results, labels, "register", {q: f.register for q, f in facts.items() if f.register}, prefix),
        _table(results, labels, "act", {q: f.family for q, f in facts.items() if f.family}, prefix),
        _table(results, labels, "near duplicates", _duplicates(results), prefix),
    ]
    return [table for table in tables if table is not None]


def _duplicates(results: Results) -> dict[str, str]:
    words = {True: "near duplicate in training", False: "none in training"}
    return {q: words[f.near_duplicate] for q, f in results.questions.items() if f.near_duplicate is not None}


def _table(results: Results, labels: LabelSet, name: str, groups: Mapping[str, str], prefix: str) -> Table | None:
    members: dict[str, set[str]] = {}
    for question_id, group in groups.items():
        if labels.articles.get(question_id):
            members.setdefault(group, set()).add(question_id)
    if len(members) < 2:
        return None
    order = sorted(members, key=lambda g: (-len(members[g]), g)) if name == "act" else sorted(members)
    order = order[:MANY]
    metrics = ("hit@1",) if name == "act" else ("hit@1", "hit@10")
    columns = [Column("system", "left")]
    columns += [Column(f"{group} ({len(members[group])})\n{m}") for group in order for m in metrics]
    systems = ranked({n: score_run(run, labels) for n, run in results.runs.items()})
    rows = [
        (text(system), *_cells(results, labels, system, [members[g] for g in order], metrics)) for system in systems
    ]
    caption = f"Number of questions in brackets. {_REMARKS.get(name, '')}".strip()
    return Table(f"By {name}", tuple(columns), tuple(rows), caption, f"{prefix}-by-{name.replace(' ', '-')}")


_REMARKS = {
    "near duplicates": "A near duplicate has a stem in the training examinations (to 2022) whose six-letter prefixes "
    "have a Jaccard index of 0.6 or more; the questions without one are the honest figure.",
    "act": "The act of the first right article; acts with fewer than five questions are put together.",
}


def _cells(
    results: Results, labels: LabelSet, system: str, groups: list[set[str]], metrics: tuple[str, ...]
) -> list[Cell]:
    cells: list[Cell] = []
    for group in groups:
        scores = score_run(results.runs[system], labels, group)
        cells += [percent(scores.mean(m), interval=scores.interval(m)) if scores.n else EMPTY for m in metrics]
    return cells
