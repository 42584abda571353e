"""`make bench`: the full corpus from import to report, each step timed. Needs the reference data beside the checkout.

python -m benchmarks.run [--shared ../shared] [--home bench-out/home] [--out bench-out]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.table import print_table

PAPER = (
    "bm25-raw,bm25-lemma,bm25-surrogate,dense,rrf,dense-surro-rrf,dense-surro-rescore,dense-prf,dtf,"
    "random,oracle,oracle-doc"
)
OURS = (
    "bm25-concat,bm25-tuned,dtf-no-scope,dtf-no-covers,lexical,"
    "przepis,przepis-no-dense,przepis-no-surrogates,przepis-no-lexical"
)


def step(name: str, rows: list[tuple[object, ...]], *command: str) -> None:
    """Run one command to its end; its time and peak memory become a row."""
    started = time.perf_counter()
    child = subprocess.Popen(command)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{name} failed: {' '.join(command)}")
    rows.append((name, time.perf_counter() - started, usage.ru_maxrss / 1024))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--home", type=Path, default=Path("bench-out/home"))
    parser.add_argument("--out", type=Path, default=Path("bench-out"))
    options = parser.parse_args()
    data = options.shared / "data"
    if not data.is_dir():
        sys.exit(f"the reference data is not at {options.shared}; this benchmark needs the whole corpus")
    przepis = (str(Path(sys.executable).with_name("przepis")), "--home", str(options.home))
    rows: list[tuple[object, ...]] = []
    step("import", rows, *przepis, "corpus", "import", "legalize", str(data / "statutes-current.tar.zst"))
    step("index", rows, *przepis, "index", "build")
    benchmark, queries = data / "exams" / "benchmark", data / "queries" / "dev-queries.jsonl"
    bench = (*przepis, "bench", "run", "--pipelines", f"{PAPER},{OURS}")
    for year in (2024, 2025):
        questions = benchmark / f"adw-rad-{year}.jsonl"
        step(f"run {year}", rows, *bench, "--questions", str(questions), "--out", str(options.out / str(year)))
    step("run dev-queries", rows, *bench, "--questions", str(queries), "--out", str(options.out / "dev"))
    folders = [str(options.out / name) for name in ("2024", "2025", "dev")]
    step("report", rows, *przepis, "bench", "report", *folders, "--out", str(options.out / "report"))
    python, past = sys.executable, data / "exams" / "past" / "2022-adwokacki_radcowy.jsonl"
    lexical = (python, "-m", "benchmarks.lexical", "--home", str(options.home), "--questions", str(past))
    step("lexical engines", rows, *lexical)
    print_table(("step", "seconds", "peak MB"), rows)


if __name__ == "__main__":
    main()
