"""A run over fake systems, as a process of its own: python fake_run.py OUT DELAY_S WORKERS [processes]."""

from __future__ import annotations

import functools
import sys
import time
from pathlib import Path

from przepis.evaluate.questions.question_set import QuestionSet
from przepis.evaluate.runs.running import Answerer, RunOptions, System, run_systems
from przepis.records import Hit, LabelSet, Question, Run, Usage

N = 40


def questions() -> QuestionSet:
    asked = tuple(Question(f"q{i:02d}", f"pytanie {i}", meta={"year": str(2024 + i % 2)}) for i in range(N))
    labels = LabelSet("key", {q.question_id: (f"DU/2091/1#{i % 5 + 1}",) for i, q in enumerate(asked)})
    return QuestionSet("fake", asked, {"key": labels}, "0" * 64, "key")


def answer(delay_s: float, shift: int, question: Question) -> Run:
    time.sleep(delay_s)
    number = int(question.question_id[1:])
    if number == 7:
        raise ValueError("cannot answer seven")
    hits = tuple(
        Hit(f"DU/2091/1#{(number + shift + place) % 5 + 1}", 1.0 / (place + 3), place + 1, signals={"bm25": 1 / 3})
        for place in range(5)
    )
    return Run(question.question_id, hits, stage_ms={"bm25": delay_s * 1000}, usage=Usage(1, 10, cost_usd=0.001))


def open_fake(delay_s: float, shift: int) -> Answerer:
    return functools.partial(answer, delay_s, shift)


def systems(delay_s: float) -> list[System]:
    return [
        System("first", "key-1", functools.partial(open_fake, delay_s, 0)),
        System("second", "key-2", functools.partial(open_fake, delay_s, 1)),
    ]


def main(out: str, delay_s: str, workers: str, *more: str) -> None:
    options = RunOptions(int(workers), processes="processes" in more)
    run_systems(systems(float(delay_s)), questions(), Path(out), frozenset({"DU/2091/1#1"}), options)


if __name__ == "__main__":
    main(*sys.argv[1:])
