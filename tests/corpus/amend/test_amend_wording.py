"""Lines of units, numbers of §, words in every form."""

from __future__ import annotations

import pytest

from przepis.corpus.amend.editing import sentence_spans
from przepis.corpus.amend.lines import render
from przepis.corpus.amend.paragraphs import number_paragraphs, opening
from przepis.corpus.amend.unit_lines import read_lines, split_units


def test_units_run_together_come_apart() -> None:
    lines = split_units(
        "1. Gmina, o której mowa w ust. 2. 2. Do zadań należy: 1) raz: a) x, b) y; 2) dwa. 3. Koniec w 2020 r."
    )
    assert [line.label for line in lines] == ["1", "2", "1", "a", "b", "2", "3"]


def test_numbers_in_the_text_are_no_markers() -> None:
    assert len(split_units("1. Wniosek składa się do dnia 5 maja. 12. miesiąc roku to grudzień.")) == 1


def test_a_part_that_closes_a_list_is_apart_from_its_last_item() -> None:
    lines = split_units("1. Kto: 1) pije, 2) pali - podlega karze.")
    assert [(line.kind, line.text) for line in lines[1:]] == [
        ("point", "pije,"),
        ("point", "pali"),
        ("tail", "- podlega karze."),
    ]


def test_reading_and_printing_are_one_another_s_reverse() -> None:
    text = "1. Do zadań należy:\n1) raz:\na) x,\nb) y:\n- z,\n- ż,\n- w zakresie\n2. Koniec."
    assert render(read_lines(text, "pass")) == text


def test_paragraphs_are_numbered_from_what_is_known() -> None:
    lines = read_lines("Pierwszy.\nWstawiony.\nDrugi.\nTrzeci.", "para")
    number_paragraphs(lines, {opening("Wstawiony."): "1a"})
    assert [line.label for line in lines] == ["1", "1a", "2", "3"]


def test_a_paragraph_that_cannot_be_told_stays_without_a_number() -> None:
    lines = read_lines("Pierwszy.\nNie wiadomo.\nDrugi.\nPiąty.", "para")
    number_paragraphs(lines, {opening("Drugi."): "2", opening("Piąty."): "5"})
    assert [line.label for line in lines] == ["", "", "2", "5"]


def test_sentences_end_at_no_abbreviation() -> None:
    text = "Przepis art. 5 ust. 2 stosuje się. Wniosek z dnia 3 maja 2010 r. składa się w urzędzie. Koniec."
    assert len(sentence_spans(text)) == 3


def test_words_in_every_form() -> None:
    pytest.importorskip("morfeusz2", reason="words in every form need the extra `lemma`")
    from przepis.corpus.amend.inflection import replace_inflected

    assert replace_inflected(
        "Wniosek do urzędnika miejskiego. Urzędnik miejski decyduje.", "urzędnik miejski", "komisja parkowa"
    ) == (
        "Wniosek do komisji parkowej. Komisja parkowa decyduje.",
        2,
    )
    assert replace_inflected("przez Główną Komisję i Komisję", "Komisja", "Rada")[0] == "przez Główną Komisję i Radę"
    assert replace_inflected("o urzędzie", "ministerstwo", "urząd") == ("o urzędzie", 0)


def test_a_statement_that_a_point_quotes_stays_in_it() -> None:
    text = (
        "1. Do wniosku dołącza się:\n1) mapę;\n2) oświadczenie o treści:\n„Oświadczam, że:\n1) dane są pełne;\n"
        "2) znam zasady.”;\nklauzula ta zastępuje pouczenie;\n3) spis.\n2. Wniosek składa się na piśmie."
    )
    lines = read_lines(text, "pass")
    assert [line.label for line in lines if line.kind == "point"] == ["1", "2", "3"]
    assert render(lines) == text


def test_a_closing_part_belongs_to_the_list_whose_items_end_with_a_comma() -> None:
    points = read_lines("Kto:\n1) niszczy drzewa,\n2) płoszy:\na) ptaki,\nb) jeże\n- podlega karze.", "pass")
    assert (points[-1].kind, points[-1].level) == ("tail", 1)
    letters = read_lines("Zakazuje się:\n1) hałasu;\n2) karmienia:\na) kaczek,\nb) łabędzi\n- w zimie.", "pass")
    assert (letters[-1].kind, letters[-1].level) == ("tail", 2)
