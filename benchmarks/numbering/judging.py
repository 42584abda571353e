"""Which labels of the best series are known, which are no better than a count, and which cannot be told."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from benchmarks.numbering.align import Aligned
from benchmarks.numbering.case import Case
from benchmarks.numbering.evidence import order
from benchmarks.numbering.texts import REPEALED
from przepis.corpus.numbering import Told
from przepis.corpus.units import NO_PARAGRAPH, Number

_LEAST = 3.0  # margin from which a label is given
_SURE = 4.0  # margin from which one that is recognised is known


def judge(case: Case, aligned: Sequence[Aligned]) -> Told:
    labels = [a.label if a.margin >= _LEAST else "" for a in aligned]
    stray = [i for i, a in enumerate(aligned) if a.unlabelled < _LEAST and not (case.part[i] or case.goes_on(i))]
    for i in stray:
        labels[i] = ""  # more § than labels: one of them has a label that nothing tells
    sure = [False] * len(labels)
    for i, a in enumerate(aligned):
        if a.margin < _SURE or not labels[i]:
            continue
        if (
            a.label == NO_PARAGRAPH
            or case.direct[i, case.labels.index(a.label)]
            or (REPEALED.match(case.text.lines[i]) and a.label in case.repealed)
        ):
            sure[i] = True
    if _complete(case, labels):
        sure = [bool(label) for label in labels]
    _between_sure(labels, sure)
    given = [i for i, label in enumerate(labels) if label != NO_PARAGRAPH]
    headless = bool(given) and (given[0] > 0 or labels[0] not in ("1", ""))
    if headless:
        sure[0] = False
    if stray or headless:  # evidence is missing: what was counted, and what comes behind the gap, is not known
        last = min(stray, default=len(labels))
        firm = [ok and (i < last or (i, labels[i]) in case.firm) for i, ok in enumerate(sure)]
        labels = [label if ok else "" for label, ok in zip(labels, firm, strict=True)]
        sure = [bool(label) for label in labels]
    return tuple(Number(label, ok) for label, ok in zip(labels, sure, strict=True))


def _complete(case: Case, labels: Sequence[str]) -> bool:
    """The article was worded anew, and its series is what came of that."""
    if not case.closed:
        return False
    wanted = case.closed | {label for label, day in case.inserted.items() if day <= case.text.as_of}
    wanted = {case.now(label) for label in wanted}
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
