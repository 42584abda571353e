"""The whole corpus, or what is left of it, as batch files; and what they would cost, by model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from przepis.llm.batch import BatchFile, write_batch
from przepis.llm.calls import CHARS_PER_TOKEN, Call
from przepis.llm.dialect import Dialect
from przepis.llm.presets import PRESETS, PRICED_MODELS, PRICES
from przepis.surrogates.plan import Task
from przepis.surrogates.requests import annotate_call, annotate_prompt, batch_id

EXPECTED_TOKENS_OUT = 450
"""Of one annotation: a hand-written one has about 800 characters of JSON, and models write a little more."""


@dataclass(frozen=True, slots=True)
class Estimate:
    preset: str
    model: str
    usd_online: float
    usd_batch: float | None  # None: the provider takes no batch files


@dataclass(frozen=True, slots=True)
class Export:
    files: tuple[BatchFile, ...]
    n_requests: int
    tokens_in: int
    tokens_out: int

    def estimates(self) -> list[Estimate]:
        return estimate(self.tokens_in, self.tokens_out)


def export_batch(tasks: Iterable[Task], path: Path, model: str, dialect: Dialect | None = None) -> Export:
    """Numbered files beside ``path``; a batch answers each request with the id that ``import_batch`` knows."""
    counted = _Counter()
    files = write_batch(counted.watch(_requests(tasks)), path, model, dialect)
    return counted.export(tuple(files))


def measure(tasks: Iterable[Task]) -> Export:
    """The same count without writing anything."""
    counted = _Counter()
    for _ in counted.watch(_requests(tasks)):
        pass
    return counted.export(())


def estimate(tokens_in: int, tokens_out: int) -> list[Estimate]:
    """Every priced model of every preset, cheapest first; local presets cost nothing by the token."""
    lines = []
    for name, models in PRICED_MODELS.items():
        factor = PRESETS[name].batch_factor
        for model in models:
            usd = PRICES[model].cost(tokens_in, tokens_out)
            lines.append(Estimate(name, model, usd, usd * factor if factor is not None else None))
    return sorted(lines, key=lambda e: (e.usd_online, e.model))


def _requests(tasks: Iterable[Task]) -> Iterator[tuple[str, Call]]:
    prompt = annotate_prompt()
    for task in tasks:
        yield batch_id(task.article, prompt.version), annotate_call(task, prompt)


class _Counter:
    def __init__(self) -> None:
        self.n_requests = 0
        self._chars = 0

    def export(self, files: tuple[BatchFile, ...]) -> Export:
        tokens_in = int(self._chars / CHARS_PER_TOKEN)
        return Export(files, self.n_requests, tokens_in, self.n_requests * EXPECTED_TOKENS_OUT)

    def watch(self, requests: Iterator[tuple[str, Call]]) -> Iterator[tuple[str, Call]]:
        for custom_id, call in requests:
            self.n_requests += 1
            self._chars += len(call.system) + len(call.user)
            yield custom_id, call
