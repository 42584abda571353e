"""Every system that calls a language model, and every answer, measured with a model that is asked through files.

    python -m benchmarks.model_systems export --home HOME --work WORK    what can be asked now -> WORK/requests
    python -m benchmarks.model_systems status --home HOME --work WORK    what is asked, answered, wrong
    python -m benchmarks.model_systems run --home HOME --work WORK --out OUT [--replay FILE]
    python -m benchmarks.model_systems run --home HOME --recording FILE --out OUT    the same without a model

Answers go to WORK/answers as lines ``{"id": …, "answer": …}``; then export again: a system of three calls needs three
rounds. ``run`` measures the systems whose answers are there and writes their report. Whoever answers sees the request
alone: neither the system, nor the question's id, nor its key. A request once in a file is not written again.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.model_plan import PLAN, Planned, question_sets
from benchmarks.recorded_vectors import PATH as VECTORS
from benchmarks.recorded_vectors import RememberingEncoder
from benchmarks.table import print_table
from przepis.artifact import atomic_write_text, read_jsonl, sha256_json
from przepis.errors import BatchPendingError, PrzepisError, ReplayMissError
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.question_set import QuestionSet
from przepis.evaluate.report.writing import write_report
from przepis.evaluate.runs.files import to_line
from przepis.evaluate.runs.results import load_results
from przepis.evaluate.runs.running import Answerer, System, run_systems
from przepis.evaluate.runs.systems import BenchOptions, index_fingerprint, pipeline_systems
from przepis.library import Library
from przepis.llm.client import Client
from przepis.llm.presets import PRICES
from przepis.llm.replay import ReplayTransport, write_replay
from przepis.llm.rounds import Answers, RoundTransport, read_answers, write_requests
from przepis.records import Run
from przepis.settings import Settings

MODEL = "surrogates-author"
"""The model that also wrote the surrogates, asked through files. Its price is not known: bills are at the paper's."""
PRICE = PRICES["gemini-3.1-flash-lite"]
ENOUGH = 0.05
"""A system is measured where at most this share of its questions waits; those count as unanswered."""


class Bench:
    """One home, its questions, and a client that knows the answers so far."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.library = Library(settings=Settings(home=given.home))
        self.work: Path | None = given.work
        self.asked = {row["id"]: row for row in read_jsonl(self._asked)} if self._asked.is_file() else {}
        self.answers = Answers() if self.work is None else read_answers(self.work / "answers", self.asked)
        if given.recording:
            recording = ReplayTransport(given.recording)
            self.transport: RoundTransport | ReplayTransport = recording
            self.client = Client(recording, recording.model, price=recording.price, repairs=False)
        else:
            self.transport = RoundTransport(self.answers.given)
            self.client = Client(self.transport, MODEL, price=PRICE, repairs=False)
        self.sets = question_sets(given.data, self.library.store, given.share, given.seed)
        self.plan = [p for p in PLAN if p.questions in self.sets and (not given.only or p.name in given.only)]
        self.encoder = RememberingEncoder(self.library.encoder)
        tools = self.library.tools()
        self.tools = dataclasses.replace(tools, client=lambda: self.client, encoder=lambda: self.encoder)

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *exc: object) -> None:
        self.client.close()
        self.library.close()

    @property
    def _asked(self) -> Path:
        return (self.work or Path()) / "asked.jsonl"

    def systems(self, planned: Planned) -> list[System]:
        questions = self.sets[planned.questions]
        told = sha256_json(sorted(self.answers.given)) if self.work else str(self.client.model)
        options = BenchOptions(answers=planned.answers, repeat=planned.repeat)
        labels = questions.default_labels
        names = [planned.system]
        return pipeline_systems(names, questions, labels, lambda: self.tools, self.library.index, told, options)

    def tried(self, planned: Planned) -> tuple[list[System], int]:
        """Its systems with what they found already, and how many questions wait; the transport notes what they ask."""
        found: list[System] = []
        n_waiting = 0
        for system in self.systems(planned):
            answer = system.open()
            known: dict[str, Run] = {}
            for question in self.sets[planned.questions].questions:
                try:
                    known[question.question_id] = answer(question)
                except (BatchPendingError, ReplayMissError):
                    n_waiting += 1
            found.append(dataclasses.replace(system, open=functools.partial(_remembering, known, answer)))
        return found, n_waiting

    def note_asked(self, rows: Iterable[dict[str, Any]]) -> None:
        self.asked |= {row["id"]: row for row in rows}
        atomic_write_text(self._asked, "".join(to_line(row) for row in self.asked.values()))


def export(bench: Bench, given: argparse.Namespace) -> None:
    """Requests of each system in order of the plan; one that an earlier system has asked is not asked again."""
    assert isinstance(bench.transport, RoundTransport)
    rows = []
    for planned in bench.plan:
        _, n_waiting = bench.tried(planned)
        fresh = {i: call for i, call in bench.transport.pending.items() if i not in bench.asked}
        files = write_requests(given.work / "requests", f"p{planned.priority:02d}", fresh, given.file_chars)
        bench.note_asked(
            {"id": i, "file": path.name, "name": planned.name, "stage": fresh[i].stage, "item": fresh[i].item}
            for path, ids in files.items()
            for i in ids
        )
        n_chars = sum(len(call.user) for call in fresh.values())
        rows.append([planned.name, planned.answers or "-", n_waiting, len(fresh), len(files), n_chars])
        print(f"{planned.name}: {n_waiting} wait, {len(fresh)} new requests, {len(files)} files", file=sys.stderr)
    print_table(["system", "answers", "questions that wait", "new requests", "files", "characters"], rows)


def status(bench: Bench, given: argparse.Namespace) -> None:
    """By file of requests: how many are answered; then every fault of the files of answers."""
    asked: Counter[str] = Counter()
    done: Counter[str] = Counter()
    for own_id, row in bench.asked.items():
        asked[row["file"]] += 1
        done[row["file"]] += own_id in bench.answers.given
    left = [name for name in asked if done[name] < asked[name]]
    print_table(["file", "asked", "answered"], [[name, asked[name], done[name]] for name in sorted(left)])
    print(
        f"{sum(asked.values())} requests in {len(asked)} files, {sum(done.values())} answered; {len(left)} files wait"
    )
    for fault, n in bench.answers.faults.items():
        print(f"{n} lines: {fault}")
    for line in bench.answers.where[:20]:
        print(f"  {line}")


def run(bench: Bench, given: argparse.Namespace) -> None:
    """Measure what can be measured, report it, and keep the answers it took."""
    by_set: dict[str, list[System]] = {}
    for planned in bench.plan:
        systems, n_waiting = bench.tried(planned)
        n = len(bench.sets[planned.questions].questions) * planned.repeat
        if n_waiting > ENOUGH * n:
            print(f"{planned.name}: left out, {n_waiting} of {n} questions wait for an answer", file=sys.stderr)
        else:
            by_set.setdefault(planned.questions, []).extend(systems)
    if isinstance(bench.transport, RoundTransport):
        bench.transport.closed = True
    annotated, facts = _annotated(bench), _facts(bench)
    for name, systems in by_set.items():
        print(f"{name}: {', '.join(system.name for system in systems)}", file=sys.stderr)
        run_systems(systems, bench.sets[name], given.out / name, annotated, facts=facts)
    if given.replay:
        n_answers = write_replay(bench.client.cache, given.replay, bench.client.model, price=PRICE, asks_once=True)
        n_vectors = bench.encoder.write(given.replay.with_name(VECTORS.name))
        print(f"{n_answers} answers in {given.replay}, {n_vectors} vectors beside them", file=sys.stderr)
    if by_set:
        folders = [load_results(given.out / name) for name in by_set]
        write_report(folders, given.out / "report", resolver=LabelMaker(bench.library.store).resolver)
        print(given.out / "report" / "report.md")


def _remembering(known: dict[str, Run], answer: Answerer) -> Answerer:
    return lambda question: known.get(question.question_id) or answer(question)


def _annotated(bench: Bench) -> frozenset[str]:
    return frozenset(s.article_id for s in bench.library.store.surrogates())


def _facts(bench: Bench) -> dict[str, str]:
    library = bench.library
    return {
        "index": index_fingerprint(library.index),
        "model": bench.client.model,
        "corpus": library.store.fingerprint(),
        "tokens": "estimated from characters where the answerer gave none; prices are the paper's",
        **{f"setup: {key}": value for key, value in _setup(bench).items()},
    }


def _setup(bench: Bench) -> dict[str, str]:
    index, n_annotated = bench.library.index, len(_annotated(bench))
    n = len(index.article_ids)
    lengths = [len(article.text) for article in bench.library.store.articles()]
    return {
        "acts": f"{len(index.act_ids):,}",
        "articles": f"{n:,}",
        "chunks": f"{len(index.dense_field('chunks').vectors):,}" if "chunks" in index.dense_fields else "none",
        "articles with a surrogate": f"{n_annotated:,} ({100 * n_annotated / n:.1f} %)",
        "mean article length, characters": f"{sum(lengths) / len(lengths):,.0f}",
        "retrieval depth": "100",
        "context size": "10",
        "encoder": index.encoder_name or "none",
        "model": bench.client.model,
    }


def sizes(sets: dict[str, QuestionSet]) -> str:
    return ", ".join(f"{name} {len(found.questions)}" for name, found in sets.items())


def parser_of(about: str | None) -> argparse.ArgumentParser:
    """What every command that works with recorded answers takes."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True, help="folder with the corpus and index")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with exams/ and queries/")
    parser.add_argument("--work", type=Path, help="folder of requests and answers")
    parser.add_argument("--recording", type=Path, help="a recording, in place of --work")
    parser.add_argument("--only", type=lambda text: text.split(","), help="names of the plan, with commas")
    parser.add_argument("--share", type=float, default=0.5, help="of the benchmark's questions")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def main(arguments: list[str] | None = None) -> None:
    parser = parser_of(__doc__)
    parser.add_argument("command", choices=["export", "status", "run"])
    parser.add_argument("--out", type=Path, default=Path("build/models"))
    parser.add_argument("--replay", type=Path, help="write the answers used as a recording")
    parser.add_argument("--file-chars", type=int, default=80_000, help="characters of one file of requests")
    given = parser.parse_args(arguments)
    if bool(given.work) == bool(given.recording) or (given.recording and given.command != "run"):
        parser.error("give --work, or for `run` --recording in its place")
    try:
        with Bench(given) as bench:
            print(sizes(bench.sets), file=sys.stderr)
            {"export": export, "status": status, "run": run}[given.command](bench, given)
    except PrzepisError as error:
        sys.exit(f"{error}")


if __name__ == "__main__":
    main()
