"""Citation and answer accuracy over all questions, with the achievable band; only for runs made with --answers."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate.report import paper_numbers as paper
from przepis.evaluate.report.tables.table import EMPTY, Cell, Column, Table, count, number, percent, text
from przepis.evaluate.runs.citation_scoring import AnswerScores
from przepis.evaluate.statistics.achievable_band import achievable_band
from przepis.evaluate.statistics.wilson import wilson


def citation_table(found: Mapping[str, AnswerScores], slug: str) -> Table | None:
    if not found:
        return None
    names = ("article", "unit", "G", "answer", "grounded", "abstained")
    columns = [Column("system", "left"), *(Column(n) for n in names)]
    columns += [Column("article", theirs=True), Column("G", theirs=True)]
    floor, ceiling = (found.get(name) for name in ("closed-book", "oracle"))
    rows = []
    for name, s in sorted(found.items(), key=lambda pair: (-pair[1].n_cited, pair[0])):
        band: Cell = EMPTY
        if floor and ceiling and floor.n_cited != ceiling.n_cited:
            band = number(achievable_band(s.n_cited, floor.n_cited, ceiling.n_cited), 2)
        printed = paper.MAIN.get(name)
        row = [text(name), percent(s.n_cited / s.n, interval=wilson(s.n_cited, s.n))]
        row.append(percent(s.n_unit / s.n_with_unit) if s.n_with_unit else EMPTY)
        row += [band, percent(s.n_option / s.n_options) if s.n_options else EMPTY, percent(s.grounded)]
        row.append(count(s.n_abstained))
        row += [Cell(f"{printed.citation:.1f}", printed.citation), number(printed.band, 2)] if printed else [EMPTY] * 2
        rows.append(tuple(row))
    caption = (
        "Over all questions: the first cited article is the reference (article), with its subdivision where the key "
        "names one (unit). G: share of the band between closed-book and oracle. grounded: citations whose article was "
        "in the context."
    )
    return Table("Citations and answers", tuple(columns), tuple(rows), caption, slug)
