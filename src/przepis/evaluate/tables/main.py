"""The main table: hit@k, ranking metrics, document hit rate; the paper's hit@1 and MRR beside ours."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate import paper_numbers as paper
from przepis.evaluate.scores import HITS, Scores
from przepis.evaluate.tables.table import EMPTY, Cell, Column, Table, count, mark_best, number, percent, text

CONTROLS = ("oracle", "oracle-doc", "random", "closed-book")


def main_table(scores: Mapping[str, Scores], title: str, with_paper: bool, slug: str = "main") -> Table:
    names = ranked(scores)
    units = any("unit@1" in s.values for s in scores.values())
    columns = [Column("system", "left"), *(Column(m) for m in HITS), Column("mrr"), Column("ndcg@10")]
    columns += [Column("recall@10"), Column("doc@10")] + ([Column("unit@1")] if units else [])
    columns += [Column("hit@1, all"), Column("failed")]
    if with_paper:
        columns += [Column(name, theirs=True) for name in ("hit@1", "hit@10", "hit@100", "mrr", "ndcg@10")]
    rows = [_row(name, scores[name], units, with_paper) for name in names]
    judged = [i for i, name in enumerate(names) if name not in CONTROLS]
    for place in range(1, 12 if not units else 13):
        if columns[place].name != "failed":
            mark_best(rows, place, judged)
    n = next(iter(scores.values()))
    caption = (
        f"Over the {n.n} questions with a label, of {n.n_all}; `hit@1, all` counts the others as missed. Controls "
        "are not set bold. 95 % intervals on hover: Wilson for shares, bootstrap for means. nDCG and recall count "
        "every provision of a question."
    )
    if with_paper:
        caption += " Columns marked (paper) were printed by the authors, for their corpus, model and encoder."
    return Table(title, tuple(columns), tuple(tuple(row) for row in rows), caption, slug)


def ranked(scores: Mapping[str, Scores]) -> list[str]:
    """Best hit@1 first, controls last."""
    return sorted(scores, key=lambda n: (n in CONTROLS, -scores[n].mean("hit@1"), -scores[n].mean("mrr"), n))


def _row(name: str, s: Scores, units: bool, with_paper: bool) -> list[Cell]:
    row = [text(name)]
    row += [percent(s.mean(m), interval=s.interval(m)) for m in HITS]
    row += [number(s.mean(m), interval=s.interval(m)) for m in ("mrr", "ndcg@10")]
    row += [percent(s.mean("recall@10")), percent(s.mean("doc@10"), interval=s.interval("doc@10"))]
    if units:
        row.append(percent(s.mean("unit@1"), interval=s.interval("unit@1")) if "unit@1" in s.values else EMPTY)
    row += [percent(s.mean_over_all("hit@1")), count(s.n_failed)]
    if with_paper:
        row += _paper(name)
    return row


def _paper(name: str) -> list[Cell]:
    printed = paper.MAIN.get(name)
    if printed is None:
        return [EMPTY] * 5
    hits = [Cell(f"{printed.hit[i]:.1f}", printed.hit[i]) for i in (0, 2, 5)]
    return [*hits, number(printed.mrr), number(printed.ndcg)]
