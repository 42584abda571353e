"""`make bench`: the full corpus from import to report, each step timed. Needs the reference data beside the checkout.

python -m benchmarks.run [--shared ../shared] [--home build/bench/home] [--out build/bench]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.table import print_table

OURS = (
    "lexical,przepis,przepis-stem,przepis-no-dense,przepis-no-surrogates,przepis-no-lexical,dense,bm25-raw,bm25-tuned"
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
    parser.add_argument("--home", type=Path, default=Path("build/bench/home"))
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    options = parser.parse_args()
    data = options.shared / "data"
    if not data.is_dir():
        sys.exit(f"the reference data is not at {options.shared}; this benchmark needs the whole corpus")
    przepis = (str(Path(sys.executable).with_name("przepis")), "--home", str(options.home))
    rows: list[tuple[object, ...]] = []
    step("import", rows, *przepis, "corpus", "import", "legalize", str(data / "statutes-current.tar.zst"))
    step("index", rows, *przepis, "index", "build")
    python, home = sys.executable, str(options.home)
    systems = (python, "-m", "benchmarks.systems", "--home", home, "--data", str(data), "--out", str(options.out))
    step("systems", rows, *systems)
    choice = [f"--questions={path}" for path in sorted((data / "exams" / "past").glob("2023-*.jsonl"))]
    chosen = options.out / "choice"
    step("choice", rows, *przepis, "bench", "run", "--pipelines", OURS, *choice, "--out", str(chosen))
    step("choice report", rows, *przepis, "bench", "report", str(chosen), "--out", str(chosen / "report"))
    past = data / "exams" / "past" / "2022-adwokacki_radcowy.jsonl"
    lexical = (python, "-m", "benchmarks.lexical", "--home", home, "--questions", str(past))
    step("lexical engines", rows, *lexical)
    print_table(("step", "seconds", "peak MB"), rows)


if __name__ == "__main__":
    main()
