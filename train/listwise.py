"""Fits the ranker's weighted sum: the right candidates of a question shall have the most of a softmax over all.

    loss = - mean over questions of log (sum of exp score of the right ones / sum of exp score of all),

the listwise loss of Cao et al. (2007) with several right ones, each question with its weight; a ridge on weights of
scaled features.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from przepis.rerank.linear import LinearModel, Manner, length_share

RIDGE = 1e-3
FEW_RIDGE = 0.03  # of manners of asking with few examples: towards the weights of questions
ROUNDS = 150


@dataclass(frozen=True)
class Lists:
    """Candidates of many questions end to end."""

    x: np.ndarray  # a row a candidate
    right: np.ndarray  # is it right?
    sizes: np.ndarray  # candidates of each question
    weights: np.ndarray  # of each question

    def only(self, chosen: np.ndarray, weights: np.ndarray | None = None) -> Lists:
        """Those of some questions, with other weights where given."""
        rows = np.repeat(chosen, self.sizes)
        own = self.weights if weights is None else weights
        return Lists(self.x[rows], self.right[rows], self.sizes[chosen], own[chosen])


def fit_sum(
    features: tuple[str, ...],
    questions: Lists,
    n_terms: np.ndarray,
    others: Mapping[Manner, Lists] | None = None,
    ridge: float = RIDGE,
    few_ridge: float = FEW_RIDGE,
    rising: np.ndarray | None = None,
) -> LinearModel:
    """``n_terms`` are of each of the questions; ``others`` are asked in another manner and have weights of their own.

    ``rising``: features that may not count against a candidate.
    """
    least = np.where(rising, 0.0, -np.inf) if rising is not None else np.full(len(features), -np.inf)
    x = _numbers(questions)
    share = np.repeat([length_share(n) for n in n_terms], questions.sizes).astype(np.float32)[:, None]
    between = np.hstack([x * (1 - share), x * share])
    short, long = np.split(_fit(between, questions, np.zeros(2 * len(features)), ridge, np.tile(least, 2)), 2)
    middle = (short + long) / 2
    own = {m: _fit(_numbers(lists), lists, middle, few_ridge, least) for m, lists in (others or {}).items()}
    return LinearModel(features, short, long, own.get("open", middle), own.get("options", middle))


def _numbers(lists: Lists) -> np.ndarray:
    return np.nan_to_num(lists.x).astype(np.float32)


def _fit(x: np.ndarray, lists: Lists, known: np.ndarray, ridge: float, least: np.ndarray) -> np.ndarray:
    """Weights of ``least`` size that the ridge draws to those ``known`` already."""
    spread = x.std(axis=0) + 1e-6
    scaled = x / spread
    begins = np.concatenate([[0], np.cumsum(lists.sizes)[:-1]])
    weights = lists.weights / lists.weights.sum()

    def loss(beta: np.ndarray) -> tuple[float, np.ndarray]:
        scores = (scaled @ beta.astype(np.float32)).astype(np.float64)
        apart = beta - known * spread
        scores -= np.repeat(np.maximum.reduceat(scores, begins), lists.sizes)
        mass = np.exp(scores)
        all_mass = np.add.reduceat(mass, begins)
        right_mass = np.add.reduceat(mass * lists.right, begins) + 1e-12
        share, right_share = (np.repeat(weights / m, lists.sizes) for m in (all_mass, right_mass))
        pull = mass * (share - lists.right * right_share)
        gradient = (pull.astype(np.float32) @ scaled).astype(np.float64) + 2 * ridge * apart
        return float((weights * np.log(all_mass / right_mass)).sum() + ridge * apart @ apart), gradient

    bounds = [(low, None) for low in np.where(np.isfinite(least), least, None)]
    found = minimize(loss, known * spread, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": ROUNDS})
    return np.asarray(found.x / spread)
