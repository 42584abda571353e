"""Needs that no article answers: in an index they are told of, beside suggestions; without them nothing changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from przepis.corpus.store import Store
from przepis.encode.registry import is_own, open_encoder
from przepis.index.arrays import quantise
from przepis.index.build import build_index
from przepis.index.local.beyond import Beyond, texts_of
from przepis.library import Library
from przepis.retrieve.beyond import HONEST
from przepis.settings import Settings
from przepis.surrogates.beyond import BeyondNeed

ASKED = (
    "czy zoo przyjmie pelikana z Sopotu",
    "czy zoo przyjmie mojego pelikana",
    "zoo nie przyjmie pelikana",
    "Mam pelikana i pytam, czy zoo go przyjmie",
)
PARROTS = tuple(text.replace("pelikan", "papug") for text in ASKED)


def pelicans(see: str) -> BeyondNeed:
    return BeyondNeed("pelikan", "own_rules", "Decyduje zoo.", "The zoo decides.", ASKED, (see, "DU/1900/1#1"), PARROTS)


@pytest.fixture
def library(sample_corpus: Path) -> Iterator[Library]:
    with Store(sample_corpus) as store:
        see = store.article_ids()[3]
        build_index(store, sample_corpus, open_encoder("hashing"), beyond=[pelicans(see)])
    with Library(settings=Settings(home=sample_corpus, encoder="hashing")) as library:
        yield library


def keys(library: Library, text: str, **asked: str) -> list[str]:
    return [note.key for note in library.find(text, **asked).notes]  # type: ignore[arg-type]


def test_what_governs_instead_is_said_and_no_hit_is_sure(library: Library) -> None:
    found = library.find(ASKED[0])
    (told,) = found.notes
    assert told.key == "note_beyond_near"
    assert dict(told.values)["need"] == "pelikan"
    assert "Decyduje zoo." in told.text
    assert told.article_ids == (library.store.article_ids()[3],)  # the other is not in the corpus
    assert found.sure is False
    assert found.hits
    assert all(hit.confidence is None or hit.confidence <= HONEST for hit in found.hits)
    assert "The zoo decides." in library.find(ASKED[0], language="en").notes[0].text


def test_how_many_hits_are_asked_for_makes_no_difference(library: Library) -> None:
    assert [note.key for note in library.find(ASKED[1], k=1).notes] == ["note_beyond_near"]


def test_what_sounds_alike_and_is_answered_is_not_told(library: Library) -> None:
    assert not any(key.startswith("note_beyond") for key in keys(library, PARROTS[0]))


def test_who_names_an_act_or_a_day_is_not_told(library: Library) -> None:
    act = library.store.acts()[0].act_id
    assert not any(key.startswith("note_beyond") for key in keys(library, ASKED[0], act=act))
    assert not any(key.startswith("note_beyond") for key in keys(library, ASKED[0], on="2024-06-19"))


def test_an_index_without_needs_works_as_before(sample_home: Path) -> None:
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        assert library.index.beyond is None
        assert not any(key.startswith("note_beyond") for key in keys(library, ASKED[0]))


def test_the_shipped_needs_go_with_our_encoder_alone() -> None:
    assert is_own(open_encoder("przepis"))
    assert not is_own(open_encoder("przepis:128"))
    assert not is_own(open_encoder("hashing"))


def test_words_are_counted_by_what_they_are_worth(tmp_path: Path) -> None:
    encoder = open_encoder("hashing")
    needs = [pelicans("DU/2091/145#1"), BeyondNeed("wieloryb", "fact", "Nie.", "No.", ("czy wieloryb śpiewa",) * 4)]
    Beyond.of(needs, *quantise(encoder.encode_queries(texts_of(needs)))).write(tmp_path / "beyond")
    opened = Beyond.open(tmp_path / "beyond")
    assert opened is not None
    text = "czy wieloryb śpiewa"
    found = opened.nearest(text, encoder.encode_queries([text])[0], 0.7)
    assert found is not None
    assert found.need.need_id == "wieloryb"
    assert found.near == pytest.approx(1 / 3 + 2 / 3 + 0.1, abs=0.01)  # its only wording, and all its words
    assert found.answered < found.near
    assert opened.nearest(text, encoder.encode_queries([text])[0], 1.2) is None
    assert Beyond.open(tmp_path / "nowhere") is None
