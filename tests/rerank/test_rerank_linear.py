"""The ranker's weighted sum, and how its weights are found."""

from __future__ import annotations

import math

import numpy as np
import pytest

from przepis.rerank.linear import LONG, SHORT, LinearModel, manner_of
from train.listwise import Lists, fit_sum

MODEL = LinearModel.from_json(
    ("a", "b"), {"short": [1.0, 2.0], "long": [2.0, 2.0], "open": [5.0, 0.0], "options": [0.0, 3.0]}
)


def test_a_score_is_a_sum_and_moves_with_the_length_of_the_question() -> None:
    middle = math.sqrt((1 + SHORT) * (1 + LONG)) - 1  # half way on the scale of logarithms
    rows = np.array([[1.0, 1.0], [3.0, np.nan]])
    assert MODEL.scores(rows, middle, "question").tolist() == pytest.approx([1.5 + 2, 3 * 1.5])
    assert MODEL.scores(rows, middle, manner_of(True, True)).tolist() == pytest.approx([3.0, 0.0])
    assert MODEL.scores(rows, middle, manner_of(False, True)).tolist() == pytest.approx([5.0, 15.0])


@pytest.mark.parametrize(("n_terms", "weight"), [(1, 1.0), (SHORT, 1.0), (LONG, 2.0), (90, 2.0)])
def test_beyond_the_shortest_and_the_longest_nothing_moves(n_terms: int, weight: float) -> None:
    assert MODEL.weights(n_terms, "question").tolist() == pytest.approx([weight, 2.0])


def _lists(n: int, right_has: int, seed: int) -> Lists:
    """Of four candidates the right one has more of one feature; the other is noise."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(4 * n, 2))
    right = np.tile([True, False, False, False], n)
    x[right, right_has] += 2.0
    return Lists(x, right, np.full(n, 4), np.ones(n))


def test_what_tells_the_right_candidate_gets_the_weight() -> None:
    questions, completed = _lists(300, 0, 1), _lists(300, 1, 2)
    model = fit_sum(("a", "b"), questions, np.tile([3.0, 9.0, 30.0], 100), {"options": completed})
    assert min(model.short[0], model.long[0]) > 1.0
    assert max(abs(model.short[1]), abs(model.long[1])) < 0.5
    assert model.options[1] > 3 * abs(model.short[1] + model.long[1]) / 2  # drawn to the others' weights, yet its own
    assert model.open.tolist() == ((model.short + model.long) / 2).tolist()  # nothing was told of these


def test_a_question_of_more_weight_counts_for_more() -> None:
    """Two questions that contradict each other: the odds of the first candidate are those of their weights."""
    x, right = np.array([[1.0], [0.0], [1.0], [0.0]]), np.array([True, False, False, True])

    def lead(first: float, second: float) -> float:
        lists = Lists(x, right, np.array([2, 2]), np.array([first, second]))
        model = fit_sum(("a",), lists, np.full(2, 9.0))
        return float(model.scores(np.ones((1, 1)), 9.0, "question")[0])

    assert lead(3.0, 1.0) == pytest.approx(math.log(3), rel=0.05)
    assert lead(1.0, 3.0) == pytest.approx(-math.log(3), rel=0.05)
    assert lead(1.0, 1.0) == pytest.approx(0.0, abs=1e-6)


def test_what_may_only_rise_never_counts_against() -> None:
    """The right candidate has less of the second feature."""
    lists = _lists(300, 0, 3)
    lists.x[lists.right, 1] -= 2.0
    given = lists, np.tile([3.0, 9.0, 30.0], 100)
    assert fit_sum(("a", "b"), *given).short[1] < -0.5
    bound = fit_sum(("a", "b"), *given, rising=np.array([True, True]))
    assert (bound.short[1], bound.long[1]) == (0.0, 0.0)


def test_lists_of_some_questions_keep_their_candidates() -> None:
    lists = Lists(np.arange(5.0)[:, None], np.array([1, 0, 0, 0, 1], dtype=bool), np.array([2, 3]), np.ones(2))
    second = lists.only(np.array([False, True]), np.array([7.0, 8.0]))
    assert second.x.ravel().tolist() == [2.0, 3.0, 4.0]
    assert (second.right.tolist(), second.sizes.tolist(), second.weights.tolist()) == ([False, False, True], [3], [8.0])
