"""Records are kept while the store is as it was, whoever changes it."""

from __future__ import annotations

import time
from pathlib import Path

from przepis.corpus.kept import LOOK_AGAIN_S
from przepis.corpus.store import Store

BOATS = "DU/2091/101"


def test_a_record_is_read_once(sample_corpus: Path) -> None:
    with Store(sample_corpus) as store:
        assert store.article(f"{BOATS}#1") is store.article(f"{BOATS}#1")
        assert store.act(BOATS) is store.act(BOATS)


def test_own_changes_are_seen_at_once(sample_corpus: Path) -> None:
    with Store(sample_corpus) as store:
        before = store.act(BOATS).title
        store.db.execute("UPDATE acts SET title = 'o tratwach' WHERE act_id = ?", (BOATS,))
        assert store.act(BOATS).title == "o tratwach" != before


def test_changes_of_another_process_are_seen_soon(sample_corpus: Path) -> None:
    with Store(sample_corpus) as store, Store(sample_corpus) as other:
        store.act(BOATS)
        other.db.execute("UPDATE acts SET title = 'o tratwach' WHERE act_id = ?", (BOATS,))
        time.sleep(1.5 * LOOK_AGAIN_S)
        assert store.act(BOATS).title == "o tratwach"


def test_nothing_of_a_transaction_that_failed_is_kept(sample_corpus: Path) -> None:
    with Store(sample_corpus) as store:
        title = store.act(BOATS).title
        try:
            with store.transaction():
                store.db.execute("UPDATE acts SET title = 'o tratwach' WHERE act_id = ?", (BOATS,))
                assert store.act(BOATS).title == "o tratwach"
                raise RuntimeError
        except RuntimeError:
            pass
        assert store.act(BOATS).title == title
