"""The labels of an article's § in each of its texts, walked forward in time and then back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from benchmarks.numbering.align import align
from benchmarks.numbering.case import Case, Seen
from benchmarks.numbering.evidence import Evidence, own_mentions
from benchmarks.numbering.judging import judge
from benchmarks.numbering.texts import REPEALED, Text
from przepis.corpus.numbering import Told
from przepis.corpus.units import NO_PARAGRAPH


def label_chain(texts: Sequence[Text], evidence: Evidence) -> list[Told]:
    """Of every text the labels of its lines. ``texts`` are in the order of their days."""
    forward: list[Told] = []
    beside: list[Seen] = []
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


def _seen(text: Text, told: Told) -> list[Seen]:
    return [
        Seen(t.label, words, bag, t.known)
        for t, words, bag in zip(told, text.words, text.bags, strict=True)
        if t.label not in ("", NO_PARAGRAPH) and not REPEALED.match(" ".join(words[:1]))
    ]


def _label(text: Text, evidence: Evidence, mentioned: set[str], beside: Sequence[Seen]) -> Told:
    if not text.lines:
        return ()
    case = Case(text, evidence, mentioned, beside)
    return judge(case, align(case.own, case.passed, case.unreached, case.joined, case.labels))
