"""Systems under test: each pays for its own work."""

from __future__ import annotations

from pathlib import Path

import pytest

from przepis.encode.hashing import HashingEncoder
from przepis.evaluate.runs.systems import BenchOptions, open_pipeline
from przepis.library import Library
from przepis.settings import Settings


def test_vectors_that_an_earlier_system_asked_for_are_forgotten(
    sample_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten: list[str] = []
    with Library(settings=Settings(home=sample_home, encoder="hashing")) as library:
        for name in ("dense", "bm25-raw", "przepis"):
            monkeypatch.setattr(HashingEncoder, "forget", lambda self, name=name: forgotten.append(name))
            open_pipeline(name, library.tools, {}, BenchOptions())
    assert forgotten == ["dense", "przepis"]  # words need no encoder
