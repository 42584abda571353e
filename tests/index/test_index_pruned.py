"""Pruned search is the full search: the same documents, in the same order, with the same bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from przepis.index.embedded import pruned
from przepis.index.embedded.searcher import EmbeddedSearcher
from przepis.index.engine import Filter, top, top_of
from przepis.index.local.index import LocalIndex
from przepis.index.local.lexical import Bm25Settings, LexicalField, write_field
from przepis.index.local.memo import ArrayMemo

PREPARED, OTHER = Bm25Settings(1.2, 0.75), Bm25Settings(0.9, 0.4)
N_TERMS = 40


def make_field(folder: Path, seed: int, n_docs: int) -> LexicalField:
    """Zipf-like terms: the first are in most documents, the last in few."""
    chance = np.random.default_rng(seed)
    lengths = chance.integers(0, 25, n_docs)
    doc_of = np.repeat(np.arange(n_docs), lengths)
    terms = np.minimum(N_TERMS - 1, chance.geometric(0.12, len(doc_of)) - 1)
    write_field(folder, "v", N_TERMS, n_docs, doc_of, terms, PREPARED)
    return LexicalField(folder)


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prune wherever it is allowed, not only where it pays."""
    monkeypatch.setattr(pruned, "_WORTH", 0.0)
    monkeypatch.setattr(pruned, "_HOPE", 1.1)
    monkeypatch.setattr(pruned, "_LOOKUP", 0.01)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(0, 10_000),
    st.lists(st.integers(0, N_TERMS - 1), min_size=1, max_size=14),
    st.sampled_from([1, 3, 10, 500]),
    st.sampled_from([PREPARED, OTHER]),
    st.booleans(),
)
def test_the_best_are_those_of_the_full_search(
    eager: None,
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    query: list[int],
    k: int,
    bm25: Bm25Settings,
    masked: bool,
) -> None:
    field = make_field(tmp_path_factory.mktemp("f") / "field", seed, 300)
    terms = np.array(query)
    allowed = np.random.default_rng(seed).random(300) < 0.5 if masked else None
    full = field.scores(terms, bm25)
    ties = np.random.default_rng(seed + 1).permutation(300)
    wanted = top(full if allowed is None else np.where(allowed, full, np.float32(0)), k, ties)
    found = top_of(*pruned.best_rows(field, terms, k, bm25, allowed), k, ties)
    assert found.rows.tolist() == wanted.rows.tolist()
    assert found.scores.tolist() == wanted.scores.tolist()
    rows = np.array([299, 0, 17, 17, 150])
    assert pruned.row_scores(field, terms, rows, bm25).tolist() == full[rows].tolist()


def test_long_postings_are_not_read_when_they_cannot_matter(
    eager: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Term 1 stands in three documents, term 0 in all of them: its postings need not be added up."""
    doc_of = np.concatenate([np.arange(1000), [5, 6, 7]])
    write_field(tmp_path / "field", "v", 2, 1000, doc_of, np.array([0] * 1000 + [1] * 3), PREPARED)
    field = LexicalField(tmp_path / "field")
    added: list[int] = []
    add = pruned._add

    def counting(field: LexicalField, term: int, factor: float, bm25: Bm25Settings, total: np.ndarray) -> None:
        added.append(term)
        add(field, term, factor, bm25, total)

    monkeypatch.setattr(pruned, "_add", counting)
    rows, scores = pruned.best_rows(field, np.array([0, 1]), 3, PREPARED)
    assert added == [1]
    assert sorted(rows.tolist()) == [5, 6, 7]
    assert scores.tolist() == field.scores(np.array([0, 1]), PREPARED)[rows].tolist()


def test_an_index_without_peaks_is_searched_by_a_looser_bound(eager: None, tmp_path: Path) -> None:
    field = make_field(tmp_path / "field", 4, 300)
    terms = np.array([0, 1, 2, 20, 30])
    exact = field.peaks(terms, PREPARED)
    assert (exact < field.peaks(terms, OTHER) + 0.4).all()
    (tmp_path / "field" / "peaks.npy").unlink()
    older = LexicalField(tmp_path / "field")
    assert older.peaks(terms, PREPARED).tolist() == [2.2] * 5  # k1 + 1
    ties = np.arange(300)
    wanted = top(field.scores(terms, PREPARED), 10, ties)
    assert top_of(*pruned.best_rows(older, terms, 10, PREPARED), 10, ties).rows.tolist() == wanted.rows.tolist()


@pytest.mark.parametrize("prune_from", [0, 10**9], ids=["pruned", "added"])
def test_both_ways_of_the_engine_agree(sample_home: Path, monkeypatch: pytest.MonkeyPatch, prune_from: int) -> None:
    monkeypatch.setattr("przepis.index.embedded.searcher.PRUNE_FROM", prune_from)
    index = LocalIndex(sample_home)
    query = "kara pieniężna za brak zezwolenia w rejestrze"
    full = index.field("full").scores(index.terms("full", query), Bm25Settings())
    for where in (None, Filter(acts=frozenset(index.act_ids[:1])), Filter(repealed=False)):
        allowed = np.ones(len(full), dtype=bool) if where is None else index.mask(where)
        wanted = top(np.where(allowed, full, np.float32(0)), 20, index.tie_order)
        found = EmbeddedSearcher(index).lexical("full", query, 20, where=where)
        assert found.rows.tolist() == wanted.rows.tolist()
        assert found.scores.tolist() == wanted.scores.tolist()
    rows = np.array([3, 1, 200])
    assert EmbeddedSearcher(index).lexical_scores("full", query, rows).tolist() == full[rows].tolist()


def test_vectors_of_given_articles(sample_home: Path) -> None:
    field = LocalIndex(sample_home).dense_field("questions")
    vector = np.random.default_rng(1).normal(size=field.vectors.shape[1]).astype(np.float32)
    rows = np.array([281, 0, 7, 7, 100])
    assert field.row_scores(vector, rows).tolist() == field.scores(vector)[rows].tolist()
    assert field.row_scores(vector, np.zeros(0, dtype=np.int64)).tolist() == []


def test_the_best_vectors_give_the_best_articles(sample_home: Path) -> None:
    """Against pooling every vector; k from one to more than there are articles."""
    index = LocalIndex(sample_home)
    for name in ("chunks", "questions"):
        field = index.dense_field(name)
        for seed in range(5):
            vector = np.random.default_rng(seed).normal(size=field.vectors.shape[1]).astype(np.float32)
            for k in (1, 10, 150, 1000):
                wanted = top(field.scores(vector), k, index.tie_order, -1.0)
                found = top_of(*field.best_rows(vector, k), k, index.tie_order, -1.0)
                assert found.rows.tolist() == wanted.rows.tolist()
                assert found.scores.tolist() == wanted.scores.tolist()


def test_the_memo_keeps_the_newest_and_guards_them() -> None:
    memo, computed = ArrayMemo(size=2), []

    def ask(key: str) -> np.ndarray:
        return memo.get(key, lambda: (computed.append(key), np.zeros(3))[1])

    for key in "abacab":
        ask(key)
    assert "".join(computed) == "abcb"  # b was the oldest when c came
    with pytest.raises(ValueError, match="read-only"):
        ask("b")[0] = 1.0
