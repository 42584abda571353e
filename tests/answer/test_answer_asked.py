"""Nothing certain is said of what is no question, or not Polish; a slip is put right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from przepis.answer.asked import MOST_HITS, check_k, not_searchable
from przepis.errors import InputError
from przepis.retrieve.spelling import Known, corrected


@pytest.mark.parametrize(
    "text", ["x", "?", "...", "!!!", "\x00\x01", "qqqqqq", "zzz", "123", "ść", "b c d", "🙂🙂", "����"]
)
def test_what_has_no_words_is_not_searched_for(text: str) -> None:
    told = not_searchable(text)
    assert told is not None
    assert told.key == "note_nonsense"


@pytest.mark.parametrize("text", ["L4", "800+", "PPK", "co to jest KRS"])
def test_names_that_people_type_alone_are_searched_for(text: str) -> None:
    assert not_searchable(text) is None


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("How can I get a divorce in Poland?", "rozwód"),
        ("my landlord does not return the deposit", "wynajmujący kaucja"),
        ("what is the penalty for theft", "kara kradzież"),
        ("divorce alimony", "rozwód alimenty"),
        ("What should I know about this?", ""),
        ("article 415 civil code", ""),
        ("labour code dismissal", "praca kodeks rozwiązanie umowy o pracę"),
    ],
)
def test_english_is_answered_with_a_polish_hint(text: str, hint: str) -> None:
    told = not_searchable(text)
    assert told is not None
    assert told.key == ("note_english_hint" if hint else "note_english")
    assert dict(told.values).get("query", "") == hint


@pytest.mark.parametrize(
    "text",
    [
        "kto płaci za szkodę",
        "rozwod z orzekaniem o winie",
        "umowa najmu",
        "czy moge odstapic od umowy",
        "VAT",
        "leasing",
        "hosting i domena",
        "start-up a podatek CIT",
        "mobbing w pracy",
        "fake news w internecie",
        "sprzedaz online",
        "ul. Long John 5 a miedza",
    ],
)
def test_polish_is_searched_for(text: str) -> None:
    assert not_searchable(text) is None


WORDS = {"wypowiedzenie": 900, "najmu": 500, "odszkodowanie": 700, "kaucja": 90, "pracodawca": 1000, "kreda": 30}


def begins(words: Sequence[str]) -> list[int]:
    return [sum(n for known, n in WORDS.items() if word[:5] == known[:5]) for word in words]


def whole(words: Sequence[str]) -> list[int]:
    return [WORDS.get(word, 0) for word in words]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wypwoiedzenie najmu", "wypowiedzenie najmu"),
        ("odzskodowanie", "odszkodowanie"),
        ("odszodowanie", "odszkodowanie"),
        ("prracodawca", "pracodawca"),
        ("wypowiedzenie najmu", ""),
        ("abrakadabra", ""),
        ("kot", ""),
        ("kiedy najmu", ""),  # the index keeps no words so common; they are words all the same
        ("przez pracodawcą jakie", ""),
        ("odszodował", ""),  # begins like a word, one letter off, but no text has the whole of it
    ],
)
def test_one_slip_is_put_right(typed: str, meant: str) -> None:
    assert corrected(typed, Known(begins, whole)) == meant


@pytest.mark.parametrize("k", [1, MOST_HITS, np.int64(5), np.uint8(7)])
def test_any_whole_number_of_hits_can_be_asked_for(k: int) -> None:
    assert check_k(k) == k
    assert type(check_k(k)) is int


@pytest.mark.parametrize("k", [0, -1, MOST_HITS + 1, np.int64(0), True, 2.0, "5", None])
def test_other_numbers_of_hits_are_refused(k: int) -> None:
    with pytest.raises(InputError, match=f"between 1 and {MOST_HITS}"):
        check_k(k)


@pytest.mark.parametrize("text", ["Скільки днів відпустки?", "ποινή για κλοπή", "盗窃罪"])
def test_other_scripts_have_words_and_are_asked_for_in_polish(text: str) -> None:
    told = not_searchable(text)
    assert told is not None
    assert told.key == "note_english"


@pytest.mark.parametrize("text", ["§ 5", "ust. 1 pkt 2", "§ 5 ust. 2.", "par 3?"])
def test_units_of_nothing_are_said_to_lack_their_article(text: str) -> None:
    told = not_searchable(text)
    assert told is not None
    assert told.key == "note_no_article_said"


@pytest.mark.parametrize("text", ["§ 5 regulaminu pracy", "5 dni urlopu", "pkt karne"])
def test_units_among_words_are_searched_for(text: str) -> None:
    assert not_searchable(text) is None
