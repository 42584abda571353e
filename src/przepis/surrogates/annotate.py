"""Annotation online: many requests at once, each answer kept before it counts, stopped and resumed at will.

The client's cache holds every answer that was paid for; the corpus gets them in small groups. A process
killed between the two finds its answers in the cache when it runs again.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from przepis.errors import BudgetError, ModelError, ModelOutputError, ModelRefusedError, PrzepisError, ReplayMissError
from przepis.llm.client import Client
from przepis.llm.prompts import Prompt
from przepis.records import Surrogate
from przepis.surrogates.corpus import AnnotatedCorpus
from przepis.surrogates.plan import Task
from przepis.surrogates.requests import annotate_call, annotate_prompt, data_problems, finished

GROUP = 25
"""Annotations put into the corpus at once."""
_STOPPING = (BudgetError, ModelRefusedError, ReplayMissError)
"""After one of these no further request can do better."""
MAX_FAILURES_IN_A_ROW = 20


@dataclass(slots=True)
class AnnotateReport:
    n_done: int = 0
    n_cached: int = 0
    cost_usd: float = 0.0
    failed: list[tuple[str, str]] = field(default_factory=list)  # article_id, reason
    stopped: PrzepisError | None = None


@dataclass(frozen=True, slots=True)
class _Outcome:
    task: Task
    surrogate: Surrogate | None = None
    cost_usd: float = 0.0
    cached: bool = False
    error: PrzepisError | None = None


def annotate(
    corpus: AnnotatedCorpus,
    client: Client,
    tasks: Iterable[Task],
    *,
    on_progress: Callable[[AnnotateReport], None] | None = None,
    stop: threading.Event | None = None,
) -> AnnotateReport:
    """Every task ends as an annotation in the corpus or as a named failure, until one that stops all the
    rest.

    What is wrong with one article (an answer unfit even after a repair, an endpoint that failed for it) is
    reported and passed over; a spent budget, a refused key or an endpoint that only fails ends the run.
    Both keep all done.
    """
    report = AnnotateReport()
    stopping = stop or threading.Event()
    group: list[Surrogate] = []
    failures_in_a_row = 0
    try:
        for outcome in _outcomes(client, iter(tasks), stopping):
            report.cost_usd += outcome.cost_usd
            if outcome.surrogate is not None:
                group.append(outcome.surrogate)
                report.n_cached += outcome.cached
                failures_in_a_row = 0
                if len(group) >= GROUP:
                    report.n_done += corpus.put_surrogates(group)
                    group = []
            elif isinstance(outcome.error, _STOPPING):
                report.stopped = report.stopped or outcome.error
            elif outcome.error is not None:
                report.failed.append((outcome.task.article.article_id, str(outcome.error)))
                failures_in_a_row += not _seen_before(outcome.error)
            if failures_in_a_row >= MAX_FAILURES_IN_A_ROW and report.stopped is None:
                report.stopped = ModelError(
                    f"{failures_in_a_row} articles failed one after another; last: {report.failed[-1][1]}"
                )
            if report.stopped is not None:
                stopping.set()  # and go on: answers on the wire are paid for and are kept
            if on_progress:
                on_progress(report)
    finally:
        report.n_done += corpus.put_surrogates(group)
    return report


def _seen_before(error: PrzepisError) -> bool:
    """A failure kept from an earlier run says nothing of the endpoint now."""
    return isinstance(error, ModelOutputError) and error.usage.all_cached


def _outcomes(client: Client, tasks: Iterator[Task], stop: threading.Event) -> Iterator[_Outcome]:
    """Results as they come; never more than twice the concurrency ahead, so that a stop is quick."""
    prompt = annotate_prompt()
    waiting: set[Future[_Outcome]] = set()
    with ThreadPoolExecutor(max_workers=client.concurrency, thread_name_prefix="annotate") as pool:
        try:
            for task in itertools.islice(tasks, 2 * client.concurrency):
                waiting.add(pool.submit(_one, client, task, prompt, stop))
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    if not stop.is_set() and (following := next(tasks, None)) is not None:
                        waiting.add(pool.submit(_one, client, following, prompt, stop))
                    yield future.result()
        finally:
            # Requests on the wire end by themselves and stay in the cache; queued ones are dropped.
            for future in waiting:
                future.cancel()


def _one(client: Client, task: Task, prompt: Prompt, stop: threading.Event) -> _Outcome:
    if stop.is_set():
        return _Outcome(task)
    call = annotate_call(task, prompt)
    try:
        done = client.complete(
            call.stage,
            call.system,
            call.user,
            call.schema,
            call.max_tokens,
            item=call.item,
            check=lambda data: data_problems(data, task.article),
            keep_invalid=True,
        )
    except PrzepisError as error:
        return _Outcome(task, error=error)
    surrogate = finished(done.data, task.article, client.model, prompt.version)
    return _Outcome(task, surrogate, done.usage.paid_usd, done.cached)
