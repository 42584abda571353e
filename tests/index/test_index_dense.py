"""Vectors: the coarse comparison by first components finds what the whole comparison finds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from przepis.index.dense import PROMISING, DenseField, quantise

N_ARTICLES, DIM, HEAD = 6000, 64, 16


def _field(folder: Path, *, heads: bool) -> tuple[DenseField, np.ndarray]:
    """Two vectors an article, heavier in their first components, as Matryoshka training makes them."""
    chance = np.random.default_rng(3)
    fall = 0.93 ** np.arange(DIM)
    vectors = chance.normal(size=(2 * N_ARTICLES, DIM)) * fall
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    packed, scales = quantise(vectors.astype(np.float32))
    folder.mkdir()
    np.save(folder / "vectors.npy", packed)
    np.save(folder / "scales.npy", scales)
    np.save(folder / "owners.npy", np.arange(N_ARTICLES, dtype=np.int32))
    np.save(folder / "starts.npy", np.arange(0, 2 * N_ARTICLES, 2))
    if heads:
        np.save(folder / "heads.npy", np.ascontiguousarray(packed[:, :HEAD]))
    queries = chance.normal(size=(30, DIM)) * fall
    return DenseField.open(folder, N_ARTICLES), (queries / np.linalg.norm(queries, axis=1, keepdims=True)).astype(
        np.float32
    )


def test_coarse_comparison_keeps_the_best(tmp_path: Path) -> None:
    coarse, queries = _field(tmp_path / "coarse", heads=True)
    whole, _ = _field(tmp_path / "whole", heads=False)
    assert len(coarse.vectors) > 4 * PROMISING  # otherwise the coarse way is not taken
    kept = []
    for query in queries:
        rows, scores = coarse.best_rows(query, 10)
        found = rows[np.argsort(-scores)[:10]]
        exact = np.argsort(-whole.scores(query))[:10]
        kept.append(len(np.intersect1d(found, exact)) / 10)
        np.testing.assert_allclose(scores, whole.scores(query)[rows], atol=1e-6)
    assert np.mean(kept) > 0.98


def test_articles_of_many_vectors_do_not_crowd_the_others_out(tmp_path: Path) -> None:
    """Where the promising vectors belong to fewer articles than wanted, all are compared."""
    coarse, queries = _field(tmp_path / "coarse", heads=True)
    coarse.owners = np.arange(20, dtype=np.int32)
    coarse.starts = np.array([0, *range(2 * N_ARTICLES - 19, 2 * N_ARTICLES)])  # the first article has nearly all
    rows, _ = coarse.best_rows(queries[0], 15)
    assert len(rows) >= 15


@pytest.mark.parametrize("k", [1, 80])
def test_row_scores_agree_with_scores(tmp_path: Path, k: int) -> None:
    field, queries = _field(tmp_path / "field", heads=False)
    rows, scores = field.best_rows(queries[0], k)
    np.testing.assert_allclose(field.row_scores(queries[0], rows), scores, atol=1e-6)
