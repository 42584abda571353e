"""Where a text that tells a story or a rule first asks its question."""

from __future__ import annotations

import pytest

from przepis.retrieve.ending import ending, is_open, said


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Łódź zatonęła w nocy przy pomoście. Kto zapłaci najemcy za rzeczy?", "Kto zapłaci najemcy za rzeczy?"),
        (
            "Najemca zwraca łódź czystą i zatankowaną; jeżeli tego nie zrobi, kaucję wolno:",
            "jeżeli tego nie zrobi, kaucję wolno:",
        ),
        ("Łódź zatonęła w nocy przy pomoście. Kto teraz płaci? Co dalej?", "Kto teraz płaci? Co dalej?"),
        ("Kto zapłaci najemcy za rzeczy?", ""),
        ("Dzień dobry. Kto zapłaci najemcy za zniszczone rzeczy?", ""),
    ],
)
def test_the_last_clause_that_says_something_is_the_ending(text: str, last: str) -> None:
    assert ending(text) == last


def test_a_sentence_to_be_completed_ends_open() -> None:
    assert is_open("Umowa najmu łodzi jest: ")
    assert not is_open("Czym jest umowa najmu łodzi?")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Zgodnie z ustawą o łodziach, kaucja jest:", "kaucja jest:"),
        ("W świetle Kodeksu żeglugi łódź:", "W świetle Kodeksu żeglugi łódź:"),  # no comma tells where the act ends
        (
            "Najemca zwraca łódź czystą i pełną; według ustawy o łodziach, jeżeli tego nie zrobi:",
            "jeżeli tego nie zrobi:",
        ),
    ],
)
def test_the_act_named_first_is_not_what_is_said(text: str, rest: str) -> None:
    assert said(text) == rest
