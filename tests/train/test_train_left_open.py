"""Words cut from the law for the ranker to learn from: as they stand there, and the same every time."""

from __future__ import annotations

from pathlib import Path

from przepis.corpus.store import Store
from train.left_open import LEAST_WORDS, QUOTED, left_open, quoted


def test_a_sentence_is_cut_before_it_ends(sample_home: Path) -> None:
    with Store(sample_home) as store:
        asked = {act.act_id: 1 for act in store.acts()}
        stems = list(left_open(store, asked, 60))
        assert stems == list(left_open(store, asked, 60))
        for stem, article_id in stems:
            assert stem.endswith(":")
            act = store.act(article_id.partition("#")[0])
            said = stem.removeprefix(f"Zgodnie z ustawą {act.title}, ").rstrip(":")
            assert said.lower() in " ".join(store.article(article_id).text.split()).lower()
        assert len({stem.startswith("Zgodnie") for stem, _ in stems}) == 2


def test_stretches_stand_in_their_provision(sample_home: Path) -> None:
    with Store(sample_home) as store:
        asked = {act.act_id: 1 for act in store.acts()} | {"DU/1900/1": 5}  # an act that is not here is asked in vain
        for words, article_id in quoted(store, asked, 60):
            assert QUOTED[0] <= len(words.split()) <= max(QUOTED[1], LEAST_WORDS)
            assert words in " ".join(store.article(article_id).text.split())


def test_where_nothing_is_asked_about_nothing_is_cut(sample_home: Path) -> None:
    with Store(sample_home) as store:
        assert list(quoted(store, {}, 5)) == []
