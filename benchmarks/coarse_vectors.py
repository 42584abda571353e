"""Vectors compared by their signs first: does the short list hold what the whole comparison finds, how fast?

python -m benchmarks.coarse_vectors --home HOME [--queries 300] [--best 80]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from benchmarks.load import questions
from benchmarks.table import print_table
from przepis.index.local.dense import DenseField
from przepis.library import Library
from przepis.settings import load_settings


def measure(field: DenseField, queries: np.ndarray, best: int) -> tuple[float, float, float, float, float]:
    """Shares of the best articles found by signs (mean, least, mean of the first 12); median ms by signs and whole."""
    shares, first_shares, signs_ms, whole_ms = [], [], [], []
    for query in queries:
        started = time.perf_counter()
        rows, scores = field.best_rows(query, best)
        between = time.perf_counter()
        whole = field.scores(query)
        order = np.argpartition(-whole, best)[:best]
        whole_ms.append(1000 * (time.perf_counter() - between))
        signs_ms.append(1000 * (between - started))
        found = rows[np.argsort(-scores)[:best]]
        shares.append(float(np.isin(order, found).mean()))
        first_shares.append(float(np.isin(order[np.argsort(-whole[order])[:12]], found).mean()))
    return (
        float(np.mean(shares)),
        min(shares),
        float(np.mean(first_shares)),
        float(np.median(signs_ms)),
        float(np.median(whole_ms)),
    )


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
            field = library.index.dense_field(name)
            mean, least, first, signs_ms, whole_ms = measure(field, vectors, options.best)
            rows.append((name, len(field.vectors), f"{mean:.2%}", f"{least:.1%}", f"{first:.2%}", signs_ms, whole_ms))
    print_table(("field", "vectors", "mean share", "least", "of the first 12", "signs ms", "whole ms"), rows)


if __name__ == "__main__":
    main()
