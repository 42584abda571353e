"""What a list of hits shows of a long article: what was asked, not the first word that happens to be in it."""

from __future__ import annotations

import pytest

from przepis.retrieve.highlight import marked_spans, query_stems, shortened, telling_stretch

RULE = "§ 1. Za pracę w godzinach nadliczbowych przysługuje dodatek. "
FILLING = "Przepisu nie stosuje się do zarządzających zakładem. " * 8
LEAVE = "§ 4. Pracownikowi na jego wniosek udziela się czasu wolnego w zamian za pracę. "
TEXT = RULE + FILLING + LEAVE + FILLING.strip()


def test_negations_and_modal_verbs_tell_a_reader_nothing() -> None:
    assert query_stems("szef nie płaci mi nadgodzin, czy może?") == {"szef", "placi", "nadgo"}
    assert marked_spans("nie może", "czy szef może nie płacić") == []
    assert marked_spans("o którym mowa w art. 5 ust. 2", "par 1a art 178a kk") == []


def test_where_nothing_is_met_the_beginning_is_shown() -> None:
    assert telling_stretch(TEXT, "szef nie płaci mi", 120)[0] == 0
    assert shortened(TEXT, "", "szef nie płaci mi", 120).startswith("§ 1. Za pracę")


def test_the_stretch_with_most_of_what_was_asked_is_shown_from_its_sentence_on() -> None:
    shown = shortened(TEXT, "", "czas wolny na wniosek pracownika", 120)
    assert shown.startswith("… § 4. Pracownikowi na jego wniosek")
    assert shown.endswith(" …")
    assert len(shown) <= 120 + len("… ") + len(" …")


def test_the_beginning_comes_before_another_stretch_that_says_no_more() -> None:
    assert telling_stretch(TEXT, "dodatek za pracę", 120)[0] == 0


def test_the_last_stretch_runs_to_the_end() -> None:
    text = FILLING + "Sąd oddala powództwo."
    start, end = telling_stretch(text, "oddala powództwo", 120)
    assert text[start:end].endswith("Sąd oddala powództwo.")
    assert end == len(text)


@pytest.mark.parametrize("most", [20, 60, 200])
def test_no_more_than_asked_for(most: int) -> None:
    for query in ("", "czas wolny", "zarządzających zakładem", "dodatek", "x" * 50):
        start, end = telling_stretch(TEXT, query, most)
        assert 0 <= start < end <= len(TEXT)
        assert end - start <= most


def test_a_unit_that_is_known_is_shown_whatever_was_asked() -> None:
    assert LEAVE.strip() in shortened(TEXT, LEAVE.strip(), "dodatek", 200)


def test_a_stretch_does_not_begin_behind_an_abbreviation() -> None:
    text = FILLING + "Do pracy, o której mowa w art. 23 ust. 4, stosuje się przepisy o czasie wolnym. " + 2 * FILLING
    shown = shortened(text, "", "czas wolny", 300)
    assert shown.startswith("… Do pracy, o której mowa w art. 23")
