"""One act's chain of consolidated texts: what the operations between two of them make of the older."""

from __future__ import annotations

import datetime as dt
import difflib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from benchmarks.amending.texts import Series, Text
from przepis.corpus.amend.act_text import ActText
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
from przepis.corpus.amend.divisions import QuotedDivision
from przepis.corpus.amend.operations import Aside, kind_of
from przepis.corpus.amend.schedule import Archive, Change
from przepis.corpus.units import unit_style
from przepis.errors import SourceError
from przepis.sources.markdown import parse_markdown

FIRST_YEAR = 2013
NEARLY = 0.99
_MOST_COMPARED = 4_000_000  # beyond, what lies between the first and the last difference counts as different


@dataclass(slots=True)
class Verdict:
    """One article of one pair."""

    label: str
    differs: bool
    exact: bool
    similarity: float
    kinds: tuple[str, ...]  # operations that changed it
    reasons: tuple[str, ...]  # operations refused at it
    before: str = ""
    expected: str = ""
    result: str = ""


@dataclass(slots=True)
class Pair:
    act_id: str
    older: Text
    newer: Text
    missing: list[dt.date] = field(default_factory=list)  # listed acts that the archive lacks
    verdicts: list[Verdict] = field(default_factory=list)
    applied: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    changes: list[Change] = field(default_factory=list)
    n_advance: int = 0  # articles that the newer text has in the wording of a later day, and that come out so


def run_series(series: Series, archive: Archive) -> Iterator[Pair]:
    """Every pair of consecutive texts from FIRST_YEAR on; earlier texts only teach the numbers of §."""
    reads = list(archive.instructions(series.act_id))
    numbers = quoted_numbers(read.instruction for read in reads)
    quoted = quoted_divisions(reads)
    changes = archive.changes(reads)
    dates = {archive.acts[eli].date for eli in archive.authors(series.act_id)}
    state: ActText | None = None  # the law on the day of the text
    printed: ActText | None = None  # as the text has it
    for older, newer in pairwise(series.texts):
        if older.year < FIRST_YEAR or older.as_of >= newer.as_of:
            state = None
            continue
        try:
            if state is None or printed is None:
                printed = _anchor(older, numbers, quoted)
                state = printed.copy()
            before = printed
            remember_numbers(numbers, state)
            result = state.copy()
            pair = Pair(series.act_id, older, newer, [d for d in newer.listed if d not in dates])
            touched, refused = _run(result, changes, older.as_of, newer.as_of, pair)
            remember_numbers(numbers, result)
            printed = _anchor(newer, numbers, quoted)
        except SourceError:
            state = None
            continue
        advance = printed_in_advance(result, printed, newer.as_of, changes)
        pair.verdicts = list(_compare(before, result, printed, touched, refused, advance))
        pair.n_advance = len(advance)
        state = printed.copy()
        take_back(state, result, advance)
        yield pair


def _anchor(text: Text, numbers: Numbers, quoted: Sequence[QuotedDivision]) -> ActText:
    parsed = parse_markdown(text.path.read_text(encoding="utf-8"), text.path.name)
    style = unit_style(" ".join(a.text for a in parsed.articles))
    known = [division for division in quoted if division.known <= text.as_of]
    return read_anchor([a for a in parsed.articles if not a.not_yet], style, numbers, known)


def _run(
    act: ActText, changes: list[Change], after: dt.date, until: dt.date, pair: Pair
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    touched: dict[str, list[str]] = {}
    refused: dict[str, list[str]] = {}
    for change in changes:
        applies = change.applies
        if applies is None or not after < applies <= until or isinstance(change.operation, Aside):
            continue
        pair.changes.append(change)
        kind = kind_of(change.operation)
        outcome = apply(act, change.operation)
        pair.applied[kind] += not outcome.refused
        for label in outcome.changed:
            touched.setdefault(label, []).append(kind)
        for label, reason in outcome.refused:
            pair.refused[kind] += 1
            refused.setdefault(label, []).append(f"{kind}: {reason}")
    return touched, refused


def _compare(
    before: ActText,
    result: ActText,
    after: ActText,
    touched: dict[str, list[str]],
    refused: dict[str, list[str]],
    advance: set[str],
) -> Iterator[Verdict]:
    labels = dict.fromkeys([*before.order, *after.order, *result.order])
    for label in labels:
        old, new, got = (normal(act.articles.get(label)) for act in (before, after, result))
        exact = got == new or label in advance
        if old == new and exact:
            yield Verdict(label, False, True, 1.0, (), ())
            continue
        similarity = 1.0 if exact else similar(got, new)
        yield Verdict(
            label,
            old != new,
            exact,
            similarity,
            tuple(touched.get(label, ())),
            tuple(refused.get(label, ())),
            old,
            new,
            got,
        )


def similar(a: str, b: str) -> float:
    """Share of characters in common; what stands before the first and after the last difference counts whole.

    Only whether it reaches NEARLY matters: where a bound tells, the bound is returned.
    """
    if not a or not b:
        return 0.0
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    first, second = a[head : len(a) - tail], b[head : len(b) - tail]
    length = len(a) + len(b)
    least = 2 * (head + tail) / length
    most = 2 * (head + tail + (Counter(first) & Counter(second)).total()) / length
    if least >= NEARLY or most < NEARLY or len(first) * len(second) >= _MOST_COMPARED:
        return least if least >= NEARLY or most >= NEARLY else most
    blocks = difflib.SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    return least + 2 * sum(block.size for block in blocks) / length
