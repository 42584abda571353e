"""Vectors of the questions that training may see, with the articles that answer them; see train/README.md.

python -m train.remember --home HOME --shared ../shared --out src/przepis/encode/model

Examinations to 2022 and LQAD-PL, whose questions are of 2007 to 2019 and count as of 2019. The vectors are the shipped
encoder's, so this runs after it is exported.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.encode.remembered import FILE_NAME
from przepis.evaluate.questions.sets import read_questions
from przepis.index.embedded.dense import quantise
from train.export import examination_files, labelled_rows, lqad_rows
from train.folds import CHOICE_YEAR, ENCODER_LAST_YEAR, FIRST_YEAR

Asked = tuple[str, str, int]  # question, article id, year


def collect(store: Store, shared: Path) -> list[Asked]:
    found: list[Asked] = []
    for path in examination_files(shared, FIRST_YEAR, CHOICE_YEAR - 1):
        rows = labelled_rows(read_questions(str(path), store), "exam")
        found += [(row["query"], row["article_id"], int(path.name[:4])) for row in rows]
    found += [(row["query"], row["article_id"], ENCODER_LAST_YEAR) for row in lqad_rows(store, shared)]
    earliest: dict[tuple[str, str], int] = {}
    for query, article_id, year in found:
        earliest[query, article_id] = min(year, earliest.get((query, article_id), year))
    return [(query, article_id, year) for (query, article_id), year in earliest.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    with Store(options.home) as store:
        asked = collect(store, options.shared)
    encoder = open_encoder("przepis")
    vectors, scales = quantise(encoder.encode_queries([query for query, _, _ in asked]))
    partial = options.out / f".{FILE_NAME}.partial.npz"
    np.savez_compressed(
        partial,
        encoder=np.array(encoder.name),
        article_ids=np.array([article_id for _, article_id, _ in asked]),
        vectors=vectors,
        scales=scales,
        years=np.array([year for _, _, year in asked], dtype=np.int16),
    )
    partial.replace(options.out / FILE_NAME)
    size = (options.out / FILE_NAME).stat().st_size
    print(f"{len(asked)} pairs of a question and one of {len({a for _, a, _ in asked})} articles, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
