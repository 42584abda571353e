"""Clauses of amending acts, all invented, read into operations."""

from __future__ import annotations

import pytest

from przepis.corpus.amend.clause_text import tidy_clause
from przepis.corpus.amend.grammar import Unread, read_clause
from przepis.corpus.amend.leaves import read_leaves
from przepis.corpus.amend.operations import (
    Aside,
    Insert,
    InsertWords,
    Number,
    Place,
    Punctuate,
    Repeal,
    Replace,
    ReplaceWords,
    kind_of,
)


def _place(*steps: tuple[str, str], sentence: tuple[int, ...] = (), part: str = "") -> Place:
    return Place(tuple((kind, label, "") for kind, label in steps), sentence, part)  # type: ignore[arg-type]


def test_a_unit_gets_a_new_wording() -> None:
    assert read_clause("w art. 10: § 2 otrzymuje brzmienie:", "§ 2. Nowy.") == (
        Replace((_place(("art", "10"), ("para", "2")),), "§ 2. Nowy."),
    )


def test_several_units_and_a_range() -> None:
    (operation,) = read_clause("w art. 8 ust. 1-3 i 5 otrzymują brzmienie:", "q")
    assert isinstance(operation, Replace)
    assert [place.describe() for place in operation.places] == ["art. 8 ust. 1-3", "art. 8 ust. 5"]


def test_two_operations_in_one_point() -> None:
    sign, added = read_clause(
        "w art. 39 w pkt 8 kropkę zastępuje się średnikiem i dodaje się pkt 9 w brzmieniu:", "9) x."
    )
    assert sign == Punctuate((_place(("art", "39"), ("point", "8")),), ".", ";")
    assert added == Insert("point", _place(("art", "39")), "9) x.")


def test_an_article_after_another_and_a_unit_after_another() -> None:
    (article,) = read_clause("po art. 4^1^w rozdziale 2 dodaje się art. 4^2^ w brzmieniu:", "q")
    assert isinstance(article, Insert)
    assert article.after == _place(("art", "4^1"))
    (unit,) = read_clause("w art. 5 w ust. 2 po pkt 3 dodaje się pkt 3a i 3b w brzmieniu:", "q")
    assert unit == Insert(
        "point", _place(("art", "5"), ("pass", "2")), "q", _place(("art", "5"), ("pass", "2"), ("point", "3"))
    )


def test_repeals() -> None:
    assert read_clause("uchyla się art. 7 i art. 9-11;", "") == (
        Repeal((_place(("art", "7")), Place((("art", "9", "11"),)))),
    )
    assert read_clause("w art. 3 skreśla się zdanie drugie;", "") == (Repeal((_place(("art", "3"), sentence=(2,)),)),)
    assert read_clause("uchyla się rozdział 3;", "") == (Repeal((Place(division="rozdział 3"),)),)


def test_words() -> None:
    place = _place(("art", "6"), ("pass", "1"))
    assert read_clause("w art. 6 w ust. 1 wyrazy „a b” zastępuje się wyrazami „c d”", "") == (
        ReplaceWords((place,), "a b", "c d"),
    )
    assert read_clause("w art. 6 w ust. 1 po wyrazach „a” dodaje się wyrazy „, b”", "") == (
        InsertWords((place,), "a", ", b"),
    )
    assert read_clause("w art. 6 w ust. 1 skreśla się wyrazy „a b”;", "") == (ReplaceWords((place,), "a b", ""),)


def test_words_in_a_list_of_places_and_in_every_form() -> None:
    (operation,) = read_clause(
        "użyte w art. 3 w ust. 2, art. 5 oraz w art. 7 ust. 1 pkt 2, w różnym przypadku, wyrazy „stary urząd” "
        "zastępuje się użytymi w odpowiednim przypadku wyrazami „nowy urząd”",
        "",
    )
    assert isinstance(operation, ReplaceWords)
    assert operation.inflected
    assert [p.describe() for p in operation.places] == ["art. 3 ust. 2", "art. 5", "art. 7 ust. 1 pkt 2"]


def test_places_one_after_another() -> None:
    (operation,) = read_clause("w art. 3, w art. 5 w ust. 1 i 2 oraz w art. 7 skreśla się wyraz „dawny”", "")
    assert isinstance(operation, ReplaceWords)
    assert [p.describe() for p in operation.places] == ["art. 3", "art. 5 ust. 1", "art. 5 ust. 2", "art. 7"]


def test_the_whole_becomes_the_first_unit() -> None:
    numbered, added = read_clause(
        "w art. 2 dotychczasową treść oznacza się jako ust. 1 i dodaje się ust. 2 w brzmieniu:", "q"
    )
    assert numbered == Number(_place(("art", "2")), "pass", "1")
    assert added == Insert("pass", _place(("art", "2")), "q")
    _, inside = read_clause(
        "w art. 2 dotychczasową treść oznacza się jako ust. 1 i w tym ustępie pkt 3 otrzymuje brzmienie:", "q"
    )
    assert inside == Replace((_place(("art", "2"), ("pass", "1"), ("point", "3")),), "q")


def test_a_label_gives_way_to_another() -> None:
    assert read_clause("w art. 3 oznaczenie § 2c zastępuje się oznaczeniem § 2^3^", "") == (
        Number(_place(("art", "3"), ("para", "2c")), "para", "2^3"),
    )


def test_parts_of_lists_and_sentences() -> None:
    (intro,) = read_clause("w art. 4 w ust. 1 wprowadzenie do wyliczenia otrzymuje brzmienie:", "q")
    assert intro == Replace((_place(("art", "4"), ("pass", "1"), part="intro"),), "q")
    (tail,) = read_clause("w art. 4 część wspólna otrzymuje brzmienie:", "q")
    assert tail == Replace((_place(("art", "4"), part="tail"),), "q")
    (sentence,) = read_clause("w art. 4 w ust. 2 dodaje się zdanie drugie w brzmieniu:", "q")
    assert sentence == Insert("sentence", _place(("art", "4"), ("pass", "2")), "q", sentence=2)


@pytest.mark.parametrize(
    "clause",
    [
        "załącznik nr 2 do ustawy otrzymuje brzmienie określone w załączniku do niniejszej ustawy",
        "tytuł rozdziału 3 otrzymuje brzmienie:",
        "odnośnik nr 1 otrzymuje brzmienie:",
    ],
)
def test_headings_annexes_and_footnotes_are_left_alone(clause: str) -> None:
    (operation,) = read_clause(clause, "q")
    assert isinstance(operation, Aside)
    assert kind_of(operation) == "heading or annex"


def test_what_has_no_reading_is_refused_as_a_whole() -> None:
    with pytest.raises(Unread, match="przenosi się"):
        read_clause("w art. 5 uchyla się ust. 2, a ust. 3 przenosi się gdzie indziej", "")


def test_slips_of_the_source() -> None:
    assert read_clause("wprowadza się następujące zamiany: uchyla się art. 2;", "") == (
        Repeal((_place(("art", "2")),)),
    )
    assert tidy_clause("w art. 22^1^^c^") == "w art. 22^1c"
    assert tidy_clause("w art. 22^1^w§ 2") == "w art. 22^1 w § 2"
    assert (
        tidy_clause("po pkt 7^2^dodaje się pkt 7^3^i7^4^wbrzmieniu:")
        == "po pkt 7^2 dodaje się pkt 7^3 i 7^4 w brzmieniu:"
    )


def test_a_chapter_inside_wider_divisions() -> None:
    (repeal,) = read_clause("w tytule IV uchyla się dział III.", "")
    assert repeal == Repeal((Place(division="tytuł IV / dział III"),))
    (several,) = read_clause("w dziale III uchyla się rozdziały 1a-1c i 3;", "")
    assert several == Repeal((Place(division="dział III / rozdział 1a-1c"), Place(division="dział III / rozdział 3")))
    (added,) = read_clause(
        "w części pierwszej w księdze drugiej w tytule VI w dziale II po rozdziale 2 dodaje się rozdział 2a w "
        "brzmieniu:",
        "Rozdział 2a Drzewa Art. 5a. Nowy.",
    )
    assert kind_of(added) == "division inserted"
    (article,) = read_clause("w tytule I w dziale V dodaje się art. 9a w brzmieniu:", "Art. 9a. Nowy.")
    assert kind_of(article) == "article inserted"


def test_the_title_of_a_division_alone_is_left_alone() -> None:
    (operation,) = read_clause("w tytule II rozdział 3 otrzymuje brzmienie:", "Art. 7. Nowy.")
    assert operation == Replace((Place(division="tytuł II / rozdział 3"),), "Art. 7. Nowy.")
    for clause in ("tytuł działu IVa otrzymuje brzmienie:", "rozdział 3 otrzymuje brzmienie:"):
        (heading,) = read_clause(clause, "Nowy tytuł")
        assert isinstance(heading, Aside)


@pytest.mark.parametrize(
    ("slip", "right"),
    [
        ("po art. 57^3^dodaje się art. 57^4^iart. 57^5^wbrzmieniu:", "po art. 57^3 dodaje się art. 57^4 i art. 57^5"),
        ("po ust. 4 dodaje sie ust. 4b w brzmieniu:", "po ust. 4 dodaje się ust. 4b"),
        ("w art. 5 wust. 1 pkt 2 nadać brzmienie:", "w art. 5 w ust. 1 pkt 2 otrzymuje brzmienie"),
        ("po art. 87¹ dodaje się art. 87˛ w brzmieniu:", "po art. 87^1 dodaje się art. 87^2"),
        ("w art. l0a uchyla się ust. 1", "w art. 10a uchyla się ust. 1"),
    ],
)
def test_slips_of_the_printer_are_put_right(slip: str, right: str) -> None:
    assert tidy_clause(slip).startswith(right)


def test_what_is_quoted_is_no_slip() -> None:
    assert "„stawia się m³”" in tidy_clause("w art. 1 skreśla się wyrazy „stawia się m³”")


def test_the_verb_comes_last_or_is_said_again() -> None:
    assert read_clause("w art. 3: pkt 5c uchyla się,", "") == (Repeal((_place(("art", "3"), ("point", "5c")),)),)
    number, new = read_clause("w art. 3: dotychczasową treść oznacza się jako § 1, który otrzymuje brzmienie:", "q")
    assert number == Number(_place(("art", "3")), "para", "1")
    assert new == Replace((_place(("art", "3"), ("para", "1")),), "q")
    (bare,) = read_clause("w art. 3 po ust. 1 dodaje się 1a-1c w brzmieniu:", "q")
    assert bare == Insert("pass", _place(("art", "3")), "q", _place(("art", "3"), ("pass", "1")))


def test_items_run_together_name_their_own_places() -> None:
    first, second = read_clause("w art. 14: w ust. 1: uchyla się pkt 6, - pkt 7 otrzymuje brzmienie:", "q")
    assert first == Repeal((_place(("art", "14"), ("pass", "1"), ("point", "6")),))
    assert second == Replace((_place(("art", "14"), ("pass", "1"), ("point", "7")),), "q")


def test_places_listed_one_per_letter_before_the_words() -> None:
    lines = ["1) użyte w:", "a) art. 2 w ust. 1,", "b) art. 4", "- wyrazy „park” zastępuje się wyrazami „ogród”;"]
    (leaf,) = read_leaves("1", "", lines)
    (operation,) = read_clause(leaf.clause.replace("\x00", ""), leaf.quote)
    assert isinstance(operation, ReplaceWords)
    assert [place.describe() for place in operation.places] == ["art. 2 ust. 1", "art. 4"]
    own = ["1) użyte w:", "a) art. 2 wyrazy „park”,", "b) art. 4 wyraz „las”", "- zastępuje się wyrazami „ogród”;"]
    operations = [read_clause(leaf.clause.replace("\x00", ""), "")[0] for leaf in read_leaves("1", "", own)]
    assert [o.old for o in operations if isinstance(o, ReplaceWords)] == ["park", "las"]
