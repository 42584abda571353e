"""A question that names its act is answered from it: articles of other acts come after."""

from __future__ import annotations

import numpy as np
import pytest

from przepis.retrieve.candidates import _outside_named_acts, _ranks


@pytest.mark.parametrize(
    ("scope", "outside"),
    [
        ([1.0, 0.0], [False, True]),
        ([1.0, 1.0], [False, False]),
        ([0.6, 0.0], [False, False]),
        ([0.0, 0.0], [False, False]),
    ],
)
def test_only_an_act_named_for_certain_leaves_others_outside(scope: list[float], outside: list[bool]) -> None:
    assert _outside_named_acts(np.array(scope), np.array([0, 1])).tolist() == outside


def test_ranks_count_the_inside_first_and_ties_share_one() -> None:
    scores = np.array([9.0, 5.0, 7.0, 5.0, 8.0], dtype=np.float32)
    assert _ranks(scores, np.zeros(5, dtype=bool)).tolist() == [0, 3, 2, 3, 1]
    assert _ranks(scores, np.array([True, False, False, False, True])).tolist() == [3, 1, 0, 1, 4]
