"""How much of the development queries' figures rests on surrogates that ask the same: with and without such queries.

python -m benchmarks.query_overlap --home HOME --queries dev-queries.jsonl

One writer's family wrote both, without seeing the other's: short queries sometimes come out alike, word for word.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.table import print_table
from przepis.evaluate.metrics.hit import hit_at
from przepis.evaluate.questions.near_duplicates import near_duplicates
from przepis.evaluate.questions.sets import read_questions
from przepis.library import Library
from przepis.records import REGISTERS, Question
from przepis.settings import load_settings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--queries", type=Path, required=True)
    options = parser.parse_args()
    with Library(settings=load_settings(options.home)) as library:
        found = read_questions(str(options.queries), library.store)
        labels = found.labels[found.default_labels].articles
        written = [
            Question(f"{s.article_id} {n}", text)
            for s in library.store.surrogates()
            for n, text in enumerate(s.questions)
        ]
        alike = near_duplicates(found.questions, written)
        same = {q for q, (_, likeness) in alike.items() if likeness == 1.0}
        ranked = {q.question_id: [h.article_id for h in library.search(q.text, k=10)] for q in found.questions}

    def shares(asked: list[Question]) -> str:
        hits = [[hit_at(k, ranked[q.question_id], labels[q.question_id]) for q in asked] for k in (1, 10)]
        return " / ".join(f"{100 * sum(found) / len(found):.1f}" for found in hits) + f" (n {len(asked)})"

    rows = []
    for register in REGISTERS:
        asked = [q for q in found.questions if q.register == register]
        others = [q for q in asked if q.question_id not in same]
        fresh = [q for q in asked if q.question_id not in alike]
        rows.append((register, shares(asked), shares(others), shares(fresh)))
    print_table(("register", "all", "without the same words", "without near duplicates"), rows)


if __name__ == "__main__":
    main()
