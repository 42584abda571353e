"""An index is searchable from its words on; vectors join in the order of need, and none is made twice or in vain."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from przepis.artifact import current_generation
from przepis.corpus.store import Store
from przepis.encode.hashing import HashingEncoder
from przepis.index import build
from przepis.index.build import build_index, index_is_whole, index_root
from przepis.index.local.index import LocalIndex
from przepis.index.vectors import Vectors, act_places
from przepis.library import Library
from przepis.records import AskedQuestion
from przepis.settings import Settings

BOATS = "DU/2091/101"
QUERY = "zderzenie łodzi termin zawiadomienia"


class Watched(HashingEncoder):
    """Counts what it encodes, calls ``at`` before each batch of passages, and can break off."""

    def __init__(self, at: Callable[[], None] = lambda: None, *, break_after: int = 10**9) -> None:
        super().__init__(64)
        self.at, self.left = at, break_after
        self.seen: Counter[str] = Counter()

    def encode_passages(self, texts: list[str]) -> np.ndarray:
        self.at()
        self.left -= len(texts)
        if self.left < 0:
            raise KeyboardInterrupt
        self.seen.update(texts)
        return super().encode_passages(texts)


@pytest.fixture(autouse=True)
def _in_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "FEW", 0)  # the sample is small enough to be encoded at once


@pytest.fixture
def home(sample_corpus: Path) -> Path:
    with Store(sample_corpus) as store:
        asked = [AskedQuestion(f"Pytanie {i} o łódź?", f"{BOATS}#{i}") for i in range(1, 8)]
        store.put_asked(asked)
    return sample_corpus


def test_searches_work_at_every_stage_and_say_what_they_had(home: Path) -> None:
    shares: list[float] = []

    def look() -> None:
        with Library(settings=Settings(home=home, encoder="hashing:64")) as library:
            shares.append(library.index.vector_share)
            assert library.search(QUERY, k=1)
            assert library.pipeline().name == ("przepis" if shares[-1] else "przepis-no-dense")

    with Store(home) as store:
        build_index(store, home, Watched(look))
        assert index_is_whole(store, home)
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert 0 < shares[-1] < 1  # the last part was made while an index of some vectors served


def test_the_act_that_people_ask_about_comes_first(home: Path) -> None:
    with Store(home) as store:
        assert act_places(store)[BOATS] == 0
        articles = list(store.articles())
        titles = {a.act_id: a.title for a in store.acts()}
        stages = list(Vectors(store, home, articles, titles, Watched()).stages((0.05, 0.5, 1.0)))
    first = {articles[row].act_id for row, _ in stages[0].items["chunks"]}
    assert first == {BOATS}
    assert stages[0].share < stages[1].share < stages[2].share == 1


def test_acts_no_longer_in_force_get_no_vectors(home: Path) -> None:
    with Store(home) as store:
        ended = next(a.act_id for a in store.acts() if a.act_id != BOATS)
        store.db.execute("UPDATE acts SET status = 'repealed' WHERE act_id = ?", (ended,))
        build_index(store, home, Watched())
        index = LocalIndex(home, store.fingerprint())
    encoded = {index.article_ids[row].partition("#")[0] for row in index.dense_field("chunks").owners}
    assert ended not in encoded
    assert BOATS in encoded


def test_an_interrupted_build_encodes_nothing_twice(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, whole = Watched(break_after=150), Watched()
    with Store(home) as store:
        with pytest.raises(KeyboardInterrupt):
            build_index(store, home, broken)
        before = sorted(p.name for p in index_root(home).iterdir())
        build_index(store, home, whole)
        assert index_is_whole(store, home)
    assert "CURRENT" in before  # words were searchable when it was killed
    assert not any(name.startswith("building") for name in before)
    assert broken.seen
    assert not set(broken.seen) & set(whole.seen)


def test_a_whole_index_serves_until_it_is_made_anew(home: Path) -> None:
    shares: list[float] = []

    def look() -> None:
        shares.append(LocalIndex(home).vector_share)

    with Store(home) as store:
        build_index(store, home, Watched())
        before = current_generation(index_root(home))
        shutil.rmtree(home / "vectors")
        build_index(store, home, Watched(look))
    assert set(shares) == {1.0}
    assert current_generation(index_root(home)) != before


def test_an_index_is_read_by_other_users_as_any_file_is(sample_home: Path) -> None:
    """Built by root beside a server that runs as a user of its own (deploy/przepis.service)."""
    folder = current_generation(index_root(sample_home))
    assert folder is not None
    assert folder.stat().st_mode & 0o777 == index_root(sample_home).stat().st_mode & 0o777
