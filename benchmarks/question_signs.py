"""What is lost where the vectors of questions are kept as signs alone, 48 bytes each instead of 388, against an exact
query: the list of a home's surrogate questions by either, on queries with a known article.

python -m benchmarks.question_signs --home HOME --queries dev-queries.jsonl
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from benchmarks.table import print_table
from przepis.index.local.dense import DenseField
from przepis.library import Library
from przepis.records import REGISTERS
from przepis.settings import load_settings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--queries", type=Path, required=True)
    options = parser.parse_args()
    with Library(settings=load_settings(options.home)) as library:
        field = library.index.dense_field("questions")
        rows = [json.loads(line) for line in options.queries.read_text(encoding="utf-8").splitlines() if line]
        asked = [(register, row[register], _row(library, row["key"])) for row in rows for register in REGISTERS]
        known = [(register, text, row) for register, text, row in asked if row is not None and _has(field, row)]
        vectors = library.encoder.encode_queries([text for _, text, _ in known])
    signs = np.where(field.vectors > 0, np.int8(1), np.int8(-1)).astype(np.float32)
    table = []
    for name, matrix in (
        ("int8, 388 bytes", field.vectors.astype(np.float32) * field.scales[:, None]),
        ("signs, 48 bytes", signs / np.sqrt(signs.shape[1])),
    ):
        places = [_place(field, matrix, vector, row) for vector, (_, _, row) in zip(vectors, known, strict=True)]
        for register in REGISTERS:
            own = np.array([p for p, (kind, _, _) in zip(places, known, strict=True) if kind == register])
            hits = (f"{100 * (own < k).mean():.1f}" for k in (1, 3, 10, 100))
            table.append((name, register, len(own), *hits))
    print_table(("vectors", "queries", "n", "hit@1", "hit@3", "hit@10", "hit@100"), table)


def _row(library: Library, key: str) -> int | None:
    document, _, label = key.partition("#")
    act_id = library.store.published_act(document.replace("-", "/"))
    return library.index.row(f"{act_id}#{label}") if act_id else None


def _has(field: DenseField, row: int) -> bool:
    return bool(np.isin(row, field.owners))


def _place(field: DenseField, matrix: np.ndarray, vector: np.ndarray, row: int) -> int:
    """How many articles stand before the right one in the list of questions."""
    pooled = np.maximum.reduceat(matrix @ vector, field.starts)
    return int((pooled > pooled[np.searchsorted(field.owners, row)]).sum())


if __name__ == "__main__":
    main()
