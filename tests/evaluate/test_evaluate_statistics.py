"""Every statistic, with its arithmetic spelled out; scipy is the oracle where it has the same test."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from przepis.errors import LabelError
from przepis.evaluate.statistics.achievable_band import achievable_band
from przepis.evaluate.statistics.binomial import exact_two_sided
from przepis.evaluate.statistics.bootstrap import bootstrap_difference, bootstrap_mean
from przepis.evaluate.statistics.calibration import error_by_chance, expected_calibration_error, reliability_bins
from przepis.evaluate.statistics.holm import holm
from przepis.evaluate.statistics.mcnemar import discordant, mcnemar, mcnemar_p
from przepis.evaluate.statistics.power import power_note, smallest_significant_split
from przepis.evaluate.statistics.wilson import wilson

cells = st.integers(0, 200)


@given(cells, cells)
def test_mcnemar_is_the_chi_square_tail(b: int, c: int) -> None:
    if b + c == 0:
        assert mcnemar_p(b, c) == 1.0
        return
    chi2 = max(0, abs(b - c) - 1) ** 2 / (b + c)
    assert mcnemar_p(b, c) == pytest.approx(stats.chi2.sf(chi2, 1))


@given(cells, cells)
def test_exact_is_the_binomial_test(b: int, c: int) -> None:
    expected = stats.binomtest(b, b + c, 0.5).pvalue if b + c else 1.0
    assert exact_two_sided(b, c) == pytest.approx(expected)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_agrees_with_scipy(pair: tuple[int, int]) -> None:
    interval = stats.binomtest(*pair).proportion_ci(method="wilson")
    assert wilson(*pair) == pytest.approx((interval.low, interval.high), abs=1e-9)


def test_wilson_refuses_what_is_no_proportion() -> None:
    with pytest.raises(LabelError, match="5 of 3"):
        wilson(5, 3)
    with pytest.raises(LabelError, match="n > 0"):
        wilson(0, 0)


def test_cells_are_counted_by_hand() -> None:
    first = {"a1": True, "a2": True, "a3": False, "b1": True, "b2": False}
    second = {"a1": False, "a2": True, "a3": True, "b1": False, "b2": False}
    # b: a1 and b1; c: a3
    paired = mcnemar(first, second)
    assert (paired.b, paired.c, paired.n) == (2, 1, 5)
    assert paired.p == 1.0  # (|2 - 1| - 1)^2 = 0
    assert paired.p_exact == 1.0


def test_mismatched_runs_are_refused() -> None:
    with pytest.raises(LabelError, match=r"same questions.*q2"):
        discordant({"q1": True}, {"q1": True, "q2": False})
    with pytest.raises(LabelError, match="same questions"):
        mcnemar({"q1": True}, {"q2": False})


def test_holm_by_hand() -> None:
    # sorted 0.01 * 4, 0.02 * 3, 0.03 * 2, 0.5 * 1
    assert holm([0.03, 0.01, 0.5, 0.02]) == pytest.approx([0.06, 0.04, 0.5, 0.06])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_holm_never_lowers_and_keeps_the_order(values: list[float]) -> None:
    adjusted = holm(values)
    assert all(new >= old for new, old in zip(adjusted, values, strict=True))
    order = sorted(range(len(values)), key=values.__getitem__)
    assert all(adjusted[a] <= adjusted[b] for a, b in itertools.pairwise(order))


def test_bootstrap_surrounds_the_mean_and_repeats() -> None:
    values = [1.0] * 30 + [0.0] * 70
    low, high = bootstrap_mean(values, n_samples=2000)
    assert low < 0.3 < high
    half = 1.96 * math.sqrt(0.3 * 0.7 / 100)
    assert high - low == pytest.approx(2 * half, rel=0.15)
    assert bootstrap_mean(values, n_samples=2000) == (low, high)
    assert bootstrap_mean([0.4, 0.4, 0.4], n_samples=10) == pytest.approx((0.4, 0.4))
    with pytest.raises(LabelError):
        bootstrap_mean([])


def test_bootstrap_of_a_difference_is_paired() -> None:
    # every question gains exactly 0.1, so no resampling can change the mean gain
    assert bootstrap_difference([0.6, 0.2, 0.9], [0.5, 0.1, 0.8], n_samples=50) == pytest.approx((0.1, 0.1))
    with pytest.raises(LabelError, match="2 and 1"):
        bootstrap_difference([1.0, 0.0], [1.0])


def test_power_note_says_what_would_have_been_needed() -> None:
    # 16 pairs: 13 to 3 gives (10 - 1)^2 / 16 = 5.06 > 3.84; 12 to 4 gives (8 - 1)^2 / 16 = 3.06
    assert smallest_significant_split(16) == 13
    assert "13 to 3" in power_note(6, 10)
    assert smallest_significant_split(5) is None
    assert "no split" in power_note(4, 1)
    assert "says nothing" in power_note(0, 0)
    assert power_note(20, 10) == ""


def test_band_without_width_is_refused() -> None:
    with pytest.raises(LabelError, match="not defined"):
        achievable_band(5, 4, 4)


def test_calibration_by_hand() -> None:
    bins = reliability_bins([0.05, 0.95, 0.85, 1.0], [False, True, False, True])
    assert [(b.n, b.n_right) for b in bins if b.n] == [(1, 0), (1, 0), (2, 2)]
    # |0 - 0.05| * 1/4 + |0 - 0.85| * 1/4 + |1 - 0.975| * 2/4
    assert expected_calibration_error(bins) == pytest.approx((0.05 + 0.85 + 2 * 0.025) / 4)
    assert expected_calibration_error([]) == 0.0
    with pytest.raises(LabelError, match=r"1\.5"):
        reliability_bins([1.5], [True])
    with pytest.raises(LabelError, match="2 confidences for 1"):
        reliability_bins([0.5, 0.5], [True])


def test_perfect_confidences_show_an_error_too_the_smaller_the_more_there_are() -> None:
    few, many = error_by_chance([0.3, 0.7] * 15), error_by_chance([0.3, 0.7] * 1500)
    assert few > 5 * many > 0
    assert error_by_chance([1.0, 0.0, 1.0]) == 0.0
    assert error_by_chance([]) == 0.0
