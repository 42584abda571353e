"""The unit tree of an article."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from przepis.answer.quoted import contains_quote
from przepis.corpus.chunks import chunk_spans
from przepis.corpus.units import (
    bare_text,
    build_unit,
    counted_to,
    display_path,
    find_unit,
    parse_units,
    unit_style,
    whole_text,
)
from przepis.records import Unit


def paths(text: str, style: str) -> list[str]:
    return [display_path(span.path) for span in parse_units(text, style)]  # type: ignore[arg-type]


def test_passages_points_and_letters_nest() -> None:
    text = "1. Wolno:\n1) biegać;\n2) skakać:\na) wysoko,\nb) nisko.\n2. Nie wolno."
    assert paths(text, "pass") == [
        "ust. 1",
        "ust. 1 pkt 1",
        "ust. 1 pkt 2",
        "ust. 1 pkt 2 lit. a",
        "ust. 1 pkt 2 lit. b",
        "ust. 2",
    ]


def test_a_parent_covers_its_children() -> None:
    text = "§ 1. Wolno:\n1) biegać;\n2) skakać.\n§ 1^1a. Nie wolno."
    spans = {display_path(s.path): text[s.start : s.end] for s in parse_units(text, "para")}
    assert spans["§ 1"] == "§ 1. Wolno:\n1) biegać;\n2) skakać."
    assert spans["§ 1¹a"] == "§ 1^1a. Nie wolno."


def test_dropped_paragraph_signs_are_counted_and_marked() -> None:
    text = "Kto gra na trąbce w nocy,\npodlega karze grzywny.\nJeżeli gra cicho, nie podlega karze."
    found = parse_units(text, "para")
    assert [(s.path, s.inferred) for s in found] == [(("para:1",), True), (("para:2",), True)]
    assert text[found[0].start : found[0].end].endswith("grzywny.")


def test_an_article_of_one_sentence_has_no_units() -> None:
    assert parse_units("Ustawa nie działa wstecz.", "para") == ()


@pytest.mark.parametrize(("text", "style"), [("§ 1 i § 2, ust. 1", "para"), ("ust. 1, ust. 2 i § 3", "pass")])
def test_the_style_follows_the_acts_own_references(text: str, style: str) -> None:
    assert unit_style(text) == style


@given(st.lists(st.sampled_from(["a", "bb", "ccc"]), max_size=400), st.integers(20, 60), st.integers(1, 9))
def test_chunks_cover_every_word_and_overlap(words: list[str], size: int, overlap: int) -> None:
    text = " ".join(words)
    spans = chunk_spans(text, size, overlap)
    assert bool(spans) == bool(words)
    if spans:
        assert spans[0][0] == 0
        assert spans[-1][1] == len(text)
        for (_, end), (start, _) in pairwise(spans):
            assert start < end  # neighbours share words
        assert all(len(text[a:b].split()) <= size + overlap for a, b in spans)


def test_a_marker_is_not_shown_twice() -> None:
    text = "§ 1. Kto pożycza łódź:\n1) oddaje ją;\n2) myje ją;\n§ 2. Zgubioną odkupuje."
    units = {u.path[-1]: u for u in (build_unit(text, span) for span in parse_units(text, "para"))}
    assert bare_text(units["para:1"]).startswith("Kto pożycza łódź")
    assert bare_text(units["point:2"]) == "myje ją;"


PENAL = """§ 1. Kto pływa bez czapki,
– podlega karze grzywny.
§ 2. Kto pływa:
1) nocą,
2) w miejscu, w którym:
a) nie ma ratownika,
b) stoi znak:
– czerwony,
– żółty,
podlega karze nagany.
§ 3. Zakaz obejmuje:
1) basen
– z wyłączeniem dzieci do lat 7."""


def built(text: str) -> tuple[Unit, ...]:
    return tuple(build_unit(text, span) for span in parse_units(text, "para"))


def test_what_ends_a_list_belongs_to_all_its_points() -> None:
    units = built(PENAL)
    assert ["/".join(u.path) for u in units] == [
        "para:1",
        "para:2",
        "para:2/point:1",
        "para:2/point:2",
        "para:2/point:2/letter:a",
        "para:2/point:2/letter:b",
        "para:2/point:2/letter:b/indent:1",
        "para:2/point:2/letter:b/indent:2",
        "para:3",
        "para:3/point:1",
    ]
    text_of = {"/".join(u.path): u.text for u in units}
    assert text_of["para:2/point:1"] == "1) nocą,"
    assert text_of["para:2"].endswith("podlega karze nagany.")
    assert text_of["para:2/point:2"].endswith("– żółty,")


def test_a_point_is_quoted_with_what_stands_before_and_after_its_list() -> None:
    units = built(PENAL)
    assert whole_text(PENAL, units, units[2]) == "§ 2. Kto pływa:\n1) nocą,\npodlega karze nagany."
    letter = next(u for u in units if u.path[-1] == "letter:a")
    assert whole_text(PENAL, units, letter) == (
        "§ 2. Kto pływa:\n2) w miejscu, w którym:\na) nie ma ratownika,\npodlega karze nagany."
    )
    assert whole_text(PENAL, units, units[-1]) == "§ 3. Zakaz obejmuje:\n1) basen\n– z wyłączeniem dzieci do lat 7."
    assert whole_text(PENAL, units, units[0]) == units[0].text


def test_a_number_that_the_source_dropped_is_given_in_brackets() -> None:
    text = "Kto gra na trąbce:\n1) w nocy,\n2) w święto,\npodlega karze grzywny.\nJeżeli gra cicho, nie podlega karze."
    units = tuple(build_unit(text, span) for span in parse_units(text, "para"))
    first, *_, last = units
    assert whole_text(text, units) == (
        "[§ 1.] Kto gra na trąbce:\n1) w nocy,\n2) w święto,\npodlega karze grzywny.\n"
        "[§ 2.] Jeżeli gra cicho, nie podlega karze."
    )
    assert whole_text(text, units, last) == "[§ 2.] Jeżeli gra cicho, nie podlega karze."
    point = next(u for u in units if u.path[-1] == "point:2")
    assert whole_text(text, units, point) == "[§ 1.] Kto gra na trąbce:\n2) w święto,\npodlega karze grzywny."
    assert whole_text(text, units, first).startswith("[§ 1.] Kto gra")
    for quote in (
        "nie podlega karze",
        "§ 2. Jeżeli gra cicho",
        "[§ 2.] Jeżeli gra cicho",
        "podlega karze grzywny. Jeżeli gra",
        "podlega karze grzywny. § 2. Jeżeli gra",
    ):
        assert contains_quote(whole_text(text, units), quote)
    assert not contains_quote(whole_text(text, units), "§ 3. Jeżeli gra cicho")


def test_section_and_passage_are_taken_for_one_another() -> None:
    assert find_unit(built(PENAL), ("pass:2", "point:1")) == built(PENAL)[2]
    assert find_unit(built(PENAL), ("para:9",)) is None


LOST = (
    "Kto bierze łódź,\npodlega grzywnie.\nKto bierze ją ze strachu,\npodlega upomnieniu.\n"
    "Nie podlega karze za czyn z {named}, kto ją oddał."
)


@pytest.mark.parametrize(
    ("named", "last"), [("§ 2", None), ("§ 1a", 1), ("§ 1, 2a lub 3", 2), ("art. 7 § 1a", None), ("§ 2a i § 1a", 1)]
)
def test_a_count_that_the_article_itself_contradicts_is_not_shown(named: str, last: int | None) -> None:
    text = LOST.format(named=named)
    units = tuple(build_unit(text, span) for span in parse_units(text, "para"))
    assert [unit.label for unit in units if unit.inferred] == ["1", "2", "3"]
    assert counted_to(text, units) == last
    shown = [n for n in (1, 2, 3) if f"[§ {n}.]" in whole_text(text, units)]
    assert shown == [n for n in (1, 2, 3) if last is None or n <= last]
