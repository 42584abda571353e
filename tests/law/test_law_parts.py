"""Parts of the codes: nested, in order, and a chapter ends with the part it began in."""

from __future__ import annotations

import pytest

from przepis.law.labels import Label
from przepis.law.parts import _parts, headings_in_parts, subjects

CIVIL = "DU/1964/93"


def test_an_article_stands_in_nested_parts() -> None:
    assert subjects(CIVIL, "751") == ("zobowiązania", "zlecenie")
    assert subjects("DU/2000/1037", "154")[-1] == "spółka z ograniczoną odpowiedzialnością"
    assert subjects("DU/2000/1037", "300^52")[-1] == "prosta spółka akcyjna"
    assert subjects("DU/2099/1", "1") == ()


def test_a_chapter_ends_with_the_part_it_began_in() -> None:
    pledge = ("Rozdział 2",)
    placed = headings_in_parts(CIVIL, ["327", "335", "336", "415"], [pledge] * 4)
    assert placed[1] == ("własność i inne prawa rzeczowe", "prawa rzeczowe ograniczone", "zastaw", *pledge)
    assert placed[2] == ("własność i inne prawa rzeczowe", "posiadanie")
    assert placed[3] == ("zobowiązania", "czyny niedozwolone")


def test_the_table_names_wider_parts_itself() -> None:
    given = ("Część pierwsza", "Rozdział 1")
    assert headings_in_parts(CIVIL, ["8"], [given]) == [("część ogólna", "osoby", "osoby fizyczne", given[1])]


def test_other_acts_keep_their_headings() -> None:
    assert headings_in_parts("DU/2099/1", ["1"], [("Rozdział 1",)]) == [("Rozdział 1",)]


@pytest.mark.parametrize("act_id", sorted(_parts()))
def test_parts_are_nested_and_in_order(act_id: str) -> None:
    around: list[tuple[Label, Label]] = []
    for part in _parts()[act_id]:
        assert part.first <= part.last, part
        while around and around[-1][1] < part.first:
            around.pop()
        if around:
            assert around[-1][0] <= part.first, part
            assert part.last <= around[-1][1], part
        around.append((part.first, part.last))
