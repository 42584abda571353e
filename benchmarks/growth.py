"""The cost of growth: build time, disk, memory and speed of the embedded engine against the number of articles.

python -m benchmarks.growth [--sizes 0.1,0.3,1] [--work build/growth] [--dim 384] [--queries 60] [--keep]

Every size is built and asked in a process of its own, so that its memory is its own. Prints the table with the
fitted exponents (cost ~ articles^e) and writes growth.json and growth.svg beside the corpora.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from benchmarks.growth_figure import growth_figure
from benchmarks.synthetic_corpus import N_FUNCTION, build, word
from benchmarks.table import print_table
from przepis.index.embedded.searcher import EmbeddedSearcher
from przepis.index.local.index import LocalIndex
from przepis.pipelines.loader import candidate_lists
from przepis.records import Question
from przepis.rerank.learned import is_near, load_ranker
from przepis.retrieve.candidates import gather
from przepis.retrieve.features import compute, feature_names
from przepis.retrieve.step import Pool, State

COLUMNS = (
    ("build_s", "build s"),
    ("disk_mb", "disk MB"),
    ("build_mb", "build memory MB"),
    ("open_s", "open s"),
    ("own_mb", "own memory MB"),
    ("mapped_mb", "mapped MB"),
    ("bm25_p50", "bm25 p50 ms"),
    ("bm25_p95", "p95"),
    ("dense_p50", "dense p50 ms"),
    ("dense_p95", "p95"),
    ("candidates_p50", "candidates p50 ms"),
    ("candidates_p95", "p95"),
    ("features_p50", "features p50 ms"),
    ("default_p50", "default p50 ms"),
    ("default_p95", "p95"),
    ("default_cpu", "cpu ms"),
)

SOURCES = candidate_lists()
NEAR = 12  # as the default pipeline has it


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="0.1,0.3,1", help="millions of articles")
    parser.add_argument("--work", type=Path, default=Path("build/growth"))
    parser.add_argument("--dim", type=int, default=384)
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--keep", action="store_true", help="keep the corpora; the next run measures them again")
    parser.add_argument("--child", choices=("build", "ask"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    sizes = [round(float(s) * 1_000_000) for s in options.sizes.split(",")]
    if options.child:
        facts = _build(options, sizes[0]) if options.child == "build" else _ask(options, sizes[0])
        print(json.dumps(facts))
        return
    options.work.mkdir(parents=True, exist_ok=True)
    file = options.work / "growth.json"
    known = {r["n"]: r for r in json.loads(file.read_text())} if file.exists() else {}
    for n in sizes:
        needed = _memory_to_build(list(known.values()), n)
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e6
        if needed > memory:
            print(f"{n:,} articles would take {needed:,.0f} MB to build, by the fit; this machine has {memory:,.0f}")
            break
        found = _measure(options, n)
        if found is None:
            print(f"{n} articles do not fit into this machine; the table ends here", flush=True)
            break
        known[n] = {**known.get(n, {}), **found}
        rows = [known[n] for n in sorted(known)]
        file.write_text(json.dumps(rows, indent=1))
        _print(rows)
        (options.work / "growth.svg").write_text(growth_figure(rows, exponents(rows)), encoding="utf-8")


def _memory_to_build(rows: list[dict[str, float]], n: int) -> float:
    """MB, from the fit over the sizes already built; 0 while there are none or this one is among them."""
    built = [r for r in rows if "build_mb" in r]
    slope = exponents(built).get("build_mb")
    if slope is None or any(r["n"] == n for r in built):
        return 0.0
    largest = max(built, key=lambda r: r["n"])
    return float(largest["build_mb"] * (n / largest["n"]) ** slope)


def exponents(rows: list[dict[str, float]]) -> dict[str, float]:
    """Slope of log cost against log articles; least squares."""
    found = {}
    for key, _ in COLUMNS:
        points = [(math.log(r["n"]), math.log(r[key])) for r in rows if r.get(key, 0) > 0]
        if len(points) > 1:
            x, y = np.array(points).T
            found[key] = float(np.polyfit(x, y, 1)[0])
    return found


def _print(rows: list[dict[str, float]]) -> None:
    shown = [("articles", *(title for _, title in COLUMNS))]
    body = [(f"{r['n']:,.0f}", *(f"{r.get(k, math.nan):.4g}" for k, _ in COLUMNS)) for r in rows]
    slopes = exponents(rows)
    body.append(("exponent", *(f"{slopes.get(k, math.nan):.2f}" for k, _ in COLUMNS)))
    print_table(shown[0], body)


def _measure(options: argparse.Namespace, n: int) -> dict[str, float] | None:
    facts: dict[str, float] = {"n": n}
    home = options.work / f"n{n}"
    children = ("ask",) if (home / "index" / "CURRENT").exists() else ("build", "ask")
    for child in children:
        command = [sys.executable, "-m", "benchmarks.growth", "--child", child, "--sizes", str(n / 1e6)]
        command += ["--work", str(options.work), "--dim", str(options.dim), "--queries", str(options.queries)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        if done.returncode:
            shutil.rmtree(home, ignore_errors=True)
            return None
        facts |= json.loads(done.stdout.splitlines()[-1])
    if not options.keep:
        shutil.rmtree(home)
    return facts


def _build(options: argparse.Namespace, n: int) -> dict[str, float]:
    home = options.work / f"n{n}"
    started = time.perf_counter()
    root = build(home, n, options.dim)
    disk = sum(p.stat().st_size for p in root.rglob("*") if p.is_file())
    peak = _status("VmHWM")
    return {"build_s": time.perf_counter() - started, "disk_mb": disk / 1e6, "build_mb": peak}


def _ask(options: argparse.Namespace, n: int) -> dict[str, float]:
    started = time.perf_counter()
    index = LocalIndex(options.work / f"n{n}")
    searcher = EmbeddedSearcher(index)
    facts = {"open_s": time.perf_counter() - started}
    chance = np.random.default_rng(5)
    queries = [_query(index, chance) for _ in range(options.queries)]
    vectors = chance.normal(size=(len(queries), options.dim)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    number = {q: i for i, q in enumerate(queries)}
    encoder = SimpleNamespace(encode_queries=lambda texts: vectors[[number[t] for t in texts]])
    tools: Any = SimpleNamespace(
        index=index,
        searcher=searcher,
        scope=SimpleNamespace(scores=lambda text: {}),
        resolver=SimpleNamespace(resolve=lambda text: []),
        encoder=lambda: encoder,
    )
    facts |= _times(searcher, "bm25", queries, lambda q: searcher.lexical("full-prefix", q, 100))
    facts |= _times(searcher, "dense", queries, lambda q: searcher.dense("chunks", vectors[number[q]], 100))
    pools: dict[str, Any] = {}

    def candidates(query: str) -> None:
        state = State(Question("", query), tools)
        pools[query] = (state, gather(state, SOURCES))

    facts |= _times(searcher, "candidates", queries, candidates)
    facts |= _times(searcher, "features", queries, lambda q: _features(*pools[q]))
    pools.clear()
    facts |= _times(searcher, "default", queries, lambda q: _default(State(Question("", q), tools)))
    return facts | {"own_mb": _status("RssAnon"), "mapped_mb": _status("RssFile")}


def _default(state: State) -> None:
    """Candidates, features, ranker: what the default pipeline does after the query is encoded."""
    features = _features(state, gather(state, SOURCES))
    linear = load_ranker("ranker").linear
    columns = [feature_names(SOURCES).index(name) for name in linear.features]
    linear.scores(features[:, columns], n_terms=9, manner="question")


def _features(state: State, pool: Pool) -> np.ndarray:
    return compute(state, pool.only(is_near(pool, state, NEAR)))


def _query(index: LocalIndex, chance: np.random.Generator) -> str:
    """Some of one article's different terms, as a question about it would have, and function words between them."""
    forward = index.forward
    row = int(chance.integers(len(index.article_ids)))
    terms = np.unique(forward.terms[int(forward.segment_starts[row]) : int(forward.segment_starts[row + 1])])
    chosen = chance.choice(terms, min(len(terms), 10), replace=False).tolist() if len(terms) else []
    places = np.load(index.folder / "vocabulary" / index.field("full-prefix").vocabulary / "places.npy")
    term_at = np.argsort(places)
    words = [word(int(term_at[t]) + N_FUNCTION) for t in chosen]
    words += [word(int(t)) for t in chance.integers(0, N_FUNCTION, 6)]
    words += [word(int(t) + N_FUNCTION) for t in chance.integers(0, 1000, 3)]
    return " ".join(words)


def _times(searcher: EmbeddedSearcher, name: str, queries: list[str], ask: Callable[[str], object]) -> dict[str, float]:
    """Milliseconds. All queries once before, so that pages are in memory; then each query's best of three, which tells
    what the work costs and not who else used the machine. ``cpu``: of all threads together.
    """
    for query in queries:
        ask(query)
    wall, cpu = np.full((3, len(queries)), np.inf), np.full((3, len(queries)), np.inf)
    for again in range(3):
        for n, query in enumerate(queries):
            searcher._memo.clear()  # a question is not asked twice
            began, started = time.process_time(), time.perf_counter()
            ask(query)
            wall[again, n] = 1000 * (time.perf_counter() - started)
            cpu[again, n] = 1000 * (time.process_time() - began)
    p50, p95 = np.percentile(wall.min(axis=0), [50, 95])
    return {f"{name}_p50": float(p50), f"{name}_p95": float(p95), f"{name}_cpu": float(np.median(cpu.min(axis=0)))}


def _status(key: str) -> float:
    """Megabytes from the process's own status."""
    for line in Path(f"/proc/{os.getpid()}/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) / 1024
    return math.nan


if __name__ == "__main__":
    main()
