"""Acts written by a test, as Markdown."""

from __future__ import annotations

from pathlib import Path

from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store


def write(folder: Path, **documents: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def take_in(store: Store, folder: Path, text: str) -> None:
    """One act, written into the folder and imported from it."""
    import_markdown(store, write(folder, act=text), workers=1)
