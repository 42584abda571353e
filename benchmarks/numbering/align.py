"""The labels that suit a series of § best, and how far behind the next best series is.

Labels rise; every label that is passed over and every one that is given is charged with what speaks against it. The
best series is found by dynamic programming forward and backward, so that for each § the best series that labels it
otherwise is known as well: the difference is the margin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from przepis.corpus.units import NO_PARAGRAPH

_FAR = -1e9


@dataclass(frozen=True, slots=True)
class Aligned:
    label: str  # NO_PARAGRAPH where the line begins no §
    margin: float  # what the best series with another label lacks
    unlabelled: float  # what the best series without a § in this line lacks


def align(
    own: np.ndarray, passed: np.ndarray, unreached: np.ndarray, joined: np.ndarray, labels: Sequence[str]
) -> list[Aligned]:
    """``own[i, j]``: what giving label j to line i brings. ``passed[j]``: the cost of leaving j out before another;
    ``unreached[j]``: that of ending the series before j. ``joined[i]``: what it brings to see no § in line i."""
    n, m = own.shape
    left_out = np.concatenate([[0.0], np.cumsum(passed)])  # cost of leaving out the labels before j
    ends = np.concatenate([np.cumsum(unreached[::-1])[::-1], [0.0]])  # cost of giving none from j on
    ahead = _ahead(own, joined, left_out)
    behind = _behind(own, joined, left_out, ends)
    through = np.empty((n, m + 1))  # the best series that gives label j to line i; the last column: none
    for i in range(n):
        for j in range(m):
            reach = np.max(ahead[i, : j + 1] - (left_out[j] - left_out[: j + 1]))
            through[i, j] = reach + own[i, j] + behind[i + 1, j + 1]
        through[i, m] = joined[i] + np.max(ahead[i] + behind[i + 1])
    return [_best(row, labels) for row in through]


def _best(row: np.ndarray, labels: Sequence[str]) -> Aligned:
    at = int(row.argmax())
    margin = float(row[at] - np.delete(row, at).max())
    return Aligned(labels[at] if at < len(labels) else NO_PARAGRAPH, margin, float(row[at] - row[-1]))


def _ahead(own: np.ndarray, joined: np.ndarray, left_out: np.ndarray) -> np.ndarray:
    """[i, s]: best of the first i lines where label s - 1 was given last; s = 0: none was."""
    n, m = own.shape
    table = np.full((n + 1, m + 1), _FAR)
    table[0, 0] = 0.0
    for i in range(n):
        table[i + 1] = table[i] + joined[i]
        for j in range(m):
            reach = np.max(table[i, : j + 1] - (left_out[j] - left_out[: j + 1]))
            table[i + 1, j + 1] = max(table[i + 1, j + 1], reach + own[i, j])
    return table


def _behind(own: np.ndarray, joined: np.ndarray, left_out: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """[i, s]: best of the lines from i on where label s - 1 was given last before them."""
    n, m = own.shape
    table = np.empty((n + 1, m + 1))
    table[n] = -ends
    for i in range(n - 1, -1, -1):
        given = own[i] + table[i + 1, 1:] - left_out[:m]  # label j here, less what lies before it
        onward = np.append(np.maximum.accumulate(given[::-1])[::-1], _FAR)
        table[i] = np.maximum(joined[i] + table[i + 1], onward + left_out)
    return table
