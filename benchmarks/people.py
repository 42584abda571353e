"""What people ask, set by set: hit rates, calibration error, time, for one or more systems over one home.

    python -m benchmarks.people --home HOME [--data ../shared/data] [--pipelines przepis] [--sets real-needs] [--apart]

Development sets only: questions people asked on the web (``real-needs``), articles drawn at random from annotated acts
(``dev-queries``), from all others (``other-acts``) and from regulations, and the examinations of 2023. Of questions
that Polish law does not answer (``unanswerable``), the half that the confidence was not fitted on. "by chance": the
calibration error that perfect confidences would show on so few questions. "unsure": those whose hits are shown as
suggestions alone. ``--apart``: questions whose article is annotated, and the others, in rows of
their own.
"""

from __future__ import annotations

import argparse
import dataclasses
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.table import print_table
from przepis.errors import LabelError
from przepis.evaluate.questions.sets import read_questions
from przepis.evaluate.statistics.calibration import error_by_chance, expected_calibration_error, reliability_bins
from przepis.library import Library
from przepis.records import Question
from przepis.settings import load_settings
from train.ranker import FITTED, unanswerable

SETS = ("real-needs", "dev-queries", "other-acts", "regulations", "exams-2023", "unanswerable")
_CUTS = (1, 3, 10, 100)
Asked = list[tuple[Question, tuple[str, ...]]]


def groups(data: Path, library: Library, wanted: tuple[str, ...]) -> Iterator[tuple[str, Asked]]:
    """Name of the group, and its questions with the articles that answer them."""
    for name in wanted:
        if name == "unanswerable":
            yield name, [(question, ()) for question in unanswerable(1 - FITTED)]
            continue
        if name == "exams-2023":
            files = sorted((data / "exams" / "past").glob("2023-*.jsonl"))
        else:
            files = [data / "queries" / f"{name}.jsonl"]
        found: Asked = []
        for path in files:
            try:
                questions = read_questions(str(path), library.store)
            except LabelError as error:
                print(f"left out: {error}")
                continue
            labels = questions.labels[questions.default_labels].articles
            found += [(q, labels[q.question_id]) for q in questions.questions if labels.get(q.question_id)]
        if name == "exams-2023":
            yield f"{name} stem + options", found
            yield f"{name} stem", [(dataclasses.replace(q, options=()), gold) for q, gold in found]
            continue
        registers = sorted({q.register for q, _ in found})
        for register in registers:
            own = [(q, gold) for q, gold in found if q.register == register]
            yield (f"{name} {register}" if len(registers) > 1 else name), own


def apart(library: Library, sets: list[tuple[str, Asked]]) -> Iterator[tuple[str, Asked]]:
    """Each group in two: what is asked of annotated articles, and the rest."""
    annotated = library.index.columns["annotated"]
    for name, asked in sets:
        rows = [[library.index.row(article) for article in gold] for _, gold in asked]
        known = [any(row is not None and annotated[row] for row in own) for own in rows]
        for wanted, kind in ((True, "annotated"), (False, "not annotated")):
            yield f"{name}, {kind}", [pair for pair, has in zip(asked, known, strict=True) if has is wanted]


def with_wholes(sets: list[tuple[str, Asked]]) -> list[tuple[str, Asked]]:
    """The groups, and behind those of one set, which are of one register each, the whole set."""
    wholes: dict[str, Asked] = {}
    for name, asked in sets:
        if not name.startswith("exams"):
            wholes.setdefault(name.split()[0], []).extend(asked)
    of_several = {name: asked for name, asked in wholes.items() if name not in dict(sets)}
    return [*sets, *((f"{name}, all", asked) for name, asked in of_several.items())]


def measure(library: Library, pipeline: str, asked: Asked) -> list[object]:
    """One row of the table."""
    ranks, sure, unsure, spent = [], [], [], []
    for question, gold in asked:
        started = time.perf_counter()
        run = library.run(question.text, options=question.options, pipeline=pipeline, k=100, units=10)
        spent.append(1000 * (time.perf_counter() - started))
        ids = [hit.article_id for hit in run.hits]
        ranks.append(next((n for n, a in enumerate(ids, start=1) if a in gold), 10**6))
        sure.append(run.hits[0].confidence or 0.0 if run.hits else 0.0)
        unsure.append(run.sure is False)
    found = np.array(ranks)
    right = found == 1
    error = expected_calibration_error(reliability_bins(sure, right.tolist()))
    hits = [f"{100 * np.mean(found <= cut):.1f}" for cut in _CUTS]
    times = [f"{np.percentile(spent, p):.1f}" for p in (50, 95)]
    chance = error_by_chance(sure)
    return [len(asked), *hits, f"{100 * error:.1f}", f"{100 * chance:.1f}", f"{100 * np.mean(unsure):.1f}", *times]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pipelines", default="przepis")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--apart", action="store_true", help="annotated articles and others in rows of their own")
    options = parser.parse_args()
    head = ["system", "set", "n", *(f"hit@{cut}" for cut in _CUTS), "calibration error", "by chance", "unsure"]
    head += ["p50 ms", "p95 ms"]
    rows = []
    with Library(settings=load_settings(options.home)) as library:
        sets = list(groups(options.data, library, tuple(options.sets.split(","))))
        sets = list(apart(library, sets)) if options.apart else with_wholes(sets)
        for pipeline in options.pipelines.split(","):
            for name, asked in sets:
                if asked:
                    rows.append([pipeline, name, *measure(library, pipeline, asked)])
                    print(rows[-1], flush=True)
    print_table(head, rows)


if __name__ == "__main__":
    main()
