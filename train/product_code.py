"""What both ways of packing vectors share: how many bytes a text gets, and which axes a byte stands for."""

from __future__ import annotations

from typing import Any

import numpy as np

BYTES = {"questions": 40, "chunks": 60}  # law without annotations is found by its wording alone
GRID = 1024  # of axes and centroids: coarser than the half floats they are kept in, so that these can be squeezed


def on_grid(values: Any) -> Any:
    """An array or a tensor; costs a vector a cosine of 0.99997 and saves two fifths of the bytes of its code."""
    return (values * GRID).round() / GRID


def dealt_out(variances: np.ndarray, groups: int) -> list[list[int]]:
    """Axes for each group, the widest first, so that the products of variances are about equal."""
    most = -(-len(variances) // groups)
    axes: list[list[int]] = [[] for _ in range(groups)]
    logs = np.log(np.maximum(variances, 1e-9) / max(variances.min(), 1e-9))
    weights = np.zeros(groups)
    for axis in range(len(variances)):
        group = min((g for g in range(groups) if len(axes[g]) < most), key=lambda g: weights[g])
        axes[group].append(axis)
        weights[group] += logs[axis]
    return axes
