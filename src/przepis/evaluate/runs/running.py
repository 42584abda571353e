"""``przepis bench run``: systems over questions; parallel, resumable after a kill at any point, cached by hashes."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from przepis.artifact import atomic_write_text, read_jsonl, remove_partials, sha256_file, sha256_json
from przepis.errors import BudgetError, LabelError, ModelRefusedError, PrzepisError
from przepis.evaluate.questions.question_set import QuestionSet
from przepis.evaluate.runs.files import cost_row, read_run, run_row, to_line, trec_lines
from przepis.evaluate.runs.journal import Journal, n_failed
from przepis.evaluate.runs.manifest import Manifest, SystemFacts, read_manifest, write_manifest, write_questions
from przepis.records import Question, Run

Answerer = Callable[[Question], Run]
Progress = Callable[[str, int, int], None]

STOPPING = (BudgetError, ModelRefusedError)
"""After these no further question can be answered: the run stops, and what was done is kept."""


@dataclass(frozen=True)
class System:
    """Something that answers questions. ``key`` hashes all its results depend on: pipeline, index, model, prompts.

    ``open`` gives the answerer; it must survive pickling where worker processes are used.
    """

    name: str
    key: str
    open: Callable[[], Answerer]
    about: str = ""
    group: str = ""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[\w.@+-]+", self.name):
            raise LabelError(f"{self.name!r} cannot be a system's name: letters, digits and . @ + - _ only")


@dataclass(frozen=True, slots=True)
class RunOptions:
    workers: int = 1
    processes: bool = False
    retry_failed: bool = False


def run_systems(
    systems: Sequence[System],
    questions: QuestionSet,
    out: Path,
    annotated: frozenset[str] = frozenset(),
    options: RunOptions | None = None,
    facts: dict[str, str] | None = None,
    progress: Progress = lambda name, done, total: None,
) -> Manifest:
    """Runs what is not there yet; ``facts`` (index, model …) go into the manifest."""
    if not systems:
        raise LabelError("no pipeline to run")
    names = [system.name for system in systems]
    if len(set(names)) != len(names):
        raise LabelError(f"a pipeline is named twice: {', '.join(names)}")
    options = options or RunOptions()
    with locked(out):
        manifest = _manifest(out, questions, annotated, facts or {})
        for system in systems:
            key = sha256_json([system.key, questions.sha256, [q.question_id for q in questions.questions]])[:32]
            known = manifest.systems.get(system.name)
            if known is not None and known.key == key and not (options.retry_failed and known.n_failed):
                progress(system.name, len(questions.questions), len(questions.questions))
                if n_failed(_journal_path(out, system.name)) < known.n_failed:
                    continue  # a retry of the failures was stopped: what it has answered is kept for the next
            else:
                finished = _run_one(system, key, questions, out, annotated, options, progress)
                manifest.systems[system.name] = finished
                write_manifest(out, manifest)
            _journal_path(out, system.name).unlink(missing_ok=True)  # also one that a kill left behind a finished run
    return manifest


def _manifest(out: Path, questions: QuestionSet, annotated: frozenset[str], facts: dict[str, str]) -> Manifest:
    """The folder's own, if it is of these questions; a folder of others is not mixed with them."""
    fresh = Manifest.of(questions, facts)
    try:
        manifest = read_manifest(out)
    except LabelError:
        if (out / "manifest.json").exists():
            raise
        manifest = fresh
    if manifest.questions_sha256 != fresh.questions_sha256 or manifest.question_set != fresh.question_set:
        raise LabelError(
            f"{out} holds runs of {manifest.question_set} ({manifest.questions_sha256[:12]}), not of "
            f"{fresh.question_set} ({fresh.questions_sha256[:12]}); give another --out folder"
        )
    manifest.facts.update(fresh.facts)
    manifest.n_labelled.update(fresh.n_labelled)
    write_questions(out, questions, annotated)
    write_manifest(out, manifest)
    return manifest


def _run_one(
    system: System,
    key: str,
    questions: QuestionSet,
    out: Path,
    annotated: frozenset[str],
    options: RunOptions,
    progress: Progress,
) -> SystemFacts:
    total = len(questions.questions)
    with Journal(_journal_path(out, system.name), key) as journal:
        if options.retry_failed:
            _recall(journal, key, system.name, out)
            journal.forget_failed()
        left = [q for q in questions.questions if q.question_id not in journal.done]
        progress(system.name, total - len(left), total)
        for run in _answers(system, left, options):
            journal.add(run_row(run, annotated), cost_row(run, options.workers))
            progress(system.name, len(journal.done), total)
        rows = [journal.done[q.question_id] for q in questions.questions]
    path = out / "runs" / f"{system.name}.jsonl"
    atomic_write_text(path, "".join(to_line(row["run"]) for row in rows))
    atomic_write_text(out / "costs" / f"{system.name}.jsonl", "".join(to_line(row["cost"]) for row in rows))
    atomic_write_text(path.with_suffix(".trec"), "".join(trec_lines(read_run(path), system.name)))
    failed = sum(1 for row in rows if row["run"]["error"])
    return SystemFacts(key, system.about, system.group, failed, sha256_file(path))


def _recall(journal: Journal, key: str, name: str, out: Path) -> None:
    """A finished run of the same key goes back into the journal, so that only its failures are asked again."""
    path, costs = out / "runs" / f"{name}.jsonl", out / "costs" / f"{name}.jsonl"
    known = read_manifest(out).systems.get(name)
    if known is None or known.key != key or journal.done:
        return
    for run, cost in zip(read_jsonl(path), read_jsonl(costs), strict=True):
        journal.add(run, cost)


def _journal_path(out: Path, name: str) -> Path:
    return out / "partial" / f"{name}.jsonl"


def _answers(system: System, questions: Sequence[Question], options: RunOptions) -> Iterator[Run]:
    """Runs as they are done, in any order: the finished file is put in the questions' own."""
    if not questions:
        return
    if options.workers <= 1:
        answer = system.open()
        for question in questions:
            yield _safely(answer, question)
        return
    with _executor(system, options) as pool:
        if options.processes:
            futures: list[Future[Run]] = [pool.submit(_in_process, q) for q in questions]
        else:
            answer = system.open()
            futures = [pool.submit(_safely, answer, q) for q in questions]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _executor(system: System, options: RunOptions) -> Executor:
    if not options.processes:
        return ThreadPoolExecutor(options.workers)
    method = multiprocessing.get_context("spawn")  # a fork would share the parent's open database
    return ProcessPoolExecutor(options.workers, mp_context=method, initializer=_open_in_process, initargs=(system,))


_answerer: Answerer | None = None


def _open_in_process(system: System) -> None:
    global _answerer  # one worker process serves one system
    _answerer = system.open()


def _in_process(question: Question) -> Run:
    assert _answerer is not None
    return _safely(_answerer, question)


def _safely(answer: Answerer, question: Question) -> Run:
    """A failed question is a result too: recorded and counted, never dropped."""
    try:
        return answer(question)
    except STOPPING:
        raise
    except PrzepisError as error:
        return Run(question.question_id, (), error=f"{type(error).__name__}: {error}")
    except Exception as error:
        return Run(question.question_id, (), error=f"{type(error).__name__}: {error} (unexpected)")


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """One run a folder at a time. The system drops the lock with the process, however that ends."""
    out.mkdir(parents=True, exist_ok=True)
    handle = os.open(out / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise LabelError(f"another run is writing to {out}; wait for it or give another --out folder") from error
        remove_partials(out)
        yield
    finally:
        os.close(handle)
