"""All systems that need no model, on the benchmark, the examinations of 2023 and the development queries, with report.

    python -m benchmarks.systems --home HOME --data ../shared/data --out build/bench [--pipelines offline]

Killed, it goes on where it stopped.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from przepis.serve.cli.main import cli


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--home", type=Path, required=True, help="folder with the corpus and index")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with exams/ and queries/")
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    parser.add_argument("--pipelines", default="offline")
    given = parser.parse_args(arguments)
    exams, queries = given.data / "exams", given.data / "queries" / "dev-queries.jsonl"
    if not exams.is_dir():
        sys.exit(f"{exams} is not there: the benchmark needs the examinations (see docs/evaluation.md)")
    run = ["run", "--pipelines", given.pipelines]
    known = [exams / "past", *sorted(exams.glob("lqad-pl-*.json"))]
    training = [part for path in known for part in ("--training", str(path))]
    choice = [part for path in sorted((exams / "past").glob("2023-*.jsonl")) for part in ("--questions", str(path))]
    commands = [
        [*run, "--questions", str(exams / "benchmark"), *training, "--out", str(given.out / "exam")],
        [*run, "--questions", str(queries), "--out", str(given.out / "queries")],
        [*run, *choice, "--out", str(given.out / "choice")],
        ["audit", str(exams / "benchmark"), "--out", str(given.out / "audit")],
        [
            "report",
            *(str(given.out / name) for name in ("exam", "queries", "choice")),
            "--out",
            str(given.out / "report"),
        ],
    ]
    for command in commands:
        cli.main(["--home", str(given.home), "bench", *command], standalone_mode=False)


if __name__ == "__main__":
    main()
