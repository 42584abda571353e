"""What retrieval asks of an engine. Rows are places in the index; ``article_ids[row]`` names the article."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from przepis.index.local.lexical import Bm25Settings

FEW = 0.05  # a filter that leaves a smaller share of the articles than this: score those alone


@dataclass(frozen=True, slots=True)
class Filter:
    """Only articles for which all of these hold; None: no matter."""

    acts: frozenset[str] | None = None
    not_acts: frozenset[str] = frozenset()  # acts left out: those not in force
    not_articles: frozenset[str] = frozenset()  # articles left out: repealed after their newest text
    kinds: frozenset[str] | None = None
    statuses: frozenset[str] | None = None
    annotated: bool | None = None
    repealed: bool | None = None

    @property
    def empty(self) -> bool:
        return self == Filter()


@dataclass(frozen=True, slots=True)
class Ranked:
    """Rows with their scores, best first."""

    rows: np.ndarray
    scores: np.ndarray

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class Health:
    """What a health endpoint says of an engine."""

    engine: str
    generation: str
    n_articles: int
    server: str = ""  # version of the server, where there is one


class Searcher(Protocol):
    """What is asked in bulk: the best by words or by vector, and the scores of given articles.

    ``bm25`` None: the field's own settings, for which term weights are prepared.
    """

    @property
    def name(self) -> str: ...

    @property
    def n_beside(self) -> int:
        """How many lists may be asked for at a time."""
        ...

    def lexical(
        self, field: str, text: str, k: int, bm25: Bm25Settings | None = None, where: Filter | None = None
    ) -> Ranked: ...

    def lexical_scores(
        self, field: str, text: str, rows: np.ndarray, bm25: Bm25Settings | None = None
    ) -> np.ndarray: ...

    def dense(self, field: str, vector: np.ndarray, k: int, where: Filter | None = None) -> Ranked: ...

    def dense_scores(self, field: str, vector: np.ndarray, rows: np.ndarray) -> np.ndarray: ...

    def health(self) -> Health:
        """Raises EngineError, within the time limit, where the engine is out of reach."""
        ...

    def close(self) -> None: ...


def top(scores: np.ndarray, k: int, tie_order: np.ndarray, floor: float = 0.0) -> Ranked:
    """The best k above ``floor``. Equal scores stand in descending order of article id, as trec_eval has them;

    ``tie_order[row]`` is the row's place in that order.
    """
    rows = np.flatnonzero(scores > max(floor, 0.4 * float(scores.max()) if len(scores) else floor))
    if len(rows) < k:  # few come near the best: look at all above the floor
        rows = np.flatnonzero(scores > floor)
    if k < len(rows):
        worst = np.partition(scores[rows], -k)[-k]
        rows = rows[scores[rows] >= worst]  # ties across the cut are broken by id below, not by chance
    order = np.lexsort((tie_order[rows], -scores[rows]))[:k]
    rows = rows[order]
    return Ranked(rows, scores[rows])


def top_of(rows: np.ndarray, scores: np.ndarray, k: int, tie_order: np.ndarray, floor: float = 0.0) -> Ranked:
    """``top`` where only these rows have scores; ``scores`` stands beside ``rows``."""
    keep = np.flatnonzero(scores > floor)
    if k < len(keep):
        worst = np.partition(scores[keep], -k)[-k]
        keep = keep[scores[keep] >= worst]
    order = np.lexsort((tie_order[rows[keep]], -scores[keep]))[:k]
    return Ranked(rows[keep[order]], scores[keep[order]])
