"""The ranker's model: a weighted sum of the features, with weights for every manner of asking.

Of a question the weights lie between those of short and those of long ones: of three keywords each must be met, of a
long story meaning tells more. Of a sentence left open, as in examinations ("…; przepisu tego nie stosuje się do:"),
the end tells most; with options, what each of them adds. Trees, tried for long, learnt the manner of those who wrote
the training questions; a sum has no room for that (docs/lab/ranker.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

PARTS = ("short", "long", "open", "options")
Manner = Literal["question", "open", "options"]
SHORT, LONG = 3, 25  # terms; a question of fewer, or more, is weighed as one of these


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights in the order of ``features``."""

    features: tuple[str, ...]
    short: np.ndarray
    long: np.ndarray
    open: np.ndarray
    options: np.ndarray

    @classmethod
    def from_json(cls, features: Sequence[str], weights: Mapping[str, Any]) -> LinearModel:
        return cls(tuple(features), *(np.asarray(weights[part], dtype=np.float64) for part in PARTS))

    def weights(self, n_terms: float, manner: Manner) -> np.ndarray:
        """What each feature weighs for a question of so many terms, asked in this manner."""
        if manner != "question":
            return self.options if manner == "options" else self.open
        share = length_share(n_terms)
        return (1 - share) * self.short + share * self.long

    def scores(self, matrix: np.ndarray, n_terms: float, manner: Manner) -> np.ndarray:
        """One for each row; a feature without a value counts as 0."""
        found: np.ndarray = np.where(np.isnan(matrix), 0, matrix) @ self.weights(n_terms, manner)
        return found


def manner_of(has_options: bool, is_open: bool) -> Manner:
    """How something is asked; options tell more than how the words before them end."""
    if has_options:
        return "options"
    return "open" if is_open else "question"


def to_weights(model: LinearModel) -> dict[str, list[float]]:
    """What ``LinearModel.from_json`` takes."""
    return {part: [round(float(weight), 5) for weight in getattr(model, part)] for part in PARTS}


def length_share(n_terms: float) -> float:
    """0 for a short question, 1 for a long one, by the logarithm between."""
    share = (np.log1p(n_terms) - np.log1p(SHORT)) / (np.log1p(LONG) - np.log1p(SHORT))
    return float(min(1.0, max(0.0, share)))
