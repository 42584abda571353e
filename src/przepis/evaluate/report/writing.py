"""``przepis bench report``: every table and figure of one or more folders of runs, in every form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from przepis.artifact import atomic_write_text
from przepis.errors import LabelError
from przepis.evaluate.questions.labels import RELEASED, UNITS
from przepis.evaluate.report.figures.ablation import ablation_figure
from przepis.evaluate.report.figures.cost_quality import cost_quality_figure
from przepis.evaluate.report.figures.depth import depth_figure
from przepis.evaluate.report.figures.hit_at_1 import hit_at_1_figure
from przepis.evaluate.report.figures.reliability import reliability_figure
from przepis.evaluate.report.page import page
from przepis.evaluate.report.tables.ablation import ablation_table
from przepis.evaluate.report.tables.citations import citation_table, fault_table, rank_table
from przepis.evaluate.report.tables.cost import cost_table, stage_table
from przepis.evaluate.report.tables.coverage import coverage_table
from przepis.evaluate.report.tables.groups import group_tables
from przepis.evaluate.report.tables.main import CONTROLS, main_table, ranked
from przepis.evaluate.report.tables.paired import family_table
from przepis.evaluate.report.tables.render import slug_of, to_csv, to_latex, to_markdown
from przepis.evaluate.report.tables.repeats import position_table, repeats_table
from przepis.evaluate.report.tables.setup import setup_table
from przepis.evaluate.report.tables.table import Table
from przepis.evaluate.runs.citation_scoring import AnswerKey, AnswerScores, score_answers
from przepis.evaluate.runs.cost import Cost, summarise_cost
from przepis.evaluate.runs.results import Results
from przepis.evaluate.runs.scores import Scores, score_run
from przepis.evaluate.statistics.calibration import reliability_bins
from przepis.law.citations import CitationResolver
from przepis.records import LabelSet

PAIRED_AT = ("hit@1", "hit@10")
WHOLES = ("ascr-h", "ascr", "przepis", "dtf")


@dataclass
class Section:
    """One folder against one label set."""

    title: str
    slug: str
    about: str
    tables: list[Table] = field(default_factory=list)
    figures: list[tuple[str, str]] = field(default_factory=list)  # caption, svg


def write_report(
    folders: Sequence[Results],
    out: Path,
    labels: str = "",
    baseline: str = "",
    resolver: CitationResolver | None = None,
) -> list[Path]:
    sections = [
        build_section(results, results.labels(name), baseline, resolver)
        for results in folders
        for name in ([labels] if labels else label_names(results))
    ]
    written = [out / "report.html", out / "report.md", out / "report.tex"]
    atomic_write_text(written[0], page(sections))
    atomic_write_text(written[1], _markdown(sections))
    atomic_write_text(written[2], "\n".join(to_latex(t) for s in sections for t in s.tables))
    for section in sections:
        for table in section.tables:
            written.append(out / "csv" / f"{table.slug}.csv")
            atomic_write_text(written[-1], to_csv(table))
        for caption, svg in section.figures:
            written.append(out / "figures" / f"{section.slug}-{slug_of(caption.split('.')[0])}.svg")
            atomic_write_text(written[-1], svg)
    return written


def label_names(results: Results) -> list[str]:
    """Every label set; the subdivision-level one is part of the corrected one's tables."""
    names = sorted(results.label_sets, key=lambda n: (n != results.manifest.default_labels, n))
    return [n for n in names if n != UNITS] or names


def build_section(
    results: Results, labels: LabelSet, baseline: str = "", resolver: CitationResolver | None = None
) -> Section:
    if not results.runs:
        raise LabelError(f"{results.path} has no finished run; `przepis bench run` makes them")
    scores = {name: score_run(run, labels) for name, run in results.runs.items()}
    if next(iter(scores.values())).n == 0:
        raise LabelError(f"{results.path}: no question has a label in {labels.name!r}")
    slug = slug_of(f"{results.manifest.question_set.rpartition('/')[2]}-{labels.name}")
    section = Section(
        f"{results.manifest.question_set.rpartition('/')[2]}: {labels.name} labels", slug, _about(results, labels)
    )
    _fill_tables(section, results, labels, scores, baseline, resolver)
    _fill_figures(section, results, scores)
    return section


def is_the_papers(results: Results) -> bool:
    """The paper's numbers stand beside ours only on the paper's own questions, all of them or a drawn part."""
    return RELEASED in results.label_sets and {f.year for f in results.questions.values()} == {"2024", "2025"}


def _about(results: Results, labels: LabelSet) -> str:
    m = results.manifest
    words = [
        f"{m.n_questions} questions (sha256 {m.questions_sha256[:12]}), {len(labels.articles)} with a label in "
        f"{labels.name!r}; index {m.facts.get('index', '?')}, model {m.facts.get('model') or 'none'}."
    ]
    if m.n_unresolved and labels.name == m.default_labels:
        words.append("Without a label: " + ", ".join(f"{why} ({n})" for why, n in sorted(m.n_unresolved.items())) + ".")
    return " ".join(words)


def _fill_tables(
    section: Section,
    results: Results,
    labels: LabelSet,
    scores: dict[str, Scores],
    baseline: str,
    resolver: CitationResolver | None,
) -> None:
    slug, theirs = section.slug, is_the_papers(results)
    section.tables.append(main_table(scores, "Main results", theirs, f"{slug}-main"))
    rivals = [name for name in ranked(scores) if name not in CONTROLS]
    first = baseline or (rivals[0] if rivals else "")
    if first and first not in scores:
        raise LabelError(f"no run of the baseline {first!r}; there are {', '.join(sorted(scores))}")
    for start in dict.fromkeys([first, *(["ascr-h"] if "ascr-h" in scores else [])]):
        for metric in PAIRED_AT if start and len(scores) > 1 else ():
            name = f"{slug}-paired-{slug_of(start)}-{slug_of(metric)}"
            table = family_table(start, scores, metric, name, papers_questions=theirs)
            section.tables.append(table)
    found = [ablation_table(scores, whole, f"{slug}-ablation-{whole}", papers_questions=theirs) for whole in WHOLES]
    section.tables += [table for table in found if table is not None]
    section.tables += group_tables(results, labels, slug)
    costs = costs_of(results)
    section.tables += _answer_tables(results, labels, resolver, slug, first)
    maybe = [
        coverage_table(results, labels, f"{slug}-coverage"),
        fault_table(results.runs, f"{slug}-faults"),
        cost_table(scores, costs, theirs, f"{slug}-cost"),
        stage_table(costs, f"{slug}-stages"),
        repeats_table(results, labels, f"{slug}-repeats"),
        position_table(results, labels, f"{slug}-position"),
        setup_table(results, f"{slug}-setup"),
    ]
    section.tables += [table for table in maybe if table is not None]


def _answer_tables(
    results: Results, labels: LabelSet, resolver: CitationResolver | None, slug: str, first: str
) -> list[Table]:
    """Citations and answers with their paired tests, by question, Holm within each table."""
    answers = answers_of(results, labels, resolver)
    if not answers:
        return []
    right = {q: f.provisions or labels.articles.get(q, ()) for q, f in results.questions.items()}
    tables = [
        citation_table(answers, is_the_papers(results), f"{slug}-citations"),
        rank_table(answers, results.runs, right, f"{slug}-citations-by-rank"),
    ]
    scores = {name: own.as_scores() for name, own in answers.items()}
    for start in dict.fromkeys(name for name in ("ascr-h", first, "closed-book") if name in scores):
        for metric in ("citation", "answer"):
            if len(scores) > 1 and scores[start].values[metric]:
                name = f"{slug}-paired-{slug_of(start)}-{metric}"
                tables.append(family_table(start, scores, metric, name))
    return [table for table in tables if table is not None]


def _fill_figures(section: Section, results: Results, scores: dict[str, Scores]) -> None:
    theirs = is_the_papers(results)
    section.figures.append(("hit@1. Bars with 95 % Wilson intervals.", hit_at_1_figure(scores, theirs)))
    section.figures.append(("hit@k against depth. The paper's five curves and the best others.", depth_figure(scores)))
    for whole in WHOLES:
        drawn = ablation_figure(scores, whole)
        if drawn:
            section.figures.append((f"Components of {whole}. Change of hit@1 when one is taken out.", drawn))
    drawn = cost_quality_figure(scores, costs_of(results))
    if drawn:
        section.figures.append(("Cost and quality. The dashed line joins systems no other beats in both.", drawn))
    for name, run in results.runs.items():
        outcomes = scores[name].outcomes("hit@1")
        pairs = [(c, outcomes[q]) for q, r in run.items() if (c := r.confidence) is not None and q in outcomes]
        if pairs:
            bins = reliability_bins([c for c, _ in pairs], [right for _, right in pairs])
            words = f"Reliability of {name}. Area: number of questions; bars: 95 % intervals."
            section.figures.append((words, reliability_figure(name, bins)))


def costs_of(results: Results) -> dict[str, Cost]:
    found = {name: summarise_cost(rows) for name, rows in results.costs.items()}
    return {name: cost for name, cost in found.items() if cost is not None}


def answers_of(results: Results, labels: LabelSet, resolver: CitationResolver | None) -> dict[str, AnswerScores]:
    """Systems that were run with --answers. Scored against every provision of the key, in the corpus or not."""
    if resolver is None:
        return {}
    facts = results.questions
    released = results.label_sets.get(RELEASED)
    key = AnswerKey(
        {q: f.provisions or labels.articles.get(q, ()) for q, f in facts.items()},
        labels.units,
        {q: f.correct for q, f in facts.items()},
        {q: released.articles.get(q, ()) for q in facts} if released is not None else {},
    )
    return {
        name: score_answers(run, key, resolver)
        for name, run in results.runs.items()
        if any(r.answer is not None for r in run.values())
    }


def _markdown(sections: Sequence[Section]) -> str:
    parts = ["# Benchmark report", ""]
    for section in sections:
        parts += [f"## {section.title}", "", section.about, ""]
        parts += [to_markdown(table) for table in section.tables]
    return "\n".join(parts)
