"""The labels of an article's § in each of its texts, walked forward in time and then back."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from benchmarks.numbering.align import Aligned, align
from benchmarks.numbering.evidence import Evidence, Quote, implied, order, own_mentions, words_of
from przepis.corpus.numbering import Told
from przepis.corpus.units import NO_PARAGRAPH, Number
from przepis.errors import CitationError

REPEALED = re.compile(r"\(?(?:uchyl|skreśl|utraci|pomini)")
_SEVERAL_REPEALED = re.compile(r"\(?(?:uchylone|skreślone|utraciły|pominięte)")
_INLINE = re.compile(r"(?<=[.;,:)”])\s§\s?(\d+[a-z]*(?:\^\d+)?)\.\s+(?=[A-ZĄĆĘŁŃÓŚŹŻ(])")  # run together with others
_AHEAD = dt.timedelta(days=400)  # so far ahead may a text print what is enacted and not yet in force
_LEGEND = re.compile(r"\*?\w{1,4}\*?\s*[=–-]\s")  # of a formula: "L - limit wydatków,"
_LEAST = 3.0  # margin from which a label is given
_SURE = 4.0  # margin from which one that is recognised is sure
DIRECT = 0.75  # likeness from which the words of a § are recognised


@dataclass(slots=True)
class Text:
    """One wording of the article: its unmarked lines, each with all that belongs to it."""

    as_of: dt.date
    whole: str
    lines: list[str]
    words: list[tuple[str, ...]] = field(default_factory=list)
    bags: list[Counter[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = [words_of(line) for line in self.lines]
        self.bags = [Counter(words) for words in self.words]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A § of another text of the same article."""

    label: str
    words: tuple[str, ...]
    bag: Counter[str]
    sure: bool


def label_chain(texts: Sequence[Text], evidence: Evidence) -> list[Told]:
    """Of every text the labels of its lines. ``texts`` are in the order of their days."""
    forward: list[Told] = []
    beside: list[_Seen] = []
    mentioned = [own_mentions(text.whole) for text in texts]
    for n, text in enumerate(texts):
        if n and _worded_anew(evidence, texts[n - 1].as_of, text.as_of):
            beside = []
        told = _label(text, evidence, mentioned[n], beside)
        forward.append(told)
        beside = _seen(text, told)
    final = list(forward)
    for n in range(len(texts) - 2, -1, -1):
        if all(t.known for t in forward[n]) or _worded_anew(evidence, texts[n].as_of, texts[n + 1].as_of):
            continue
        around = _seen(texts[n + 1], final[n + 1])
        if n and not _worded_anew(evidence, texts[n - 1].as_of, texts[n].as_of):
            around += _seen(texts[n - 1], forward[n - 1])
        final[n] = _label(texts[n], evidence, mentioned[n], around)
    return final


def _worded_anew(evidence: Evidence, since: dt.date, until: dt.date) -> bool:
    return any(since < day <= until for day, _ in evidence.wholes)


def _divisions(evidence: Evidence) -> list[dt.date]:
    """Days from which an article without § has them: it is divided, or a § is added."""
    return [*evidence.divided, *(since for since, _ in evidence.inserted)]


def _seen(text: Text, told: Told) -> list[_Seen]:
    return [
        _Seen(t.label, words, bag, t.known)
        for t, words, bag in zip(told, text.words, text.bags, strict=True)
        if t.label not in ("", NO_PARAGRAPH) and not REPEALED.match(" ".join(words[:1]))
    ]


def _label(text: Text, evidence: Evidence, mentioned: set[str], beside: Sequence[_Seen]) -> Told:
    if not text.lines:
        return ()
    case = _Case(text, evidence, mentioned, beside)
    aligned = align(case.own, case.passed, case.unreached, case.joined, case.labels)
    return case.judge(aligned)


class _Case:
    """One text with all that speaks for and against each label in it."""

    def __init__(self, text: Text, evidence: Evidence, mentioned: set[str], beside: Sequence[_Seen]) -> None:
        self.text = text
        day = text.as_of
        anew = [(since, labels) for since, labels in evidence.wholes if since <= day]
        self.since = anew[-1][0] if anew else dt.date.min  # what was said before holds no longer
        self.closed = set(anew[-1][1]) if anew else None  # the labels it had that day
        if self.closed == set():
            self.closed = {"1"} if any(self.since < since <= day for since in _divisions(evidence)) else None
        plain = [words for since, words in evidence.undivided if since == self.since]
        ahead = {since_label for since_label in evidence.inserted if since_label[0] <= day + _AHEAD}
        self.quotes = [
            q for q in evidence.quotes if self.since <= q.day and (q.day <= day or (q.day, q.label) in ahead)
        ]
        self.inline = set(_INLINE.findall(text.whole))
        self.renamed = [(since, a, b) for since, a, b in evidence.renamed if self.since <= since <= day]
        old = {a for _, a, _ in self.renamed}
        self.inserted = {label: since for since, label in evidence.inserted if since >= self.since}
        self.repealed = {self._now(label) for since, label in evidence.repealed if self.since <= since <= day}
        self.repealed -= {q.label for q in self.quotes if q.day <= day and self._repealed_before(evidence, q)}
        there = {label for since, label in evidence.touched if since >= self.since} | set(self.inserted)
        there |= {q.label for q in self.quotes} | {b for _, _, b in self.renamed}
        self.there = {label for label in there if self.inserted.get(label, dt.date.min) <= day} - old
        self.coming = {label for label in there if label not in self.there}
        self.mentioned = mentioned - old | implied(self.there) - old
        self.mentioned |= {label for label, n in evidence.cited.items() if n > 1} - old
        self.cited = {label for label in evidence.cited if label not in old}
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

    def _now(self, label: str) -> str:
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
        if self.part[i] or (self._goes_on(i) and _LEGEND.match(self.text.lines[i])):
            return 3.0
        return -4.0 if self._goes_on(i) else -7.0

    def _goes_on(self, i: int) -> bool:
        """Has the line before no end? The legend of a formula is printed so."""
        return i > 0 and self.text.lines[i - 1].rstrip().endswith((",", ":"))

    def _by_quotes(self, i: int, label: str) -> tuple[float, bool]:
        quotes = [q for q in self.quotes if self._now(q.label) == label]
        best, direct = 0.0, False
        if not quotes:
            return best, direct
        ready = [q for q in quotes if q.day <= self.text.as_of] or quotes
        newest = ready[-1]
        for quote in quotes:
            alike = likeness(self.text.words[i], self.text.bags[i], quote.words, quote.bag)
            value = _value(alike) - (0.0 if quote is newest else 1.0)
            if value > best:
                best, direct = value, alike >= DIRECT
        if best <= 0:
            alike = likeness(self.text.words[i], self.text.bags[i], newest.words, newest.bag)
            best = -3.0 if alike < 0.35 and newest.day <= self.text.as_of else 0.0
        return best, direct

    def _by_texts(self, i: int, label: str) -> tuple[float, bool]:
        best, direct = 0.0, False
        for seen in self.beside:
            if self._now(seen.label) != label or label in self.coming:
                continue
            alike = likeness(self.text.words[i], self.text.bags[i], seen.words, seen.bag)
            value = _value(alike) * (0.7 if seen.sure else 0.25)
            if value > best:
                best, direct = value, seen.sure and alike >= DIRECT
        return best, direct

    # -- what is known -------------------------------------------------------------------------------------------

    def judge(self, aligned: Sequence[Aligned]) -> Told:
        labels = [a.label if a.margin >= _LEAST else "" for a in aligned]
        stray = [i for i, a in enumerate(aligned) if a.label == NO_PARAGRAPH and not (self.part[i] or self._goes_on(i))]
        for i in stray:
            labels[i] = ""  # more § than labels: one of them is not known
        sure = [False] * len(labels)
        for i, a in enumerate(aligned):
            if a.margin < _SURE or not labels[i]:
                continue
            if (
                a.label == NO_PARAGRAPH
                or self.direct[i, self.labels.index(a.label)]
                or (REPEALED.match(self.text.lines[i]) and a.label in self.repealed)
            ):
                sure[i] = True
        if self._complete(labels):
            sure = [bool(label) for label in labels]
        _between_sure(labels, sure)
        given = [i for i, label in enumerate(labels) if label != NO_PARAGRAPH]
        headless = bool(given) and (given[0] > 0 or labels[0] not in ("1", ""))
        if headless:
            sure[0] = False
        if stray or headless:  # evidence is missing: what was counted, and what comes behind the gap, is not known
            last = min(stray, default=len(labels))
            labels = [label if sure[i] and i < last else "" for i, label in enumerate(labels)]
            sure = [bool(label) for label in labels]
        return tuple(Number(label, ok) for label, ok in zip(labels, sure, strict=True))

    def _complete(self, labels: Sequence[str]) -> bool:
        """The article was worded anew, and its series is what came of that."""
        if not self.closed:
            return False
        wanted = self.closed | {label for label, day in self.inserted.items() if day <= self.text.as_of}
        wanted = {self._now(label) for label in wanted}
        return [label for label in labels if label != NO_PARAGRAPH] == sorted(wanted, key=order)


def _between_sure(labels: Sequence[str], sure: list[bool]) -> None:
    """Between two § that are known the whole numbers are as many as there are §: they are known too."""
    places = [-1, *(i for i, ok in enumerate(sure) if ok and labels[i] != NO_PARAGRAPH)]
    for a, b in pairwise(places):
        inside = [i for i in range(a + 1, b) if labels[i] != NO_PARAGRAPH]
        if not inside or any(not labels[i].isdigit() for i in inside):
            continue
        low = order(labels[a]).number if a >= 0 else 0
        high = order(labels[b])
        room = high.number - low - (1 if labels[b].isdigit() else 0)
        if room == len(inside):
            for i in inside:
                sure[i] = True


def likeness(words: tuple[str, ...], bag: Counter[str], other: tuple[str, ...], other_bag: Counter[str]) -> float:
    """Share of words in common; 1 for the very same."""
    if words == other:
        return 1.0
    if not words or not other:
        return 0.0
    common = sum(min(count, other_bag[word]) for word, count in bag.items())
    return min(0.99, 2 * common / (len(words) + len(other)))


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
