"""Vectors: the coarse comparison by signs finds what the whole comparison finds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from przepis.index.arrays import quantise
from przepis.index.local import cells, dense
from przepis.index.local.dense import NO_UNIT, PROMISING, SCOPED_PROMISING, DenseField, packed_signs

N_ARTICLES, DIM = 6000, 256


def _field(folder: Path, *, signs: bool) -> tuple[DenseField, np.ndarray]:
    """Two vectors an article about a few hundred topics, so that some are near a question and most are not."""
    chance = np.random.default_rng(3)
    topics = chance.normal(size=(300, DIM))
    vectors = topics[chance.integers(300, size=2 * N_ARTICLES)] + chance.normal(size=(2 * N_ARTICLES, DIM))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    packed, scales = quantise(vectors.astype(np.float32))
    folder.mkdir()
    np.save(folder / "vectors.npy", packed)
    np.save(folder / "scales.npy", scales)
    np.save(folder / "owners.npy", np.arange(N_ARTICLES, dtype=np.int32))
    np.save(folder / "starts.npy", np.arange(0, 2 * N_ARTICLES, 2))
    if signs:
        np.save(folder / "signs.npy", packed_signs(packed))
    queries = topics[:30] + chance.normal(size=(30, DIM))
    return DenseField.open(folder, N_ARTICLES), (queries / np.linalg.norm(queries, axis=1, keepdims=True)).astype(
        np.float32
    )


def _field_in_cells(folder: Path, whole: DenseField, monkeypatch: pytest.MonkeyPatch) -> DenseField:
    """The same vectors, as an index of very many of them is written."""
    monkeypatch.setattr(dense, "LARGE", 1)
    monkeypatch.setattr(cells, "N_CELLS", 64)
    rows = np.repeat(whole.owners, 2)
    DenseField.of(rows, whole.vectors, whole.scales, N_ARTICLES).write(folder, signs=True)
    return DenseField.open(folder, N_ARTICLES)


def test_cells_keep_the_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, queries = _field(tmp_path / "whole", signs=False)
    field = _field_in_cells(tmp_path / "cells", whole, monkeypatch)
    assert field.cells is not None
    looked_at = [len(field.cells.near(quantise(query[None, :])[0])) for query in queries]
    assert max(looked_at) < 0.4 * len(field.vectors)  # else nothing is saved
    kept = []
    for query in queries:
        rows, scores = field.best_rows(query, 10)
        exact = np.argsort(-whole.scores(query))[:10]
        kept.append(len(np.intersect1d(rows[np.argsort(-scores)[:10]], exact)) / 10)
        np.testing.assert_allclose(scores, whole.scores(query)[rows], atol=1e-6)
    assert np.mean(kept) > 0.97


def test_where_many_are_wanted_all_cells_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, queries = _field(tmp_path / "whole", signs=False)
    field = _field_in_cells(tmp_path / "cells", whole, monkeypatch)
    k = len(field.vectors) // (3 * PROMISING) - 1  # so many that the cells looked at have fewer promising ones
    assert field.cells is not None
    assert not field.cells.hold(PROMISING * k)
    rows, scores = field.best_rows(queries[0], k)
    exact = np.argsort(-whole.scores(queries[0]))[:k]
    assert len(np.intersect1d(rows[np.argsort(-scores)[:k]], exact)) > 0.9 * k


def test_in_cells_a_filter_still_finds_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, queries = _field(tmp_path / "whole", signs=False)
    field = _field_in_cells(tmp_path / "cells", whole, monkeypatch)
    within = np.arange(1, N_ARTICLES, 2)
    for query in queries:
        rows, scores = field.best_rows(query, 10, within)
        exact = within[np.argsort(-whole.scores(query)[within])[:10]]
        assert len(np.intersect1d(rows[np.argsort(-scores)[:10]], exact)) >= 9


def test_coarse_comparison_keeps_the_best(tmp_path: Path) -> None:
    coarse, queries = _field(tmp_path / "coarse", signs=True)
    whole, _ = _field(tmp_path / "whole", signs=False)
    assert len(coarse.vectors) > 3 * 10 * PROMISING  # otherwise the coarse way is not taken
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
    whole, queries = _field(tmp_path / "coarse", signs=True)
    starts = np.array([0, *range(2 * N_ARTICLES - 19, 2 * N_ARTICLES)])  # the first article has nearly all
    owners = np.arange(20, dtype=np.int32)
    coarse = DenseField(whole.vectors, whole.scales, owners, starts, N_ARTICLES, whole.signs)
    rows, _ = coarse.best_rows(queries[0], 15)
    assert len(rows) >= 15


@pytest.mark.parametrize("k", [1, 80])
def test_row_scores_agree_with_scores(tmp_path: Path, k: int) -> None:
    field, queries = _field(tmp_path / "field", signs=False)
    rows, scores = field.best_rows(queries[0], k)
    np.testing.assert_allclose(field.row_scores(queries[0], rows), scores, atol=1e-6)


@pytest.mark.parametrize("signs", [True, False])
def test_within_given_articles_only_those_are_found(tmp_path: Path, signs: bool) -> None:
    field, queries = _field(tmp_path / "field", signs=signs)
    within = np.arange(1, N_ARTICLES, 2)
    assert len(within) * 2 > 3 * 10 * SCOPED_PROMISING
    for query in queries:
        rows, scores = field.best_rows(query, 10, within)
        assert np.isin(rows, within).all()
        found = rows[np.argsort(-scores)[:10]]
        exact = within[np.argsort(-field.scores(query)[within])[:10]]
        assert len(np.intersect1d(found, exact)) >= 9


def test_articles_without_vectors_have_no_place_within(tmp_path: Path) -> None:
    field, queries = _field(tmp_path / "field", signs=True)
    some = DenseField(field.vectors[:4], field.scales[:4], np.array([5, 9]), np.array([0, 2]), N_ARTICLES)
    rows, scores = some.best_rows(queries[0], 3, np.array([4, 5, 6]))
    assert rows[scores > -1].tolist() == [5]


def test_the_articles_that_the_best_vectors_belong_to(tmp_path: Path) -> None:
    field, queries = _field(tmp_path / "field", signs=True)
    rows, scores = field.of_best_vectors(queries[0], 100)
    cosines = field.vector_scores(queries[0])
    best = np.argsort(-cosines)[:100]
    assert set(rows.tolist()) == set((best // 2).tolist())
    assert len(field.of_best_vectors(queries[0], 2 * N_ARTICLES)[0]) == N_ARTICLES
    assert np.allclose(np.sort(scores), np.sort(field.scores(queries[0])[rows]))


def test_rows_in_any_order_have_their_own_vectors() -> None:
    """Of eight rows with a vector each, three whose places only look like a stretch: 1, 6, 3."""
    vectors = np.eye(8, dtype=np.float32)
    packed, scales = quantise(vectors)
    field = DenseField(packed, scales, np.arange(8), np.arange(8), 8)
    found = field.of_each(vectors[6], np.array([1, 6, 3]))
    assert [round(float(own[0])) for own in found] == [0, 1, 0]


def test_the_nearest_question_tells_the_unit_where_it_leads(tmp_path: Path) -> None:
    """Of two articles: vectors at 0, 60 and 90 degrees from what is asked, which has cosines 1, 0.5 and 0."""
    vectors = np.array([[1, 0], [0.5, 3**0.5 / 2], [0, 1], [0.5, 3**0.5 / 2], [0, 1]], dtype=np.float32)
    packed, scales = quantise(vectors)
    units = np.array([7, 7, 4, NO_UNIT, 3], dtype=np.int16)
    field = DenseField(packed, scales, np.array([2, 5]), np.array([0, 3]), 9, settled_by=units)
    asked = np.array([1, 0], dtype=np.float32)
    assert field.settling(asked, np.array([2, 5, 8]), 0.03) == [7, NO_UNIT, NO_UNIT]  # 1 - 0; none; no vectors
    assert field.settling(asked, np.array([2]), 1.01) == [NO_UNIT]  # leads by 1 alone: another of unit 7 is no rival
    assert field.settling(np.array([0, 1], dtype=np.float32), np.array([5]), 0.03) == [3]  # 1 - 0.87
    field.settled_by = np.array([7, 7, NO_UNIT, NO_UNIT, 3], dtype=np.int16)
    assert field.settling(asked, np.array([2]), 1.01) == [7]  # a question of no known unit is no rival
    field.settled_by = None
    assert field.settling(asked, np.array([2]), 0.0) == [NO_UNIT]
