"""The local API: ``przepis.open(home)`` gives a Library, on which the command line, REST, web and MCP all stand."""

from __future__ import annotations

import dataclasses
import datetime as dt
import threading
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

from przepis import __version__
from przepis.answer.answering import Answered, Answerer
from przepis.answer.cited import open_cited, why_not
from przepis.answer.context import cited_name
from przepis.answer.shown import ShownHit, show_hit, standing_notes, unit_on
from przepis.answer.verification import Verification, verify_citation
from przepis.corpus.annexes import annexes_of
from przepis.corpus.checks import corpus_stats
from przepis.corpus.delegation import delegated_acts, grounds_of
from przepis.corpus.diff import WordingChange, diff_wordings
from przepis.corpus.history import Stage, history, wording_of
from przepis.corpus.outline import Outline, neighbours, outline
from przepis.corpus.publication import formal_citation
from przepis.corpus.store import Store
from przepis.corpus.together import read_together
from przepis.corpus.validity.record import Validity
from przepis.corpus.validity.settle import validity_of
from przepis.corpus.validity.standing import Standing, ended_acts, present_day, standing_of
from przepis.encode.protocol import Encoder
from przepis.encode.registry import open_encoder
from przepis.errors import CitationError, InputError, choices
from przepis.index.engine import Filter, Searcher
from przepis.index.local.index import LocalIndex
from przepis.index.open_searcher import open_searcher
from przepis.law.citations import CitationResolver
from przepis.law.names import ActNames
from przepis.law.printing import format_citation
from przepis.law.reading import CitationReader
from przepis.law.scope import ActScope
from przepis.law.suggest import Suggestion, suggest
from przepis.law.technical import asks_for_technical, is_technical
from przepis.llm.client import Client
from przepis.llm.open import is_configured, open_client
from przepis.messages import Language
from przepis.pipelines.loader import Pipeline, load_pipeline
from przepis.pipelines.run import DEPTH, run_pipeline
from przepis.records import Act, Article, Hit, Note, Question, Reference, Run, Surrogate, Version
from przepis.retrieve.facets import Facets, count_facets
from przepis.retrieve.step import Tools
from przepis.settings import Settings, load_settings
from przepis.sources.parsed import ParsedAnnex

MAX_QUERY_CHARS = 10_000


class Library:
    """A corpus with its index. Cheap to make; the index, the encoder and a model open at first use."""

    def __init__(self, home: Path | None = None, settings: Settings | None = None) -> None:
        self.settings = settings or load_settings(home)
        self.home = self.settings.home
        self.store = Store(self.home)
        self.names = ActNames(self.store.acts())
        self.resolver = CitationResolver(self.names, self.store.labels)
        self.reader = CitationReader(self.resolver, self.store.published_act)
        self._index: LocalIndex | None = None
        self._searcher: Searcher | None = None
        self._encoder: Encoder | None = None
        self._client: Client | None = None
        self._tools: Tools | None = None
        self._pipelines: dict[str, Pipeline] = {}
        self._ended: dict[dt.date, frozenset[str]] = {}
        self._lock = threading.RLock()

    def close(self) -> None:
        if self._searcher is not None:
            self._searcher.close()
        if self._index is not None:
            self._index.close()
        if self._client is not None:
            self._client.close()
        self.store.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- the parts, opened when first needed ----------------------------------------------------------------

    @property
    def index(self) -> LocalIndex:
        with self._lock:
            if self._index is None:
                self._index = LocalIndex(self.home, self.store.fingerprint())
            return self._index

    @property
    def searcher(self) -> Searcher:
        with self._lock:
            if self._searcher is None:
                self._searcher = open_searcher(self.index, self.settings.engine)
            return self._searcher

    @property
    def encoder(self) -> Encoder:
        with self._lock:
            if self._encoder is None:
                self._encoder = open_encoder(self.index.encoder_name or self.settings.encoder)
            return self._encoder

    @property
    def client(self) -> Client:
        with self._lock:
            if self._client is None:
                self._client = open_client(self.settings)
            return self._client

    def tools(self) -> Tools:
        with self._lock:
            if self._tools is None:
                titles = {a.act_id: a.title for a in self.store.acts()}
                self._tools = Tools(
                    index=self.index,
                    searcher=self.searcher,
                    store=self.store,
                    names=self.names,
                    resolver=self.resolver,
                    scope=ActScope(titles, self.names),
                    titles=titles,
                    encoder=lambda: self.encoder,
                    client=lambda: self.client,
                )
            return self._tools

    def labels(self, act_id: str) -> Sequence[str]:
        """Labels of an act's articles in the newest text, in order; empty where the corpus has no such act."""
        return self.resolver.labels(act_id).labels

    def pipeline(self, name: str | None = None) -> Pipeline:
        """A pipeline checked against this index and these settings; its stand-in while there are no vectors."""
        wanted = name or self.settings.pipeline
        if wanted not in self._pipelines:
            pipeline = load_pipeline(wanted)
            if pipeline.until_vectors and not self.index.dense_fields:
                pipeline = load_pipeline(pipeline.until_vectors)
            pipeline.check(self.index, is_configured(self.settings.llm))
            self._pipelines[wanted] = pipeline
        return self._pipelines[wanted]

    # -- search ---------------------------------------------------------------------------------------------

    def search(
        self,
        text: str,
        *,
        options: Sequence[str] = (),
        on: dt.date | None = None,
        act: str | None = None,
        kind: str | None = None,
        pipeline: str | None = None,
        k: int = 10,
        all_law: bool = False,
    ) -> list[Hit]:
        """The articles that govern a question, best first. A citation as the text is a direct hit."""
        run = self.run(text, options=options, on=on, act=act, kind=kind, pipeline=pipeline, k=k, all_law=all_law)
        return list(run.hits)

    def run(
        self,
        text: str,
        *,
        options: Sequence[str] = (),
        on: dt.date | None = None,
        act: str | None = None,
        kind: str | None = None,
        pipeline: str | None = None,
        k: int = 10,
        units: int | None = None,
        all_law: bool = False,
    ) -> Run:
        """``search`` with what it cost: stage times, model calls, tokens. ``units``: for so many of the first hits
        the matching unit is found (default: for all ``k``). ``all_law``: also what is not in force on the day.
        """
        text = check_query(text)
        if not 1 <= k <= 100:
            raise InputError(f"k is {k}; between 1 and 100 hits can be asked for")
        reading = self.reader.read(text)
        direct = open_cited(self.store, self.names, reading, on, k) if reading is not None else None
        if direct is not None and (direct.hits or direct.act_id or direct.notes):
            return direct
        chosen_act = self.act_id(act) if act else None
        where = Filter(
            acts=frozenset({chosen_act}) if chosen_act else None,
            not_acts=frozenset() if all_law else self.ended_acts(on) - {chosen_act},
            kinds=frozenset({self._kind(kind)}) if kind else None,
            repealed=None if all_law or on is not None else False,
        )
        question = Question("", text, tuple(options), on)
        depth = k if on is None else DEPTH  # on a date, some of the hits had no text yet
        n_units = k if units is None else units
        later = None if chosen_act or asks_for_technical(text) else self._technical
        done = run_pipeline(
            self.pipeline(pipeline),
            question,
            self.tools(),
            where=where,
            depth=depth,
            with_units=n_units,
            gives_way=later,
        )
        hits = done.hits if on is None else self._as_of(done.hits, on, all_law)
        return Run("", hits[:k], done.stage_ms, done.usage, sure=done.sure)

    def ended_acts(self, on: dt.date | None = None) -> frozenset[str]:
        """Acts that are not in force on a day, which a search leaves out."""
        day = on or present_day(self.store)
        if day not in self._ended:
            if len(self._ended) > 64:
                self._ended.clear()
            self._ended[day] = ended_acts(self.store, day)
        return self._ended[day]

    def _as_of(self, hits: Sequence[Hit], on: dt.date, all_law: bool) -> tuple[Hit, ...]:
        """Only articles that the corpus knows to have been law on that date, each with the unit of that wording."""
        kept: list[Hit] = []
        for hit in hits:
            try:
                article = self.store.article(hit.article_id, on)
            except CitationError:
                continue
            if all_law or not article.repealed:
                kept.append(dataclasses.replace(hit, rank=len(kept) + 1, unit=unit_on(article, hit.unit)))
        return tuple(kept)

    def _technical(self, article_ids: Sequence[str]) -> frozenset[str]:
        """Those that only change, begin or end other law: they give way to what rules something."""
        texts = self.store.beginnings(article_ids)
        return frozenset(a for a, text in texts.items() if is_technical(self.names.title(a.partition("#")[0]), text))

    def _kind(self, kind: str) -> str:
        kinds = {self.names.kind(a) for a in self.names.in_corpus}
        if kind not in kinds:
            raise InputError(f"no act of kind {kind!r} in the corpus; there are {choices(kinds)}")
        return kind

    # -- lookups --------------------------------------------------------------------------------------------

    def shown(self, hits: Sequence[Hit], on: dt.date | None = None) -> list[ShownHit]:
        """Hits as every face shows them: wording and unit of the day, standing, warnings."""
        return [show_hit(self.store, self.names, hit, on) for hit in hits]

    def standing(self, article: Article, on: dt.date | None = None) -> Standing:
        return standing_of(self.store, article, on)

    def notes(self, article: Article, on: dt.date | None = None) -> tuple[Note, ...]:
        """What must be said with an article: ended, amended since, ruled upon, still to come."""
        return standing_notes(self.standing(article, on), article, self.store.act(article.act_id))

    def validity(self, words: str) -> Validity:
        return validity_of(self.store, self.act_id(words))

    def act_id(self, words: str) -> str:
        """An act from its id, abbreviation, or name in any case."""
        if words in self.names.in_corpus:
            return words
        found = self.names.resolve(words)
        if found is None or not self.labels(found):
            near = [self.names.title(a) for a in self.names.suggest(words, 5)]
            hint = f"; perhaps {choices(near)}" if near else "; `przepis corpus stats` lists what the corpus has"
            raise CitationError(f"no act {words!r} in the corpus{hint}")
        return found

    def article_id(self, citation: str) -> str:
        """One article from a citation in any spelling, or from its id."""
        return self.article_ids(citation)[0]

    def article_ids(self, citation: str) -> tuple[str, ...]:
        """Every article that a citation names: ``art. 415-417 k.c.`` names three."""
        reading = self.reader.read(citation)
        cites = reading.cites if reading is not None else self.resolver.resolve(citation)
        found = tuple(dict.fromkeys(cite.article_id for cite in cites if cite.article_id))
        if not found:
            raise CitationError(why_not(citation, reading, cites, self.names))
        return found

    def article(self, citation: str, on: dt.date | None = None) -> Article:
        return self.store.article(self.article_id(citation), on)

    def act(self, words: str) -> Act:
        return self.store.act(self.act_id(words))

    def versions(self, words: str) -> list[Version]:
        return self.store.versions(self.act_id(words))

    def version(self, version_id: str) -> Version:
        return self.store.version(version_id)

    def wordings(self, citation: str) -> list[Article]:
        return self.store.wordings(self.article_id(citation))

    def references(self, citation: str) -> tuple[list[Reference], list[Reference]]:
        """What the article cites, and what cites it."""
        article_id = self.article_id(citation)
        return self.store.references_from(article_id), self.store.references_to(article_id)

    def name_of(self, target: str) -> str:
        """An article by its citation, an act by what it is called."""
        return format_citation(target, self.names) if "#" in target else cited_name(self.store.act(target))

    def read_together(self, hits: Sequence[Hit]) -> dict[str, tuple[str, ...]]:
        """What must be read with each hit: ids of articles, or of acts."""
        return read_together(self.store, [hit.article_id for hit in hits])

    def issued_on(self, article_id: str) -> list[Act]:
        """Regulations issued on the ground of this article, those in force first."""
        acts = [self.store.act(act_id) for act_id in delegated_acts(self.store, article_id)]
        return sorted(acts, key=lambda act: (act.status in ("repealed", "expired"), act.act_id))

    def grounds(self, act_id: str) -> list[Reference]:
        """What a regulation was issued on; empty for an act that has no such basis."""
        return grounds_of(self.store, act_id)

    def annexes(self, act_id: str, on: dt.date | None = None) -> list[ParsedAnnex]:
        """The act's annexes by name, those also whose content only the printed Journal has."""
        return annexes_of(self.store, self.store.version_on(act_id, on).version_id)

    def surrogate(self, article_id: str) -> Surrogate | None:
        return self.store.surrogate(article_id)

    # -- around an article ----------------------------------------------------------------------------------

    def suggest(self, typed: str, limit: int = 8) -> list[Suggestion]:
        """Acts and articles whose name or number begins so."""
        return suggest(typed, self.names, self.labels, limit)

    def outline(self, words: str, on: dt.date | None = None) -> Outline:
        """The act's table of contents in the text of a date."""
        return outline(self.store, self.act_id(words), on)

    def neighbours(self, article: Article, on: dt.date | None = None) -> tuple[str | None, str | None]:
        return neighbours(self.store, article.act_id, article.label, on)

    def history(self, citation: str) -> list[Stage]:
        """The article through every published text of its act, oldest first."""
        return history(self.store, self.article_id(citation))

    def diff(self, citation: str, older: str, newer: str) -> WordingChange:
        """What changed between two published texts, each named by its version_id."""
        article_id = self.article_id(citation)
        old, new = (wording_of(self.store, article_id, version) for version in (older, newer))
        return diff_wordings(old, new, self.version(older).address, self.version(newer).address)

    def formal_citation(self, article: Article, units: tuple[str, ...] = ()) -> str:
        """``art. 22¹ § 1 k.c. (t.j. Dz.U. 2024 poz. 1061)``."""
        return formal_citation(article, self.version(article.version_id), self.names, units)

    def verify(self, citation: str, quote: str = "", on: dt.date | None = None) -> Verification:
        return verify_citation(self.reader, self.store.article, citation, quote, on, self.notes)

    def facets(self, hits: Sequence[Hit]) -> Facets:
        return count_facets(hits, self.names.kind)

    # -- answers and facts ----------------------------------------------------------------------------------

    @property
    def can_answer(self) -> bool:
        return is_configured(self.settings.llm)

    def answer(
        self,
        question: Question,
        *,
        act: str | None = None,
        pipeline: str | None = None,
        language: Language | None = None,
    ) -> Answered:
        """An answer from the articles that a search finds, with its legal basis, or why there is none."""
        answerer = self._answerer(language)
        found = self.run(question.text, options=question.options, on=question.on, act=act, pipeline=pipeline)
        return Answered.of(found, answerer.answer(question, found.hits))

    def stream_answer(
        self,
        question: Question,
        *,
        act: str | None = None,
        pipeline: str | None = None,
        language: Language | None = None,
    ) -> Generator[str, None, Answered]:
        """``answer`` with the draft as it is written; the generator returns the checked whole."""
        answerer = self._answerer(language)
        found = self.run(question.text, options=question.options, on=question.on, act=act, pipeline=pipeline)
        done = yield from answerer.stream(question, found.hits)
        return Answered.of(found, done)

    def _answerer(self, language: Language | None) -> Answerer:
        """Opened before the search: where no model is set, nothing is searched in vain."""
        return Answerer(self.store, self.resolver, self.client, language or self.settings.language)

    def status(self) -> dict[str, Any]:
        """What is served: the corpus in figures, the index, the pipeline, whether a model is set."""
        facts = self.index.facts
        return {
            "program": __version__,
            "corpus": corpus_stats(self.store),
            "newest_text": self.store.db.execute("SELECT max(as_of) FROM versions").fetchone()[0],
            "index": {
                "generation": self.index.folder.name,
                "n_articles": facts["n_articles"],
                "vectors": self.index.vector_share,
            },
            "encoder": self.index.encoder_name,
            "pipeline": self.settings.pipeline,
            "answers": self.can_answer,
        }


def check_query(text: str) -> str:
    text = " ".join(text.split())
    if not text:
        raise InputError("the query is empty; ask a question, give a citation such as `art. 415 k.c.`, or a few words")
    if len(text) > MAX_QUERY_CHARS:
        raise InputError(f"the query has {len(text):,} characters; at most {MAX_QUERY_CHARS:,} are taken")
    return text
