"""The paper's printed statistics come out of its published counts."""

from __future__ import annotations

import pytest

from przepis.evaluate.report import paper_numbers as paper
from przepis.evaluate.statistics.achievable_band import achievable_band
from przepis.evaluate.statistics.holm import holm
from przepis.evaluate.statistics.mcnemar import mcnemar_p
from przepis.evaluate.statistics.wilson import wilson

PAIRS = [(name, *row) for name, row in paper.MCNEMAR_AT_1.items()] + list(paper.MCNEMAR_ELSEWHERE)


@pytest.mark.parametrize(("name", "b", "c", "printed"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_mcnemar_p(name: str, b: int, c: int, printed: float | None) -> None:
    p = mcnemar_p(b, c)
    if printed is None:
        assert p < 0.001
    else:
        decimals = 3 if printed < 0.1 else 2
        assert round(p, decimals) == pytest.approx(printed)


@pytest.mark.parametrize("name", paper.MCNEMAR_AT_1)
def test_discordant_cells_fit_the_counts(name: str) -> None:
    b, c, _ = paper.MCNEMAR_AT_1[name]
    assert paper.MAIN["ascr-h"].count(1) == 191
    assert b - c == 191 - paper.MAIN[name].count(1)


def test_wilson_of_the_best_system() -> None:
    low, high = wilson(191, 264)
    assert (round(100 * low, 1), round(100 * high, 1)) == (66.7, 77.4)


@pytest.mark.parametrize("name", paper.INTERVALS_AT_1)
def test_intervals_of_figure_1(name: str) -> None:
    above, below = paper.INTERVALS_AT_1[name]
    n_right = paper.MAIN[name].count(1)
    low, high = wilson(n_right, 264)
    point = paper.MAIN[name].hit[0]  # printed to one decimal, as are the two distances
    assert 100 * high - point == pytest.approx(above, abs=0.1001)
    assert point - 100 * low == pytest.approx(below, abs=0.1001)


@pytest.mark.parametrize("name", paper.MAIN)
def test_every_percentage_is_a_count_of_264(name: str) -> None:
    row = paper.MAIN[name]
    for k, printed in zip(paper.CUTOFFS, row.hit, strict=True):
        assert round(100 * row.count(k) / 264, 1) == printed


@pytest.mark.parametrize("name", paper.MAIN)
def test_achievable_band(name: str) -> None:
    row = paper.MAIN[name]
    assert round(achievable_band(row.n_cited, 141, 211), 2) == pytest.approx(row.band)


def test_band_by_hand() -> None:
    assert achievable_band(202, 141, 211) == 61 / 70
    assert achievable_band(113, 141, 211) == -28 / 70


def test_holm_leaves_the_rank_one_conclusions_unchanged() -> None:
    names = list(paper.MCNEMAR_AT_1)
    adjusted = dict(zip(names, holm([mcnemar_p(*paper.MCNEMAR_AT_1[n][:2]) for n in names]), strict=True))
    assert [name for name, p in adjusted.items() if p >= 0.05] == ["no-concepts"]
    assert adjusted["no-analysis"] < 0.05
    assert adjusted["ascr"] < 0.05
