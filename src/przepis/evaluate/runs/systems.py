"""Pipelines as systems under test: what their results depend on, hashed; how a question is put to them."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from collections import Counter
from collections.abc import Callable
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

from przepis import __version__
from przepis.answer.answering import Answerer as AnswerWriter
from przepis.artifact import sha256_json
from przepis.evaluate.questions.question_set import QuestionSet
from przepis.evaluate.runs.running import Answerer, System
from przepis.index.engine import Filter
from przepis.index.local.index import LocalIndex
from przepis.messages import Language
from przepis.pipelines.loader import Pipeline, load_pipeline, total_needs
from przepis.pipelines.run import run_pipeline
from przepis.records import Question, Run
from przepis.retrieve.controls import ControlStep
from przepis.retrieve.step import Tools

OpenTools = Callable[[], Tools]
Generation = Literal["", "product", "paper"]
"""product: in sentences, from the articles shown alone. paper: an option and one basis, from wherever it is."""


@dataclasses.dataclass(frozen=True)
class BenchOptions:
    """How pipelines are put to the test; all of it is part of the key."""

    annotated_only: bool = False  # the coverage-matched experiment: only articles with a surrogate are searched
    answers: Generation = ""  # also let the model answer from the first ten
    repeat: int = 1
    language: Language = "pl"


def index_fingerprint(index: LocalIndex) -> str:
    """What the index holds; how long it took to build does not count."""
    return sha256_json({k: v for k, v in index.facts.items() if k != "build_s"})[:16]


DECIDING = ("law", "encode", "index", "retrieve", "rerank", "pipelines")
"""Packages whose code decides what a pipeline finds in a given index."""
ANSWERING = ("llm", "answer")
"""Packages whose code decides what is asked of a model and what is made of its answer."""


@functools.cache
def files_fingerprint(*packages: str) -> str:
    """Of the code, prompts and models of these packages: after a change no earlier result is returned."""
    digest = hashlib.sha256()
    for package in packages:
        for name, data in sorted(_files(resources.files("przepis") / package, package)):
            digest.update(f"{name}\x1f{len(data)}\x1f".encode() + data)
    return digest.hexdigest()[:16]


def _files(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for item in folder.iterdir():
        name = f"{prefix}/{item.name}"
        if item.is_dir() and item.name != "__pycache__":
            found += _files(item, name)
        elif item.is_file() and not item.name.endswith(".pyc"):
            found.append((name, item.read_bytes()))
    return found


def pipeline_systems(
    names: list[str],
    questions: QuestionSet,
    labels: str,
    open_tools: OpenTools,
    index: LocalIndex,
    model: str,
    options: BenchOptions,
) -> list[System]:
    """``model`` names the language model in use, empty where there is none. Every pipeline is checked first."""
    pipelines = [load_pipeline(name) for name in names]
    for pipeline in pipelines:
        pipeline.check(index, bool(model))
    gold = dict(questions.labels[labels].articles)
    systems = []
    for name, pipeline in zip(names, pipelines, strict=True):
        for turn in range(1, options.repeat + 1):
            systems.append(_system(name, pipeline, turn, gold, open_tools, index, model, options))
    return systems


def _system(
    name: str,
    pipeline: Pipeline,
    turn: int,
    gold: dict[str, tuple[str, ...]],
    open_tools: OpenTools,
    index: LocalIndex,
    model: str,
    options: BenchOptions,
) -> System:
    calls = pipeline.n_model_calls > 0 or bool(options.answers)
    key = {
        "program": __version__,
        "pipeline": pipeline.fingerprint,
        "index": index_fingerprint(index),
        "model": model if calls else "",
        "code": files_fingerprint(*DECIDING, *(ANSWERING if calls else ())),
        "labels": gold if pipeline.needs_labels else {},
        "options": [options.annotated_only, options.answers],
        "turn": turn,
    }
    shown = pipeline.name + ("+annotated" if options.annotated_only else "") + (f"@{turn}" if turn > 1 else "")
    told = gold if pipeline.needs_labels else {}
    opened = functools.partial(open_pipeline, name, open_tools, told, options, turn)
    return System(shown, sha256_json(key), opened, pipeline.about, pipeline.group)


def open_pipeline(
    name: str, open_tools: OpenTools, gold: dict[str, tuple[str, ...]], options: BenchOptions, turn: int = 1
) -> Answerer:
    """In a worker process this opens the index anew; a thread gets the one already open."""
    pipeline = load_pipeline(name)
    tools = open_tools()
    if total_needs(pipeline).dense:
        tools.encoder().forget()  # else the first of several systems would pay for encoding, and the others not
    if gold:
        tools = dataclasses.replace(tools, labels=gold)
    if turn > 1:  # a model must be asked again, or the repeats agree because nothing was sent
        asked_once = tools.client
        tools = dataclasses.replace(tools, client=lambda: asked_once().at_turn(turn))
    where = Filter(annotated=True) if options.annotated_only else None
    writer = AnswerWriter(tools.store, tools.resolver, tools.client(), options.language) if options.answers else None
    return functools.partial(_ask, pipeline, tools, where, writer, options.answers)


def is_closed_book(pipeline: Pipeline) -> bool:
    """The control that answers from memory: it is asked with another prompt, not refused for want of articles."""
    return any(isinstance(step, ControlStep) and step.kind == "closed-book" for step in pipeline.steps)


def _ask(
    pipeline: Pipeline,
    tools: Tools,
    where: Filter | None,
    writer: AnswerWriter | None,
    generation: Generation,
    question: Question,
) -> Run:
    run = run_pipeline(pipeline, question, tools, where=where, with_units=1)
    if writer is None:
        return run
    if generation == "paper":
        done = writer.answer_as_paper(question, run.hits)
    else:
        done = writer.answer(question, run.hits, closed_book=is_closed_book(pipeline))
    spent = done.usage.latency_ms
    return dataclasses.replace(
        run,
        answer=done.answer,
        context=done.context,
        faults=dict(Counter(run.faults) + Counter(done.faults)),
        usage=run.usage + done.usage,
        stage_ms={**run.stage_ms, "answer": spent, "total": run.stage_ms["total"] + spent},
    )
