"""How far our form of the authors' citation scorer agrees with the scores they released.

python -m benchmarks.strict_scorer --data ../shared/data
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from benchmarks.table import print_table
from przepis.evaluate.runs.strict_scoring import strictly_right


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    rows = []
    for path in sorted((parser.parse_args().data / "exams" / "benchmark").glob("released-labels-*.tsv")):
        with path.open(encoding="utf-8", newline="") as stream:
            answers = list(csv.DictReader(stream, delimiter="\t"))
        ours = [strictly_right(a["predicted_basis"], a["gold"].replace("arti.", "").split(";")) for a in answers]
        theirs = [a["basis_correct"] == "true" for a in answers]
        agreed = sum(a == b for a, b in zip(ours, theirs, strict=True))
        rows.append([path.stem.rpartition("-")[2], len(answers), sum(theirs), sum(ours), agreed])
    print_table(["year", "answers", "right by the authors", "right here", "agreed"], rows)


if __name__ == "__main__":
    main()
