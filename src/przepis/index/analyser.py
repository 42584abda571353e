"""Words of Polish text to index terms. One function for documents and queries: they cannot drift apart."""

from __future__ import annotations

import functools
import hashlib
import itertools
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal

import numpy as np
from pydantic import BaseModel, ConfigDict

from przepis.errors import PipelineError, StoreError

_WORD = re.compile(r"\d+[a-ząćęłńóśźż]*(?:\^\d+[a-z]*)?|[^\W\d_]+")

FOLD = str.maketrans("ąćęłńóśźż", "acelnoszz")

# Function words with no bearing on which provision is meant. Numbers, negations and modal verbs stay: "nie może".
STOPWORDS = frozenset(
    """a aby ale albo ani az bez bo by byc byl byla bylo byly bym ci co czy czyli dla do gdy gdyz gdzie go i ich
    ile im inne iz ja jak jaka jakie jako je jeden jednak jego jej jest jestem jesli jeszcze juz kiedy ktora
    ktore ktorego ktorej ktory ktorych ktorym ku lecz lub ma mam mi mnie moj moja moje mu my na nad nam nas
    nasz niech nim niz o od ode on ona one oni oraz po pod poniewaz przez przy sa sam sie skad ta tak taka
    taki takie tam te tego tej ten to tu tych tym tylko u w was we wiec wy z za ze zgodnie zas""".split()
)

# The paper's "bm25-lemma": endings cut off without a dictionary, longest first.
SUFFIXES = tuple(
    sorted(
        [
            "ami",
            "ach",
            "owi",
            "owie",
            "ów",
            "om",
            "em",
            "ie",
            "ego",
            "emu",
            "ych",
            "ymi",
            "ich",
            "imi",
            "iej",
            "ej",
            "ą",
            "ę",
            "a",
            "e",
            "i",
            "o",
            "u",
            "y",
            "ów",
            "ość",
            "ości",
            "ością",
            "ego",
            "ał",
            "ała",
            "ało",
            "ały",
            "ali",
            "ić",
            "yć",
            "ać",
            "eć",
            "uje",
            "ują",
            "any",
            "ana",
            "ane",
            "ony",
            "ona",
            "one",
            "anych",
            "onych",
            "anego",
            "onego",
            "aniem",
            "eniem",
            "ania",
            "enia",
            "aniu",
            "eniu",
            "anie",
            "enie",
        ],
        key=len,
        reverse=True,
    )
)
_MIN_STEM = 4
MOST_KEPT = 200_000  # words whose ids a vocabulary keeps


class AnalyserSettings(BaseModel):
    """How words become terms. Stored in the index and used for every query against it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fold: bool = False  # ą -> a: people type without diacritics
    prefix: int = 0  # keep so many letters; 0: whole words
    stem: Literal["none", "suffix", "lemma"] = "none"
    stopwords: bool = False

    @property
    def key(self) -> str:
        return f"{'f' if self.fold else 'n'}{self.prefix}-{self.stem}{'-s' if self.stopwords else ''}"


def split_words(text: str) -> list[str]:
    """Lower-case words and numbers; article labels such as 22^1 stay whole."""
    return _WORD.findall(text.lower())


def term_of(settings: AnalyserSettings) -> Callable[[str], str]:
    """The function that turns one lower-case word into its term; empty for a word that is not indexed."""
    lemma = lemmatiser() if settings.stem == "lemma" else None
    stopwords, stem, fold, prefix = settings.stopwords, settings.stem, settings.fold, settings.prefix

    def term(word: str) -> str:
        folded = word if word.isascii() else word.translate(FOLD)
        if stopwords and folded in STOPWORDS:
            return ""
        if stem == "suffix":
            word = strip_suffix(word)
        elif lemma is not None:
            word = lemma(word)
        if fold:
            word = folded if stem == "none" else word.translate(FOLD)
        if prefix and not word[0].isdigit():
            word = word[:prefix]
        return word

    return term


@functools.cache
def spelt_stopwords() -> frozenset[str]:
    """Every lower-case word that folds to a stopword."""
    spellings: dict[str, str] = {}
    for accented, plain in FOLD.items():
        spellings[chr(plain)] = spellings.get(chr(plain), chr(plain)) + chr(accented)
    return frozenset(
        "".join(spelt) for word in STOPWORDS for spelt in itertools.product(*(spellings.get(c, c) for c in word))
    )


def strip_suffix(word: str) -> str:
    for suffix in SUFFIXES:
        if len(word) - len(suffix) >= _MIN_STEM and word.endswith(suffix):
            return word[: -len(suffix)]
    return word


@functools.cache
def lemmatiser() -> Callable[[str], str]:
    """Morfeusz 2 with its SGJP dictionary; the shortest lemma of the readings, for determinism."""
    try:
        import morfeusz2
    except ImportError as error:
        raise PipelineError("true lemmatisation needs Morfeusz: `pip install 'przepis[lemma]'`") from error
    analyser = morfeusz2.Morfeusz(generate=False)

    @functools.lru_cache(maxsize=500_000)
    def lemma(word: str) -> str:
        readings = {item[2][1].split(":")[0].lower() for item in analyser.analyse(word)}
        return min(readings, key=lambda r: (len(r), r)) if readings else word

    return lemma


def hash_terms(terms: Iterable[str]) -> np.ndarray:
    """64-bit hashes: a vocabulary is a sorted array of them, which opens at once however large it is."""
    digests = b"".join(hashlib.blake2b(t.encode("utf-8"), digest_size=8).digest() for t in terms)
    return np.frombuffer(digests, dtype="<u8")


class Vocabulary:
    """Terms of one analyser, as sorted hashes; a term's id is its place."""

    def __init__(self, settings: AnalyserSettings, hashes: np.ndarray) -> None:
        self.settings = settings
        self.hashes = hashes
        self._term = term_of(settings)
        self._ids: dict[str, int] = {}  # words asked for before: hashing in Python is the slow part

    def __len__(self) -> int:
        return len(self.hashes)

    def ids(self, text: str) -> np.ndarray:
        """Term ids of a query in order, unknown words left out."""
        found = self.word_ids(split_words(text))
        return np.array([i for i in found if i >= 0], dtype=np.int64)

    def word_id(self, word: str) -> int:
        """-1 for a stopword or a word no document has."""
        return self.word_ids((word,))[0]

    def word_ids(self, words: Collection[str]) -> list[int]:
        """``word_id`` of each. Of a text of some length most words were looked up before."""
        known = self._ids
        try:
            return [known[word] for word in words]
        except KeyError:
            fresh = self._look_up([word for word in words if word not in known])
            found = [fresh[word] if word in fresh else known[word] for word in words]
            if len(known) > MOST_KEPT:
                self._ids = known = {}
            known.update(fresh)
            return found

    def _look_up(self, words: Sequence[str]) -> dict[str, int]:
        terms = [self._term(word) for word in words]
        hashes = hash_terms(terms)
        at = np.searchsorted(self.hashes, hashes)
        at[at == len(self.hashes)] = 0
        there = self.hashes[at] == hashes if len(self.hashes) else np.zeros(len(words), dtype=bool)
        found = np.where(there, at, -1).tolist()
        return {word: place if term else -1 for word, term, place in zip(words, terms, found, strict=True)}

    @classmethod
    def check(cls, stored: dict[str, object]) -> AnalyserSettings:
        try:
            return AnalyserSettings.model_validate(stored)
        except ValueError as error:
            raise StoreError(f"the index was built with an analyser this program does not know: {stored}") from error
