"""Two releases beside each other in one run, as one table: build time, search time, requests a second, memory, cold
start, and with ``--data`` what they find. They take turns, question by question and round by round, so that whatever
else the machine does meets both; and beside wall time stands processor time, which says the most on a busy machine.

python -m benchmarks.speed --old CHECKOUT HOME --new CHECKOUT HOME --questions FILE [-n 200] [--cold 5] [--requests 600]
       [--data ../shared/data]
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

from benchmarks.load import Server, load, search_path
from benchmarks.people import groups
from benchmarks.table import print_table
from przepis.library import Library
from przepis.settings import load_settings

WORKER = """
import json, resource, sys, time
from pathlib import Path
from przepis.library import Library
from przepis.settings import Settings
library = Library(settings=Settings(home=Path(sys.argv[1])))
for line in sys.stdin:
    began, spent = time.perf_counter(), time.process_time()
    asked = json.loads(line)
    run = library.run(asked["text"], options=asked["options"], k=10)
    ms, processor_ms = 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - spent)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    told = {"ms": ms, "processor_ms": processor_ms, "stages": run.stage_ms, "peak_mb": peak}
    print(json.dumps(told | {"hits": [hit.article_id for hit in run.hits]}), flush=True)
"""
COMMAND = """
try:
    from przepis.serve.cli.main import main
except ImportError:
    from przepis.serve.cli import main
main()
"""
WARM_UP = 8
ROUNDS = 3  # of requests to each server
CLIENTS, WORKERS = 8, 2
LABELLED = ("dev-queries", "real-needs", "other-acts", "exams-2023")
REGISTERS = ("text", "question", "lay", "practitioner", "keywords")


class Release:
    """One checkout with its home, in processes of its own."""

    def __init__(self, name: str, checkout: str, home: str) -> None:
        self.name, self.home = name, Path(home)
        self.environment = os.environ | {"PYTHONPATH": str(Path(checkout).resolve() / "src")}
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a user's modules are compiled once, not at every start
        self.answers: list[dict[str, Any]] = []
        self.cold: list[tuple[float, float]] = []
        self.served: list[tuple[float, float]] = []  # requests a second, processor ms a request
        self.served_mb = 0.0
        self.hits: dict[str, tuple[float, float]] = {}  # of each set, in per cent at rank one and in ten

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER, str(self.home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
        )

    def ask(self, text: str, options: tuple[str, ...] = ()) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"text": text, "options": options}) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def search_once(self, text: str) -> None:
        """One search on the command line, from nothing: (wall, processor) seconds."""
        before, began = os.times(), time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", COMMAND, "--home", str(self.home), "search", text],
            env=self.environment,
            check=True,
            capture_output=True,
        )
        wall, after = time.perf_counter() - began, os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        self.cold.append((wall, spent))

    def build_s(self) -> float:
        """As the index that is in use noted it."""
        root = self.home / "index"
        facts = root / (root / "CURRENT").read_text(encoding="utf-8").strip() / "index.json"
        return float(json.loads(facts.read_text(encoding="utf-8"))["build_s"])

    def percentile(self, what: str, q: float) -> float:
        return float(np.percentile([answer[what] for answer in self.answers], q))

    def stage(self, name: str) -> float:
        return float(np.median([answer["stages"].get(name, 0.0) for answer in self.answers]))


def read_texts(path: Path, n: int) -> list[str]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    texts = [row[name] for row in rows for name in REGISTERS if isinstance(row.get(name), str)]
    random.Random(18).shuffle(texts)
    return texts[:n]


def in_turn(releases: list[Release], i: int) -> list[Release]:
    return releases if i % 2 else releases[::-1]


def search(releases: list[Release], texts: list[str]) -> None:
    for release in releases:
        release.start()
    for i, text in enumerate(texts):
        for release in in_turn(releases, i):
            answer = release.ask(text)
            if i >= WARM_UP:
                release.answers.append(answer)
    for release in releases:
        release.stop()


def find(releases: list[Release], data: Path) -> None:
    """Labelled questions, asked of both; the labels are resolved in the second home."""
    for release in releases:
        release.start()
    with Library(settings=load_settings(releases[-1].home)) as library:
        sets = list(groups(data, library, LABELLED))
    for name, asked in sets:
        for release in releases:
            places = []
            for question, gold in asked:
                hits = release.ask(question.text, question.options)["hits"]
                places.append(next((rank for rank, hit in enumerate(hits, 1) if hit in gold), 11))
            at = np.array(places)
            release.hits[name] = (100 * float(np.mean(at == 1)), 100 * float(np.mean(at <= 10)))
    for release in releases:
        release.stop()


def serve(releases: list[Release], texts: list[str], n_requests: int) -> None:
    """Both servers run; one at a time is asked, round by round."""
    paths = [search_path(text) for text in texts]
    servers = {r.name: Server(r.home, "przepis", 2, WORKERS, r.environment) for r in releases}
    for release in releases:
        servers[release.name].start()
        load(servers[release.name], paths, CLIENTS, len(paths))  # every text once: the question's vector is kept
    for i in range(ROUNDS):
        for release in in_turn(releases, i):
            server = servers[release.name]
            before = server.processor_s()
            a_second = load(server, paths, CLIENTS, n_requests // ROUNDS)[0]
            release.served.append((a_second, 1000 * (server.processor_s() - before) / (n_requests // ROUNDS)))
            release.served_mb = server.memory_mb()
    for server in servers.values():
        server.stop()


def table(releases: list[Release]) -> list[tuple[object, ...]]:
    """One row a figure, one column a release, and the second as a share of the first."""
    rows: list[tuple[object, ...]] = []

    def add(name: str, values: list[float], digits: int = 1) -> None:
        share = f"{values[1] / values[0]:.2f}" if values[0] else ""
        rows.append((name, *(f"{value:.{digits}f}" for value in values), share))

    add("index built, s", [r.build_s() for r in releases], 0)
    for label, what in (("search", "ms"), ("search, processor", "processor_ms")):
        for q in (50, 95):
            add(f"{label} p{q} ms", [r.percentile(what, q) for r in releases])
    add("memory MB", [r.answers[-1]["peak_mb"] for r in releases], 0)
    if releases[0].served:
        add(f"requests/s, {CLIENTS} clients", [float(np.median([s for s, _ in r.served])) for r in releases])
        add("processor ms a request", [float(np.median([ms for _, ms in r.served])) for r in releases])
        add(f"memory MB, {WORKERS} workers", [r.served_mb for r in releases], 0)
    if releases[0].cold:
        add("cold start s", [float(np.median([wall for wall, _ in r.cold])) for r in releases], 2)
        add("cold start, processor s", [float(np.median([spent for _, spent in r.cold])) for r in releases], 2)
    for name in releases[0].hits:
        for place, cut in enumerate((1, 10)):
            add(f"{name}, hit@{cut}", [r.hits[name][place] for r in releases])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", nargs=2, required=True, metavar=("CHECKOUT", "HOME"))
    parser.add_argument("--new", nargs=2, required=True, metavar=("CHECKOUT", "HOME"))
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("-n", type=int, default=200, help="questions asked")
    parser.add_argument("--cold", type=int, default=5, help="searches on the command line; 0: none")
    parser.add_argument("--requests", type=int, default=600, help="to each server; 0: none are started")
    parser.add_argument("--data", type=Path, help="folder with exams/ and queries/: what both find there, too")
    options = parser.parse_args()
    texts = read_texts(options.questions, options.n + WARM_UP)
    releases = [Release("old", *options.old), Release("new", *options.new)]
    search(releases, texts)
    for i in range(options.cold):
        for release in in_turn(releases, i):
            release.search_once(texts[i])
    if options.requests:
        serve(releases, texts[:120], options.requests)
    if options.data:
        find(releases, options.data)
    print_table(("", "old", "new", "new / old"), table(releases))
    for name in dict.fromkeys(stage for r in releases for answer in r.answers for stage in answer["stages"]):
        print(f"{name}: p50 " + ", ".join(f"{r.name} {r.stage(name):.2f} ms" for r in releases))


if __name__ == "__main__":
    main()
