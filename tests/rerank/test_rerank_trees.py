"""The shipped model of units scores alike through LightGBM's library and through its package."""

from __future__ import annotations

from importlib import resources

import numpy as np
import pytest

from przepis.errors import StoreError
from przepis.rerank import trees
from przepis.rerank.learned import MODEL_FOLDER
from przepis.rerank.trees import open_trees


def test_library_and_package_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    text = resources.files(MODEL_FOLDER).joinpath("units.txt").read_text(encoding="utf-8")
    native = open_trees(text)
    monkeypatch.setattr(trees, "_library", lambda: None)
    packaged = open_trees(text)
    assert type(native) is not type(packaged)
    matrix = np.random.default_rng(18).normal(size=(40, native.n_features)) * 5  # type: ignore[attr-defined]
    matrix[::3, ::4] = np.nan
    np.testing.assert_allclose(native.scores(matrix), packaged.scores(matrix), rtol=1e-12)


def test_a_matrix_of_another_width_is_refused() -> None:
    text = resources.files(MODEL_FOLDER).joinpath("units.txt").read_text(encoding="utf-8")
    with pytest.raises(StoreError, match="features"):
        open_trees(text).scores(np.zeros((2, 3)))


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        open_trees("no trees here")
