"""A ranker takes, of the features that are computed, those it was trained on."""

from __future__ import annotations

import numpy as np
import pytest

from przepis.errors import StoreError
from przepis.rerank.learned import RankerModel, _columns, outside_named_acts
from przepis.retrieve.candidates import Pool


def test_features_are_found_by_name() -> None:
    assert _columns(RankerModel(None, ("c", "a"), {}), ["a", "b", "c"]) == [2, 0]


def test_a_feature_that_is_not_computed_is_told() -> None:
    with pytest.raises(StoreError, match=r"'d' is not in list.*train it again"):
        _columns(RankerModel(None, ("a", "d"), {}), ["a", "b"])


@pytest.mark.parametrize(
    ("scope", "outside"),
    [
        ([1.0, 0.0], [False, True]),
        ([1.0, 1.0], [False, False]),
        ([0.6, 0.0], [False, False]),
        ([0.0, 0.0], [False, False]),
    ],
)
def test_articles_of_other_acts_stand_back_where_the_act_is_named(scope: list[float], outside: list[bool]) -> None:
    pool = Pool(np.array([5, 9]), {}, {}, {}, np.array(scope))
    row_act = np.zeros(10, dtype=np.int32)
    row_act[9] = 1
    assert outside_named_acts(pool, row_act).tolist() == outside
