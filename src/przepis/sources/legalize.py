"""A folder or ``.tar.zst`` of Markdown acts, read one document at a time."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import zstandard

from przepis.errors import SourceError
from przepis.sources.markdown import MAX_BYTES

_WINDOW = 2**31  # archives of older texts are packed with a long window


@dataclass(frozen=True, slots=True)
class Document:
    """One file, still bytes: reading it must not cost a parse where it is already in the store."""

    name: str
    data: bytes

    def text(self) -> str:
        try:
            return self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise SourceError(
                f"{self.name}: not UTF-8 (byte {error.start}); save it as UTF-8, without a byte-order mark"
            ) from error


def read_documents(path: Path) -> Iterator[Document]:
    """Every ``*.md`` of a folder (sorted) or of a ``.tar.zst`` archive (in its own order)."""
    if path.is_dir():
        yield from _from_folder(path)
    elif path.is_file() and path.name.endswith((".tar.zst", ".tzst")):
        yield from _from_archive(path)
    elif path.is_file() and path.suffix == ".md":
        yield _checked(path.name, path.stat().st_size, path.read_bytes)
    elif not path.exists():
        raise SourceError(f"{path} does not exist; a folder of .md acts or a .tar.zst archive was expected")
    else:
        raise SourceError(f"{path} is neither a folder of .md acts, nor a .md file, nor a .tar.zst archive")


def _from_folder(path: Path) -> Iterator[Document]:
    files = sorted(path.rglob("*.md"))
    if not files:
        raise SourceError(f"{path} holds no .md file")
    for file in files:
        yield _checked(file.name, file.stat().st_size, file.read_bytes)


def _from_archive(path: Path) -> Iterator[Document]:
    found = False
    try:
        with path.open("rb") as raw:
            stream = zstandard.ZstdDecompressor(max_window_size=_WINDOW).stream_reader(raw)
            with tarfile.open(fileobj=stream, mode="r|") as archive:
                for member in archive:
                    if not member.isfile() or not member.name.endswith(".md"):
                        continue
                    content = archive.extractfile(member)
                    assert content is not None  # a regular file always has content
                    found = True
                    yield _checked(Path(member.name).name, member.size, content.read)
    except (tarfile.TarError, zstandard.ZstdError, EOFError) as error:
        raise SourceError(
            f"{path} is damaged or cut short ({error}); get it again. Acts read before that point are kept"
        ) from error
    if not found:
        raise SourceError(f"{path} holds no .md file; an archive of Markdown acts was expected")


def _checked(name: str, size: int, read: object) -> Document:
    if size > MAX_BYTES:
        raise SourceError(f"{name}: {size:,} bytes; an act has at most {MAX_BYTES:,}. This is not an act")
    return Document(name, read())  # type: ignore[operator]
