"""BM25 against arithmetic and against two other implementations; fields, ties, filters, damage."""

from __future__ import annotations

import math
from pathlib import Path

import bm25s
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from przepis.artifact import verify_manifest
from przepis.corpus.store import Store
from przepis.errors import PipelineError, StoreError
from przepis.index.analyser import AnalyserSettings, split_words, strip_suffix, term_of
from przepis.index.embedded.searcher import EmbeddedSearcher
from przepis.index.engine import Filter, top
from przepis.index.local import lexical
from przepis.index.local.adding import add_postings
from przepis.index.local.index import LocalIndex
from przepis.index.local.lexical import Bm25Settings, LexicalField, write_field


def make_field(folder: Path, docs: list[list[int]], n_terms: int, bm25: Bm25Settings) -> LexicalField:
    doc_of = np.repeat(np.arange(len(docs)), [len(d) for d in docs])
    terms = np.array([t for d in docs for t in d], dtype=np.int64)
    write_field(folder / "field", "v", n_terms, len(docs), doc_of, terms, bm25)
    return LexicalField(folder / "field")


def test_scores_are_the_formula(tmp_path: Path) -> None:
    """Three documents: [0 0 1], [1 2], [2]; query: term 0 and term 1."""
    field = make_field(tmp_path, [[0, 0, 1], [1, 2], [2]], 3, Bm25Settings(1.2, 0.75))
    idf0 = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    idf1 = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    average = (3 + 2 + 1) / 3
    first = idf0 * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / average)) + idf1 * 1 * 2.2 / (
        1 + 1.2 * (0.25 + 0.75 * 3 / average)
    )
    second = idf1 * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / average))
    np.testing.assert_allclose(field.scores(np.array([0, 1]), Bm25Settings()), [first, second, 0.0], rtol=1e-6)


def test_a_word_twice_in_the_query_counts_twice(tmp_path: Path) -> None:
    field = make_field(tmp_path, [[0], [1]], 2, Bm25Settings())
    once, twice = (field.scores(np.array(q), Bm25Settings())[0] for q in ([0], [0, 0]))
    assert twice == pytest.approx(2 * once)


def test_overlaps_count_different_terms(tmp_path: Path) -> None:
    field = make_field(tmp_path, [[0, 0, 1], [1], [2]], 3, Bm25Settings())
    assert field.overlaps(np.array([0, 1, 1])).tolist() == [2, 1, 0]


def test_sorting_by_ranges_of_terms_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(5)
    docs = [chance.integers(0, 40, size=chance.integers(0, 30)).tolist() for _ in range(50)]
    whole = make_field(tmp_path / "whole", docs, 40, Bm25Settings())
    monkeypatch.setattr(lexical, "BLOCK_TOKENS", 37)
    parts = make_field(tmp_path / "parts", docs, 40, Bm25Settings())
    for name in ("starts", "docs", "counts", "weights", "lengths"):
        np.testing.assert_array_equal(getattr(parts, name), getattr(whole, name))


def test_a_field_without_a_word(tmp_path: Path) -> None:
    field = make_field(tmp_path, [[], []], 3, Bm25Settings())
    assert field.scores(np.array([0, 2]), Bm25Settings()).tolist() == [0, 0]


words = st.lists(st.integers(0, 11), min_size=1, max_size=15)


@settings(max_examples=30, deadline=None)
@given(st.lists(words, min_size=2, max_size=12), words, st.sampled_from([(1.2, 0.75), (0.9, 0.4), (2.0, 0.0)]))
def test_agrees_with_bm25s_and_rank_bm25(
    tmp_path_factory: pytest.TempPathFactory, docs: list[list[int]], query: list[int], parameters: tuple[float, float]
) -> None:
    k1, b = parameters
    # the prepared weights and those computed at query time must be the same numbers
    prepared = make_field(tmp_path_factory.mktemp("a"), docs, 12, Bm25Settings(k1, b))
    computed = make_field(tmp_path_factory.mktemp("b"), docs, 12, Bm25Settings(3.0, 1.0))
    ours = prepared.scores(np.array(query), Bm25Settings(k1, b))
    np.testing.assert_allclose(computed.scores(np.array(query), Bm25Settings(k1, b)), ours, rtol=1e-5)

    texts = [[f"t{t}" for t in d] for d in docs]
    peer = bm25s.BM25(k1=k1, b=b, method="lucene")
    peer.index(texts, show_progress=False)
    asked = [f"t{t}" for t in query if any(t in d for d in docs)]
    if asked:
        # bm25s leaves out the constant factor k1 + 1
        theirs = peer.get_scores(asked) * (k1 + 1)
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5)

    okapi = BM25Okapi(texts, k1=k1, b=b)
    okapi.idf = {
        t: math.log(1 + (len(docs) - n + 0.5) / (n + 0.5))
        for t in {t for d in texts for t in d}
        for n in [sum(t in d for d in texts)]
    }
    np.testing.assert_allclose(ours, okapi.get_scores([f"t{t}" for t in query]), rtol=1e-4, atol=1e-5)


def test_ties_stand_in_descending_order_of_id() -> None:
    ids = ["a", "b", "c", "d"]
    order = np.array([sorted(ids, reverse=True).index(i) for i in ids])
    ranked = top(np.array([1.0, 2.0, 1.0, 1.0]), 3, order)
    assert [ids[r] for r in ranked.rows] == ["b", "d", "c"]


@settings(deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=60), st.integers(1, 70))
def test_top_is_the_head_of_a_full_sort(values: list[int], k: int) -> None:
    scores = np.array(values, dtype=np.float32)
    order = np.arange(len(values))[::-1]
    expected = sorted((r for r in range(len(values)) if values[r] > 0), key=lambda r: (-values[r], order[r]))[:k]
    assert top(scores, k, order).rows.tolist() == expected


class TestAnalyser:
    def test_labels_stay_whole(self) -> None:
        assert split_words("Art. 22^1a § 2, Łódź!") == ["art", "22^1a", "2", "łódź"]

    def test_prefixes_fold_and_cut_but_leave_numbers(self) -> None:
        term = term_of(AnalyserSettings(fold=True, prefix=5, stopwords=True))
        assert [term(w) for w in ("żądania", "zadanie", "oraz", "1234567")] == ["zadan", "zadan", "", "1234567"]

    def test_suffixes_are_stripped_to_four_letters_at_least(self) -> None:
        assert strip_suffix("pracownikami") == "pracownik"
        assert strip_suffix("lasy") == "lasy"

    def test_unknown_settings_are_refused(self) -> None:
        from przepis.index.analyser import Vocabulary

        with pytest.raises(StoreError, match="does not know"):
            Vocabulary.check({"fold": True, "magic": 3})


class TestEngine:
    def test_a_surrogates_words_find_the_article(self, sample_home: Path) -> None:
        index = LocalIndex(sample_home)
        with Store(sample_home) as store:
            surrogate = next(store.surrogates())
        ranked = EmbeddedSearcher(index).lexical("surrogate", surrogate.lay[0], 3)
        assert index.article_ids[ranked.rows[0]] == surrogate.article_id

    def test_filters_let_through_only_what_they_say(self, sample_home: Path) -> None:
        index = LocalIndex(sample_home)
        act = index.act_ids[0]
        ranked = EmbeddedSearcher(index).lexical(
            "full", "ustawa", 500, where=Filter(acts=frozenset({act}), repealed=False)
        )
        assert {index.article_ids[r].partition("#")[0] for r in ranked.rows} <= {act}
        annotated = index.mask(Filter(annotated=True))
        assert 0 < annotated.sum() < len(annotated)
        assert (index.mask(Filter(annotated=False)) == ~annotated).all()

    def test_vectors_find_their_own_text(self, sample_home: Path) -> None:
        from przepis.encode.registry import open_encoder

        index, encoder = LocalIndex(sample_home), open_encoder("hashing")
        with Store(sample_home) as store:
            surrogate = next(store.surrogates())
        ranked = EmbeddedSearcher(index).dense("questions", encoder.encode_queries([surrogate.lay[0]])[0], 1)
        assert index.article_ids[ranked.rows[0]] == surrogate.article_id
        assert ranked.scores[0] == pytest.approx(1.0, abs=0.03)  # int8 rounding

    def test_no_index(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match="index build"):
            LocalIndex(tmp_path)

    def test_an_index_of_another_corpus(self, sample_home: Path) -> None:
        with pytest.raises(StoreError, match="changed after the index was built"):
            LocalIndex(sample_home, "other")

    def test_a_damaged_file_is_found(self, sample_home: Path, tmp_path: Path) -> None:
        import shutil

        copy = tmp_path / "home"
        shutil.copytree(sample_home, copy)
        victim = next((copy / "index").glob("gen-*/fields/text/docs.npy"))
        data = bytearray(victim.read_bytes())
        data[-1] ^= 1
        victim.write_bytes(data)
        assert verify_manifest(victim.parents[2]) == ["fields/text/docs.npy has another checksum"]
        victim.write_bytes(data[:-8])
        with pytest.raises(StoreError, match="cut short"):
            LocalIndex(copy)

    def test_an_unknown_field_lists_the_known(self, sample_home: Path) -> None:
        with pytest.raises(PipelineError, match="all-prefix"):
            EmbeddedSearcher(LocalIndex(sample_home)).lexical("nonsense", "x", 1)


def test_adding_postings_is_adding_their_weights() -> None:
    chance = np.random.default_rng(3)
    total = chance.random(500, dtype=np.float32)
    docs = np.sort(chance.choice(500, 60, replace=False)).astype(np.int32)
    weights = chance.random(60, dtype=np.float32)
    weights.flags.writeable = False  # as mapped from disk
    expected = total.copy()
    expected[docs] += np.float32(2.7) * weights
    add_postings(total, docs, weights, 2.7)
    np.testing.assert_array_equal(total, expected)
