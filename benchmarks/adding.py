"""The inner loop of BM25: postings added by the compiled kernel beside plain numpy, in one run, on a home's own index.

python -m benchmarks.adding --home HOME [--queries 100]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from benchmarks.load import questions
from benchmarks.table import print_table
from przepis.index.local.adding import add_plainly, add_postings
from przepis.library import Library
from przepis.settings import load_settings

FIELDS = ("full", "text-prefix", "full-prefix", "all-prefix")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--queries", type=int, default=100)
    options = parser.parse_args()
    rows = []
    with Library(settings=load_settings(options.home)) as library:
        texts = questions(library, options.queries)
        for name in FIELDS:
            field = library.index.field(name)
            spent = {add_plainly: 0.0, add_postings: 0.0}
            for text in texts:
                terms = np.unique(library.index.terms(name, text))
                found = []
                for add in spent:
                    total = np.zeros(field.n_docs, dtype=np.float32)
                    began = time.perf_counter()
                    for term, factor in zip(terms.tolist(), field.idf(terms).tolist(), strict=True):
                        postings = slice(int(field.starts[term]), int(field.starts[term + 1]))
                        add(total, field.docs[postings], field.weights[postings], factor)
                    spent[add] += time.perf_counter() - began
                    found.append(total)
                np.testing.assert_array_equal(*found)
            before, after = (1000 * seconds / len(texts) for seconds in spent.values())
            rows.append((name, before, after, f"{before / after:.1f} x"))
    print_table(("field", "numpy ms", "kernel ms", "faster"), rows)


if __name__ == "__main__":
    main()
