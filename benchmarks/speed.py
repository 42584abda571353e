"""Two releases beside each other in one run: search time, memory, cold start. They take turns question by question,
so that whatever else the machine does meets both.

python -m benchmarks.speed --old CHECKOUT HOME --new CHECKOUT HOME --questions FILE [-n 200] [--cold 5]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.table import print_table

WORKER = """
import json, resource, sys, time
from pathlib import Path
from przepis.library import Library
from przepis.settings import Settings
library = Library(settings=Settings(home=Path(sys.argv[1])))
for line in sys.stdin:
    began, spent = time.perf_counter(), time.process_time()
    run = library.run(json.loads(line), k=10)
    ms, processor_ms = 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - spent)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"ms": ms, "processor_ms": processor_ms, "stages": run.stage_ms, "peak_mb": peak}), flush=True)
"""
WARM_UP = 8
REGISTERS = ("text", "question", "lay", "practitioner", "keywords")


class Release:
    """One checkout with its home, in a process of its own that answers one question at a time."""

    def __init__(self, name: str, checkout: str, home: str) -> None:
        self.name, self.home = name, home
        self.environment = os.environ | {"PYTHONPATH": str(Path(checkout).resolve() / "src")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER, home],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
        )

    def ask(self, text: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(text) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def cold_start(self, text: str) -> tuple[float, float]:
        """(wall, processor) seconds of one search on the command line."""
        code = "from przepis.serve.cli.main import main; main()"
        if not Path(self.environment["PYTHONPATH"], "przepis", "serve", "cli", "main.py").exists():
            code = "from przepis.serve.cli import main; main()"
        before, began = os.times(), time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", code, "--home", self.home, "search", text],
            env=self.environment,
            check=True,
            capture_output=True,
        )
        wall, after = time.perf_counter() - began, os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        return wall, spent

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def read_texts(path: Path, n: int) -> list[str]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    texts = [row[name] for row in rows for name in REGISTERS if isinstance(row.get(name), str)]
    random.Random(18).shuffle(texts)
    return texts[:n]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", nargs=2, required=True, metavar=("CHECKOUT", "HOME"))
    parser.add_argument("--new", nargs=2, required=True, metavar=("CHECKOUT", "HOME"))
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("--cold", type=int, default=5)
    options = parser.parse_args()
    texts = read_texts(options.questions, options.n + WARM_UP)
    releases = [Release("old", *options.old), Release("new", *options.new)]
    times: dict[str, list[float]] = {r.name: [] for r in releases}
    stages: dict[str, list[dict[str, float]]] = {r.name: [] for r in releases}
    last: dict[str, dict[str, Any]] = {}
    for i, text in enumerate(texts):
        for release in releases if i % 2 else releases[::-1]:
            last[release.name] = release.ask(text)
            if i >= WARM_UP:
                times[release.name].append(last[release.name]["ms"])
                stages[release.name].append(last[release.name]["stages"])
    cold: dict[str, list[tuple[float, float]]] = {r.name: [] for r in releases}
    for i in range(options.cold):
        for release in releases if i % 2 else releases[::-1]:
            cold[release.name].append(release.cold_start(texts[i]))
    rows = []
    for release in releases:
        release.close()
        own = np.array(times[release.name])
        wall, spent = (np.median([c[i] for c in cold[release.name]]) if cold[release.name] else 0.0 for i in (0, 1))
        p50, p95 = np.percentile(own, [50, 95])
        rows.append((release.name, f"{p50:.1f}", f"{p95:.1f}", f"{last[release.name]['peak_mb']:.0f}",
                     f"{wall:.2f}", f"{spent:.2f}"))  # fmt: skip
    print_table(("release", "p50 ms", "p95 ms", "memory MB", "cold start s", "of processor s"), rows)
    for name in dict.fromkeys(stage for own in stages["old"] for stage in own):
        medians = (np.median([own.get(name, 0.0) for own in stages[r.name]]) for r in releases)
        print(f"{name}: p50 " + ", ".join(f"{r.name} {m:.2f} ms" for r, m in zip(releases, medians, strict=True)))
    shares = [np.percentile(times["new"], q) / np.percentile(times["old"], q) for q in (50, 95)]
    print(f"new / old: p50 {shares[0]:.2f}, p95 {shares[1]:.2f}; {len(times['new'])} questions in turn")


if __name__ == "__main__":
    main()
