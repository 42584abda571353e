"""One text of an article: what speaks for and against each label in each of its lines."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.numbering.evidence import Evidence, Quote, implied, order
from benchmarks.numbering.texts import REPEALED, Text, likeness
from przepis.errors import CitationError

DIRECT = 0.75
"""Likeness from which the words of a § are recognised."""
_INLINE = re.compile(r"(?<=[.;,:)”])\s§\s?(\d+[a-z]*(?:\^\d+)?)\.\s+(?=[A-ZĄĆĘŁŃÓŚŹŻ(])")  # run together with others
_LEGEND = re.compile(r"\*?\w{1,4}\*?\s*[=–-]\s")  # of a formula: "L - limit wydatków,"
_AHEAD = dt.timedelta(days=400)  # so far ahead may a text print what is enacted and not yet in force
_FIRM = 12.0  # what the very words of a § that was worded anew weigh more


@dataclass(frozen=True, slots=True)
class Seen:
    """A § of another text of the same article."""

    label: str
    words: tuple[str, ...]
    bag: Counter[str]
    sure: bool


class Case:
    """One text with all that speaks for and against each label in it."""

    def __init__(self, text: Text, evidence: Evidence, mentioned: set[str], beside: Sequence[Seen]) -> None:
        self.text = text
        day = text.as_of
        anew = [(since, labels) for since, labels in evidence.wholes if since <= day]
        self.since = anew[-1][0] if anew else dt.date.min  # what was said before holds no longer
        self.until = min(
            (since for since, _ in evidence.wholes if since > day), default=dt.date.max
        )  # nor from here on
        self.closed = set(anew[-1][1]) if anew else None  # the labels it had that day
        if self.closed == set():
            self.closed = {"1"} if any(self.since < since <= day for since in _divisions(evidence)) else None
        plain = [words for since, words in evidence.undivided if since == self.since]
        ahead = {(since, label) for since, label in evidence.inserted if since <= min(day + _AHEAD, self.until)}
        self.quotes = [
            q for q in evidence.quotes if self.since <= q.day and (q.day <= day or (q.day, q.label) in ahead)
        ]
        self.inline = set(_INLINE.findall(text.whole))
        self.renamed = [(since, a, b) for since, a, b in evidence.renamed if self.since <= since <= day]
        old = {a for _, a, _ in self.renamed}
        self.inserted = {label: since for since, label in evidence.inserted if self.since <= since < self.until}
        self.repealed = {self.now(label) for since, label in evidence.repealed if self.since <= since <= day}
        self.repealed -= {q.label for q in self.quotes if q.day <= day and self._repealed_before(evidence, q)}
        there = {label for since, label in evidence.touched if self.since <= since < self.until} | set(self.inserted)
        there |= {q.label for q in self.quotes} | {b for _, _, b in self.renamed}
        self.there = {label for label in there if self.inserted.get(label, dt.date.min) <= day} - old
        self.coming = {label for label in there if label not in self.there}
        self.mentioned = mentioned - old | implied(self.there) - old
        cited = evidence.cited if self.until == dt.date.max else {}  # they speak of today's wording
        self.mentioned |= {label for label, n in cited.items() if n > 1} - old
        self.cited = {label for label in cited if label not in old}
        self.replaced = set(evidence.touched)
        self.firm: set[tuple[int, str]] = set()  # lines and labels that no gap before them calls in question
        self.beside = beside
        self.part = [self._is_part(i, plain) for i in range(len(text.lines))]
        self.labels = self._candidates()
        self.direct = np.zeros((len(text.lines), len(self.labels)), dtype=bool)
        self.own = np.array([[self._own(i, j) for j in range(len(self.labels))] for i in range(len(text.lines))])
        self.passed = np.array([self._passed(label) for label in self.labels])
        self.unreached = np.array([self._unreached(label) for label in self.labels])
        self.joined = np.array([self._joined(i) for i in range(len(text.lines))])

    def _repealed_before(self, evidence: Evidence, quote: Quote) -> bool:
        return all(since <= quote.day for since, label in evidence.repealed if label == quote.label)

    def now(self, label: str) -> str:
        return next((b for _, a, b in self.renamed if a == label), label)

    def _candidates(self) -> list[str]:
        n = len(self.text.lines)
        top = n + 3  # whole numbers that a series with holes could reach
        found = {str(k) for k in range(1, top + 1)}
        for label in self.there | self.coming | self.mentioned | self.cited | {s.label for s in self.beside}:
            try:
                number = order(label).number
            except CitationError:
                continue
            if 0 < number <= top:
                found.add(label)
        return sorted(found, key=order)

    # -- for and against a label ---------------------------------------------------------------------------------

    def _own(self, i: int, j: int) -> float:
        label = self.labels[j]
        if REPEALED.match(self.text.lines[i]):
            return self._own_repealed(label) + self._existence(label)
        score = self._existence(label)
        if label in self.repealed:
            score -= 6.0
        said = self._by_quotes(i, label)
        seen = self._by_texts(i, label)
        self.direct[i, j] = said[1] or seen[1]
        return score + max(said[0], seen[0]) if max(said[0], seen[0]) > 0 else score + min(said[0], seen[0])

    def _own_repealed(self, label: str) -> float:
        if label in self.repealed:
            return 6.0
        return -2.0 if self.closed is None else -5.0

    def _existence(self, label: str) -> float:
        """Costs of giving a label of which nothing says that it is there."""
        if label in self.inline:
            return -6.0
        if label in self.there:
            return 0.0
        if label in self.coming:
            return -7.0
        if label.isdigit():
            if self.closed is None or label in self.closed:
                return 0.0
            return -1.0 if label in self.mentioned | self.cited else -3.0
        if label in self.mentioned:
            return 0.0
        return -2.0

    def _passed(self, label: str) -> float:
        """Costs of leaving a label out before another one: a repealed § keeps its place in the text."""
        if label in self.coming | self.inline:
            return 0.0
        if label.isdigit():
            gone = self.closed is not None and label not in self.closed and label not in self.there
            return 0.0 if gone else 5.0
        return self._unreached(label)

    def _unreached(self, label: str) -> float:
        """Costs of ending before a label."""
        if label in self.coming | self.inline:
            return 0.0
        if label in self.there:
            return 6.0
        if label in self.mentioned:
            return 4.0
        return 2.0 if label in self.cited else 0.0

    def _is_part(self, i: int, plain: Sequence[tuple[str, ...]]) -> bool:
        """Is it known of a line that it begins no §? A quotation has it inside a §, or the line before goes on."""
        words = self.text.words[i]
        if len(words) > 3 and i and any(_within(words, q.words) for q in self.quotes):
            return True
        return not self.quotes and any(f" {' '.join(words)} " in f" {' '.join(whole)} " for whole in plain)

    def _joined(self, i: int) -> float:
        """What it brings to see no § in the line."""
        if self.part[i] or (self.goes_on(i) and _LEGEND.match(self.text.lines[i])):
            return 3.0
        return -4.0 if self.goes_on(i) else -7.0

    def goes_on(self, i: int) -> bool:
        """Has the line before no end? The legend of a formula is printed so."""
        return i > 0 and self.text.lines[i - 1].rstrip().endswith((",", ":"))

    def _by_quotes(self, i: int, label: str) -> tuple[float, bool]:
        quotes = [q for q in self.quotes if self.now(q.label) == label]
        best, direct = 0.0, False
        if not quotes:
            return best, direct
        ready = [q for q in quotes if q.day <= self.text.as_of] or quotes
        newest = ready[-1]
        for quote in quotes:
            alike = likeness(self.text.words[i], self.text.bags[i], quote.words, quote.bag)
            value = _value(alike) - (0.0 if quote is newest else 1.0)
            if alike == 1.0 and (quote.day, quote.label) in self.replaced:
                value += _FIRM  # a § that is worded anew bore its number before; an added one may have met another
                self.firm.add((i, label))
            if value > best:
                best, direct = value, alike >= DIRECT
        if best <= 0:
            alike = likeness(self.text.words[i], self.text.bags[i], newest.words, newest.bag)
            best = -3.0 if alike < 0.35 and newest.day <= self.text.as_of else 0.0
        return best, direct

    def _by_texts(self, i: int, label: str) -> tuple[float, bool]:
        best, direct = 0.0, False
        for seen in self.beside:
            if self.now(seen.label) != label or label in self.coming:
                continue
            alike = likeness(self.text.words[i], self.text.bags[i], seen.words, seen.bag)
            value = _value(alike) * (0.7 if seen.sure else 0.25)
            if value > best:
                best, direct = value, seen.sure and alike >= DIRECT
        return best, direct


def _divisions(evidence: Evidence) -> list[dt.date]:
    """Days from which an article without § has them: it is divided, or a § is added."""
    return [*evidence.divided, *(since for since, _ in evidence.inserted)]


def _value(alike: float) -> float:
    if alike == 1.0:
        return 12.0
    for least, value in ((0.9, 9.0), (0.75, 6.0), (0.55, 3.0)):
        if alike >= least:
            return value
    return 0.0


def _within(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """Is it a stretch of the other, and not how that begins?"""
    if len(part) >= len(whole) or whole[: len(part)] == part:
        return False
    joined = f" {' '.join(whole)} "
    return f" {' '.join(part)} " in joined
