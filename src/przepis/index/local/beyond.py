"""The needs that no Polish statute answers (``surrogates.beyond``) in an index: which of them a question is nearest to.

Of each need there are the vectors of its wordings, and their mean: a question near to one wording by chance is not near
to all. Words of the question that the need has, the rare ones above all, tell apart needs that are alike. Questions
that sound like a need and are answered are kept likewise: shoes bought in a shop are no shoes bought on the internet.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from przepis.artifact import atomic_write_json, read_json
from przepis.encode.hashing import unit_rows
from przepis.index.analyser import split_words, term_of
from przepis.index.arrays import quantise
from przepis.index.fields import PREFIX
from przepis.index.local.dense import DenseField
from przepis.surrogates.beyond import BeyondNeed

FOLDER = "beyond"
WORDING_SHARE, MEAN_SHARE = 1 / 3, 2 / 3  # of the nearest wording and of the mean (benchmarks.beyond)
WORDS_GIVE = 0.1  # where the need has all words of the question

_term = term_of(PREFIX)


@dataclass(frozen=True, slots=True)
class Nearest:
    """How near is a cosine, a little more where words are shared."""

    need: BeyondNeed
    near: float
    answered: float  # how near the nearest questions are that are answered


class Beyond:
    """Groups of texts: of each need its wordings, in the order of the needs, then of some the questions that are
    answered. ``words``: of each term the groups that have it."""

    def __init__(
        self, needs: Sequence[BeyondNeed], wordings: DenseField, means: DenseField, words: Mapping[str, Sequence[int]]
    ) -> None:
        self.needs = tuple(needs)
        self._wordings, self._means, self._words = wordings, means, words

    @classmethod
    def of(cls, needs: Sequence[BeyondNeed], vectors: np.ndarray, scales: np.ndarray) -> Beyond:
        """``vectors``: of ``texts_of(needs)``."""
        groups = _groups(needs)
        numbers = np.arange(len(groups), dtype=np.int32)
        owners = np.repeat(numbers, [len(group) for group in groups])
        whole = vectors * scales[:, None]
        means = unit_rows(np.array([whole[owners == n].mean(axis=0) for n in numbers], dtype=np.float32))
        words: dict[str, list[int]] = {}
        for n, group in enumerate(groups):
            said = (*group, needs[n].pl) if n < len(needs) else group
            for term in sorted(set().union(*map(_terms, said))):
                words.setdefault(term, []).append(n)
        wordings = DenseField.of(owners, vectors, scales, len(groups))
        return cls(needs, wordings, DenseField.of(numbers, *quantise(means), len(groups)), words)

    @classmethod
    def open(cls, folder: Path) -> Beyond | None:
        """None where an index was built without it."""
        if not folder.is_dir():
            return None
        data = read_json(folder / "needs.json")
        needs = [BeyondNeed(**{**need, "see": tuple(need["see"])}, asked=()) for need in data["needs"]]
        wordings, means = (DenseField.open(folder / name, data["groups"]) for name in ("wordings", "means"))
        return cls(needs, wordings, means, data["words"])

    def write(self, folder: Path) -> None:
        """Beside the other vectors of a generation."""
        self._wordings.write(folder / "wordings", signs=False)
        self._means.write(folder / "means", signs=False)
        told = ("need_id", "kind", "pl", "en", "see")
        needs = [{name: getattr(need, name) for name in told} for need in self.needs]
        data = {"needs": needs, "groups": self._means.n_articles, "words": self._words}
        atomic_write_json(folder / "needs.json", data)

    def nearest(self, text: str, vector: np.ndarray, least: float) -> Nearest | None:
        """The need that a question is nearest to; None where none is near enough, as vectors alone often tell."""
        wordings, n_needs = self._wordings.scores(vector), len(self.needs)
        near = WORDING_SHARE * wordings + MEAN_SHARE * self._means.scores(vector)
        near[n_needs:] = wordings[n_needs:]  # of many matters: one that is asked in nearly these words is enough
        of_needs, answered = near[:n_needs], near[n_needs:]  # what is added below is added to these
        if of_needs.max() + WORDS_GIVE < least:
            return None
        near += WORDS_GIVE * self._share_of_words(text)
        best = int(of_needs.argmax())
        if of_needs[best] < least:
            return None
        return Nearest(self.needs[best], float(near[best]), float(answered.max(initial=-1.0)))

    def _share_of_words(self, text: str) -> np.ndarray:
        """Of each group, the weight of the question's terms that it has; rare terms weigh more, unknown ones most."""
        found, total = np.zeros(self._means.n_articles, dtype=np.float32), 0.0
        for term in _terms(text):
            having = self._words.get(term, ())
            weight = math.log(1 + len(found) / (1 + len(having)))
            total += weight
            found[list(having)] += weight
        return found / total if total else found


def texts_of(needs: Sequence[BeyondNeed]) -> list[str]:
    """What must have a vector, group by group."""
    return [text for group in _groups(needs) for text in group]


def _groups(needs: Sequence[BeyondNeed]) -> list[tuple[str, ...]]:
    return [*(need.asked for need in needs), *(need.answered for need in needs if need.answered)]


def _terms(text: str) -> set[str]:
    return {term for term in map(_term, split_words(text)) if term}
