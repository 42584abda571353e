"""Candidates without vectors stand where words put them; those with vectors keep their order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from przepis.index.engine import Filter
from przepis.library import Library
from przepis.pipelines.loader import candidate_lists
from przepis.records import Question
from przepis.rerank.learned import RankStep
from przepis.rerank.unseen import placed_by_words, without_vectors
from przepis.retrieve.candidates import gather
from przepis.retrieve.step import State
from przepis.settings import Settings

SOURCES = candidate_lists()


@pytest.fixture(scope="module")
def library(sample_home: Path) -> Iterator[Library]:
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as opened:
        yield opened


def best_first(scores: np.ndarray) -> list[int]:
    return [int(i) for i in np.argsort(-scores, kind="stable")]


@pytest.mark.parametrize("seed", range(20))
def test_the_unseen_have_their_places_by_words_and_the_others_their_order(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.randint(1, 12)
    scores = np.array(chance.sample(range(40), n)) / 3
    by_words = np.array([chance.random() for _ in range(n)])
    unseen = np.array([chance.random() < 0.4 for _ in range(n)])
    placed = placed_by_words(scores, by_words, unseen)
    assert placed[~unseen].tolist() == scores[~unseen].tolist()
    assert len(set(placed.tolist())) == n
    order, words = best_first(placed), best_first(by_words)
    for i in np.flatnonzero(unseen).tolist():
        assert order.index(i) == words.index(i)


def test_one_between_two() -> None:
    placed = placed_by_words(np.array([9.0, 5.0, -30.0]), np.array([3.0, 1.0, 2.0]), np.array([False, False, True]))
    assert placed.tolist() == [9.0, 5.0, 7.0]
    first = placed_by_words(np.array([9.0, 5.0, -30.0]), np.array([2.0, 1.0, 3.0]), np.array([False, False, True]))
    assert best_first(first) == [2, 0, 1]
    alone = placed_by_words(np.array([-30.0]), np.array([1.0]), np.array([True]))
    assert np.isfinite(alone).all()


def test_what_has_no_vectors_is_ranked_by_words(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question("", "zwrot kaucji za łódź")

    def ranked(step: RankStep, without: int | None = None) -> list[int]:
        state = State(question, library.tools(), Filter())
        pool = state.pool = gather(state, SOURCES)
        for source in SOURCES:
            if source.dense and without is not None:
                pool.scores[source.name] = np.where(pool.rows == without, -1.0, pool.scores[source.name])
        assert without_vectors(pool).sum() == (without is not None)
        step.run(state)
        assert (np.diff(state.ranked.scores) <= 0).all()
        return state.ranked.rows.tolist()

    plain, placing = RankStep(near=100), RankStep(near=100, unseen_model="no-dense")
    assert ranked(placing) == ranked(plain)  # where all have vectors nothing changes
    best = ranked(plain)[0]
    late, by_words = ranked(plain, best).index(best), ranked(RankStep(near=100, model="no-dense"), best).index(best)
    assert ranked(placing, best).index(best) == by_words < late


@pytest.mark.parametrize("name", ["przepis", "przepis-no-dense", "przepis-no-lexical", "przepis-no-surrogates"])
def test_every_variant_searches_what_has_no_vectors(
    library: Library, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A list that it leaves out is one that the other ranker knows."""
    scores_of = library.searcher.dense_scores
    (best, *_) = library.run("zwrot kaucji za łódź", pipeline=name).hits
    taken_away = library.index.row(best.article_id)

    def without(field: str, vector: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return np.where(rows == taken_away, -1.0, scores_of(field, vector, rows))

    monkeypatch.setattr(library.searcher, "dense_scores", without)
    assert library.run("zwrot kaucji za łódź", pipeline=name, all_law=True).hits
