"""A ranker takes, of the features that are computed, those it was trained on."""

from __future__ import annotations

import pytest

from przepis.errors import StoreError
from przepis.rerank.learned import _columns


def test_features_are_found_by_name() -> None:
    assert _columns(("c", "a"), ("a", "b", "c")) == [2, 0]


def test_a_feature_that_is_not_computed_is_told() -> None:
    with pytest.raises(StoreError, match=r"not computed \(d\); train it again"):
        _columns(("a", "d"), ("a", "b"))
