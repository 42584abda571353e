"""Citation and answer accuracy over all questions; only for runs made with answers."""

from __future__ import annotations

from collections.abc import Mapping

from przepis.evaluate.report import paper_numbers as paper
from przepis.evaluate.report.tables.table import EMPTY, Cell, Column, Table, count, number, percent, text
from przepis.evaluate.runs.citation_scoring import AnswerScores
from przepis.evaluate.runs.files import RunFile
from przepis.evaluate.statistics.achievable_band import achievable_band
from przepis.evaluate.statistics.wilson import wilson

RANKS = ((1, 1), (2, 3), (4, 10))


def citation_table(found: Mapping[str, AnswerScores], with_paper: bool, slug: str) -> Table | None:
    """With the achievable band; the authors' strict scorer stands beside ours where their labels are."""
    if not found:
        return None
    strict = any(s.strict for s in found.values())
    names = ["article", "95 %", *(["strict"] if strict else []), "unit", "G", "answer"]
    names += ["gold in context", "grounded", "abstained"]
    columns = [Column("system", "left"), *(Column(n) for n in names)]
    columns += [Column("article", theirs=True), Column("G", theirs=True)] if with_paper else []
    floor, ceiling = (found.get(name) for name in ("closed-book", "oracle"))
    rows = []
    for name, s in sorted(found.items(), key=lambda pair: (-pair[1].n_cited, pair[0])):
        band: Cell = EMPTY
        if floor and ceiling and floor.n_cited != ceiling.n_cited:
            band = number(achievable_band(s.n_cited, floor.n_cited, ceiling.n_cited), 2)
        low, high = wilson(s.n_cited, s.n)
        row = [text(name), percent(s.n_cited / s.n, interval=(low, high)), text(f"{100 * low:.1f}–{100 * high:.1f}")]
        row += [_share(s.strict)] if strict else []
        row += [_share(s.unit), band, _share(s.option), _share(s.in_context), percent(s.grounded)]
        row.append(count(s.n_abstained))
        rows.append((*row, *(_printed(name) if with_paper else ())))
    caption = (
        "Over all questions: the first cited article is the reference (article), with its subdivision where the key "
        "names one (unit). G: share of the band between closed-book and oracle. answer: the right option. gold in "
        "context: a reference article was among those shown. grounded: citations whose article was shown."
    )
    if strict:
        caption += " strict: as the authors score, on their labels (docs/evaluation.md)."
    return Table("Citations and answers", tuple(columns), tuple(rows), caption, slug)


def _share(outcomes: Mapping[str, bool]) -> Cell:
    return percent(sum(outcomes.values()) / len(outcomes)) if outcomes else EMPTY


def _printed(name: str) -> list[Cell]:
    printed = paper.MAIN.get(name)
    return [Cell(f"{printed.citation:.1f}", printed.citation), number(printed.band, 2)] if printed else [EMPTY, EMPTY]


def rank_table(
    found: Mapping[str, AnswerScores], runs: Mapping[str, RunFile], right: Mapping[str, tuple[str, ...]], slug: str
) -> Table | None:
    """Does it matter to the reader where in the context the reference article stands?"""
    if not found:
        return None
    names = [f"rank {low}" if low == high else f"rank {low}–{high}" for low, high in RANKS]
    columns = [Column("system", "left"), *(Column(n) for n in (*names, "not in the ten"))]
    rows = []
    for name, s in sorted(found.items()):
        groups: dict[int, list[bool]] = {}
        for question_id, outcome in s.cited.items():
            groups.setdefault(_group(runs[name][question_id].article_ids, right.get(question_id, ())), []).append(
                outcome
            )
        cells = [_with_count(groups.get(place, [])) for place in range(len(RANKS) + 1)]
        rows.append((text(name), *cells))
    caption = "Share of questions whose first citation is the reference article; number of questions in brackets."
    return Table("Citations by rank of the reference article", tuple(columns), tuple(rows), caption, slug)


def _group(article_ids: tuple[str, ...], right: tuple[str, ...]) -> int:
    rank = next((place for place, a in enumerate(article_ids, start=1) if a in right), 0)
    return next((i for i, (low, high) in enumerate(RANKS) if low <= rank <= high), len(RANKS))


def _with_count(outcomes: list[bool]) -> Cell:
    if not outcomes:
        return EMPTY
    share = 100 * sum(outcomes) / len(outcomes)
    return Cell(f"{share:.1f} ({len(outcomes)})", share)


def fault_table(runs: Mapping[str, RunFile], slug: str) -> Table | None:
    """What was wrong with the models' answers; each was handled as the protocol says, none was asked again."""
    faults = {name: _faults(run) for name, run in runs.items()}
    kinds = sorted({kind for own in faults.values() for kind in own})
    if not kinds:
        return None
    columns = (Column("system", "left"), *(Column(kind) for kind in kinds))
    rows = tuple((text(n), *(count(own.get(k, 0)) for k in kinds)) for n, own in sorted(faults.items()) if own)
    caption = (
        "A missing, malformed or too long ranking or analysis leaves the earlier order or the question; a short list "
        "is used as far as it goes; ids of no candidate are passed over; an unusable answer is scored wrong."
    )
    return Table("Faults of the models' answers", columns, rows, caption, slug)


def _faults(run: RunFile) -> dict[str, int]:
    total: dict[str, int] = {}
    for ranking in run.values():
        for kind, n in ranking.faults.items():
            total[kind] = total.get(kind, 0) + n
    return total
