"""Which provisions rule nothing themselves."""

from __future__ import annotations

import pytest

from przepis.law.technical import is_technical, only_amends

RULES = "1. Zmiany imienia dokonuje się na wniosek."


@pytest.mark.parametrize(
    "title",
    [
        "o zmianie ustawy o łodziach",
        "o zmianie i uchyleniu niektórych upoważnień",
        "o zmianach w łodziach",
        "zmieniająca ustawę o zmianie ustawy o łodziach",
        "zmieniające rozporządzenie w sprawie łodzi",
        "Ustawa z dnia 24 września 2010 r. o zmianie ustawy o łodziach",
        "Rozporządzenie Ministra Łodzi z dnia 3 maja 2024 r. zmieniające rozporządzenie w sprawie łodzi",
    ],
)
def test_an_act_that_only_changes_others(title: str) -> None:
    assert only_amends(title)
    assert is_technical(title, RULES)


@pytest.mark.parametrize(
    "title",
    [
        "o zmianie imienia i nazwiska",
        "o zmianie nazwy Akademii Łodzi",
        "o ochronie łodzi i o zmianie Kodeksu cywilnego",
        "o szczególnych rozwiązaniach oraz o zmianie niektórych ustaw",
        "o łodziach",
    ],
)
def test_an_act_with_law_of_its_own(title: str) -> None:
    assert not only_amends(title)
    assert not is_technical(title, RULES)


@pytest.mark.parametrize(
    "text",
    [
        "W ustawie z dnia 5 maja 2000 r. o łodziach wprowadza się następujące zmiany:",
        "Ustawa wchodzi w życie po upływie 14 dni od dnia ogłoszenia.",
        "Traci moc ustawa o łodziach.",
    ],
)
def test_an_article_that_changes_begins_or_ends_law(text: str) -> None:
    assert is_technical("o łodziach", text)
