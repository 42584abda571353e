"""Where a text that tells a story or a rule first asks its question."""

from __future__ import annotations

import pytest

from przepis.retrieve.ending import ending, is_open


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
