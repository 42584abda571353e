"""Counts the second reader's verdicts on annotations.

python -m benchmarks.surrogate_quality docs/surrogate-quality.tsv
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from pathlib import Path

from benchmarks.table import print_table

JUDGED = ("truth", "register", "variety")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheet", type=Path)
    with parser.parse_args().sheet.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    counts = {name: Counter(row[name] for row in rows) for name in JUDGED}
    kinds = ("ok", "minor", "weak", "wrong")
    print_table(("verdict", *kinds), [(name, *(counts[name][k] for k in kinds)) for name in JUDGED])
    print(f"{sum(all(row[name] == 'ok' for name in JUDGED) for row in rows)} of {len(rows)} are ok in all three")


if __name__ == "__main__":
    main()
