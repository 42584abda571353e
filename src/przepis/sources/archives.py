"""Archives, told apart by their first bytes: ``.tar.zst``, ``.tar.gz``, ``.zip``. Nothing is unpacked to disk."""

from __future__ import annotations

import functools
import gzip
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Literal, cast

import zstandard

from przepis.errors import SourceError

ArchiveKind = Literal["zst", "gz", "zip"]
Member = tuple[str, int, Callable[[], bytes]]
"""A file's path in the archive, its size, and how to read it, which must be done before the next is asked for."""

EXPECTED = "a .tar.gz, .zip or .tar.zst archive"
_WINDOW = 2**31  # archives of older texts are packed with a long window
_FIRST_BYTES: dict[bytes, ArchiveKind] = {b"\x28\xb5\x2f\xfd": "zst", b"\x1f\x8b": "gz", b"PK\x03\x04": "zip"}
_DAMAGE = (tarfile.TarError, zipfile.BadZipFile, zstandard.ZstdError, gzip.BadGzipFile, zlib.error, EOFError)


def archive_kind(path: Path) -> ArchiveKind | None:
    """None where the file is no archive that we read."""
    with path.open("rb") as stream:
        head = stream.read(4)
    return next((kind for first, kind in _FIRST_BYTES.items() if head.startswith(first)), None)


def read_archive(path: Path) -> Iterator[Member]:
    """Its regular files in the order of the archive."""
    kind = archive_kind(path)
    if kind is None:
        raise SourceError(f"{path} is not {EXPECTED}")
    with _damage_named(path):
        for name, size, read in _from_zip(path) if kind == "zip" else _from_tar(path, kind):
            yield name, size, functools.partial(_read, path, read)


def _read(path: Path, read: Callable[[], bytes]) -> bytes:
    with _damage_named(path):  # the reader's own frame: an error here does not pass through the generator
        return read()


@contextmanager
def _damage_named(path: Path) -> Iterator[None]:
    try:
        yield
    except _DAMAGE as error:
        raise SourceError(
            f"{path} is damaged or cut short ({error}); get it again. Acts read before that point are kept"
        ) from error


def _from_zip(path: Path) -> Iterator[Member]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                yield info.filename, info.file_size, lambda info=info: archive.read(info)  # type: ignore[misc]


def _from_tar(path: Path, kind: ArchiveKind) -> Iterator[Member]:
    with path.open("rb") as raw:
        if kind == "gz":
            stream = cast("IO[bytes]", gzip.GzipFile(fileobj=raw))
        else:
            stream = cast("IO[bytes]", zstandard.ZstdDecompressor(max_window_size=_WINDOW).stream_reader(raw))
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for member in archive:
                content = archive.extractfile(member) if member.isfile() else None
                if content is not None:
                    yield member.name, member.size, content.read
