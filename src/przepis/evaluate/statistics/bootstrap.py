"""Percentile bootstrap over questions for means and for differences of means (MRR, nDCG, recall)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from przepis.errors import LabelError

N_SAMPLES = 10_000
SEED = 1


def bootstrap_mean(
    values: Sequence[float], level: float = 0.95, n_samples: int = N_SAMPLES, seed: int = SEED
) -> tuple[float, float]:
    """Interval of the mean. Resampled in blocks, so that memory stays small for any number of questions."""
    if not values:
        raise LabelError("a bootstrap needs at least one question")
    data = np.asarray(values, dtype=np.float64)
    generator = np.random.default_rng(seed)
    means: list[np.ndarray] = []
    block = max(1, 2_000_000 // len(data))
    for start in range(0, n_samples, block):
        size = (min(block, n_samples - start), len(data))
        means.append(data[generator.integers(0, len(data), size=size)].mean(axis=1))
    tail = (1 - level) / 2
    low, high = np.quantile(np.concatenate(means), [tail, 1 - tail])
    return float(low), float(high)


def bootstrap_difference(
    first: Sequence[float], second: Sequence[float], n_samples: int = N_SAMPLES
) -> tuple[float, float]:
    """Interval of mean(first) - mean(second), paired by question."""
    if len(first) != len(second):
        raise LabelError(f"paired values must be as many: {len(first)} and {len(second)}")
    return bootstrap_mean([a - b for a, b in zip(first, second, strict=True)], n_samples=n_samples)
