"""Hits in, answer out: reads the articles, builds the context, generates, verifies."""

from __future__ import annotations

import datetime as dt
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from przepis.answer.citations import Verifier
from przepis.answer.context import MAX_ARTICLES, Context, build_context
from przepis.answer.generate import Generated, generate, stream_answer
from przepis.answer.paper_generation import generate_as_paper
from przepis.errors import CitationError
from przepis.law.citations import CitationResolver
from przepis.law.reading import CitationReader
from przepis.llm.client import Client
from przepis.messages import Language
from przepis.records import Act, Answer, Article, Hit, Question, Run, Usage


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with the articles it was sought in and what finding and writing it took."""

    answer: Answer
    hits: tuple[str, ...]  # article_ids that were read, best first
    usage: Usage
    stage_ms: Mapping[str, float]

    @classmethod
    def of(cls, found: Run, done: Generated) -> Answered:
        stages = {**found.stage_ms, "answer": done.usage.latency_ms}
        return cls(done.answer, tuple(hit.article_id for hit in found.hits), found.usage + done.usage, stages)


class Corpus(Protocol):
    def act(self, act_id: str) -> Act: ...

    def article(self, article_id: str, on: dt.date | None = None) -> Article: ...


class Answerer:
    """One for many questions; ``question.on`` chooses the wording that is read and quoted."""

    def __init__(self, corpus: Corpus, resolver: CitationResolver, client: Client, language: Language = "pl") -> None:
        self._corpus = corpus
        self._reader = CitationReader(resolver)
        self._client = client
        self._language = language

    def context(self, question: Question, hits: Sequence[Hit]) -> Context:
        """Of the first ten hits; what is left out of them makes no room for the eleventh."""
        found = self._articles(hits[:MAX_ARTICLES], question.on)
        # A repealed article cannot be the basis of an answer.
        return build_context((article, act) for article, act in found if not article.repealed)

    def answer(self, question: Question, hits: Sequence[Hit], *, closed_book: bool = False) -> Generated:
        """One call; none where there is nothing to answer from."""
        return generate(
            question,
            self.context(question, hits),
            self._client,
            self._verifier(question.on),
            closed_book=closed_book,
            language=self._language,
        )

    def answer_as_paper(self, question: Question, hits: Sequence[Hit]) -> Generated:
        """One call, the paper's way: exactly the first ten, an option and one basis."""
        context = build_context(self._articles(hits[:MAX_ARTICLES], question.on))
        return generate_as_paper(question, context, self._client, self._verifier(question.on))

    def stream(self, question: Question, hits: Sequence[Hit]) -> Generator[str, None, Generated]:
        """The draft as it comes; the generator returns the checked answer."""
        return stream_answer(
            question,
            self.context(question, hits),
            self._client,
            self._verifier(question.on),
            language=self._language,
        )

    def _verifier(self, on: dt.date | None) -> Verifier:
        return Verifier(self._reader, lambda article_id: self._corpus.article(article_id, on))

    def _articles(self, hits: Sequence[Hit], on: dt.date | None) -> Iterator[tuple[Article, Act]]:
        """In rank order; one unknown on the date is left out."""
        for hit in hits:
            try:
                article = self._corpus.article(hit.article_id, on)
            except CitationError:
                continue
            yield article, self._corpus.act(article.act_id)
