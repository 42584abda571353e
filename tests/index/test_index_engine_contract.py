"""One suite, both engines: whatever passes here may stand behind retrieval."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.errors import PipelineError
from przepis.index.embedded.searcher import EmbeddedSearcher
from przepis.index.engine import Filter, Searcher
from przepis.index.local.index import LocalIndex
from przepis.index.local.lexical import Bm25Settings
from przepis.settings import EngineSettings

TUNED = Bm25Settings(0.9, 0.4)
QUERIES = (
    "kto odpowiada za szkodę wyrządzoną przez zwierzę",
    "termin na złożenie odwołania",
    "kara pieniężna za brak zezwolenia",
    "w w i na z",  # words that nearly every article has: many ties and near ties
    "rejestr",
)
MISSING = [m for m in ("pymilvus", "milvus_lite") if importlib.util.find_spec(m) is None]


@pytest.fixture(scope="module")
def milvus_uri(sample_home: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The sample's index copied to an in-process Milvus."""
    from przepis.index.milvus.connection import Connection
    from przepis.index.milvus.load import copy_index
    from przepis.index.milvus.schema import LexicalPart

    uri = str(tmp_path_factory.mktemp("milvus") / "copy.db")
    connection = Connection(EngineSettings(name="milvus", uri=uri))
    copy_index(LocalIndex(sample_home), connection, extra=(LexicalPart("text", TUNED),))
    connection.close()
    return uri


@pytest.fixture(
    scope="module",
    params=[
        "embedded",
        pytest.param(
            "milvus",
            marks=pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (extra `milvus`)"),
        ),
    ],
)
def searcher(request: pytest.FixtureRequest, index: LocalIndex) -> Iterator[Searcher]:
    if request.param == "embedded":
        yield EmbeddedSearcher(index)
        return
    from przepis.index.milvus.searcher import MilvusSearcher

    uri = request.getfixturevalue("milvus_uri")
    opened = MilvusSearcher(index, EngineSettings(name="milvus", uri=uri))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def index(sample_home: Path) -> LocalIndex:
    return LocalIndex(sample_home)


@pytest.fixture(scope="module")
def vectors() -> np.ndarray:
    return open_encoder("hashing").encode_queries(list(QUERIES))


def test_names_and_fields(searcher: Searcher, index: LocalIndex) -> None:
    assert searcher.name in ("embedded", "milvus")
    assert searcher.health().n_articles == len(index.article_ids)
    assert {"text", "full-prefix", "all-prefix"} <= index.lexical_fields
    assert index.dense_fields == {"chunks", "questions", "asked"}
    assert index.row(index.article_ids[7]) == 7
    assert index.row("DU/1900/1#1") is None


@pytest.mark.parametrize("field", ["text", "full", "all-prefix", "surrogate-prefix", "text+questions", "theme"])
def test_lexical_scores_are_bm25_of_every_article(searcher: Searcher, index: LocalIndex, field: str) -> None:
    """The oracle adds postings of the whole field, without any engine's search."""
    for query in QUERIES:
        full = index.field(field).scores(index.terms(field, query), Bm25Settings())
        found = searcher.lexical(field, query, 10)
        wanted = sorted(range(len(full)), key=lambda r: (-full[r], index.tie_order[r]))[:10]
        wanted = [r for r in wanted if full[r] > 0]
        assert found.rows.tolist() == wanted, query
        np.testing.assert_allclose(found.scores, full[wanted], rtol=1e-5)


def test_more_hits_than_there_are_articles(searcher: Searcher, index: LocalIndex) -> None:
    full = index.field("text").scores(index.terms("text", "kara"), Bm25Settings())
    found = searcher.lexical("text", "kara", 10_000)
    assert sorted(found.rows.tolist()) == np.flatnonzero(full).tolist()
    assert len(set(found.rows.tolist())) == len(found)


def test_k1_and_b_move_the_scores(searcher: Searcher, index: LocalIndex) -> None:
    full = index.field("text").scores(index.terms("text", QUERIES[0]), TUNED)
    found = searcher.lexical("text", QUERIES[0], 10, TUNED)
    np.testing.assert_allclose(found.scores, full[found.rows], rtol=1e-5)
    assert found.scores[0] != pytest.approx(float(searcher.lexical("text", QUERIES[0], 1).scores[0]), rel=1e-3)


def test_dense_is_the_best_vector_of_each_article(searcher: Searcher, index: LocalIndex, vectors: np.ndarray) -> None:
    for field in ("chunks", "questions"):
        for vector in vectors:
            full = index.dense_field(field).scores(vector)
            found = searcher.dense(field, vector, 10)
            wanted = sorted(range(len(full)), key=lambda r: (-full[r], index.tie_order[r]))[:10]
            assert found.rows.tolist() == wanted
            np.testing.assert_allclose(found.scores, full[wanted], atol=1e-5)


def test_scores_of_given_articles(searcher: Searcher, index: LocalIndex, vectors: np.ndarray) -> None:
    rows = np.array([5, 3, 200, 3, 281, 0])  # in any order, one twice
    lexical = index.field("full").scores(index.terms("full", QUERIES[1]), Bm25Settings())
    np.testing.assert_allclose(searcher.lexical_scores("full", QUERIES[1], rows), lexical[rows], rtol=1e-5, atol=1e-6)
    dense = index.dense_field("questions").scores(vectors[1])
    np.testing.assert_allclose(searcher.dense_scores("questions", vectors[1], rows), dense[rows], atol=1e-5)
    assert searcher.lexical_scores("full", QUERIES[1], np.zeros(0, dtype=np.int64)).tolist() == []


def test_filters(searcher: Searcher, index: LocalIndex, vectors: np.ndarray) -> None:
    filters = (
        Filter(acts=frozenset({"DU/2095/40", "DU/2091/1"})),
        Filter(acts=frozenset({"DU/1900/1"})),
        Filter(not_acts=frozenset({"DU/2095/40", "DU/1900/1"})),
        Filter(kinds=frozenset({"regulation"})),
        Filter(statuses=frozenset({"in_force"})),
        Filter(annotated=True, repealed=False),
        Filter(annotated=False),
    )
    for where in filters:
        allowed = set(np.flatnonzero(index.mask(where)).tolist())
        full = index.field("text").scores(index.terms("text", QUERIES[2]), Bm25Settings())
        found = searcher.lexical("text", QUERIES[2], 300, where=where).rows.tolist()
        assert set(found) == {r for r in allowed if full[r] > 0}, where
        near = searcher.dense("chunks", vectors[2], 300, where).rows.tolist()
        has_vector = set(index.dense_field("chunks").owners.tolist())
        assert set(near) == allowed & has_vector, where


def test_both_kinds_and_annexes_are_searched_together_and_apart(searcher: Searcher, index: LocalIndex) -> None:
    annex = index.row("DU/2095/40#z1")
    assert annex is not None
    words = "wskazywanie schodów ruchomych psa"
    assert searcher.lexical("text", words, 5).rows[0] == annex
    everything = set(searcher.lexical("text", words, 300).rows.tolist())
    apart = [
        set(searcher.lexical("text", words, 300, where=Filter(kinds=frozenset({kind}))).rows.tolist())
        for kind in index.names["kinds"]
    ]
    assert sum(map(len, apart)) == len(everything)
    assert set().union(*apart) == everything


def test_a_query_of_unknown_words_finds_nothing(searcher: Searcher) -> None:
    assert len(searcher.lexical("text", "xyzzy qwertz", 10)) == 0
    assert len(searcher.lexical("text", "", 10)) == 0
    assert searcher.lexical_scores("text", "xyzzy", np.array([1, 2])).tolist() == [0, 0]


def test_an_unknown_field_is_refused(searcher: Searcher, vectors: np.ndarray) -> None:
    with pytest.raises(PipelineError, match="no lexical field 'nowhere'"):
        searcher.lexical("nowhere", "kara", 10)
    with pytest.raises(PipelineError, match="no dense field 'nowhere'"):
        searcher.dense("nowhere", vectors[0], 10)


def test_pipelines_run_unchanged(searcher: Searcher, sample_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hits of a pipeline on this engine are those of the embedded one."""
    from przepis.library import Library
    from przepis.settings import Settings

    settings = Settings(home=sample_home, encoder="hashing")
    with Store(sample_home) as store:
        questions = [q for s in store.surrogates() for q in s.questions][::60]
    with Library(settings=settings) as ours, Library(settings=settings) as theirs:
        theirs._searcher = searcher
        monkeypatch.setattr(searcher, "close", lambda: None)
        for pipeline in ("bm25-raw", "bm25-surrogate", "dense", "rrf", "dtf", "lexical", "dense-prf"):
            for question in questions:
                wanted = [h.article_id for h in ours.search(question, pipeline=pipeline)]
                assert [h.article_id for h in theirs.search(question, pipeline=pipeline)] == wanted, pipeline


def test_the_default_systems_candidates(searcher: Searcher, index: LocalIndex, sample_home: Path) -> None:
    """The same candidates, with the same scores under every list: so the ranker sees the same features."""
    from dataclasses import replace

    from przepis.library import Library
    from przepis.pipelines.loader import candidate_lists
    from przepis.records import Question
    from przepis.retrieve.candidates import gather
    from przepis.retrieve.step import State
    from przepis.settings import Settings

    sources = candidate_lists()
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        tools = library.tools()
        for query in QUERIES[:3]:
            for where in (Filter(), Filter(repealed=False)):
                question = Question("", query, ("sąd", "wójt gminy"))
                wanted = gather(State(question, tools, where=where), sources)
                found = gather(State(question, replace(tools, searcher=searcher), where=where), sources)
                assert found.rows.tolist() == wanted.rows.tolist()
                for source in sources:
                    np.testing.assert_allclose(found.scores[source.name], wanted.scores[source.name], atol=1e-4)
                    assert found.best[source.name] == pytest.approx(wanted.best[source.name], rel=1e-5)
