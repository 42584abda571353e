"""Flattened superscripts read back from the sequence of headings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from przepis.law.labels import Label
from przepis.sources.superscripts import candidate_readings, recover


def canonical(raws: str, mentioned: set[str] | None = None, first: int = 1) -> str:
    """The reading of ``raws`` in an act whose articles count up from 1 to ``first`` before them."""
    before = [str(n) for n in range(1, first)]
    return " ".join(label.canonical for label in recover(before + raws.split(), mentioned or set())[len(before) :])


@pytest.mark.parametrize(
    ("raws", "expected"),
    [
        ("21 22 221 23 24", "21 22 22^1 23 24"),
        ("219 220 221 222 223", "219 220 221 222 223"),
        ("18 181 182 183 183a 183b 184 19", "18 18^1 18^2 18^3 18^3a 18^3b 18^4 19"),
        ("182 1821 1821a 1821b 1822 183 1831", "182 182^1 182^1a 182^1b 182^2 183 183^1"),
        ("67 6718 6719 6720 68", "67 67^18 67^19 67^20 68"),
        ("15 15a 15zz 15zzs 15zzs1 15zzs2 16", "15 15a 15zz 15zzs 15zzs^1 15zzs^2 16"),
        ("9 91 92 10", "9 9^1 9^2 10"),
        ("22 22^1 23", "22 22^1 23"),
        ("14 1522 16 17", "14 15 16 17"),
    ],
)
def test_the_smoothest_reading_wins(raws: str, expected: str) -> None:
    assert canonical(raws, first=int(expected.split()[0])) == expected


def test_an_article_printed_twice_keeps_one_label() -> None:
    assert canonical("51 52 52 53 53 54", first=51).split() == ["51", "52", "52", "53", "53", "54"]


def test_a_mention_with_its_superscript_breaks_a_tie() -> None:
    assert "11^1" in canonical("11 111", {"11^1"}, first=11)


def test_candidates_never_have_a_leading_zero_in_the_superscript() -> None:
    assert [label.canonical for label in candidate_readings("101")] == ["101", "10^1"]


@given(st.lists(st.integers(0, 4), min_size=3, max_size=40))
def test_an_act_with_short_series_is_read_back(n_superscripts: list[int]) -> None:
    """Plain numbers 1, 2, 3 … each followed by a few superscripts: flattened and recovered."""
    labels = [
        Label(number, "", sup, "") for number, count in enumerate(n_superscripts, start=1) for sup in range(count + 1)
    ]
    found = recover([label.flattened for label in labels], {label.canonical for label in labels if label.sup})
    assert [label.canonical for label in found] == [label.canonical for label in labels]
