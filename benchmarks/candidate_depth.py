"""How deep in the lists the right article stands: what the ranker could find at most, and how many it must look at.

    python -m benchmarks.candidate_depth --home HOME [--data ../shared/data] [--sets other-acts]

Of each set of people's questions (``benchmarks.people``): per cent of the questions with a right article among the
candidates that are ranked, and how many are, for several depths; "as the pipeline has it" is what the default does.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from benchmarks.people import groups
from benchmarks.table import print_table
from przepis.library import Library
from przepis.pipelines.loader import candidate_lists
from przepis.rerank.learned import is_near
from przepis.retrieve.candidates import Source, gather
from przepis.retrieve.step import State
from przepis.settings import load_settings

DEPTHS = (12, 20, 30)
ALL = 10**6


def settings() -> dict[str, tuple[tuple[Source, ...], int]]:
    """Name -> the lists, and how many of the first of each are ranked."""
    lists = candidate_lists()
    alike = tuple(source.model_copy(update={"near": None}) for source in lists)
    same = {f"first {depth} of each": (alike, depth) for depth in DEPTHS}
    return {**same, "as the pipeline has it": (lists, DEPTHS[0]), "all candidates": (alike, ALL)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", default="real-needs,dev-queries,other-acts,regulations")
    options = parser.parse_args()
    tried = settings()
    rows = []
    with Library(settings=load_settings(options.home)) as library:
        where = library.filter_of()
        for name, asked in groups(options.data, library, tuple(options.sets.split(","))):
            found = {setting: [0, 0] for setting in tried}
            for question, gold in asked:
                state = State(question, library.tools(), where=where)
                right = [row for row in (library.index.row(a) for a in gold) if row is not None]
                for setting, (lists, near) in tried.items():
                    pool = gather(state, lists)
                    ranked = pool.rows[is_near(pool, state, near)]
                    found[setting][0] += bool(np.isin(ranked, right).any())
                    found[setting][1] += len(ranked)
            cells = [f"{100 * hit / len(asked):.1f} ({n // len(asked)})" for hit, n in found.values()]
            rows.append([name, len(asked), *cells])
    print_table(["set", "n", *tried], rows)


if __name__ == "__main__":
    main()
