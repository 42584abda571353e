"""The corpus of spellings: nothing is read wrong, and hardly anything is missed."""

from __future__ import annotations

import pytest

from benchmarks import citations
from benchmarks.citations import Outcome

LEAST = {"spellings": 600, "odd citations in sentences": 200, "numbers that are none": 200}


@pytest.fixture(scope="module")
def outcomes() -> dict[str, list[Outcome]]:
    return citations.outcomes()


def test_the_corpus_is_as_large_as_it_says(outcomes: dict[str, list[Outcome]]) -> None:
    sizes = {name: len({case.text for case in cases}) for name, cases in outcomes.items()}
    assert sum(n for name, n in sizes.items() if name.startswith("spellings")) >= LEAST["spellings"]
    assert sizes["odd citations in sentences"] >= LEAST["odd citations in sentences"]
    assert sizes["numbers that are none"] >= LEAST["numbers that are none"]


def test_nothing_is_read_wrong(outcomes: dict[str, list[Outcome]]) -> None:
    assert [case for cases in outcomes.values() for case in cases if case.wrong] == []


def test_fewer_than_two_in_a_hundred_are_missed(outcomes: dict[str, list[Outcome]]) -> None:
    for name, cases in outcomes.items():
        missed = [case for case in cases if not case.right]
        assert len(missed) < 0.02 * len(cases), (name, missed)


def test_a_wrong_reading_would_be_seen() -> None:
    assert Outcome("art. 5 kc", "kc#5", "kc#1").wrong
    assert not Outcome("art. 5 kc", "kc#5", "-").wrong
    assert not Outcome("art. 5 kc", "kc#5", "none kc").wrong
    assert Outcome("5 km", "-", "km#5").wrong


def test_the_rates_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert citations.main() == 0
    assert "| numbers that are none | " in capsys.readouterr().out


def test_what_an_act_does_not_have_is_said_with_the_nearest() -> None:
    read = citations.reader()
    reading = read.read("art. 9999 kc")
    assert reading is not None
    assert [(cite.problem, cite.nearest) for cite in reading.cites] == [("no_article", ("DU/1964/93#1088",))]
    lettered = read.read("art. 385a kc")
    assert lettered is not None
    assert lettered.cites[0].nearest == ("DU/1964/93#385", "DU/1964/93#385^1", "DU/1964/93#385^3", "DU/1964/93#386")


def test_a_misspelt_name_is_told_as_it_was_understood() -> None:
    reading = citations.reader().read("art. 30 kodeksu prcay")
    assert reading is not None
    assert (reading.article_ids, reading.guess) == (("DU/1974/141#30",), "Kodeks pracy")
