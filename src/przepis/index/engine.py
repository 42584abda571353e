"""What retrieval asks of an engine. Rows are places in the index; ``article_ids[row]`` names the article."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from przepis.index.local.lexical import Bm25Settings

_NEAR = (0.6, 0.35)  # shares of the best score above which the best k are looked for
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
    on: dt.date | None = None  # wordings that held on this day, which the index of past wordings alone can tell

    @property
    def empty(self) -> bool:
        return self == _NO_FILTER


_NO_FILTER = Filter()


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


def top(
    scores: np.ndarray, k: int, tie_order: np.ndarray, floor: float = 0.0, allowed: np.ndarray | None = None
) -> Ranked:
    """The best k above ``floor``, of the ``allowed`` where a mask is given.

    Equal scores stand in descending order of article id, as trec_eval has them; ``tie_order[row]`` is the row's place
    in that order.
    """
    rows = _near_the_best(scores, k, floor, allowed)
    return top_of(rows, scores[rows], k, tie_order, floor)


def _near_the_best(scores: np.ndarray, k: int, floor: float, allowed: np.ndarray | None) -> np.ndarray:
    """Rows among which the best k are: few come near the best, so a threshold leaves little to look at."""
    peak = float(scores.max()) if len(scores) else floor
    for least in (*(share * peak for share in _NEAR if share * peak > floor), floor):
        rows = np.flatnonzero(scores > least)
        if allowed is not None:
            rows = rows[allowed[rows]]
        if len(rows) >= k:
            break
    return rows


def top_of(rows: np.ndarray, scores: np.ndarray, k: int, tie_order: np.ndarray, floor: float = 0.0) -> Ranked:
    """``top`` where only these rows have scores; ``scores`` stands beside ``rows``."""
    keep = np.flatnonzero(scores > floor)
    if k < len(keep):
        worst = np.partition(scores[keep], -k)[-k]
        keep = keep[scores[keep] >= worst]
    order = np.lexsort((tie_order[rows[keep]], -scores[keep]))[:k]
    return Ranked(rows[keep[order]], scores[keep[order]])
