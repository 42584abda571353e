"""The annotations in the package: whole, well formed, small; packed and unpacked without loss."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from przepis.artifact import atomic_write_bytes
from przepis.corpus.store import Store
from przepis.errors import InputError, StoreError
from przepis.records import REGISTERS, Surrogate
from przepis.surrogates import word_code
from przepis.surrogates.shipped import (
    FILE_NAME,
    HASH_BYTES,
    import_shipped,
    packed,
    read_shipped,
    shipped_folder,
    write_shipped,
)


@pytest.fixture(scope="module")
def shipped() -> list[Surrogate]:
    return list(read_shipped())


def test_every_surrogate_is_whole(shipped: list[Surrogate]) -> None:
    assert shipped
    for s in shipped:
        assert s.summary, s.article_id
        assert len(s.text_hash) == 2 * HASH_BYTES
        assert s.annotator
        if s.prompt_version == "brief-3":
            assert s.practitioner, s.article_id
        if s.prompt_version.startswith("brief"):  # most regulations: no theme, the first two forms no lawyer's question
            assert len(s.concepts) >= 2, s.article_id
            assert s.lay, s.article_id
            continue
        assert s.theme, s.article_id
        assert len(s.concepts) >= 3, s.article_id
        assert len(s.lay) >= (2 if s.prompt_version == "short-1" else 3), s.article_id  # the short form has two
        assert all(getattr(s, register) for register in REGISTERS), s.article_id


def test_units_stand_beside_the_questions_that_they_settle(shipped: list[Surrogate]) -> None:
    settled = [s for s in shipped if s.settles]
    assert len(settled) > 8000
    for s in settled:
        assert len(s.settles) == len(s.more), s.article_id
        for path in filter(None, s.settles):
            kinds = [part.partition(":")[0] for part in path.split("/")]
            assert set(kinds) <= {"para", "pass", "point", "letter"}, (s.article_id, path)
            assert len(set(kinds)) == len(kinds), (s.article_id, path)


def test_no_article_has_two(shipped: list[Surrogate]) -> None:
    assert [a for a, n in Counter(s.article_id for s in shipped).items() if n > 1] == []


def test_people_type_without_diacritics_too(shipped: list[Surrogate]) -> None:
    """Of the articles written for this package, nearly all have a question typed as people type."""
    own = [s for s in shipped if s.prompt_version == "shipped-1"]
    plain = sum(any(q.isascii() for q in s.lay) for s in own)
    assert plain > 0.8 * len(own)


def test_the_package_stays_small() -> None:
    assert sum(p.stat().st_size for p in shipped_folder().iterdir()) < 15_000_000


def test_packing_loses_nothing(sample_corpus: Path, tmp_path: Path) -> None:
    with Store(sample_corpus) as store:
        before = {s.article_id: s for s in store.surrogates()}
        assert write_shipped(store, tmp_path / "packed", annotators=("sample",)) == len(before)
        store.db.execute("DELETE FROM surrogates")
        assert import_shipped(store, tmp_path / "packed") == (len(before), 0)
        assert {s.article_id: s for s in store.surrogates()} == before


def test_an_annotation_is_stale_where_the_wording_differs(sample_corpus: Path, tmp_path: Path) -> None:
    with Store(sample_corpus) as store:
        first, second, *_ = store.surrogates()
        other = replace(second, text_hash="0" * 20)
        atomic_write_bytes(tmp_path / FILE_NAME, packed([first, other]))
        store.db.execute("DELETE FROM surrogates")
        assert import_shipped(store, tmp_path) == (2, 0)
        found = [store.surrogate(s.article_id) for s in (first, second)]
    assert [s.stale for s in found if s] == [False, True]
    assert found[0] == first


WORDS = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\t\n"), min_size=1)


@settings(deadline=None)  # LZMA's dictionary of 32 MB takes a busy machine long to allocate
@given(st.lists(st.tuples(WORDS, st.lists(WORDS, max_size=3).map(tuple)), max_size=6))
def test_any_words_come_back_as_they_were(tmp_path_factory: pytest.TempPathFactory, texts: list[Any]) -> None:
    folder = tmp_path_factory.mktemp("any")
    some = [Surrogate(f"DU/2001/{n}#1", "ab" * 4, words, "", (), lay) for n, (words, lay) in enumerate(texts)]
    (folder / FILE_NAME).write_bytes(packed(some))
    assert list(read_shipped(folder)) == some


def test_words_that_the_vocabulary_lacks_and_many_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_code, "_MOST_WORDS", 5)
    monkeypatch.setattr(word_code, "_AT_ONCE", 7)
    lines = [f"Czy najemca łodzi nr {n} płaci  kaucję, i ile?" for n in range(50)] + ["", " "]
    assert list(word_code.unpacked_lines(word_code.pack_lines(lines))) == lines


def test_a_text_that_cannot_be_packed_is_named() -> None:
    with pytest.raises(InputError, match=r"DU/2001/1#1: lay .* annotate it again"):
        packed([Surrogate("DU/2001/1#1", "ab" * 10, "a", "b", (), ("dwa\nwiersze",))])


def test_a_broken_file_says_what_to_do(tmp_path: Path) -> None:
    whole = (shipped_folder() / FILE_NAME).read_bytes()
    half = len(whole) // 2
    for broken in (whole[:half], whole[:half] + bytes([whole[half] ^ 1]) + whole[half + 1 :], b""):
        (tmp_path / FILE_NAME).write_bytes(broken)
        with pytest.raises(StoreError, match="install the package again"):
            next(read_shipped(tmp_path))
    (tmp_path / FILE_NAME).unlink()
    with pytest.raises(StoreError, match="install the package again"):
        next(read_shipped(tmp_path))


def test_a_users_own_annotation_is_not_replaced(sample_corpus: Path, tmp_path: Path) -> None:
    with Store(sample_corpus) as store:
        write_shipped(store, tmp_path / "packed", annotators=("sample",))
        first = next(store.surrogates())
        mine = Surrogate(first.article_id, first.text_hash, "moje", "moje", ("a",), ("q",), annotator="my-model")
        store.put_surrogates([mine])
        import_shipped(store, tmp_path / "packed")
        kept = store.surrogate(first.article_id)
    assert kept is not None
    assert kept.summary == "moje"
