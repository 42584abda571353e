"""The past time whose law a question is about, told from the years that a question happens to have."""

from __future__ import annotations

import datetime as dt

import pytest

from przepis.law.then import then_in, then_of, without_time
from przepis.law.years import time_said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("art. 415 k.c. w brzmieniu z 2010 r.", "2010"),
        ("art. 415 k.c. w brzmieniu obowiązującym w 2010 r.", "2010"),
        ("zwrot kaucji, stan prawny na dzień 1 stycznia 2015 r.", "1 stycznia 2015 r."),
        ("jaka była kara za kradzież w 2005 roku?", "2005"),
        ("kara za kradzież w 2005 roku", "2005"),
        ("ile wynosiła płaca minimalna w 2020", "2020"),
        ("czy 1 stycznia 2019 obowiązywał zakaz handlu", "1 stycznia 2019"),
    ],
)
def test_the_time_whose_law_is_asked_for(text: str, words: str) -> None:
    then = then_in(text)
    assert then is not None
    assert then.words == words


@pytest.mark.parametrize(
    "text",
    [
        "W 2019 r. kupiłem mieszkanie. Kto płaci za zalanie?",
        "umowa z 2018 r. o pracę",
        "program na lata 2014-2020",
        "art. 5 ustawy z dnia 5 lipca 2018 r. o łodziach",
        "kara 2000 zł za psa",
        "zwrot kaucji",
    ],
)
def test_years_that_are_of_something_else(text: str) -> None:
    assert then_in(text) is None


@pytest.mark.parametrize(
    ("name", "year"), [("k.c. z 2010 r.", 2010), ("k.c. z 1964", None), ("k.c.", None), ("kc 2010", 2010)]
)
def test_a_year_said_with_a_name_is_the_acts_own_or_a_time(name: str, year: int | None) -> None:
    then = then_of(time_said(name), dt.date(1964, 4, 23))
    assert (then.first.year if then is not None else None) == year


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("jaka była kara za jazdę po pijanemu w 2015", "jaka była kara za jazdę po pijanemu"),
        ("ile wynosił w 2015 roku zasiłek?", "ile wynosił zasiłek?"),
        ("ile wynosił zasiłek w roku 2015?", "ile wynosił zasiłek?"),
        ("zasiłek na dzień 1 czerwca 2015 r. ile", "zasiłek ile"),
        ("zasiłek w 2015 r., a w 2016 r.?", "zasiłek, a w 2016 r.?"),
        ("jaka była kara w 2014", "jaka była kara w 2014"),  # another time than the day's
        ("przed 2015 i od 2015", "przed 2015 i od 2015"),
        ("PIT za 2015 rok", "PIT za 2015 rok"),  # the year of the tax
        ("prawo wodne 2015", "prawo wodne 2015"),  # perhaps the act's own
        ("ustawa z 2015 r. o kotach", "ustawa z 2015 r. o kotach"),
        ("w 2015", "w 2015"),  # nothing would be left
    ],
)
def test_the_time_of_the_day_asked_for_is_not_searched(text: str, kept: str) -> None:
    assert without_time(text, dt.date(2015, 6, 1)) == kept
    assert without_time(text, None) == text
