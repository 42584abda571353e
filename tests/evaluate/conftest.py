"""A corpus of the bundled sample for readers and labels, and runs over fake systems."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store
from przepis.evaluate.labels import LabelMaker
from przepis.sources.sample import acts_dir, read_surrogates


@pytest.fixture(scope="session")
def sample_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("sample-home")
    with Store(home, create=True) as store:
        import_markdown(store, acts_dir(), workers=1)
        store.put_surrogates(read_surrogates())
    return home


@pytest.fixture
def store(sample_home: Path) -> Iterator[Store]:
    with Store(sample_home) as opened:
        yield opened


@pytest.fixture
def maker(store: Store) -> LabelMaker:
    return LabelMaker(store)
