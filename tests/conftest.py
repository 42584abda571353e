"""Shared fixtures: where the reference data lies, and a skip with a reason where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

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
