"""McNemar's test on paired yes/no outcomes with Edwards' continuity correction.

b: right in the first system only; c: in the second only. chi2 = (|b - c| - 1)^2 / (b + c), one degree of freedom;
for one degree p = erfc(sqrt(chi2 / 2)). (McNemar 1947; Edwards 1948.)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from przepis.errors import LabelError
from przepis.evaluate.statistics.binomial import exact_two_sided
from przepis.evaluate.statistics.power import power_note

SMALL_CELLS = 25
"""Below so many discordant pairs the exact binomial test is printed beside the approximation."""


@dataclass(frozen=True, slots=True)
class Paired:
    """Two systems on the same questions."""

    b: int
    c: int
    p: float
    p_exact: float
    n: int = 0

    @property
    def n_discordant(self) -> int:
        return self.b + self.c

    @property
    def small(self) -> bool:
        return self.n_discordant < SMALL_CELLS

    @property
    def note(self) -> str:
        return power_note(self.b, self.c)


def mcnemar_p(b: int, c: int) -> float:
    """Two-sided p. No discordant pair says nothing: p is 1."""
    if b < 0 or c < 0:
        raise LabelError(f"discordant counts cannot be negative: b = {b}, c = {c}")
    if b + c == 0:
        return 1.0
    corrected = max(0, abs(b - c) - 1)
    return math.erfc(math.sqrt(corrected * corrected / (b + c) / 2))


def discordant(first: Mapping[str, bool], second: Mapping[str, bool]) -> tuple[int, int]:
    """b and c of two systems' outcomes by question id; both must have answered the same questions."""
    if first.keys() != second.keys():
        odd = sorted(first.keys() ^ second.keys())
        raise LabelError(
            f"the two runs do not have the same questions: {len(odd)} are in one only, e.g. {', '.join(odd[:3])}; "
            "compare runs of one question set and one label set"
        )
    b = sum(1 for question_id, right in first.items() if right and not second[question_id])
    c = sum(1 for question_id, right in first.items() if not right and second[question_id])
    return b, c


def mcnemar(first: Mapping[str, bool], second: Mapping[str, bool]) -> Paired:
    b, c = discordant(first, second)
    return Paired(b, c, mcnemar_p(b, c), exact_two_sided(b, c), len(first))
