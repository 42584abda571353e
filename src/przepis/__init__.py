"""przepis finds the article of Polish statutory law that governs a question, and proves it.

>>> import przepis
>>> library = przepis.open("~/.local/share/przepis")
>>> library.search("sąsiad zalał mi mieszkanie, kto zapłaci?")
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from przepis.client import RemoteLibrary
    from przepis.library import Library

__version__ = "0.2.0"


def open(home: str | Path | None = None) -> Library:
    """The corpus and index of a home folder (default: ``PRZEPIS_HOME`` or the platform's data folder)."""
    from przepis.library import Library  # imported late: `import przepis` stays instant

    return Library(Path(home).expanduser() if home is not None else None)


def connect(url: str, key: str = "") -> RemoteLibrary:
    """A przepis server: answers as ``open`` does, with the same records."""
    from przepis.client import RemoteLibrary

    return RemoteLibrary(url, key=key)


def to_frame(records: Iterable[Any]) -> Any:
    """Hits, articles or other records as a pandas DataFrame, one row for each."""
    from przepis.frames import to_frame as frame

    return frame(records)
