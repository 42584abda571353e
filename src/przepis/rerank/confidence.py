"""How sure the first hit is: a logistic of the list's head and of what the first hit has in common with the question.

Scores alone do not know what they do not know: in an act without annotations, or where Polish law has no answer, the
best of poor candidates still leads. So the inputs also say how near the best vectors are and whether the question's
rarest words were met. Below ``threshold`` the product says that no provision is sure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

HEAD = ("intercept", "top", "lead", "lead_over_tenth", "odds", "log_terms", "open_top", "open_odds")
SIGNALS = (
    *("chunks:score", "questions:score", "asked:score", "all-p:of_best"),
    *("stem_covered", "three_rarest_covered", "rarest_covered", "annotated", "scope", "n_terms", "known_share"),
    *("demand", "act_demand", "referred", "regulation", "annex", "log_chars", "log_act_size"),
    *("title_covered", "heading_covered", "scope_max", "best_dense", "has_options", "is_open"),
    *("in_order", "alone_covers", "begins"),
)
"""Features of the first hit that the calibration may use; a list that a pipeline lacks counts as 0."""
_LEAST = 1e-6  # of the others' share: where there are none, the odds stay finite


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights by the name of their input."""

    weights: Mapping[str, float]
    threshold: float = 0.5

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Calibration | None:
        """None where a model was not calibrated."""
        return cls(data["weights"], float(data["threshold"])) if data.get("weights") else None

    def first(self, scores: np.ndarray, signals: Mapping[str, float]) -> float:
        """Probability that the first of these scores belongs to the right article."""
        own = inputs(scores, signals)
        total = sum(weight * own[name] for name, weight in self.weights.items())
        return float(1.0 / (1.0 + np.exp(-np.clip(total, -30.0, 30.0))))


def inputs(scores: np.ndarray, signals: Mapping[str, float]) -> dict[str, float]:
    """What a calibration sees of one answer: the best score, its lead, its lead over the tenth, its odds against the
    first ten by the scores alone, how long the question is, the first's signals. A sentence left open is scored with
    weights of its own, so what its scores tell is told apart."""
    top = float(scores[0])
    second = float(scores[1]) if len(scores) > 1 else top - 5.0
    tenth = float(scores[9]) if len(scores) > 9 else float(scores[-1])
    against = float(np.exp(scores[1:10] - top).sum())
    odds, log_terms = -math.log(against + _LEAST), math.log1p(signals.get("n_terms", 0.0))
    left_open = float(signals.get("is_open", 0.0) > 0 and not signals.get("has_options", 0.0))
    told = (1.0, top, top - second, top - tenth, odds, log_terms, left_open * top, left_open * odds)
    head = dict(zip(HEAD, told, strict=True))
    return head | {name: float(signals.get(name, 0.0)) for name in SIGNALS}


def confidences(calibration: Calibration | None, scores: np.ndarray, signals: Mapping[str, float]) -> np.ndarray:
    """Of every hit: calibrated for the first, what is left shared out below it by the scores; none is surer than it."""
    if calibration is None or not len(scores):
        return np.full(len(scores), np.nan)
    first = calibration.first(scores, signals)
    rest = np.exp(scores - scores[0])
    rest[0] = 0.0
    share = rest / rest.sum() if rest.sum() > 0 else rest
    return np.concatenate([[first], np.minimum((1.0 - first) * share[1:], first)])


def fit(
    rows: Sequence[Mapping[str, float]],
    right: np.ndarray,
    names: Sequence[str],
    weights: np.ndarray | None = None,
    ridge: float = 1.0,
) -> Calibration:
    """Logistic regression by Newton's method; inputs are scaled for the ridge, the intercept is not shrunk.

    ``weights``: how often each row counts; once where none are given.
    """
    times = np.ones(len(rows)) if weights is None else weights
    x = np.array([[row[name] for name in names] for row in rows])
    mean, spread = x.mean(axis=0), x.std(axis=0)
    constant = np.array([name == "intercept" for name in names])
    mean[constant], spread[constant | (spread == 0)] = 0.0, 1.0
    z = (x - mean) / spread
    penalty = ridge * np.diag((~constant).astype(float))
    beta = np.zeros(len(names))
    for _ in range(60):
        p = 1.0 / (1.0 + np.exp(-z @ beta))
        gradient = z.T @ (times * (p - right)) + penalty @ beta
        curvature = (z * (times * p * (1 - p))[:, None]).T @ z + penalty + 1e-9 * np.eye(len(names))
        beta = beta - np.linalg.solve(curvature, gradient)
    plain = beta / spread
    plain[constant] -= float((plain * mean).sum())
    return Calibration({name: round(float(w), 6) for name, w in zip(names, plain, strict=True)})
