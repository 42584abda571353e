"""Recovers superscript article numbers from the sequence of flattened headings.

The Markdown source prints article 22¹ as ``221``. Within an act the numbers rise, so the reading of the
whole sequence that rises most smoothly is the right one: ``22, 221, 23`` is 22, 22¹, 23, while
``220, 221, 222`` is three plain articles. A shortest path over the candidate readings of every heading finds
it (Viterbi); the act's own references, where superscripts survive (``art. 22^1``), break ties.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from math import log2

from przepis.law.labels import Label

_RAW = re.compile(r"(\d+)([a-ząćęłńóśźż]*)(\d*)([a-ząćęłńóśźż]*)")

ORDER_BREAK = 40.0  # a fall in the sequence: only where the source itself restarts its numbering
SERIES_BREAK = 4.0  # 35e then 35¹: a second series within one number, seen in a few acts
MAX_SUPERSCRIPT_DIGITS = 3


def candidate_readings(raw: str) -> list[Label]:
    """Every label that, flattened, gives ``raw``; the plain reading first. A mark kept (``22^1``) leaves one."""
    if "^" in raw:
        return [Label.from_canonical(raw)]
    match = _RAW.fullmatch(raw)
    if match is None:
        return []
    digits, letter, sup, sup_letter = match.groups()
    if sup:  # "25zzs9": letters inside, so the trailing digits can only be a superscript
        return [Label(int(digits), letter, int(sup), sup_letter)]
    readings = [Label(int(digits), letter, 0, "")]
    for cut in range(1, len(digits)):
        base, exponent = digits[:cut], digits[cut:]
        if exponent[0] != "0" and len(exponent) <= MAX_SUPERSCRIPT_DIGITS:
            readings.append(Label(int(base), "", int(exponent), letter))
    return readings


def recover(raws: Sequence[str], mentioned: Collection[str] = ()) -> list[Label]:
    """The reading of the whole sequence that rises most smoothly.

    ``mentioned`` holds canonical labels that the act's text cites with their superscripts intact.
    """
    if not raws:
        return []
    # An article printed twice (today's wording and a coming one) is one article: read it once.
    distinct = [raw for i, raw in enumerate(raws) if i == 0 or raw != raws[i - 1]]
    labels = iter(_smoothest([candidate_readings(raw) for raw in distinct], mentioned))
    found: list[Label] = []
    for i, raw in enumerate(raws):
        found.append(next(labels) if i == 0 or raw != raws[i - 1] else found[-1])
    return _without_note_marks(found)


def _without_note_marks(labels: list[Label]) -> list[Label]:
    """14, 15²², 16 is 14, 15, 16: a note on the heading left its mark; nothing leads up to a twenty-second 15."""
    known = {label.canonical for label in labels}
    result = []
    for label in labels:
        base = Label(label.number, label.letters)
        stray = (
            label.sup > 1 and not {base.canonical, Label(label.number, label.letters, label.sup - 1).canonical} & known
        )
        result.append(base if stray else label)
    return result


def _smoothest(columns: list[list[Label]], mentioned: Collection[str]) -> list[Label]:
    costs = [[_start_cost(label) + _own_cost(label, mentioned) for label in columns[0]]]
    back: list[list[int]] = [[-1] * len(columns[0])]
    for i in range(1, len(columns)):
        row, pointers = [], []
        for label in columns[i]:
            options = [costs[i - 1][j] + _step_cost(prev, label) for j, prev in enumerate(columns[i - 1])]
            best = min(range(len(options)), key=options.__getitem__)
            row.append(options[best] + _own_cost(label, mentioned))
            pointers.append(best)
        costs.append(row)
        back.append(pointers)
    at = min(range(len(costs[-1])), key=costs[-1].__getitem__)
    path = []
    for i in range(len(columns) - 1, -1, -1):
        path.append(columns[i][at])
        at = back[i][at]
    return path[::-1]


def _start_cost(label: Label) -> float:
    return 0.0 if label.number == 1 else min(6.0, log2(1 + label.number))


def _own_cost(label: Label, mentioned: Collection[str]) -> float:
    if not label.sup:
        return 0.0
    return -1.5 if label.canonical in mentioned else 0.3


def _step_cost(prev: Label, label: Label) -> float:
    """How unlikely it is that ``label`` follows ``prev`` in an act."""
    if label <= prev:
        return SERIES_BREAK if label.number == prev.number else ORDER_BREAK
    if label.number == prev.number:
        if label.sup and label.sup != prev.sup:
            return log2(max(1, label.sup - prev.sup))
        return 0.0
    gap = label.number - prev.number
    cost = 0.0 if gap == 1 else 1.0 + log2(gap)
    # 22 then 23¹ with no 23 between: possible, but rare
    return cost + (2.5 + log2(label.sup) if label.sup else 0.0)
