"""Polish dates, whole and broken."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from przepis.law.dates import find_dates, format_date, parse_date


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ustawy z dnia 6 lipca 1982 r. o radcach", dt.date(1982, 7, 6)),
        ("8 grud nia 2017 r.", dt.date(2017, 12, 8)),
        ("28 lipca 20 05 r.", dt.date(2005, 7, 28)),
        ("1982-07-06", dt.date(1982, 7, 6)),
        ("06.07.1982", dt.date(1982, 7, 6)),
        ("6.7.1982 r.", dt.date(1982, 7, 6)),
        ("28 KWIETNIA 1936 roku", dt.date(1936, 4, 28)),
        ("30 lutego 2001 r.", None),
        ("art. 12 ust. 3", None),
        ("poz. 12.13.2001", None),
    ],
)
def test_parses(text: str, expected: dt.date | None) -> None:
    assert parse_date(text) == expected


def test_finds_all_in_order_with_spans() -> None:
    text = "od 2020-01-02 do 3 maja 2021 r."
    found = list(find_dates(text))
    assert [date for date, _, _ in found] == [dt.date(2020, 1, 2), dt.date(2021, 5, 3)]
    assert text[found[1][1] : found[1][2]] == "3 maja 2021 r."


@given(st.dates(dt.date(1900, 1, 1), dt.date(2099, 12, 31)))
def test_format_then_parse_is_identity(date: dt.date) -> None:
    assert parse_date(format_date(date)) == date
