"""The setup table: questions, corpus and protocol of a run, beside the paper's."""

from __future__ import annotations

from przepis.evaluate.report import paper_numbers as paper
from przepis.evaluate.report.tables.table import Column, Table, text
from przepis.evaluate.runs.results import Results


def setup_table(results: Results, slug: str) -> Table | None:
    """Only for runs that wrote down what they searched (``setup: …`` in the facts of the manifest)."""
    facts = {key.removeprefix("setup: "): v for key, v in results.manifest.facts.items() if key.startswith("setup: ")}
    if not facts:
        return None
    labelled = [q for q in results.questions if results.labels().articles.get(q)]
    years = [f.year for f in results.questions.values()]
    facts = {
        "questions": str(len(results.questions)),
        "by year": " / ".join(f"{year or '–'}: {years.count(year)}" for year in sorted(set(years))),
        "with a label in the corpus": str(len(labelled)),
        "label names a subdivision": _share(sum(bool(results.labels().units.get(q)) for q in labelled), len(labelled)),
        "first right article annotated": _share(
            sum(results.labels().articles[q][0] in results.annotated_right for q in labelled), len(labelled)
        ),
        **facts,
        "systems": str(len(results.runs)),
    }
    rows = tuple((text(key), text(value), text(paper.SETUP.get(key, ""))) for key, value in facts.items())
    columns = (Column("", "left"), Column("here"), Column("there", theirs=True))
    return Table("Setup", columns, rows, "", slug)


def _share(n: int, of: int) -> str:
    return f"{100 * n / of:.0f} %" if of else ""
