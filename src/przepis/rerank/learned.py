"""The learned ranker of the default system: features of the candidates, their weighted sum, calibrated confidence."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import Field

from przepis.errors import PipelineError, StoreError
from przepis.index.engine import Ranked
from przepis.rerank.confidence import Calibration, confidences
from przepis.rerank.linear import LinearModel, manner_of
from przepis.rerank.unseen import placed_by_words, without_vectors
from przepis.retrieve.features import compute, feature_names
from przepis.retrieve.step import WORDING, Needs, Pool, State, Step

MODEL_FOLDER = "przepis.rerank.model"
TEN = 10  # hits that a person looks at
ALONE = 0.5  # of ``alone_covers``: one other at most has as many of the words
NUMBERED = 30  # so far down an article may stand that has the number that was said


@dataclass(frozen=True, slots=True)
class RankerModel:
    linear: LinearModel
    calibration: Calibration | None


class RankStep(Step):
    """Candidates by a learned sum of their features. Those that no list has among its first ``near`` (a list may have
    its own) follow behind, unlooked at."""

    use: Literal["rank"] = "rank"
    model: str = "ranker"
    near: int = Field(default=12, ge=1)
    depth: int = Field(default=100, ge=1)
    words_model: str = ""  # on a day: the ranker that looks at words alone, whose best are among the first ten, too
    words_take: int = Field(default=3, ge=1, lt=TEN)  # how many of them
    unseen_model: str = ""  # the ranker that places what has no vectors, by words

    def needs(self) -> Needs:
        return Needs(lexical=frozenset({WORDING, "act-title", "headings"}))

    def prepare(self) -> None:
        load_ranker(self.model)

    def run(self, state: State) -> None:
        pool = state.pool
        if pool is None:
            raise PipelineError("step `rank` orders what a step `candidates` found; put one before it")
        if not len(pool.rows):
            return
        rank = pool.best_rank()
        near = is_near(pool, state, self.near, rank)
        head = pool.only(near)
        model = load_ranker(self.model)
        names = feature_names(head.sources)
        with state.timed("features"):
            features = compute(state, head)
        with state.timed("ranker"):
            scores = _scores(model, names, features)
        scores = self._with_unseen(head, names, features, scores)
        by_words = self._by_words(state, names, features)
        if by_words is not None:
            scores = self._with_best_by_words(by_words, scores)
        tie_order = state.tools.index.tie_order
        scores = _with_numbered(scores, state.has_cited_number(head.rows))
        scores = np.where(state.is_cited(head.rows), scores + 100.0, scores)
        order = np.lexsort((tie_order[head.rows], -scores))[: self.depth]
        rows, scores = head.rows[order], scores[order]
        features = features[order]
        known = ~np.isnan(features).any(axis=0)  # what a question without options has no value for is no signal
        state.note_all([n for n, k in zip(names, known, strict=True) if k], rows, features[:, known])
        note_confidence(state, model, rows, scores)
        if by_words is not None and state.sure is False:
            rows = _remembered_first(state, rows, by_words[order], features[:, names.index("alone_covers")])
            note_confidence(state, model, rows, scores)
        rest, rank = pool.rows[~near], rank[~near]
        behind = np.lexsort((tie_order[rest], rank))[: self.depth - len(rows)]
        far = scores[-1] - 1.0 - rank[behind]
        self.keep(state, Ranked(np.append(rows, rest[behind]), np.append(scores, far)))

    def _with_unseen(self, pool: Pool, names: list[str], features: np.ndarray, scores: np.ndarray) -> np.ndarray:
        unseen = without_vectors(pool)
        if not self.unseen_model or not unseen.any():
            return scores
        by_words = _scores_by(self.unseen_model, names, features)
        return scores if by_words is None else placed_by_words(scores, by_words, unseen)

    def _by_words(self, state: State, names: list[str], features: np.ndarray) -> np.ndarray | None:
        """On a day the scores by words alone, where this pipeline asks for them."""
        if not self.words_model or self.words_model == self.model or state.where.on is None:
            return None
        return _scores_by(self.words_model, names, features)

    def _with_best_by_words(self, by_words: np.ndarray, scores: np.ndarray) -> np.ndarray:
        """The best by words alone are as good as the last of the first ten that they leave room for.

        A past wording may have the vectors of a later one: what words say of it counts, whatever vectors say.
        """
        if len(scores) <= TEN:
            return scores
        first = np.argsort(-scores, kind="stable")[: TEN - self.words_take]
        best = np.argsort(-by_words, kind="stable")
        lifted = best[~np.isin(best, first)][: self.words_take]
        scores = scores.copy()
        scores[lifted] = np.maximum(scores[lifted], scores[first[-1]])
        return scores


def _remembered_first(state: State, rows: np.ndarray, by_words: np.ndarray, alone_covers: np.ndarray) -> np.ndarray:
    """Where nothing is sure and one wording, or one of two, has nearly all the words: who says them remembers it.

    It moves next to nothing where people ask in their own words (docs/lab/past.md).
    """
    best = int(np.argmax(by_words))
    if alone_covers[best] < ALONE or state.is_cited(rows[:1])[0] or state.has_cited_number(rows[:1])[0]:
        return rows
    return np.concatenate([rows[[best]], np.delete(rows, best)])


def _with_numbered(scores: np.ndarray, numbered: np.ndarray) -> np.ndarray:
    """Of the candidates with the number that was said, the best in front. The scores stay those of the list, each row
    ahead of it taking the next: no tie is made, and the first leads as the best did."""
    if not numbered.any():
        return scores
    best = int(np.argmax(np.where(numbered, scores, -np.inf)))
    if np.count_nonzero(scores > scores[best]) >= NUMBERED:
        return scores
    order = np.argsort(-scores, kind="stable")
    moved = np.empty_like(scores)
    moved[np.append(best, order[order != best])] = scores[order]
    return moved


def _scores(model: RankerModel, names: list[str], features: np.ndarray) -> np.ndarray:
    n_terms, options, is_open = (float(features[0, names.index(n)]) for n in ("n_terms", "has_options", "is_open"))
    columns = _columns(model.linear.features, tuple(names))
    return model.linear.scores(features[:, columns], n_terms, manner_of(options > 0, is_open > 0))


def _scores_by(name: str, names: list[str], features: np.ndarray) -> np.ndarray | None:
    """By another ranker than the pipeline's own; None where it knows lists that the pipeline leaves out."""
    model = load_ranker(name)
    return _scores(model, names, features) if set(model.linear.features) <= set(names) else None


@functools.lru_cache
def _columns(wanted: tuple[str, ...], known: tuple[str, ...]) -> list[int]:
    """Where the features that a model was trained on stand among those computed."""
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise StoreError(
            f"a ranker was trained with features that are not computed ({', '.join(unknown)}); "
            "train it again, as train/README.md says"
        )
    return [known.index(name) for name in wanted]


def note_confidence(state: State, model: RankerModel, rows: np.ndarray, scores: np.ndarray) -> None:
    """Of rows in their order: how sure each is, and whether the first is sure enough to be called an answer."""
    own = confidences(model.calibration, scores, state.signals.get(int(rows[0]), {}))
    state.note("confidence", rows, own)
    if model.calibration is not None:
        state.enough = model.calibration.threshold
        state.sure = bool(own[0] >= state.enough)


def is_near(pool: Pool, state: State, near: int, rank: np.ndarray | None = None) -> np.ndarray:
    """Which candidates the ranker looks at: those high in some list, that the question cites, or that go on with it.

    ``rank``: ``pool.best_rank()``, where it is at hand.
    """
    high = (pool.best_rank() if rank is None else rank) < near
    looked_at: np.ndarray = high | pool.begun | state.is_cited(pool.rows) | state.has_cited_number(pool.rows)
    for source in pool.sources:
        if source.near is not None:
            looked_at |= (pool.scores[source.name] > 0) & (pool.ranks[source.name] < source.near)
    return looked_at


@functools.cache
def load_ranker(name: str) -> RankerModel:
    """A shipped model by name, or one from a folder by path (``…/ranker.json``)."""
    if name.endswith(".json"):
        text = Path(name).read_text(encoding="utf-8")
    else:
        try:
            text = resources.files(MODEL_FOLDER).joinpath(f"{name}.json").read_text(encoding="utf-8")
        except FileNotFoundError as error:
            raise StoreError(f"no ranker {name!r} is shipped; train one as train/README.md says") from error
    data = json.loads(text)
    linear = LinearModel.from_json(data["features"], data["weights"])
    return RankerModel(linear, Calibration.from_json(data["calibration"]))
