"""What each component of the cascade is worth: hit@1 when it is taken out, ours and the paper's."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate.report import paper_numbers as paper
from przepis.evaluate.report.tables.table import Cell, Column, Table, number, percent, text
from przepis.evaluate.runs.scores import Scores


def ablations_of(scores: Mapping[str, Scores], whole: str) -> dict[str, str]:
    """System -> component taken out. The paper's by table; ours by name: ``x-no-y`` is x without y."""
    if whole == paper.ABLATION_OF:
        return {name: part for name, part in paper.ABLATIONS.items() if name in scores}
    prefix = f"{whole}-no-"
    return {name: name.removeprefix(prefix) for name in scores if name.startswith(prefix)}


def ablation_table(
    scores: Mapping[str, Scores], whole: str, slug: str, *, papers_questions: bool = False
) -> Table | None:
    parts = ablations_of(scores, whole)
    if whole not in scores or not parts:
        return None
    with_paper = papers_questions and whole == paper.ABLATION_OF
    columns = [Column("without", "left"), Column("hit@1"), Column("hit@10"), Column("mrr"), Column("Δ hit@1")]
    if with_paper:
        columns += [Column("hit@1", theirs=True), Column("Δ hit@1", theirs=True)]
    rows = [_row("nothing", whole, scores, whole, with_paper)]
    rows += [_row(part, name, scores, whole, with_paper) for name, part in parts.items()]
    return Table(f"Components of {whole}", tuple(columns), tuple(rows), "", slug)


def _row(part: str, name: str, scores: Mapping[str, Scores], whole: str, with_paper: bool) -> tuple[Cell, ...]:
    s = scores[name]
    change = 100 * (s.mean("hit@1") - scores[whole].mean("hit@1"))
    cells = [text(part), percent(s.mean("hit@1")), percent(s.mean("hit@10")), number(s.mean("mrr")), _points(change)]
    if with_paper:
        printed, best = paper.MAIN[name].hit[0], paper.MAIN[whole].hit[0]
        cells += [Cell(f"{printed:.1f}", printed), _points(printed - best)]
    return tuple(cells)


def _points(value: float) -> Cell:
    return Cell(f"{value:+.1f}".replace("-", "−") if value else "", value)
