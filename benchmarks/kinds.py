"""What regulations cost: an index of statutes alone beside one of statutes and regulations, measured in one run.

python -m benchmarks.kinds --statutes HOME --all HOME --questions FILE [--questions FILE ...] [--pipeline NAME]
       [--data ../shared/data]

The two homes answer the same questions in turns, each in a process of its own, so that a busy machine is busy for both.
With ``--data`` also what questions about statutes lose: how often the right provision is first, and among ten.
"""

from __future__ import annotations

import argparse
import multiprocessing as mp
import resource
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from benchmarks.people import groups, with_wholes
from benchmarks.table import print_table
from przepis.evaluate.questions.sets import read_questions
from przepis.index.build import index_root
from przepis.library import Library
from przepis.settings import load_settings

OF_STATUTES = ("real-needs", "dev-queries", "other-acts", "exams-2023")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--statutes", type=Path, required=True)
    parser.add_argument("--all", type=Path, required=True, dest="everything")
    parser.add_argument("--questions", type=Path, action="append", required=True)
    parser.add_argument("--pipeline", default="przepis")
    parser.add_argument("--data", type=Path, help="folder with exams/ and queries/")
    parser.add_argument("--most", type=int, default=200, help="Questions asked, spread over the sets.")
    options = parser.parse_args()
    homes = {"statutes": options.statutes, "statutes and regulations": options.everything}
    asked = _questions(options.everything, options.questions, options.most)
    found = _in_turns(homes, asked, options.pipeline)
    rows = []
    for name, home in homes.items():
        facts, times = found[name]
        p50, p95 = np.median(times), np.percentile(times, 95)
        size = sum(f.stat().st_size for f in index_root(home).rglob("*") if f.is_file()) / 1e6
        cells = (facts["n_articles"], facts["build_s"], f"{size:.0f}", f"{facts['open_s']:.2f}", f"{facts['mb']:.0f}")
        rows.append((name, *cells, f"{p50:.1f} / {p95:.1f}"))
    heads = ("index", "articles", "build s", "disk MB", "open s", "memory MB", f"{options.pipeline} p50 / p95 ms")
    print_table(heads, rows)
    first, second = (np.array(found[name][1]) for name in homes)
    ratio = np.median(second) / np.median(first)
    print(
        f"{len(asked)} questions; p50 {ratio:.2f} times, p95 {np.percentile(second, 95) / np.percentile(first, 95):.2f}"
    )
    if options.data:
        hits = {name: _hits(home, options.data, options.pipeline) for name, home in homes.items()}
        print_table(
            ("hit@1 / hit@10", "n", *homes),
            [(s, n, *(hits[h][s][1] for h in homes)) for s, (n, _) in hits["statutes"].items()],
        )


def _hits(home: Path, data: Path, pipeline: str) -> dict[str, tuple[int, str]]:
    """Of each set of questions about statutes, how many there are and what is found."""
    found = {}
    with Library(settings=load_settings(home, pipeline=pipeline)) as library:
        for name, asked in with_wholes(list(groups(data, library, OF_STATUTES))):
            lists = [
                ([hit.article_id for hit in library.run(q.text, options=q.options, k=10).hits], gold)
                for q, gold in asked
            ]
            shares = (100 * np.mean([bool(set(ids[:cut]) & set(gold)) for ids, gold in lists]) for cut in (1, 10))
            found[name] = (len(lists), " / ".join(f"{share:.1f}" for share in shares))
    return found


def _questions(home: Path, files: Sequence[Path], most: int) -> list[str]:
    with Library(settings=load_settings(home)) as library:
        texts = [q.text for path in files for q in read_questions(str(path), library.store).questions]
    step = max(1, len(texts) // most)
    return texts[::step][:most]


def _in_turns(
    homes: dict[str, Path], asked: list[str], pipeline: str
) -> dict[str, tuple[dict[str, float], list[float]]]:
    context = mp.get_context("spawn")
    pipes, workers = {}, []
    for name, home in homes.items():
        here, there = context.Pipe()
        worker = context.Process(target=_answer, args=(home, pipeline, there))
        worker.start()
        workers.append(worker)
        pipes[name] = here
        here.send(asked[0])  # opened one after the other, neither in the way of the other
        here.recv()
    times: dict[str, list[float]] = {name: [] for name in homes}
    for text in asked:
        for name, pipe in pipes.items():
            pipe.send(text)
            times[name].append(pipe.recv())
    found = {}
    for name, pipe in pipes.items():
        pipe.send(None)
        found[name] = (pipe.recv(), times[name])
    for worker in workers:
        worker.join()
    return found


def _answer(home: Path, pipeline: str, pipe: Connection) -> None:
    """Answers what it is sent with how long it took; for None, with the facts of its index."""
    started = time.perf_counter()
    with Library(settings=load_settings(home, pipeline=pipeline)) as library:
        library.run(pipe.recv(), k=10)
        open_s = time.perf_counter() - started
        pipe.send(0.0)
        while (text := pipe.recv()) is not None:
            library.run(text, k=10)  # the question's vector is kept: both homes are asked with it at hand
            began = time.perf_counter()
            library.run(text, k=10)
            pipe.send(1000 * (time.perf_counter() - began))
        facts = library.index.facts
        mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        pipe.send({"n_articles": facts["n_articles"], "build_s": facts["build_s"], "open_s": open_s, "mb": mb})


if __name__ == "__main__":
    main()
