"""What is said where no hit is sure: that law may be silent, or that one of two governs."""

from __future__ import annotations

import pytest

from przepis.answer.doubt import doubt
from przepis.law.names import ActNames
from przepis.records import Act, Hit, note

NAMES = ActNames([Act("DU/2091/145", "Kodeks najmu łodzi")])


def said(*shares: float | None, sure: bool | None = False, enough: float | None = 0.5, question: str = "o co chodzi"):
    hits = [Hit(f"DU/2091/145#{n}", 1.0, n, None, share) for n, share in enumerate(shares, start=1)]
    return next((told.key for told in doubt(question, hits, sure, enough, NAMES)), None)


@pytest.mark.parametrize(
    ("shares", "key"),
    [
        ((0.48, 0.48, 0.02), "note_one_of_two"),  # 0.48 + 0.48 = 0.96
        ((0.3, 0.2), "note_one_of_two"),  # 0.3 + 0.2 = 0.5
        ((0.3, 0.19), "note_not_sure"),  # 0.49: less than enough
        ((0.45, 0.1), "note_not_sure"),  # 0.55, but the second is no rival of the first
        ((0.4,), "note_not_sure"),
        ((0.4, None), "note_not_sure"),
        ((None,), None),
        ((), None),
    ],
)
def test_two_that_share_the_confidence_are_named(shares, key) -> None:
    assert said(*shares) == key


def test_nothing_is_said_where_the_first_is_sure_or_nobody_judged() -> None:
    assert said(0.6, 0.4, sure=True) is None
    assert said(0.3, 0.3, sure=None) is None
    assert said(0.3, 0.1, question="kaucja") == "note_not_sure_word"
    assert said(0.3, 0.3, enough=None) == "note_not_sure"


def test_what_says_why_nothing_is_sure_is_enough() -> None:
    hits = [Hit("DU/1964/93#415", 1.0, 1, confidence=0.1)]
    assert doubt("kto zapłaci szkodę", hits, False, 0.5, NAMES)
    assert not doubt("kto zapłaci szkodę", hits, False, 0.5, NAMES, (note("note_best_ended", first="art. 1"),))
    assert not doubt("kto zapłaci szkodę", hits, False, 0.5, NAMES, (note("note_beyond", pl="Umowa.", en="Contract."),))
