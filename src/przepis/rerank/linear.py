"""The ranker's model: a weighted sum of the features, with weights for questions with options and for those without.

Of a question without options the weights move with its length: of three keywords each must be met, of a long story
meaning tells more. Trees, tried for long, learnt the manner of those who wrote the training questions; a sum has no
room for that (docs/lab/ranker.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

PARTS = ("plain", "length", "options")
MIDDLE = 2.3  # log(1 + terms) of a question of middle length


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights in the order of ``features``."""

    features: tuple[str, ...]
    plain: np.ndarray
    length: np.ndarray  # times how much longer than the middle a question is
    options: np.ndarray

    @classmethod
    def from_json(cls, features: Sequence[str], weights: Mapping[str, Any]) -> LinearModel:
        return cls(tuple(features), *(np.asarray(weights[part], dtype=np.float64) for part in PARTS))

    def weights(self, n_terms: float, has_options: bool) -> np.ndarray:
        """What each feature weighs for a question of so many terms."""
        return self.options if has_options else self.plain + longer(n_terms) * self.length

    def scores(self, matrix: np.ndarray, n_terms: float, has_options: bool) -> np.ndarray:
        """One for each row; a feature without a value counts as 0."""
        found: np.ndarray = np.nan_to_num(matrix) @ self.weights(n_terms, has_options)
        return found


def to_weights(model: LinearModel) -> dict[str, list[float]]:
    """What ``LinearModel.from_json`` takes."""
    return {part: [round(float(weight), 5) for weight in getattr(model, part)] for part in PARTS}


def longer(n_terms: float) -> float:
    return float(np.log1p(n_terms)) - MIDDLE
