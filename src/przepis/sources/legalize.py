"""Markdown acts of a folder or an archive, read one document at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from przepis.errors import SourceError
from przepis.sources.archives import EXPECTED, archive_kind, read_archive
from przepis.sources.markdown import MAX_BYTES


@dataclass(frozen=True, slots=True)
class Document:
    """One file, still bytes: reading it must not cost a parse where it is already in the store."""

    name: str
    data: bytes
    base_eli: str = ""  # of the act it belongs to, where whoever chose it knows

    def text(self) -> str:
        try:
            return self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise SourceError(
                f"{self.name}: not UTF-8 (byte {error.start}); save it as UTF-8, without a byte-order mark"
            ) from error


def read_documents(path: Path, names: Collection[str] | None = None) -> Iterator[Document]:
    """Every ``*.md`` of a folder (sorted) or of an archive (in its own order); with ``names`` those alone."""
    if path.is_dir():
        yield from _from_folder(path, names)
    elif path.is_file() and path.suffix == ".md":
        yield _checked(path.name, path.stat().st_size, path.read_bytes)
    elif path.is_file() and archive_kind(path) is not None:
        yield from _from_archive(path, names)
    elif not path.exists():
        raise SourceError(f"{path} does not exist; a folder of .md acts or {EXPECTED} was expected")
    else:
        raise SourceError(f"{path} is neither a folder of .md acts, nor a .md file, nor {EXPECTED}")


def _from_folder(path: Path, names: Collection[str] | None) -> Iterator[Document]:
    files = sorted(path.rglob("*.md"))
    if not files:
        raise SourceError(f"{path} holds no .md file")
    for file in files:
        if names is None or file.name in names:
            yield _checked(file.name, file.stat().st_size, file.read_bytes)


def _from_archive(path: Path, names: Collection[str] | None) -> Iterator[Document]:
    found = False
    for member, size, read in read_archive(path):
        name = member.rsplit("/", 1)[-1]
        if not name.endswith(".md"):
            continue
        found = True
        if names is None or name in names:
            yield _checked(name, size, read)
    if not found:
        raise SourceError(f"{path} holds no .md file; an archive of Markdown acts was expected")


def _checked(name: str, size: int, read: Callable[[], bytes]) -> Document:
    if size > MAX_BYTES:
        raise SourceError(f"{name}: {size:,} bytes; an act has at most {MAX_BYTES:,}. This is not an act")
    return Document(name, read())
