"""A fingerprint that knows contents and no clock; stores of an older schema are completed, not refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from przepis.corpus.corpus_file import FILE_NAME
from przepis.corpus.importing import import_markdown
from przepis.corpus.schema import SCHEMA_VERSION
from przepis.corpus.store import Store
from przepis.sources.sample import acts_dir, read_surrogates


def test_the_same_law_and_surrogates_give_the_same_fingerprint(tmp_path: Path) -> None:
    found = set()
    for name in ("one", "two"):
        with Store(tmp_path / name, create=True) as store:
            import_markdown(store, acts_dir(), workers=1)
            store.put_surrogates(read_surrogates())
            found.add(store.fingerprint())
            import_markdown(store, acts_dir(), workers=1)
            store.put_surrogates(read_surrogates())
            found.add(store.fingerprint())
    assert len(found) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Przepisy ogólne", "Przepisy wstępne"),
        ("o najmie", "o dzierżawie"),
        ("obowiązujący", "uchylony"),
        ("Najem trwa rok.", "Najem trwa miesiąc."),
    ],
    ids=["heading", "title", "status", "text"],
)
def test_a_changed_heading_title_or_status_changes_it(tmp_path: Path, old: str, new: str) -> None:
    act = (
        '---\ntitle: "Ustawa z dnia 3 marca 2091 r. o najmie łodzi"\neli: "DU/2091/3"\nstatus_pl: "obowiązujący"\n'
        'entry_into_force: "2091-04-01"\n---\n## Rozdział 1. Przepisy ogólne\n\n##### Art. 1.\n\nNajem trwa rok.\n'
    )
    source = tmp_path / "law" / "DU-2091-3.md"
    source.parent.mkdir()
    source.write_text(act, encoding="utf-8")
    with Store(tmp_path / "home", create=True) as store:
        import_markdown(store, source.parent, workers=1)
        before = store.fingerprint()
        assert store.fingerprint() == before
        source.write_text(act.replace(old, new), encoding="utf-8")
        import_markdown(store, source.parent, workers=1)
        assert store.fingerprint() != before


def test_a_store_of_the_first_schema_is_completed(sample_corpus: Path) -> None:
    path = sample_corpus / FILE_NAME
    with sqlite3.connect(path) as db:
        db.executescript("DROP TABLE statements; DROP TABLE coming; PRAGMA user_version = 1;")
    with Store(sample_corpus) as store:
        assert store.db.execute("PRAGMA user_version").fetchone()[0] == SCHEMA_VERSION
        assert store.db.execute("SELECT count(*) FROM coming").fetchone()[0] == 0
        assert len(store.acts()) == 12
