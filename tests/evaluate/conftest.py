"""A corpus of the bundled sample for readers and labels, and runs over fake systems."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from przepis.corpus.store import Store
from przepis.evaluate.questions.labels import LabelMaker


@pytest.fixture
def store(sample_home: Path) -> Iterator[Store]:
    with Store(sample_home) as opened:
        yield opened


@pytest.fixture
def maker(store: Store) -> LabelMaker:
    return LabelMaker(store)
