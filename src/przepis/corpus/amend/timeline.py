"""The wordings of one act, each with its first and last day and what made it.

Official texts are anchors. From each the changes that take effect before the next are applied, day by day. Where the
result and the next anchor agree, the wording keeps the day and the cause we found, and both are named; where they do
not, the official text wins from its day, and the difference is kept. What an anchor prints before it is law waits.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from przepis.corpus.amend.act_text import ActText, ArticleText
from przepis.corpus.amend.advance import printed_in_advance, take_back
from przepis.corpus.amend.anchors import (
    Numbers,
    normal,
    quoted_divisions,
    quoted_numbers,
    read_anchor,
    remember_numbers,
)
from przepis.corpus.amend.apply import apply
from przepis.corpus.amend.clause_text import tidy_clause
from przepis.corpus.amend.conflicts import contradictions
from przepis.corpus.amend.divisions import QuotedDivision
from przepis.corpus.amend.operations import Aside, Place
from przepis.corpus.amend.schedule import Change, Read
from przepis.corpus.units import UnitStyle
from przepis.records import Cause
from przepis.sources.parsed import ParsedArticle


@dataclass(frozen=True, slots=True)
class Anchor:
    """One official text of the act."""

    version_id: str
    as_of: dt.date
    consolidated: bool
    style: UnitStyle
    articles: tuple[ParsedArticle, ...]


@dataclass(slots=True)
class Wording:
    label: str
    since: dt.date
    until: dt.date | None
    ordinal: int
    text: str
    headings: tuple[str, ...]
    version_id: str  # the official text that states it, or from which it was made
    exact: bool
    ours: bool
    made_by: tuple[Cause, ...] = ()
    n_operations: int = 0
    differs: str = ""  # an official text that says otherwise than we had it

    @property
    def told(self) -> bool:
        """Is there more to say of it than that an official text has it?"""
        return bool(self.made_by or self.ours or self.differs)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A change that was not carried out; ``label`` is empty where it is about no one article."""

    label: str
    since: dt.date | None
    until: dt.date | None
    cause: Cause
    reason: str


@dataclass(slots=True)
class Timeline:
    wordings: list[Wording] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)


def build_timeline(anchors: Sequence[Anchor], changes: Sequence[Change], reads: Sequence[Read]) -> Timeline:
    """Everything known of the act in time. ``changes`` are in order of effect."""
    builder = _Builder(anchors, changes, quoted_numbers(read.instruction for read in reads), quoted_divisions(reads))
    timeline = builder.build()
    timeline.refusals += _unread(anchors, reads)
    return timeline


def _unread(anchors: Sequence[Anchor], reads: Sequence[Read]) -> list[Refusal]:
    """Instructions that have no reading, where no later official text has taken them in."""
    found = []
    for read in reads:
        known = read.author.promulgated
        if not read.instruction.unread or read.since.year > 1 or known < anchors[0].as_of:
            continue
        until = next((a.as_of for a in anchors if a.as_of > known), None)
        article = re.search(r"\bart\. (\d+\w*(?:\^\d+\w*)?)", tidy_clause(read.instruction.clause))
        cause = Cause(read.author.eli, Place(read.instruction.address).describe())
        reason = f"not understood: {read.instruction.unread}"
        found.append(Refusal(article[1] if article else "", known, until, cause, reason))
    return found


def cause_of(change: Change) -> Cause:
    return Cause(change.eli, Place(change.address).describe())


class _Builder:
    def __init__(
        self,
        anchors: Sequence[Anchor],
        changes: Sequence[Change],
        numbers: Numbers,
        quoted: Sequence[QuotedDivision],
    ) -> None:
        self.anchors = anchors
        self.changes = [c for c in changes if c.applies is not None and not isinstance(c.operation, Aside)]
        self.undated = [c for c in changes if c.applies is None and not isinstance(c.operation, Aside)]
        self.numbers = numbers
        self.quoted = quoted
        self.open: dict[str, Wording] = {}
        self.done = Timeline()
        self.normals: dict[str, str] = {}
        self.advance: dict[str, str] = {}  # articles that the last anchor has in the wording of a later day, normal

    def build(self) -> Timeline:
        state: ActText | None = None
        for i, anchor in enumerate(self.anchors):
            until = self.anchors[i + 1].as_of if i + 1 < len(self.anchors) else None
            quoted = [division for division in self.quoted if division.known <= anchor.as_of]
            official = read_anchor([a for a in anchor.articles if not a.not_yet], anchor.style, self.numbers, quoted)
            self._put_off(state, official, anchor)
            self._meet(state, official, anchor)
            remember_numbers(self.numbers, official)
            state = official.copy()
            self._apply_until(state, anchor, until)
            remember_numbers(self.numbers, state)
        self.done.wordings += self.open.values()
        self.done.wordings.sort(key=lambda w: (w.label, w.since))
        last = self.anchors[-1].as_of
        for change in self.undated:
            if change.known >= last:
                self._refuse("", change, None, "the day on which it takes effect depends on an event")
        return self.done

    def _put_off(self, ours: ActText | None, official: ActText, anchor: Anchor) -> None:
        """Wording that the anchor prints before its day waits for that day."""
        labels = printed_in_advance(ours, official, anchor.as_of, self.changes) if ours is not None else set()
        self.advance = {label: self._normal(official.articles.get(label)) for label in labels}
        if ours is not None:
            take_back(official, ours, labels)

    def _meet(self, ours: ActText | None, official: ActText, anchor: Anchor) -> None:
        """The official text takes over: it confirms our wording, or ends it."""
        for label in [x for x in self.open if x not in official.articles]:
            self._close(label, anchor.as_of)
        for ordinal, label in enumerate(official.order):
            article = official.articles[label]
            known = self.open.get(label)
            agrees = ours is not None and self._normal(ours.articles.get(label)) == self._normal(article)
            if known is not None and label in self.advance:
                continue  # the anchor does not state it
            if known is not None and agrees:
                known.text, known.version_id, known.ordinal = _printed(article), anchor.version_id, ordinal
                known.ours, known.n_operations, known.headings = False, 0, article.headings
                continue
            if known is not None:
                known.differs = anchor.version_id if known.ours else known.differs
                self._close(label, anchor.as_of)
            exact = not anchor.consolidated
            self.open[label] = Wording(
                label, anchor.as_of, None, ordinal, _printed(article), article.headings, anchor.version_id, exact, False
            )

    def _normal(self, article: ArticleText | None) -> str:
        """``normal``, which most articles need many times in the same wording."""
        if article is None:
            return ""
        words = _printed(article)
        if words not in self.normals:
            self.normals[words] = normal(article)
        return self.normals[words]

    def _close(self, label: str, day: dt.date) -> None:
        wording = self.open.pop(label)
        if wording.since < day:
            wording.until = day
            self.done.wordings.append(wording)

    def _apply_until(self, state: ActText, anchor: Anchor, until: dt.date | None) -> None:
        due = [
            c for c in self.changes if c.applies and anchor.as_of < c.applies and (until is None or c.applies <= until)
        ]
        for day, group in groupby(due, key=lambda c: c.applies):
            assert day is not None  # only dated changes are due
            self._apply_day(state, anchor, day, list(group), until)

    def _apply_day(
        self, state: ActText, anchor: Anchor, day: dt.date, changes: list[Change], until: dt.date | None
    ) -> None:
        before = {label: self._normal(article) for label, article in state.articles.items()}
        touched: dict[str, list[Cause]] = {}
        clashing = contradictions(changes)
        for change in changes:
            if id(change) in clashing:
                label = clashing[id(change)][0]
                self._refuse(label, change, until, clashing[id(change)][1])
                continue
            outcome = apply(state, change.operation)
            for label in outcome.changed:
                touched.setdefault(label, []).append(cause_of(change))
            for label, reason in outcome.refused:
                self._refuse(label, change, until, reason)
        for label, causes in touched.items():
            if self._normal(state.articles.get(label)) != before.get(label, ""):
                self._open_ours(state, anchor, day, label, causes)

    def _refuse(self, label: str, change: Change, until: dt.date | None, reason: str) -> None:
        self.done.refusals.append(Refusal(label, change.applies, until, cause_of(change), reason))

    def _open_ours(self, state: ActText, anchor: Anchor, day: dt.date, label: str, causes: list[Cause]) -> None:
        known = self.open.get(label)
        n_before = known.n_operations if known is not None else 0
        if known is not None:
            self._close(label, day)
        article = state.articles.get(label)
        if article is None:
            return
        stated = self.advance.get(label) == self._normal(article)
        self.open[label] = Wording(
            label,
            day,
            None,
            state.order.index(label),
            _printed(article),
            article.headings,
            anchor.version_id,
            exact=True,
            ours=not stated,
            made_by=tuple(dict.fromkeys(causes)),
            n_operations=0 if stated else n_before + len(causes),
        )


def _printed(article: ArticleText) -> str:
    """As the sources print it: without the numbers of §, so that one wording is one text."""
    return "\n".join(line.text if line.kind == "para" else line.render() for line in article.lines)
