"""Is a question that names its act answered from that act? Examinations to 2022, the years that training may see.

python -m benchmarks.named_acts --home HOME --exams ../shared/data/exams/past
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from benchmarks.table import print_table
from przepis.artifact import read_jsonl
from przepis.library import Library
from przepis.retrieve.candidates import NAMED
from przepis.settings import load_settings

LAST_YEAR = 2022


def count(library: Library, exams: Path) -> Counter[tuple[bool, bool]]:
    """By (the act is named for certain, the answer stands in an act named so strongly)."""
    found: Counter[tuple[bool, bool]] = Counter()
    for path in sorted(exams.glob("*.jsonl")):
        if int(path.name[:4]) > LAST_YEAR:
            continue
        for row in read_jsonl(path):
            answers = {
                c.article_id.partition("#")[0] for c in library.resolver.resolve(row["legal_basis"]) if c.article_id
            }
            scores = library.tools().scope.scores(row["question"])
            best = max(scores.values(), default=0.0)
            if answers:
                found[best >= NAMED, any(scores.get(act, 0.0) >= best > 0 for act in answers)] += 1
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--exams", type=Path, required=True)
    options = parser.parse_args()
    with Library(settings=load_settings(options.home)) as library:
        found = count(library, options.exams)
    rows = [
        (label, found[named, True], found[named, False]) for label, named in (("for certain", True), ("less", False))
    ]
    print_table(("the question names an act", "answer in it", "answer elsewhere"), rows)


if __name__ == "__main__":
    main()
