"""The bank of needs that no Polish statute answers: its form, and that what it is measured with is not in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from przepis.artifact import read_jsonl
from przepis.errors import StoreError
from przepis.surrogates.beyond import read_beyond

HELD_BACK = Path(__file__).resolve().parents[2] / "benchmarks" / "beyond.jsonl"


def test_the_shipped_bank_is_whole() -> None:
    needs = list(read_beyond())
    assert len(needs) >= 150
    assert [need.need_id for need in needs] == sorted({need.need_id for need in needs})
    for need in needs:
        assert 4 <= len(need.asked) <= 6
        assert need.pl.endswith(".")
        assert need.en.endswith(".")
        assert all("#" in article_id for article_id in need.see)
    wordings = [text.lower() for need in needs for text in (*need.asked, *need.answered)]
    assert len(set(wordings)) == len(wordings)


def test_every_need_is_measured_with_a_wording_that_the_bank_has_not() -> None:
    needs = {need.need_id: need for need in read_beyond()}
    held_back = list(read_jsonl(HELD_BACK))
    assert {row["id"] for row in held_back} == set(needs)
    wordings = {text.lower() for need in needs.values() for text in (*need.asked, *need.answered)}
    assert not wordings & {row["text"].lower() for row in held_back}


def test_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    row = {"id": "a", "kind": "magic", "pl": "Nie.", "en": "No.", "asked": ["po co?"]}
    (tmp_path / "bank.jsonl").write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(StoreError, match=r"magic.*case_law"):
        list(read_beyond(tmp_path / "bank.jsonl"))
