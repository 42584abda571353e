"""Shared fixtures: where the reference data lies, and homes built from the bundled sample."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from przepis.corpus.corpus_file import FILE_NAME
from przepis.corpus.store import Store
from przepis.index.build import build_index
from przepis.intake import take_in_sample

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if (SHARED / "data").is_dir():
        return
    skip = pytest.mark.skip(reason=f"the reference data is not at {SHARED}")
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(skip)


@pytest.fixture(scope="session")
def shared() -> Path:
    return SHARED


@pytest.fixture(scope="session")
def sample_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled sample, imported and indexed with the hashing encoder. Read only: copy it to change it."""
    from przepis.encode.registry import open_encoder

    home = tmp_path_factory.mktemp("sample")
    with Store(home, create=True) as store:
        take_in_sample(store)
        build_index(store, home, open_encoder("hashing"))
    return home


@pytest.fixture
def sample_corpus(sample_home: Path, tmp_path: Path) -> Path:
    """A copy of the sample's corpus alone, free to change."""
    shutil.copy(sample_home / FILE_NAME, tmp_path / FILE_NAME)
    return tmp_path
