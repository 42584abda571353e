"""A ranker takes, of the features that are computed, those it was trained on."""

from __future__ import annotations

import pytest

from przepis.errors import StoreError
from przepis.rerank.learned import _columns
from przepis.rerank.linear import LinearModel

NOTHING = {"short": [0.0, 0.0], "long": [0.0, 0.0], "options": [0.0, 0.0]}


def test_features_are_found_by_name() -> None:
    assert _columns(LinearModel.from_json(("c", "a"), NOTHING), ["a", "b", "c"]) == [2, 0]


def test_a_feature_that_is_not_computed_is_told() -> None:
    with pytest.raises(StoreError, match=r"'d' is not in list.*train it again"):
        _columns(LinearModel.from_json(("a", "d"), NOTHING), ["a", "b"])
