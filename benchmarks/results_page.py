"""Cuts the tables of docs/results.md out of the report that ``benchmarks.systems`` writes.

python -m benchmarks.results_page --report OUT/report/report.md --page docs/results.md

What stands before the first table heading of the page is kept as it is; everything below is written anew.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from przepis.artifact import atomic_write_text

Table = list[list[str]]
MAIN = ("system", "hit@1", "hit@1 (paper)", "hit@5", "hit@10", "hit@10 (paper)", "hit@100", "hit@100 (paper)", "mrr")
MAIN += ("doc@10", "unit@1")
EXAM, RELEASED, QUERIES, CHOICE = "benchmark: corrected", "benchmark: released", "dev-queries", "2023-"
# (set, table of the report, columns, heading of the page); columns None: all; no heading: goes on under the last
WANTED: tuple[tuple[str, str, tuple[str, ...] | None, str], ...] = (
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


def pick(found: dict[str, dict[str, Table]], of_set: str, heading: str) -> Table:
    for name, tables in found.items():
        if name.startswith(of_set):
            for own, rows in tables.items():
                if own.startswith(heading):
                    return rows
    raise SystemExit(f"the report has no table {heading!r} of {of_set!r}; it has the sets {', '.join(found)}")


def written(rows: Table, columns: tuple[str, ...] | None) -> str:
    kept = [i for i, name in enumerate(rows[0]) if columns is None or name in columns]
    kept = [i for i in kept if any(row[i] for row in rows[2:])]  # a column that is empty for all says nothing
    return "\n".join("| " + " | ".join(row[i] for i in kept) + " |" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--report", type=Path, required=True)
    parser.add_argument("--page", type=Path, default=Path("docs/results.md"))
    options = parser.parse_args()
    found = tables_of(options.report.read_text(encoding="utf-8"))
    page = [options.page.read_text(encoding="utf-8").partition("\n## ")[0].rstrip()]
    for of_set, heading, columns, title in WANTED:
        page += [f"\n## {title}\n"] if title else [""]
        page.append(written(pick(found, of_set, heading), columns))
    atomic_write_text(options.page, "\n".join(page) + "\n")


if __name__ == "__main__":
    main()
