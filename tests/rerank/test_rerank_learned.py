"""The learned ranker: which candidates it looks at, what follows behind them, the memory of questions asked before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from train.ranker import monotone

from przepis.encode.remembered import Remembered, remembered
from przepis.index.embedded.dense import asked_field
from przepis.library import Library
from przepis.records import Question
from przepis.rerank.learned import NEAR, LearnedStep, is_near
from przepis.retrieve.candidates import SOURCES, Pool, gather
from przepis.retrieve.features import feature_names
from przepis.retrieve.step import State
from przepis.settings import Settings


@pytest.fixture(scope="module")
def library(sample_home: Path) -> Iterator[Library]:
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as opened:
        yield opened


def _pool(**scores: list[float]) -> Pool:
    own = {name: np.array(values, dtype=np.float32) for name, values in scores.items()}
    ranks = {name: np.searchsorted(np.sort(-v), -v, side="left") for name, v in own.items()}
    n = len(next(iter(own.values())))
    return Pool(np.arange(n), own, ranks, {}, np.zeros(1))


def test_a_list_without_scores_brings_nobody_near() -> None:
    one = _pool(full=list(range(30, 0, -1)))
    two = _pool(full=list(range(30, 0, -1)), asked=[-1.0] * 30)
    assert (one.best_rank() < NEAR).sum() == (two.best_rank() < NEAR).sum() == NEAR


def test_part_of_a_pool_keeps_the_ranks_of_the_whole() -> None:
    pool = _pool(full=[3.0, 9.0, 6.0, 1.0])
    part = pool.only(np.array([True, False, True, False]))
    assert part.rows.tolist() == [0, 2]
    assert part.ranks["full"].tolist() == [2, 1]


def test_near_candidates_come_first_and_all_others_behind_them(library: Library) -> None:
    state = State(Question("", "zwrot kaucji za łódź po zakończeniu najmu"), library.tools())
    pool = gather(state, SOURCES)
    near = set(pool.rows[is_near(pool, state)].tolist())
    assert 0 < len(near) < len(pool.rows)
    LearnedStep(depth=1000).run(state)
    rows = state.ranked.rows.tolist()
    assert set(rows[: len(near)]) == near
    assert sorted(rows) == sorted(pool.rows.tolist())
    assert (np.diff(state.ranked.scores) <= 0).all()
    assert 0 <= state.signals[rows[0]]["confidence"] <= 1
    assert "confidence" not in state.signals[rows[-1]]


@pytest.mark.parametrize("depth", [1, 5])
def test_depth_cuts_the_list(library: Library, depth: int) -> None:
    state = State(Question("", "opłata za postój łodzi"), library.tools())
    LearnedStep(depth=depth).run(state)
    assert len(state.ranked) == depth


def test_scores_only_ever_speak_for_a_candidate() -> None:
    names = feature_names(SOURCES)
    by_name = dict(zip(names, monotone(names), strict=True))
    assert by_name["chunks:score"] == by_name["asked:of_best"] == by_name["scope"] == 1
    assert by_name["lay-p:log_rank"] == by_name["repealed"] == -1
    assert by_name["log_chars"] == by_name["scope_max"] == by_name["n_terms"] == 0


class TestMemory:
    def test_nothing_is_remembered_for_another_encoder(self) -> None:
        none = remembered("hashing:256", 256)
        assert len(none.article_ids) == 0
        assert none.vectors.shape == (0, 256)

    def test_the_shipped_memory_belongs_to_the_shipped_encoder(self, library: Library) -> None:
        from przepis.encode.registry import open_encoder

        encoder = open_encoder("przepis")
        shipped = remembered(encoder.name, encoder.dim)
        assert len(shipped.article_ids) > 3000
        assert shipped.vectors.shape == (len(shipped.article_ids), encoder.dim)
        assert int(shipped.years.max()) <= 2022  # later examinations are for choosing and reporting

    def test_only_what_was_asked_before(self) -> None:
        asked = Remembered(np.array(["a", "b"]), np.zeros((2, 4), np.int8), np.ones(2), np.array([2019, 2021]))
        assert asked.before(2021).article_ids.tolist() == ["a"]

    def test_articles_that_the_corpus_lacks_are_left_out(self) -> None:
        vectors = np.array([[127, 0], [0, 127], [127, 0]], dtype=np.int8)
        scales = np.full(3, 1 / 127, np.float32)
        asked = Remembered(np.array(["b", "gone", "a"]), vectors, scales, np.full(3, 2019))
        field = asked_field(asked, {"a": 0, "b": 1}.get, 3)
        assert field.scores(np.array([1.0, 0.0], np.float32)).round(2).tolist() == [1.0, 1.0, -1.0]
