"""Cuts the tables of docs/results.md out of the reports of ``benchmarks.systems`` and ``benchmarks.model_systems``.

python -m benchmarks.results_page --report OUT/report/report.md [--models OUT/report/report.md] [--page docs/results.md]

What stands before the first table heading of the page is kept as it is, and so are the sections of a report that is not
given; the others are written anew.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from przepis.artifact import atomic_write_text

Table = list[list[str]]
Wanted = tuple[tuple[str, str, tuple[str, ...] | None, str], ...]
MAIN = ("system", "hit@1", "hit@1 (paper)", "hit@5", "hit@10", "hit@10 (paper)", "hit@100", "hit@100 (paper)", "mrr")
MAIN += ("doc@10", "unit@1")
EXAM, RELEASED, QUERIES, CHOICE = "benchmark: corrected", "benchmark: released", "dev-queries", "2023-"
# (set, table of the report, columns, heading of the page); columns None: all; no heading: goes on under the last
WANTED: Wanted = (
    (EXAM, "Main results", MAIN, "Examination 2024 and 2025, corrected labels (report only)"),
    (RELEASED, "Main results", MAIN[:8], "The same, released labels"),
    (EXAM, "By near duplicates", None, "Questions with and without a near duplicate in the training examinations"),
    (EXAM, "Components of przepis", None, "Components, corrected labels"),
    (EXAM, "Components of dtf", None, ""),
    (QUERIES, "By register", None, "People's questions: development queries by register"),
    (CHOICE, "Main results", MAIN, "Examinations of 2023 (development)"),
    (QUERIES, "Cost and latency", None, "Time of one question: development queries, one at a time"),
    (EXAM, "Cost and latency", None, "Time of one question: examination, with its options where a system reads them"),
)
DRAWN = r"benchmark, \d+ drawn \(seed \d+\)"
HALF, HALF_RELEASED, AGAIN = f"{DRAWN}: corrected", f"{DRAWN}: released", f"{DRAWN}, .* drawn .*: corrected"
PAPER = (*MAIN[:4], "hit@5 (paper)", *MAIN[4:6], "hit@20", "hit@50", *MAIN[6:8], "mrr", "mrr (paper)", "ndcg@10")
PAPER += ("ndcg@10 (paper)",)
MODELS: Wanted = (
    (HALF, "Setup", None, "With a language model: setup"),
    (HALF, "Main results", PAPER, "With a language model: the paper's systems, a drawn half, corrected labels"),
    (HALF_RELEASED, "Main results", PAPER, "With a language model: the same, released labels"),
    (HALF, "By near duplicates", None, "With a language model: questions with and without a near duplicate"),
    (HALF, "Citations and answers", None, "With a language model: citations and answers"),
    (HALF, "Citations by rank", None, ""),
    (HALF, "ascr-h against every other system, hit@1", None, "With a language model: ASCR-H against each, hit@1"),
    (HALF, "ascr-h against every other system, hit@10", None, "With a language model: ASCR-H against each, hit@10"),
    (
        HALF,
        "ascr-h against every other system, citation",
        None,
        "With a language model: ASCR-H against each, citations",
    ),
    (HALF, "ascr-h against every other system, answer", None, "With a language model: ASCR-H against each, answers"),
    (HALF, "Components of ascr-h", None, "With a language model: components of ASCR-H and of ASCR"),
    (HALF, "Components of ascr", None, ""),
    (HALF, "Cost and latency", None, "With a language model: cost; recorded latency where an answer came with one"),
    (HALF, "Faults of the models' answers", None, "With a language model: faults of the answers"),
    (AGAIN, "Repeated runs", None, "With a language model: fifty questions asked twice, and in another order"),
    (AGAIN, "Position bias", None, ""),
    ("real-needs", "Main results", MAIN, "With a language model: real needs, a drawn half"),
    ("real-needs", "Citations and answers", None, ""),
    (
        "other-acts",
        "Main results",
        MAIN,
        "With a language model: acts without annotations, people's words, a drawn half",
    ),
    ("other-acts", "Citations and answers", None, ""),
)


def tables_of(report: str) -> dict[str, dict[str, Table]]:
    """set -> heading -> rows."""
    found: dict[str, dict[str, Table]] = {}
    for part in re.split(r"^## ", report, flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("\n")
        for section in re.split(r"^### ", body, flags=re.MULTILINE)[1:]:
            heading, _, text = section.partition("\n")
            lines = [line for line in text.splitlines() if line.startswith("|")]
            rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
            found.setdefault(name, {})[heading.strip()] = rows
    return found


def pick(found: dict[str, dict[str, Table]], of_set: str, heading: str) -> Table | None:
    for name, tables in found.items():
        if re.match(of_set, name):
            for own, rows in tables.items():
                if own == heading or own.startswith((f"{heading} ", f"{heading},")):
                    return rows
    return None


def written(rows: Table, columns: tuple[str, ...] | None) -> str:
    kept = [i for i, name in enumerate(rows[0]) if columns is None or name in columns]
    kept = [i for i in kept if any(row[i] for row in rows[2:])]  # a column that is empty for all says nothing
    return "\n".join("| " + " | ".join(row[i] for i in kept) + " |" for row in rows)


def sections_of(report: Path, wanted: Wanted, *, may_lack: bool) -> dict[str, str]:
    """heading of the page -> its tables. ``may_lack``: systems that were not answered have no table."""
    found = tables_of(report.read_text(encoding="utf-8"))
    sections: dict[str, str] = {}
    title = ""
    for of_set, heading, columns, own in wanted:
        title = own or title
        rows = pick(found, of_set, heading)
        if rows is not None:
            before = sections[title] + "\n" if title in sections else ""
            sections[title] = f"{before}\n{written(rows, columns)}\n"
        elif not may_lack:
            raise SystemExit(f"the report has no table {heading!r} of {of_set!r}; it has the sets {', '.join(found)}")
    return sections


def page_with(page: str, *fresh: dict[str, str]) -> str:
    """The page with these sections in place of its own of the same headings; new ones at the end."""
    intro, *old = re.split(r"^## ", page, flags=re.MULTILINE)
    sections = {part.partition("\n")[0]: part.partition("\n")[2] for part in old}
    for own in fresh:
        sections |= own
    return intro.rstrip() + "\n" + "".join(f"\n## {title}\n{body.rstrip()}\n" for title, body in sections.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--report", type=Path, help="of benchmarks.systems")
    parser.add_argument("--models", type=Path, help="of benchmarks.model_systems")
    parser.add_argument("--page", type=Path, default=Path("docs/results.md"))
    options = parser.parse_args()
    if not options.report and not options.models:
        parser.error("give --report, --models or both")
    fresh = [sections_of(options.report, WANTED, may_lack=False)] if options.report else []
    fresh += [sections_of(options.models, MODELS, may_lack=True)] if options.models else []
    atomic_write_text(options.page, page_with(options.page.read_text(encoding="utf-8"), *fresh))


if __name__ == "__main__":
    main()
