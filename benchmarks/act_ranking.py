"""Acts ranked by how often examinations to 2022 and other acts refer to them: the order of writing surrogates.

    python -m benchmarks.act_ranking --home HOME --exams FOLDER [--top 120] > docs/act-ranking.md

score = examination references + 0.2 * square root of references from other acts (many references are boilerplate of
one amending act after another, hence the root).
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from pathlib import Path

from benchmarks.table import print_table
from przepis.artifact import read_jsonl
from przepis.library import Library
from przepis.settings import load_settings

LAST_YEAR = 2022


def examination_references(library: Library, folder: Path) -> Counter[str]:
    counts: Counter[str] = Counter()
    for path in sorted(folder.glob("*.jsonl")):
        if int(path.name[:4]) > LAST_YEAR:
            continue
        for row in read_jsonl(path):
            counts.update({c.act_id for c in library.resolver.resolve(row["legal_basis"]) if c.act_id})
    return counts


def act_references(library: Library) -> Counter[str]:
    query = """SELECT target_act, count(*) FROM refs WHERE resolved AND target_act <> act_id GROUP BY target_act"""
    return Counter(dict(library.store.db.execute(query)))


def ranking(library: Library, exams: Path) -> list[tuple[str, float, int, int]]:
    """(act_id, score, examination references, references from other acts), best first."""
    asked, cited = examination_references(library, exams), act_references(library)
    rows = []
    for act in library.store.acts():
        score = asked[act.act_id] + 0.2 * math.sqrt(cited[act.act_id])
        rows.append((act.act_id, score, asked[act.act_id], cited[act.act_id]))
    return sorted(rows, key=lambda r: (-r[1], r[0]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--exams", type=Path, required=True)
    parser.add_argument("--top", type=int, default=120)
    options = parser.parse_args()
    with Library(settings=load_settings(options.home)) as library:
        annotated = Counter(s.article_id.partition("#")[0] for s in library.store.surrogates())
        rows = [
            (n, library.store.act(act).title, act, round(score, 1), asked, cited, annotated[act] or "")
            for n, (act, score, asked, cited) in enumerate(ranking(library, options.exams)[: options.top], start=1)
        ]
    print("# Acts by how often they are referred to\n\nPrinted by `python -m benchmarks.act_ranking`.\n")
    print_table(("", "act", "id", "score", "examinations to 2022", "other acts", "surrogates shipped"), rows)


if __name__ == "__main__":
    main()
