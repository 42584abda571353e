"""Clauses that end law, in the forms that final provisions have."""

from __future__ import annotations

import datetime as dt

import pytest

from przepis.law.repeals import may_end_law, read_repeals

BOATS = dt.date(2091, 3, 3)


@pytest.mark.parametrize(
    ("text", "title", "day"),
    [
        ("Traci moc ustawa z dnia 3 marca 2091 r. o najmie łodzi .", "o najmie łodzi", None),
        ("Traci moc ustawa z dnia 3 marca 2091 r. - Prawo łodzi (Dz. U. poz. 7 i 9).", "Prawo łodzi", None),
        ("Uchyla się ustawę z dnia 3 marca 2091 r. o najmie łodzi.", "o najmie łodzi", None),
        (
            "Z dniem 1 maja 2094 r. traci moc ustawa z dnia 3 marca 2091 r. o najmie łodzi, kajaków i tratew .",
            "o najmie łodzi, kajaków i tratew",
            dt.date(2094, 5, 1),
        ),
        (
            "Ustawa z dnia 3 marca 2091 r. o najmie łodzi traci moc z dniem 1 maja 2094 r.",
            "o najmie łodzi",
            dt.date(2094, 5, 1),
        ),
        (
            "Traci moc dekret z dnia 3 marca 2091 r. o łodziach w zakresie sztuki ; reszta zostaje.",
            "o łodziach w zakresie sztuki",
            None,
        ),
    ],
)
def test_one_act(text: str, title: str, day: dt.date | None) -> None:
    (clause,) = read_repeals(text)
    assert (clause.date, clause.title, clause.day, clause.part) == (BOATS, title, day, "")
    assert may_end_law(text)


def test_several_acts_each_with_its_own_day() -> None:
    text = (
        "1. Tracą moc:\n1) ustawa z dnia 3 marca 2091 r. o najmie łodzi - z dniem 31 grudnia 2095 r.;\n"
        "2) ustawa z dnia 4 maja 2092 r. o kajakach .\n2. Przepisy wykonawcze zachowują moc."
    )
    first, second = read_repeals(text)
    assert (first.title, first.day) == ("o najmie łodzi", dt.date(2095, 12, 31))
    assert (second.date, second.title, second.day) == (dt.date(2092, 5, 4), "o kajakach", None)


def test_two_acts_in_one_sentence() -> None:
    found = read_repeals(
        "Tracą moc ustawa z dnia 3 marca 2091 r. o łodziach oraz ustawa z dnia 4 maja 2092 r. o kajakach ."
    )
    assert [c.title for c in found] == ["o łodziach", "o kajakach"]


def test_what_is_left_out_and_where_the_act_stands() -> None:
    (clause,) = read_repeals(
        "Traci moc ustawa z dnia 3 marca 2091 r. o łodziach (Dz. U. poz. 622), z wyjątkiem art. 9, który zostaje."
    )
    assert (clause.journal, clause.left_out) == ("DU/2091/622", "art. 9, który zostaje")


def test_parts_are_told_from_whole_acts() -> None:
    (clause,) = read_repeals("Tracą moc art. 3-5 ustawy z dnia 3 marca 2091 r. o najmie łodzi .")
    assert clause.part == "art. 3-5"


@pytest.mark.parametrize(
    "text",
    [
        "Tracą moc przepisy wykonawcze wydane na podstawie art. 5.",
        "Zaświadczenie traci moc po upływie roku.",
        "> Traci moc ustawa z dnia 3 marca 2091 r. o najmie łodzi.",
        "Decyzje wydane na podstawie ustawy z dnia 3 marca 2091 r. o łodziach tracą moc.",
    ],
)
def test_what_ends_no_act(text: str) -> None:
    assert [c for c in read_repeals(text) if not c.part] == []


def test_an_act_may_set_its_own_end() -> None:
    (clause,) = read_repeals("Ustawa wchodzi w życie z dniem ogłoszenia i traci moc z dniem 31 grudnia 2099 r.")
    assert clause.itself
    assert clause.day == dt.date(2099, 12, 31)
