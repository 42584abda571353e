"""Numbers of ust., pkt and lit. that a source prints on the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from przepis.answer.quoted import contains_quote
from przepis.corpus.excerpt import excerpt
from przepis.corpus.raised import is_read_flattened, raised_behind_letter, raised_labels, raised_text
from przepis.corpus.store import Store
from przepis.corpus.stored_units import pack_units, read_units, renew
from przepis.corpus.units import (
    UnitSpan,
    bare_text,
    build_unit,
    display_path,
    find_cited,
    parse_units,
    whole_text,
    with_raised,
)
from przepis.records import Unit

LIST = "W szatni wolno:\n1) stać;\n2) siedzieć:\na) prosto,\nb) krzywo;\n21) leżeć;\n22) (uchylony)\n3) czytać."


def units_of(text: str) -> tuple[Unit, ...]:
    return tuple(build_unit(text, span) for span in parse_units(text, "pass"))


@pytest.mark.parametrize(
    ("printed", "labels"),
    [
        ("1 11 2", "1 1^1 2"),
        ("3 4 41 42 43 5", "3 4 4^1 4^2 4^3 5"),
        ("4 41 41a 42 5", "4 4^1 4^1a 4^2 5"),
        ("1 11 1a 1b 2", "1 1^1 1a 1b 2"),  # 1¹ stands before 1a
        ("2 2a 21 22 3", "2 2a 2^1 2^2 3"),  # a second series behind letters, as some acts have it
        ("9 91 92 10 101 11 111 11a 12", "9 9^1 9^2 10 10^1 11 11^1 11a 12"),
        ("1 11 2 3 4 5 6 7 8 9 10 11 12", "1 1^1 2 3 4 5 6 7 8 9 10 11 12"),  # two of the same look
        ("9 91 92 93 94 95 96 97 98 99 910 911 10", "9 9^1 9^2 9^3 9^4 9^5 9^6 9^7 9^8 9^9 9^10 9^11 10"),
        ("4 4^1 42 5", "4 4^1 4^2 5"),  # one that an amending act put in, beside an older one
        ("4 4^1 4^2 5", "4 4^1 4^2 5"),
    ],
)
def test_what_stands_between_two_numbers_is_raised(printed: str, labels: str) -> None:
    assert raised_labels(printed.split()) == labels.split()


@pytest.mark.parametrize(
    "printed",
    [
        "39 40 41 42 43",  # a long list
        "9 10 11 12 1 2 3",  # a list begun anew
        "4 41",  # nothing behind it shows that the list had not jumped
        "4 41 42 43",
        "4 42 5",  # 4¹ is missing: it may be a slip of the printer's
        "4 41 43 5",
        "1 11 3",  # "11" may be a slip for 2
        "3 41 4",
        "4 40 5",
        "4 401 5",
        "4 41 41 5",
        "1 2 4 6 8 10 12",
        "10 12 14 16 01 03",
        "x 1 11a 2",
    ],
)
def test_what_leaves_a_doubt_stays_as_printed(printed: str) -> None:
    assert raised_labels(printed.split()) == printed.split()


def test_units_inside_a_raised_one_have_it_in_their_paths() -> None:
    text = "1. Wolno spać.\n11. Nie wolno:\n1) chrapać:\na) głośno,\nb) długo;\n2) mówić.\n2. Wolno śnić."
    assert [display_path(span.path) for span in parse_units(text, "pass")] == [
        "ust. 1",
        "ust. 1¹",
        "ust. 1¹ pkt 1",
        "ust. 1¹ pkt 1 lit. a",
        "ust. 1¹ pkt 1 lit. b",
        "ust. 1¹ pkt 2",
        "ust. 2",
    ]


def test_lists_of_different_units_are_not_one_list() -> None:
    text = "1. Wolno:\n1) stać.\n2. Nie wolno:\n11) leżeć;\n2) spać.\n3. Koniec."
    assert ("pass:2", "point:11") in [span.path for span in parse_units(text, "pass")]


def test_paragraphs_with_printed_signs_are_raised_too() -> None:
    text = "§ 1. Wolno spać.\n§ 11. Wolno śnić.\n§ 2. Nie wolno chrapać."
    assert [span.path for span in parse_units(text, "para")] == [("para:1",), ("para:1^1",), ("para:2",)]
    units = tuple(build_unit(text, span) for span in parse_units(text, "para"))
    assert "\n§ 1¹. Wolno śnić." in whole_text(text, units)


def test_units_stored_before_are_raised_when_they_are_read() -> None:
    stored = [UnitSpan(("point:1",), 0, 7, False), UnitSpan(("point:11",), 8, 16, False)]
    stored += [UnitSpan(("point:11", "letter:a"), 12, 16, False), UnitSpan(("point:2",), 17, 24, False)]
    found = with_raised("1) raz;\n11) półtora;\n2) dwa.", stored)
    assert [span.path for span in found] == [("point:1",), ("point:1^1",), ("point:1^1", "letter:a"), ("point:2",)]
    assert with_raised("1) raz;\n11) półtora;\n2) dwa.", found) == found


@pytest.mark.parametrize(
    ("printed", "before", "label"),
    [
        ("8g1", "8g", "8g^1"),
        ("8g3", "8g^2", "8g^3"),
        ("8g3", "8g^2a", "8g^3"),
        ("8d2a", "8d^2", "8d^2a"),
        ("ł1", "ł", "ł^1"),
        ("8g3", "8g", None),
        ("8g1", "8f", None),
        ("8g1", "", None),
        ("8", "7", None),
    ],
)
def test_a_number_behind_a_letter_is_raised_where_it_goes_on(printed: str, before: str, label: str | None) -> None:
    assert raised_behind_letter(printed, before) == label


def test_a_number_behind_a_letter_is_a_unit_of_its_own() -> None:
    text = "2. Wolno spać.\n2a. Wolno śnić.\n2a1. Wolno marzyć.\n2b. Nie wolno chrapać."
    units = units_of(text)
    assert [unit.label for unit in units] == ["2", "2a", "2a^1", "2b"]
    assert bare_text(units[2]) == "Wolno marzyć."
    assert whole_text(text, units, units[2]) == "2a¹. Wolno marzyć."
    assert units_of("1) pompa\nd1) średnica wału")[-1].label == "1"  # a sign of a formula: nothing led up to it


def test_what_is_shown_has_raised_numbers_at_the_same_places() -> None:
    units = units_of(LIST)
    shown = raised_text(LIST, units)
    assert len(shown) == len(LIST)
    assert "2¹) leżeć;\n2²) (uchylony)\n3) czytać." in shown
    assert whole_text(LIST, units) == shown


def test_a_raised_point_is_cited_by_its_label_and_as_sources_print_it() -> None:
    units = units_of(LIST)
    unit = find_cited(LIST, units, ("point:2^1",))
    assert unit is not None
    assert unit.text == "21) leżeć;"
    assert whole_text(LIST, units, unit) == "W szatni wolno:\n2¹) leżeć;"
    assert find_cited(LIST, units, ("point:21",)) == unit
    assert is_read_flattened(unit, ("point:21",))
    assert not is_read_flattened(unit, ("point:2^1",))
    assert find_cited(LIST, units, ("point:23",)) is None


def test_a_flattened_number_never_stands_for_another_that_is_there() -> None:
    text = "1. Wolno:\n1) stać.\n11. Nie wolno:\n1) spać;\n2) śnić.\n2. Zawsze.\n"
    text += "\n".join(f"{n}. Nigdy." for n in range(3, 13))
    units = units_of(text)
    unit = find_cited(text, units, ("pass:11",))
    assert unit is not None
    assert unit.text == "11. Nigdy."
    assert find_cited(text, units, ("pass:11", "point:2")) is None  # ust. 11 is there, and has no pkt 2
    assert find_cited(text, units, ("pass:1^1", "point:2")) is not None


@pytest.mark.parametrize(
    ("quote", "found"),
    [("2¹) leżeć", True), ("2^1) leżeć", True), ("21) leżeć", True), ("2²) leżeć", False), ("211) leżeć", False)],
)
def test_a_raised_number_may_be_quoted_as_it_is_and_as_it_is_printed(quote: str, found: bool) -> None:
    assert contains_quote(whole_text(LIST, units_of(LIST)), quote) is found


def test_only_numbers_of_units_may_be_quoted_flattened() -> None:
    assert contains_quote("Zgodnie z art. 22^1 wolno śnić.", "art. 22¹ wolno")
    assert not contains_quote("Zgodnie z art. 22^1 wolno śnić.", "art. 221 wolno")


def test_a_unit_is_found_in_what_is_shown_of_it() -> None:
    units = units_of(LIST)
    unit = next(unit for unit in units if unit.label == "2^1")
    long = "Ten, kto " + "bardzo " * 80 + "chce, może:\n"
    assert excerpt(long + whole_text(LIST, units, unit), unit.text, 200).endswith("2¹) leżeć;")


def test_raised_units_survive_storing() -> None:
    assert read_units(pack_units(LIST, "pass"), LIST, "pass") == units_of(LIST)


def test_what_was_counted_otherwise_is_counted_again() -> None:
    for stored in (None, "[]", '0abcdef [[["point:9"],0,4,0,0]]'):
        assert read_units(stored, LIST, "pass") == units_of(LIST)


def test_a_store_counted_otherwise_is_renewed(sample_corpus: Path) -> None:
    with Store(sample_corpus) as store:
        select = "SELECT text_id, style, spans FROM units ORDER BY 1, 2"
        whole = store.db.execute(select).fetchall()
        article = next(a for a in store.articles() if a.units)
        store.db.execute("UPDATE units SET spans = '[]'")
        assert next(a for a in store.articles() if a.article_id == article.article_id).units == article.units
        assert renew(store) == len(whole)
        assert store.db.execute(select).fetchall() == whole
        assert renew(store) == 0
