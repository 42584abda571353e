"""The index of past wordings: which rows it has, on which days, with whose vectors."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import pytest

from przepis.corpus.past import has_other_wordings, held_wordings, past_fingerprint
from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.errors import CitationError, StoreError
from przepis.index.build import build_index, past_root
from przepis.index.engine import Filter
from przepis.index.past.alike import vector_owners
from przepis.index.past.build import build_past
from przepis.index.past.index import PastIndex, past_state
from przepis.index.past.searcher import PastSearcher
from tests.index.past_law import KITES, PARKS, amend, make_corpus, make_home

DAYS = [dt.date(year, month, 15) for year in range(2004, 2028) for month in (1, 6)]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_home(tmp_path_factory.mktemp("past"))


def _spans(store: Store, act_id: str, label: str) -> list[tuple[str, str]]:
    found = next(w for w in held_wordings(store, act_id) if w[0].article.label == label)
    return [(held.since.isoformat(), held.until.isoformat() if held.until else "") for held in found]


def test_wordings_have_the_days_on_which_they_held(home: Path) -> None:
    with Store(home) as store:
        assert _spans(store, PARKS, "2") == [("2010-07-01", "2018-01-10"), ("2018-01-10", "")]
        assert _spans(store, PARKS, "3") == [("2010-07-01", "2018-01-10"), ("2018-01-10", "2020-01-20")]
        assert _spans(store, PARKS, "4") == [("2020-01-20", "")]
        assert ("2019-06-01", "2020-01-20") in _spans(store, PARKS, "1")


def test_on_any_day_the_rows_are_what_the_store_shows(home: Path) -> None:
    index = PastIndex(home)
    with Store(home) as store:
        ever = set(index.article_ids)
        for day in DAYS:
            held = np.flatnonzero(index.holding(day)).tolist()
            names = [index.article_ids[row] for row in held]
            assert len(names) == len(set(names))
            shown = {a for a in ever if _text(store, a, day) is not None}
            assert set(names) == shown
            view = index.on(day)
            assert all(view.row(name) == row for name, row in zip(names, held, strict=True))
            assert {a for a in ever if view.row(a) is None} == ever - shown
            chars = index.columns["n_chars"]
            assert all(chars[row] == len(_text(store, name, day) or "") for name, row in zip(names, held, strict=True))


def _text(store: Store, article_id: str, day: dt.date) -> str | None:
    try:
        return store.article(article_id, day).text
    except CitationError:
        return None


def test_an_article_counts_once_in_its_act(home: Path) -> None:
    index = PastIndex(home)
    act = index.act_row(PARKS)
    assert index.act_sizes[act] == 4
    assert int((index.row_act == act).sum()) > 4


def test_wordings_alike_share_vectors_and_others_have_their_own(home: Path) -> None:
    with Store(home) as store:
        newest = {a.label: a.text_hash for a in store.articles(PARKS)}
        by_label = {w[0].article.label: w for w in held_wordings(store, PARKS)}
    owners, main = vector_owners(by_label["2"], newest["2"])
    assert (owners, main) == ([0, 1], 1)
    alike, main = vector_owners(by_label["1"], newest["1"])
    assert set(alike) == {main}
    gone, main = vector_owners(by_label["3"], newest.get("3", ""))
    assert main == 0  # the last that was law; the note of repeal has no vectors
    assert gone == [0, 1]


@pytest.mark.parametrize("some", [0.0, 1.0], ids=["among the best of all days", "compared alone"])
def test_dense_search_gives_the_wording_of_the_day(home: Path, monkeypatch: pytest.MonkeyPatch, some: float) -> None:
    monkeypatch.setattr("przepis.index.past.searcher.SOME", some)
    index = PastIndex(home)
    searcher = PastSearcher(index)
    vector = open_encoder("hashing").encode_queries(["strażnik nosi pelerynę"])[0]
    for day, expected in ((dt.date(2015, 1, 1), f"{PARKS}#3"), (dt.date(2021, 1, 1), None)):
        found = searcher.dense("chunks", vector, 5, Filter(on=day))
        names = [index.article_ids[row] for row in found.rows.tolist()]
        assert all(index.holding(day)[found.rows])
        assert len(names) == len(set(names))
        assert (names[0] == expected) if expected else (f"{PARKS}#3" not in names)
        again = searcher.dense_scores("chunks", vector, found.rows)
        np.testing.assert_allclose(again, found.scores, atol=1e-5)


def test_a_filter_of_articles_leaves_out_all_their_wordings(home: Path) -> None:
    index = PastIndex(home)
    kept = index.mask(Filter(not_articles=frozenset({f"{PARKS}#2"}), on=dt.date(2015, 1, 1)))
    names = {index.article_ids[row] for row in np.flatnonzero(kept).tolist()}
    assert names == {f"{PARKS}#1", f"{PARKS}#3", f"{KITES}#1"}


def test_the_index_of_today_is_as_without_the_past(home: Path, tmp_path: Path) -> None:
    with make_corpus(tmp_path) as store:
        amend(store, tmp_path)
        build_index(store, tmp_path, open_encoder("hashing"))
    assert not past_root(tmp_path).exists()
    sizes = [{str(p.relative_to(h)): p.stat().st_size for p in (h / "index").rglob("*.npy")} for h in (home, tmp_path)]
    assert sizes[0] == sizes[1]


def test_a_changed_past_is_seen(tmp_path: Path) -> None:
    with make_corpus(tmp_path) as store:
        assert past_state(tmp_path, store, "") == "absent"
        build_index(store, tmp_path, None)
        build_past(store, tmp_path, None)
        before = past_fingerprint(store)
        assert past_state(tmp_path, store, "") == "fresh"
        amend(store, tmp_path)
        assert past_fingerprint(store) != before
        assert past_state(tmp_path, store, "") == "stale"
        build_past(store, tmp_path, None)
        assert past_state(tmp_path, store, "") == "fresh"
        assert past_state(tmp_path, store, "another") == "fresh"  # words alone fit every encoder


def test_days_with_other_wordings_are_known(home: Path) -> None:
    with Store(home) as store:
        assert has_other_wordings(store, dt.date(2015, 1, 1))
        assert has_other_wordings(store, dt.date(2019, 7, 1))
        assert not has_other_wordings(store, dt.date(2006, 1, 1))  # kites alone, which have one wording


def test_an_empty_corpus_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path, create=True) as store, pytest.raises(StoreError, match="empty"):
        build_past(store, tmp_path, None)
