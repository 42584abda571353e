"""The local API: ``przepis.open(home)`` gives a Library, on which the command line, REST, web and MCP all stand."""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from przepis import __version__
from przepis.answer.asked import check_k, check_options, check_query, not_searchable
from przepis.answer.cited import open_cited
from przepis.answer.doubt import doubt
from przepis.answer.merged import AsItReads
from przepis.answer.now_shown import now_shown
from przepis.answer.of_day import hits_of_day, no_text_of_day
from przepis.corpus.act_list import act_kind
from przepis.corpus.checks import corpus_stats
from przepis.corpus.validity.changes import repealed_since
from przepis.corpus.validity.settle import validity_of
from przepis.corpus.validity.standing import ended_acts, present_day
from przepis.errors import InputError, PipelineError, StoreError, choices
from przepis.index.engine import Filter
from przepis.law.dates import as_day
from przepis.law.printing import format_citation
from przepis.law.reading import Reading
from przepis.law.technical import asks_for_technical, is_technical
from przepis.law.then import without_time
from przepis.llm.open import is_configured
from przepis.messages import Language
from przepis.opened import Opened
from przepis.pipelines.loader import Pipeline
from przepis.pipelines.run import DEPTH, run_pipeline
from przepis.records import Answer, Article, Found, Hit, Hits, Note, Question, Run, note
from przepis.rerank.linear import Manner, manner_of
from przepis.retrieve.corresponding import corresponding_articles
from przepis.retrieve.ending import is_open
from przepis.retrieve.facets import Facets, count_facets
from przepis.retrieve.gone import gone_notes
from przepis.retrieve.spelling import SMALL, corrected, known_words
from przepis.retrieve.step import Tools
from przepis.settings import Settings

if TYPE_CHECKING:
    from przepis.answer.answering import Answered, Answerer

UNIT_SHARES: Mapping[Manner, float] = {"options": 0.5, "open": 0.5, "question": 0.6}
"""A unit that is less likely is not marked: a wrong one misleads (benchmarks.unit_shares, .long_articles)."""
DAYS_KEPT = 64  # of which it is known what a search leaves out
SPARE = 10  # hits asked for beyond those wanted on a day, should the store not know one of them


class Library(Opened):
    """What is asked of a corpus: searches, answers, and what ``Lookups`` has."""

    def __init__(self, home: Path | None = None, settings: Settings | None = None) -> None:
        super().__init__(home, settings)
        self._ended = functools.lru_cache(DAYS_KEPT)(functools.partial(ended_acts, self.store))
        self._gone = functools.lru_cache(DAYS_KEPT)(functools.partial(repealed_since, self.store))

    # -- search ---------------------------------------------------------------------------------------------

    def search(self, text: str, **asked: Any) -> Hits:
        """The provisions that govern a question, best first, each with its text, act, status and source.

        Takes what ``find`` takes. A citation as the text is a direct hit.
        """
        return Hits(self.find(text, **asked))

    def find(
        self,
        text: str,
        *,
        options: Sequence[str] = (),
        on: dt.date | str | None = None,
        act: str | None = None,
        kind: str | None = None,
        pipeline: str | None = None,
        k: int = 10,
        all_law: bool = False,
        signals: bool = False,
        language: Language | None = None,
    ) -> Found:
        """``search`` with what must be said beside the hits, and what it cost.

        ``all_law``: also what is not in force on the day. ``signals``: every score behind a rank. ``language``: of the
        notes, where not that of the settings.
        """
        day = as_day(on)
        run = self.run(text, options=options, on=day, act=act, kind=kind, pipeline=pipeline, k=k, all_law=all_law)
        return self.presenter.found(run, day, signals=signals, language=language)

    def run(
        self,
        text: str,
        *,
        options: Sequence[str] = (),
        on: dt.date | str | None = None,
        act: str | None = None,
        kind: str | None = None,
        pipeline: str | None = None,
        k: int = 10,
        units: int | None = None,
        all_law: bool = False,
    ) -> Run:
        """The bare hits of a pipeline: ranks and scores. ``units``: for so many of the first hits
        the matching unit is found (default: for all ``k``). ``all_law``: also what is not in force on the day.
        """
        text, options = check_query(text), check_options(options)
        on = as_day(on)
        check_k(k)
        reading = self.reader_on(on).read(text)
        direct = self._cited(text, reading, on, k)
        chosen_act = self.act_id(act) if act else None
        where = self.filter_of(on, chosen_act, kind, all_law)
        if reading is not None and (direct.hits or direct.act_id or direct.notes) and not reading.to_search:
            return self._with_successors(self._cited_within(direct, where), on)
        chosen, tools, told = self._looked_into(on, pipeline)
        told = (*direct.notes, *told)
        refused = not_searchable(text)
        if refused is not None:
            return Run("", (), notes=(*direct.notes, refused))
        question = Question("", without_time(text, on), options, on)
        past = tools.index is not self.index
        if past:
            where = dataclasses.replace(where, on=on, repealed=None if all_law else False)
        depth = k if on is None else k + SPARE if past else DEPTH  # in today's index some had no text yet
        n_units = k if units is None else units
        later = None if chosen_act or asks_for_technical(text) else functools.partial(self._technical, on=where.on)
        done = run_pipeline(
            chosen,
            question,
            tools,
            where=where,
            depth=depth,
            with_units=n_units,
            least_share=UNIT_SHARES[manner_of(bool(options), is_open(text))],
            gives_way=later,
        )
        hits, sure, told = done.hits, done.sure, (*told, *done.notes)
        if on is not None:
            hits, gap = hits_of_day(self.store, self.names, hits, on, all_law)
            shown = bool(hits) and hits[0].article_id == done.hits[0].article_id
            sure = None if sure is None or not hits else sure and shown  # what was judged has no wording on the day
            if not hits and not gap and not any(said.key == "note_day_before_texts" for said in told):
                told = (*told, note("note_nothing_on_day", day=on))
            told = (*told, *gap)
        if on is not None and past and sure is False:
            asked = {"options": options, "act": act, "kind": kind, "pipeline": pipeline, "all_law": all_law}
            today = functools.partial(self.run, question.text, k=1, units=0, **asked)  # type: ignore[arg-type]
            told = (*told, *no_text_of_day(self.store, self.names, hits, on, today))
        if sure is False and not done.notes and where == self.filter_of():
            told = (*told, *gone_notes(self.tools(), text, self.ended_acts()))
        few = len(tools.index.article_ids) < SMALL
        meant = corrected(text, known_words(tools.index), swaps_only=few)
        notes = (*told, note("note_did_you_mean", query=meant)) if meant else told
        notes = (*notes, *doubt(text, hits, sure, done.enough, self.names, notes))
        return Run("", hits[:k], done.stage_ms, done.usage, sure=sure, enough=done.enough, notes=notes)

    def _cited(self, text: str, reading: Reading | None, on: dt.date | None, k: int) -> Run:
        """What the words cite, opened; without a day also what they say of a time."""
        direct = open_cited(self.store, self.names, reading, on, k, self.ended) if reading is not None else Run("", ())
        said = now_shown(self.store, self.names, text, reading) if on is None else ()
        return dataclasses.replace(direct, notes=(*direct.notes, *said))

    def _looked_into(self, on: dt.date | None, name: str | None) -> tuple[Pipeline, Tools, tuple[Note, ...]]:
        """The pipeline and what it searches: on a day the wordings of that day, where they are indexed; what to say."""
        chosen = self.pipeline(name)
        if on is None:
            return chosen, self.tools(), ()
        told = self.past.about_day(on)
        index, searcher = self.past.opened(self.index.encoder_name)
        if index is None or searcher is None:
            return chosen, self.tools(), told + self.past.missing(on, self.index.encoder_name)
        try:
            chosen = self._pipeline_for(index, name or self.settings.pipeline)
        except PipelineError:  # the past has the fields of the shipped pipelines alone
            return chosen, self.tools(), (*told, note("note_past_not_for_pipeline", pipeline=chosen.name))
        return chosen, self._tools_of(index.on(on), searcher), told

    def filter_of(
        self, on: dt.date | None = None, act_id: str | None = None, kind: str | None = None, all_law: bool = False
    ) -> Filter:
        """What a search looks at: law in force on the day (today's where none is given), unless all is asked for."""
        ended = frozenset() if all_law else self.ended_acts(on)
        return Filter(
            acts=frozenset({act_id}) if act_id else None,
            not_acts=ended - {act_id} if act_id in ended else ended,  # one set for all: told apart at once
            not_articles=frozenset() if all_law else self.repealed_since(on),
            kinds=frozenset({self._kind(kind)}) if kind else None,
            repealed=None if all_law or on is not None else False,
        )

    def corresponding(self, article: Article, k: int = 3) -> list[tuple[str, float]]:
        """Articles of the act that replaced an ended one which are most like this: a guess, with its score."""
        successor = validity_of(self.store, article.act_id).replaced_by
        if successor not in self.names.in_corpus:
            return []
        try:
            return corresponding_articles(self.tools(), article, successor, k)
        except StoreError:
            return []  # no index: articles can be looked up, not compared

    def notes(self, article: Article, on: dt.date | None = None) -> tuple[Note, ...]:
        """What must be said with an article; of ended law also what may stand for it in the act that replaced it."""
        found = super().notes(article, on)
        if not any(told.key.startswith("warn_act_ended") for told in found):
            return found
        first, *rest = found
        return (first, *self._successor_note(article), *rest)

    def _successor_note(self, article: Article) -> Iterator[Note]:
        guesses = self.corresponding(article)
        if guesses:
            shares = ", ".join(f"{format_citation(a, self.names)} ({score:.0%})" for a, score in guesses)
            yield Note("warn_corresponding", (("guesses", shares),), tuple(a for a, _ in guesses))

    def _cited_within(self, direct: Run, where: Filter) -> Run:
        """What is cited is opened, whatever acts or kinds a search was to look at; that it lies outside is said."""
        act_id = direct.act_id or next((hit.article_id.partition("#")[0] for hit in direct.hits), "")
        outside = where.acts is not None and act_id not in where.acts
        outside = outside or (where.kinds is not None and self.names.kind(act_id) not in where.kinds)
        if not act_id or not outside:
            return direct
        return dataclasses.replace(direct, notes=(*direct.notes, note("note_cited_outside")))

    def _with_successors(self, direct: Run, on: dt.date | None) -> Run:
        """A citation of ended law also offers what may stand for it today."""
        if not direct.hits:
            return direct
        article = self.store.article(direct.hits[0].article_id, on)
        if self.standing(article, on).act.in_force_on(on or present_day(self.store)) is not False:
            return direct
        return dataclasses.replace(direct, notes=(*direct.notes, *self._successor_note(article)))

    def ended_acts(self, on: dt.date | None = None) -> frozenset[str]:
        """Acts that are not in force on a day, which a search leaves out."""
        return self._ended(on or present_day(self.store))

    def repealed_since(self, on: dt.date | None = None) -> frozenset[str]:
        """Articles that were repealed, by a day, after the newest text that has them."""
        return self._gone(on or present_day(self.store))

    def _technical(self, article_ids: Sequence[str], on: dt.date | None) -> frozenset[str]:
        """Those that only change, begin or end other law: they give way to what rules something."""
        articles = (self.store.article(article_id, on) for article_id in article_ids)  # which are kept, and shown
        return frozenset(a.article_id for a in articles if is_technical(self.names.title(a.act_id), a.text))

    def _kind(self, kind: str) -> str:
        kinds = {self.names.kind(a) for a in self.names.in_corpus}
        kind = act_kind(kind)
        if kind not in kinds:
            there = choices(kinds)
            raise InputError(
                f"no act of kind {kind!r} in the corpus; there are {there}",
                note("error_no_kind", kind=kind, choices=there),
            )
        return kind

    def facets(self, hits: Sequence[Hit]) -> Facets:
        return count_facets(hits, self.names.kind)

    # -- answers and facts ----------------------------------------------------------------------------------

    @property
    def can_answer(self) -> bool:
        return is_configured(self.settings.llm)

    def answer(
        self,
        text: str,
        *,
        options: Sequence[str] = (),
        on: dt.date | str | None = None,
        act: str | None = None,
        pipeline: str | None = None,
        language: Language | None = None,
    ) -> Answer:
        """A question answered by the model from the articles found, every citation checked."""
        question = Question("", check_query(text), check_options(options), as_day(on))
        return self.answered(question, act=act, pipeline=pipeline, language=language).answer

    def answered(
        self,
        question: Question,
        *,
        act: str | None = None,
        pipeline: str | None = None,
        language: Language | None = None,
    ) -> Answered:
        """An answer from the articles that a search finds, with its legal basis, or why there is none."""
        from przepis.answer.answering import Answered

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
        from przepis.answer.answering import Answered

        answerer = self._answerer(language)
        found = self.run(question.text, options=question.options, on=question.on, act=act, pipeline=pipeline)
        done = yield from answerer.stream(question, found.hits)
        return Answered.of(found, done)

    def _answerer(self, language: Language | None) -> Answerer:
        """Opened before the search: where no model is set, nothing is searched in vain."""
        from przepis.answer.answering import Answerer  # here and above: a search does not wait for what answers need

        return Answerer(AsItReads(self.store), self.resolver, self.client, language or self.settings.language)

    def status(self) -> dict[str, Any]:
        """What is served: the corpus in figures, the index, the pipeline, whether a model is set."""
        facts, past = self.index.facts, self.past.opened(self.index.encoder_name)[0]
        return {
            "program": __version__,
            "corpus": corpus_stats(self.store),
            "newest_text": self.store.newest_text(),
            "index": {
                "generation": self.index.folder.name,
                "n_articles": facts["n_articles"],
                "vectors": self.index.vector_share,
                "past": past.facts["n_wordings"] if past is not None else None,
            },
            "encoder": self.index.encoder_name,
            "pipeline": self.settings.pipeline,
            "answers": self.can_answer,
        }
