"""The words of the corpus in order: read once from the store, shared by every field and by the ranker's features."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from przepis.corpus.store import Store
from przepis.index.analyser import AnalyserSettings, hash_terms, split_words, term_of
from przepis.index.fields import PARTS, QUESTION_PARTS
from przepis.law.acronyms import acronyms
from przepis.records import Article, Surrogate


@dataclass(slots=True)
class Words:
    """Tokens of one part over all documents: word ids, and how many each document has."""

    tokens: array[int] = field(default_factory=lambda: array("i"))
    lengths: array[int] = field(default_factory=lambda: array("i"))


@dataclass(slots=True)
class CorpusWords:
    """Everything the lexical build needs, with words numbered as they were met."""

    word_ids: dict[str, int] = field(default_factory=dict)
    parts: dict[str, Words] = field(default_factory=lambda: {p: Words() for p in PARTS})
    questions: Words = field(default_factory=Words)  # a document a question
    question_owner: array[int] = field(default_factory=lambda: array("i"))
    segments: Words = field(default_factory=Words)  # top-level units of each article, in tokens of `text`
    segments_of: array[int] = field(default_factory=lambda: array("i"))  # how many segments each article has
    unit_bounds: array[int] = field(default_factory=lambda: array("q"))  # of each unit, where in `text` it begins, ends
    units_of: array[int] = field(default_factory=lambda: array("i"))  # how many numbered units each article has

    def number(self, text: str) -> list[int]:
        ids = self.word_ids
        return [ids.setdefault(w, len(ids)) for w in split_words(text)]

    def append(self, part: str, texts: tuple[str, ...]) -> None:
        self.append_numbers(part, [number for text in texts for number in self.number(text)])

    def append_numbers(self, part: str, numbers: list[int]) -> None:
        words = self.parts[part]
        words.tokens.extend(numbers)
        words.lengths.append(len(numbers))


class WordReader:
    """Reads one article after another into ``words``; a row is the place at which it came."""

    def __init__(self, store: Store, titles: dict[str, str]) -> None:
        self.words = CorpusWords()
        self._titles = {act_id: (title, *acronyms(title)) for act_id, title in titles.items()}
        self._above: dict[tuple[str, ...], list[int]] = {}  # titles and headings: articles in a row share them
        self._surrogates: dict[str, Surrogate] = {s.article_id: s for s in store.surrogates()}
        self._asked: dict[str, list[str]] = {}
        for question in store.asked():
            self._asked.setdefault(question.article_id, []).append(question.text)

    def add(self, article: Article, *, described: bool = True) -> None:
        """``described``: what was written of the article, and is asked of it, fits this wording."""
        words, row = self.words, len(self.words.segments_of)
        surrogate = self._surrogates.get(article.article_id) if described else None
        words.append_numbers("title", self._numbers_above(self._titles[article.act_id]))
        words.append_numbers("headings", self._numbers_above(article.headings))
        _append_text(words, article)
        words.append("summary", (surrogate.summary,) if surrogate else ())
        words.append("theme", (surrogate.theme,) if surrogate else ())
        words.append("concepts", surrogate.concepts if surrogate else ())
        words.append("asked", tuple(self._asked.get(article.article_id, ())) if described else ())
        for part in QUESTION_PARTS:
            questions: tuple[str, ...] = getattr(surrogate, part) if surrogate else ()
            words.append(part, questions)
            for text in questions:
                ids = words.number(text)
                words.questions.tokens.extend(ids)
                words.questions.lengths.append(len(ids))
                words.question_owner.append(row)

    def _numbers_above(self, texts: tuple[str, ...]) -> list[int]:
        found = self._above.get(texts)
        if found is None:
            found = self._above[texts] = [number for text in texts for number in self.words.number(text)]
        return found


def read_words(store: Store, articles: list[Article], titles: dict[str, str]) -> CorpusWords:
    reader = WordReader(store, titles)
    for article in articles:
        reader.add(article)
    return reader.words


def _append_text(words: CorpusWords, article: Article) -> None:
    """The wording, cut wherever a unit begins or ends: the words of each unit stand together, between two of the cuts.

    A segment runs from the start of one top-level unit to that of the next.
    """
    text, units = words.parts["text"], article.numbered
    cuts = sorted({0, len(article.text), *(u.start for u in units), *(u.end for u in units)})
    begun = len(text.tokens)
    before = {0: begun}  # words of the corpus before each cut
    for a, b in pairwise(cuts):
        text.tokens.extend(words.number(article.text[a:b]))
        before[b] = len(text.tokens)
    text.lengths.append(len(text.tokens) - begun)
    bounds = [0, *(u.start for u in units if len(u.path) == 1 and u.start > 0), len(article.text)]
    words.segments.lengths.extend(before[b] - before[a] for a, b in pairwise(bounds))
    words.segments_of.append(len(bounds) - 1)
    for unit in units:
        words.unit_bounds.extend((before[unit.start], before[unit.end]))
    words.units_of.append(len(units))


def map_words(words: CorpusWords, settings: AnalyserSettings) -> tuple[np.ndarray, np.ndarray]:
    """(sorted hashes of all terms, term id of every word id or -1)."""
    term = term_of(settings)
    terms = [term(w) for w in words.word_ids]  # dictionaries keep the order of numbering
    known = np.array([bool(t) for t in terms])
    hashes = hash_terms(t or "\0" for t in terms)
    vocabulary = np.unique(hashes[known]) if known.any() else np.zeros(0, dtype="<u8")
    ids = np.searchsorted(vocabulary, hashes).astype(np.int32)
    ids[~known] = -1
    return vocabulary, ids
