"""What every step of a pipeline has: settings checked before anything runs, needs told in advance, one job."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict

from przepis.corpus.store import Store
from przepis.encode.protocol import Encoder
from przepis.errors import PipelineError
from przepis.index.engine import Filter, Ranked, Searcher
from przepis.index.local.index import LocalIndex
from przepis.law.citations import CitationResolver, ResolvedCite
from przepis.law.names import ActNames
from przepis.law.scope import ActScope
from przepis.records import NO_USAGE, Article, Question, Usage
from przepis.retrieve.rarest import rarest_words
from przepis.retrieve.signals import Signals

if TYPE_CHECKING:
    from przepis.llm.client import Client
    from przepis.retrieve.candidates import Source

QueryText = Literal["stem", "full", "rarest", "reformulated", "rephrased", "expanded"]
"""stem: the question alone (the paper's query); full: with its options; rarest: its three rarest words; the others
come from a model call."""

EMPTY = Ranked(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32))


WORDING = "full-prefix"  # the field whose terms wordings are compared by, in their order


@dataclass(frozen=True, slots=True)
class Needs:
    """What a step asks of the index and of the outside."""

    lexical: frozenset[str] = frozenset()
    dense: frozenset[str] = frozenset()
    model_calls: int = 0
    labels: bool = False  # a control that is told the answer


@dataclass(slots=True)
class Pool:
    """Candidate rows; of every list their scores and ranks, and the best score that any article has."""

    rows: np.ndarray
    sources: tuple[Source, ...]
    scores: dict[str, np.ndarray]  # beside ``rows``
    ranks: dict[str, np.ndarray]  # likewise; from 0, equal scores share one; those outside a named act after all inside
    best: dict[str, float]
    act_scope: np.ndarray  # by act
    begun: np.ndarray  # which have a unit that begins with all that a sentence left open says

    def best_rank(self) -> np.ndarray:
        """The rank of each candidate in the list that ranks it highest; lists in which it has no score do not count."""
        different = {id(ranks): name for name, ranks in self.ranks.items()}.values()  # some lists are one
        best = np.full(len(self.rows), len(self.rows))
        for name in different:
            np.minimum(best, self.ranks[name], out=best, where=self.scores[name] > 0)
        return best

    def only(self, kept: np.ndarray) -> Pool:
        """Some of the candidates, with the ranks they have among all."""
        scores, ranks = ({k: v[kept] for k, v in d.items()} for d in (self.scores, self.ranks))
        return Pool(self.rows[kept], self.sources, scores, ranks, self.best, self.act_scope, self.begun[kept])


@dataclass(slots=True)
class Tools:
    """Everything a step may use; opened once, shared by all questions."""

    index: LocalIndex
    searcher: Searcher
    store: Store
    names: ActNames
    resolver: CitationResolver
    scope: ActScope
    titles: dict[str, str]
    encoder: Callable[[], Encoder]
    client: Callable[[], Client]
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class State:
    """One question on its way through a pipeline."""

    question: Question
    tools: Tools
    where: Filter = field(default_factory=Filter)
    with_options: bool = True  # False: a step chose to search with the stem alone
    pool: Pool | None = None  # what the step `candidates` found
    sure: bool | None = None  # whether the first hit is sure enough to be called an answer; None: nobody judged
    enough: float | None = None  # the confidence from which it is
    ranked: Ranked = EMPTY
    lists: dict[str, Ranked] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    signals: Signals = field(default_factory=Signals)
    stage_ms: dict[str, float] = field(default_factory=dict)
    analysis: Any = None  # retrieve.analysis.QueryAnalysis, once the call has answered
    pending: Future[Any] | None = None
    usage: Usage = NO_USAGE
    faults: Counter[str] = field(default_factory=Counter)  # of the answers of models
    _vectors: dict[str, np.ndarray] = field(default_factory=dict)
    _encoding: dict[str, threading.Lock] = field(default_factory=dict)
    _cites: list[ResolvedCite] | None = None
    _cited: np.ndarray | None = None

    @property
    def options(self) -> tuple[str, ...]:
        """The question's options, where this pipeline uses them."""
        return self.question.options if self.with_options else ()

    def text(self, which: QueryText) -> str:
        if which == "stem":
            return self.question.text
        if which == "full":
            return " ".join((self.question.text, *self.options))
        if which == "rarest":
            return self.texts.setdefault(which, rarest_words(self.tools.index, self.question.text))
        if which == "reformulated" and self.analysis is None and which not in self.texts:
            return self.question.text  # an ablation without analysis searches with the question itself
        try:
            return self.texts[which]
        except KeyError:
            raise PipelineError(f"the query text {which!r} was not made by an earlier step") from None

    def begin_vector(self, which: QueryText) -> None:
        """``vector`` will be asked for: it may be made meanwhile."""
        self.tools.encoder().begin_query(self.text(which))

    def vector(self, which: QueryText) -> np.ndarray:
        text = self.text(which)
        with self._encoding.setdefault(text, threading.Lock()):  # asked for from several threads, encoded once
            if text not in self._vectors:
                self._vectors[text] = self.tools.encoder().encode_queries([text])[0]
            return self._vectors[text]

    def vector_made(self, which: QueryText) -> np.ndarray | None:
        """``vector``, where a step has asked for it; nothing is encoded."""
        return self._vectors.get(self.text(which))

    def cited_rows(self) -> np.ndarray:
        """R_q, source ``question``: rows of the articles that the question's own words cite, act-aware."""
        if self._cited is None:
            rows = (self.tools.index.row(c.article_id) for c in self._citations() if c.article_id)
            self._cited = np.array(sorted({r for r in rows if r is not None}), dtype=np.int64)
        return self._cited

    def _citations(self) -> list[ResolvedCite]:
        if self._cites is None:
            self._cites = self.tools.resolver.resolve(self.question.text)
        return self._cites

    def has_cited_number(self, rows: np.ndarray) -> np.ndarray:
        """Which of these rows have the number of an article that is cited without its act: "rękojmia art. 556"."""
        labels = {
            cite.cite.label for cite in self._citations() if cite.problem == "no_act" and cite.cite.sign == "art."
        }
        if not labels:
            return np.zeros(len(rows), dtype=bool)
        ids = self.tools.index.article_ids
        return np.array([ids[row].partition("#")[2] in labels for row in rows.tolist()], dtype=bool)

    def is_cited(self, rows: np.ndarray) -> np.ndarray:
        """Which of these rows the question's own words cite."""
        cited = self.cited_rows()
        return np.isin(rows, cited) if len(cited) else np.zeros(len(rows), dtype=bool)

    def article(self, row: int) -> Article:
        """In the wording that was searched: the newest, or that of the day."""
        return self.tools.store.article(self.tools.index.article_ids[row], self.where.on)

    def note(self, signal: str, rows: np.ndarray, values: np.ndarray) -> None:
        """Keep a score for the rows it was computed for; `--explain` shows it."""
        self.signals.note((signal,), rows, np.asarray(values, float)[:, None])

    def note_all(self, signals: Sequence[str], rows: np.ndarray, values: np.ndarray) -> None:
        """``note`` for many signals of the same rows: a line of ``values`` a row, a column a signal."""
        self.signals.note(signals, rows, values)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            spent = (time.perf_counter() - started) * 1000
            self.stage_ms[stage] = self.stage_ms.get(stage, 0.0) + spent

    def charge(self, usage: Usage, faults: Iterable[str] = ()) -> None:
        """Add a model call to the question's bill, and what was wrong with its answer."""
        self.usage += usage
        self.faults.update(faults)


class Step(BaseModel):
    """A step of a pipeline. Subclasses fix ``use`` and say in ``needs`` what must be there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    use: str
    save: str = ""  # keep the resulting list under this name, for fusion

    def needs(self) -> Needs:
        return Needs()

    def prepare(self) -> None:
        """Load now what a question would otherwise wait for."""

    def run(self, state: State) -> None:
        raise NotImplementedError

    def draw(self) -> str:
        """What differs from the defaults: a line for `przepis pipelines show`, and one for each table in the step."""
        own = {name: value for name, value in self.model_dump(exclude_defaults=True).items() if name != "use"}
        tables = {name: rows for name, rows in own.items() if isinstance(rows, list | tuple) and _are_tables(rows)}
        facts = _facts({name: value for name, value in own.items() if name not in tables})
        rows = [f"     {name}: {_facts(row)}" for name, found in tables.items() for row in found]
        return "\n".join([f"{self.use}({facts})", *rows])

    def keep(self, state: State, ranked: Ranked) -> None:
        state.ranked = ranked
        if self.save:
            state.lists[self.save] = ranked
        state.note(self.save or self.use, ranked.rows, ranked.scores)


def _are_tables(rows: Sequence[Any]) -> bool:
    return bool(rows) and all(isinstance(row, dict) for row in rows)


def _facts(values: Mapping[str, Any]) -> str:
    """``name=all-p, take=30, scoped``."""
    return ", ".join(name if value is True else f"{name}={_printed(value)}" for name, value in values.items())


def _printed(value: Any) -> str:
    if isinstance(value, Mapping):
        value = [f"{name} {each}" for name, each in value.items()]
    return " + ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
