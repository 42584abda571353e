"""The annotations in the package: whole, well formed, small; packed and unpacked without loss."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from przepis.corpus.store import Store
from przepis.records import REGISTERS, Surrogate
from przepis.surrogates.shipped import import_shipped, read_shipped, shipped_folder, write_shipped


@pytest.fixture(scope="module")
def shipped() -> list[Surrogate]:
    return list(read_shipped())


def test_every_surrogate_is_whole(shipped: list[Surrogate]) -> None:
    assert shipped
    for s in shipped:
        assert s.summary, s.article_id
        assert len(s.text_hash) == 20
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


def test_no_article_has_two(shipped: list[Surrogate]) -> None:
    assert [a for a, n in Counter(s.article_id for s in shipped).items() if n > 1] == []


def test_people_type_without_diacritics_too(shipped: list[Surrogate]) -> None:
    """Of the articles written for this package, nearly all have a question typed as people type."""
    own = [s for s in shipped if s.prompt_version == "shipped-1"]
    plain = sum(any(q.isascii() for q in s.lay) for s in own)
    assert plain > 0.8 * len(own)


def test_the_package_stays_small() -> None:
    assert sum(p.stat().st_size for p in shipped_folder().glob("*.zst")) < 25_000_000


def test_packing_loses_nothing(sample_corpus: Path, tmp_path: Path) -> None:
    with Store(sample_corpus) as store:
        before = {s.article_id: s for s in store.surrogates()}
        counts = write_shipped(store, tmp_path / "packed", annotators=("sample",))
        assert sum(counts.values()) == len(before)
        store.db.execute("DELETE FROM surrogates")
        assert import_shipped(store, tmp_path / "packed") == (len(before), 0)
        assert {s.article_id: s for s in store.surrogates()} == before


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
