"""The learned ranker: which candidates it looks at, what follows behind them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from przepis.index.engine import Filter
from przepis.library import Library
from przepis.pipelines.loader import candidate_lists
from przepis.records import Question
from przepis.rerank.learned import RankStep, _remembered_first, _with_numbered, is_near, load_ranker
from przepis.retrieve.candidates import gather
from przepis.retrieve.step import Pool, State
from przepis.settings import Settings

SOURCES = candidate_lists()
NEAR = 12


@pytest.fixture(scope="module")
def library(sample_home: Path) -> Iterator[Library]:
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as opened:
        yield opened


def _pool(**scores: list[float]) -> Pool:
    own = {name: np.array(values, dtype=np.float32) for name, values in scores.items()}
    ranks = {name: np.searchsorted(np.sort(-v), -v, side="left") for name, v in own.items()}
    n = len(next(iter(own.values())))
    return Pool(np.arange(n), (), own, ranks, {}, np.zeros(1), np.zeros(n, dtype=bool))


def test_on_a_day_the_best_by_words_are_among_the_first_ten(library: Library) -> None:
    def ranked(step: RankStep, on: dt.date | None) -> list[int]:
        state = State(Question("", "zwrot kaucji za łódź"), library.tools(), Filter(on=on))
        state.pool = gather(state, SOURCES)
        step.run(state)
        assert (np.diff(state.ranked.scores) <= 0).all()
        return state.ranked.rows.tolist()

    day = dt.date(2095, 6, 1)
    plain, words = RankStep(near=100), RankStep(near=100, model="no-dense")
    both = RankStep(near=100, words_model="no-dense", words_take=4)
    assert ranked(both, None) == ranked(plain, None)  # without a day nothing changes
    first, by_words, lifted = ranked(plain, day)[:6], ranked(words, day), ranked(both, day)[:10]
    assert set(lifted) == set(first) | set([row for row in by_words if row not in first][:4])
    assert set(lifted) != set(ranked(plain, day)[:10])


def test_who_alone_has_the_words_remembered_comes_first(library: Library) -> None:
    def first(text: str, alone: list[float]) -> list[int]:
        state = State(Question("", text), library.tools(), Filter(on=dt.date(2095, 6, 1)))
        found = _remembered_first(state, rows, np.array([1.0, 0.5, 3.0, 2.0]), np.array(alone))
        return [rows.tolist().index(row) for row in found.tolist()]

    rows = np.arange(4, dtype=np.int64)
    assert first("zwrot kaucji", [0, 0, 1, 0]) == [2, 0, 1, 3]
    assert first("zwrot kaucji", [0.5, 0, 0.5, 0]) == [2, 0, 1, 3]
    third = [1 / 3, 0, 1 / 3, 1 / 3]
    assert first("zwrot kaucji", third) == [0, 1, 2, 3]  # three have them: that says little
    number = library.index.article_ids[0].partition("#")[2]
    assert first(f"zwrot kaucji art. {number}", [0, 0, 1, 0]) == [0, 1, 2, 3]  # said by its number


@pytest.mark.parametrize("sure", [False, True])
def test_on_a_day_words_remembered_lead_where_nothing_is_sure(
    library: Library, monkeypatch: pytest.MonkeyPatch, sure: bool
) -> None:
    """A ranker that looks at length alone is corrected by one that looks at words."""
    ranker = load_ranker("ranker")
    monkeypatch.setattr(
        "przepis.rerank.learned._scores",
        lambda model, names, features: features[:, names.index("log_chars" if model is ranker else "stem_covered")],
    )
    monkeypatch.setattr("przepis.rerank.learned.note_confidence", lambda state, *rest: setattr(state, "sure", sure))
    n_moved = 0
    for article_id in library.index.article_ids[::9]:
        words = [w for w in dict.fromkeys(library.store.article(article_id).text.lower().split()) if len(w) > 4]
        if len(words) < 12:
            continue
        question = Question("", " ".join(words[1:24:2]))
        found = []
        for step in (
            RankStep(near=100),
            RankStep(near=100, words_model="words"),
        ):
            state = State(question, library.tools(), Filter(on=dt.date(2095, 6, 1)))
            state.pool = gather(state, SOURCES)
            step.run(state)
            assert (np.diff(state.ranked.scores) <= 0).all()
            found.append(state.ranked.rows.tolist())
        plain, led = found
        assert sorted(plain) == sorted(led)
        if plain[0] != led[0]:
            assert state.signals[led[0]]["alone_covers"] >= 0.5
            n_moved += 1
    assert (n_moved > 0) != sure


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
    pool = state.pool = gather(state, SOURCES)
    near = set(pool.rows[is_near(pool, state, NEAR)].tolist())
    assert 0 < len(near) < len(pool.rows)
    RankStep(depth=1000).run(state)
    rows = state.ranked.rows.tolist()
    assert set(rows[: len(near)]) == near
    assert sorted(rows) == sorted(pool.rows.tolist())
    assert (np.diff(state.ranked.scores) <= 0).all()
    assert 0 <= state.signals[rows[0]]["confidence"] <= 1
    assert "confidence" not in state.signals[rows[-1]]


@pytest.mark.parametrize("depth", [1, 5])
def test_depth_cuts_the_list(library: Library, depth: int) -> None:
    state = State(Question("", "opłata za postój łodzi"), library.tools())
    state.pool = gather(state, SOURCES)
    RankStep(depth=depth).run(state)
    assert len(state.ranked) == depth


def test_a_number_said_without_its_act_is_of_the_best_that_has_it(library: Library) -> None:
    """``rękojmia art. 556``: the topic says which act is meant."""

    def ranked(text: str) -> list[str]:
        state = State(Question("", text), library.tools())
        state.pool = gather(state, SOURCES)
        RankStep().run(state)
        assert (np.diff(state.ranked.scores) <= 0).all()
        return [library.index.article_ids[row] for row in state.ranked.rows.tolist()]

    plain = ranked("zwrot kaucji za łódź")
    wanted = next(article_id for article_id in plain[1:12] if article_id.split("#")[1] != plain[0].split("#")[1])
    number = wanted.split("#")[1]
    best = next(article_id for article_id in plain if article_id.split("#")[1] == number)
    assert ranked(f"zwrot kaucji za łódź art. {number}")[0] == best
    assert ranked("zwrot kaucji za łódź art. 9999")[0] == plain[0]


def test_what_is_put_in_front_leads_as_the_best_did() -> None:
    scores = np.array([3.0, 7.0, 5.0, 1.0])
    moved = _with_numbered(scores, np.array([True, False, False, False]))
    assert moved.tolist() == [7.0, 5.0, 3.0, 1.0]  # the first row gets 7; those ahead of it, 7 and 5, get 5 and 3
    assert _with_numbered(scores, np.zeros(4, dtype=bool)).tolist() == scores.tolist()
