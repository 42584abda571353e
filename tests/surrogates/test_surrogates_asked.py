"""The bank of questions that people ask: read, packed, imported for the articles that a corpus has, found by search."""

from __future__ import annotations

from pathlib import Path

from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.index.build import build_index
from przepis.library import Library
from przepis.records import AskedQuestion
from przepis.settings import Settings
from przepis.surrogates.asked import import_asked, pack_asked, read_asked


def test_what_is_packed_is_read(tmp_path: Path) -> None:
    questions = [
        AskedQuestion("co grozi za kradzież roweru?", "DU/1997/553#278", also=("DU/1971/114#119",)),
        AskedQuestion("Przesłanki zasiedzenia nieruchomości", "DU/1964/93#172", "practitioner"),
    ]
    (tmp_path / "bank.zst").write_bytes(pack_asked(questions))
    assert list(read_asked(tmp_path / "bank.zst")) == sorted(questions, key=lambda q: q.article_id)


def test_the_shipped_bank_is_whole() -> None:
    questions = list(read_asked())
    assert len(questions) > 7000
    assert all(q.text.strip() and "#" in q.article_id for q in questions)
    assert len({(q.article_id, q.text) for q in questions}) == len(questions)


def test_demand_reaches_the_index_and_the_words_are_found(sample_corpus: Path, tmp_path: Path) -> None:
    bank = tmp_path / "bank.zst"
    with Store(sample_corpus) as store:
        article_id = store.article_ids()[5]
        mine = [AskedQuestion(f"czy wolno karmić kormorany {n} razy?", article_id) for n in range(3)]
        bank.write_bytes(pack_asked([*mine, AskedQuestion("o czymś innym?", "DU/1900/1#1")]))
        assert import_asked(store, bank) == 3
        assert import_asked(store, bank) == 3  # again: the same, not twice
        assert {q.article_id for q in store.asked()} == {article_id}
        build_index(store, sample_corpus, open_encoder("hashing"))
    with Library(settings=Settings(home=sample_corpus, encoder="hashing")) as library:
        row = library.index.row(article_id)
        assert row is not None
        assert library.index.columns["demand"][row] == 3
        assert library.index.columns["demand"].sum() == 3
        assert library.index.act_demand.sum() == 3
        found = library.search("czy wolno karmić kormorany", k=10)
        assert article_id in {h.article_id for h in found}
