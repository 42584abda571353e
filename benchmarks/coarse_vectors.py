"""Vectors compared by their first components first: does the short list hold what the whole comparison finds, how fast?

python -m benchmarks.coarse_vectors --home HOME [--queries 300] [--best 80]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from benchmarks.load import questions
from benchmarks.table import print_table
from przepis.index.dense import PROMISING, DenseField
from przepis.library import Library
from przepis.settings import load_settings

HEADS = (64, 128)


def measure(field: DenseField, head: int, queries: np.ndarray, best: int) -> tuple[float, float, float, float]:
    """Mean and least share of the best among the promising; median milliseconds of the whole and the coarse search."""
    field.heads = np.ascontiguousarray(field.vectors[:, :head])
    shares, whole_ms, coarse_ms = [], [], []
    for query in queries:
        started = time.perf_counter()
        cosines = field.vector_scores(query)
        between = time.perf_counter()
        promising = field._promising(query, PROMISING)
        ended = time.perf_counter()
        shares.append(float(np.isin(np.argpartition(-cosines, best)[:best], promising).mean()))
        whole_ms.append(1000 * (between - started))
        coarse_ms.append(1000 * (ended - between))
    return float(np.mean(shares)), min(shares), float(np.median(whole_ms)), float(np.median(coarse_ms))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--best", type=int, default=80)
    options = parser.parse_args()
    with Library(settings=load_settings(options.home)) as library:
        vectors = library.tools().encoder().encode_queries(questions(library, options.queries))
        rows = []
        for name in ("chunks", "questions"):
            field = library.engine.dense_field(name)
            for head in HEADS:
                mean, least, whole, coarse = measure(field, head, vectors, options.best)
                rows.append((name, len(field.vectors), head, f"{mean:.2%}", f"{least:.1%}", whole, coarse))
    print_table(("field", "vectors", "components", "mean share", "least", "whole ms", "coarse ms"), rows)


if __name__ == "__main__":
    main()
