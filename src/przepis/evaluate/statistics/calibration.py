"""Does a confidence of 80 % mean four right of five? Bins for the reliability plot and the expected error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from przepis.errors import LabelError


@dataclass(frozen=True, slots=True)
class Bin:
    low: float
    high: float
    n: int
    n_right: int
    mean_confidence: float

    @property
    def share_right(self) -> float:
        return self.n_right / self.n if self.n else 0.0


def reliability_bins(confidence: Sequence[float], right: Sequence[bool], n_bins: int = 10) -> list[Bin]:
    """Equal widths; a bin without questions is kept, with n = 0."""
    if len(confidence) != len(right):
        raise LabelError(f"{len(confidence)} confidences for {len(right)} outcomes")
    members: list[list[int]] = [[] for _ in range(n_bins)]
    for i, value in enumerate(confidence):
        if not 0.0 <= value <= 1.0:
            raise LabelError(f"a confidence must lie between 0 and 1, not {value}")
        members[min(n_bins - 1, int(value * n_bins))].append(i)
    bins = []
    for place, inside in enumerate(members):
        mean = sum(confidence[i] for i in inside) / len(inside) if inside else 0.0
        n_right = sum(1 for i in inside if right[i])
        bins.append(Bin(place / n_bins, (place + 1) / n_bins, len(inside), n_right, mean))
    return bins


def expected_calibration_error(bins: Sequence[Bin]) -> float:
    """Mean distance of confidence from the share right, weighted by the questions in each bin (ECE)."""
    n = sum(b.n for b in bins)
    return sum(b.n * abs(b.share_right - b.mean_confidence) for b in bins) / n if n else 0.0


def error_by_chance(confidence: Sequence[float], n_draws: int = 200, seed: int = 17) -> float:
    """The calibration error that perfect confidences of these values would show: few questions miss their share.

    An error near it says nothing against a confidence, and no smaller one can be asked of so few questions.
    """
    chance = np.random.default_rng(seed)
    drawn = (chance.random((n_draws, len(confidence))) < np.asarray(confidence)).tolist()
    errors = [expected_calibration_error(reliability_bins(confidence, right)) for right in drawn]
    return float(np.mean(errors)) if errors and len(confidence) else 0.0
