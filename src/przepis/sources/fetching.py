"""One large file over HTTP: resumed where it broke off, checked against its size, refused where it is no archive.

``FILE.part`` holds what came so far and ``FILE.json`` what the server said of it; both outlive a killed process. A
server that cannot resume (no ``Accept-Ranges``, another ``ETag``) sends the whole again.
"""

from __future__ import annotations

import errno
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import httpx

from przepis.artifact import atomic_write_json, read_json
from przepis.errors import RemoteError, SourceError, StoreError
from przepis.sources.archives import EXPECTED, archive_kind

Progress = Callable[[int, int | None], None]
"""Called with the bytes on disk and the bytes there will be, None where the server does not say."""

SPARE_BYTES = 64 * 1024 * 1024  # left free beside what is fetched
ATTEMPTS = 5  # in a row that bring nothing
_PAUSE_S = 0.5  # before the second attempt, doubled before each further one
_TIMEOUT_S = 30.0
_AGENT = "przepis (https, one file, resumable)"


@dataclass(frozen=True, slots=True)
class Fetched:
    path: Path
    stamp: str  # names this state of the file at its address; "" where the server gives no such thing


class _CutError(Exception):
    """The transfer ended too early; another attempt may go on."""


def fetch_archive(url: str, path: Path, progress: Progress | None = None, *, known_stamp: str = "") -> Fetched | None:
    """The archive at ``url`` as ``path``; None where the server says that it is still the one of ``known_stamp``."""
    tell = progress or (lambda done, total: None)
    if path.exists():
        return Fetched(path, _facts(path).get("stamp", ""))
    path.parent.mkdir(parents=True, exist_ok=True)
    failures = 0
    with httpx.Client(follow_redirects=True, timeout=_TIMEOUT_S, headers={"user-agent": _AGENT}) as client:
        while True:
            before = _size(_part(path))
            try:
                if not _attempt(client, url, path, tell, known_stamp):
                    return None
                break
            except (_CutError, httpx.TransportError) as error:
                failures = 0 if _size(_part(path)) > before else failures + 1
                if failures >= ATTEMPTS:
                    raise RemoteError(_gave_up(url, path, error)) from error
                time.sleep(_PAUSE_S * 2 ** max(0, failures - 1))
            except OSError as error:
                _no_space(error, path)
    return _accept(url, path)


def forget_archive(path: Path) -> None:
    """Remove a fetched archive with what is known of it."""
    for leftover in (path, _part(path), _said(path)):
        leftover.unlink(missing_ok=True)


def _attempt(client: httpx.Client, url: str, path: Path, tell: Progress, known_stamp: str) -> bool:
    """One request. False where nothing changed since ``known_stamp``."""
    have, facts = _size(_part(path)), _facts(path)
    headers = {"accept-encoding": "identity"}
    if have and facts.get("url") == url and facts.get("stamp"):
        headers |= {"range": f"bytes={have}-", "if-range": facts["stamp"]}
    elif known_stamp:
        headers["if-none-match" if known_stamp.startswith(('"', "W/")) else "if-modified-since"] = known_stamp
    with client.stream("GET", url, headers=headers) as response:
        status = response.status_code
        if status == 304:
            return False
        if status == 416:  # more on disk than there is: another file by now
            forget_archive(path)
            raise _CutError("what was on disk is no part of the file")
        if status >= 500 or status == 429:
            raise _CutError(f"the server answered {status}")
        if status not in (200, 206):
            raise RemoteError(f"{url}: the server answered {status}; {EXPECTED} of Markdown acts was expected there")
        begin = have if status == 206 else 0
        total = _total(response, begin)
        atomic_write_json(_said(path), {"url": url, "stamp": _stamp(response), "total": total})
        _need_space(path.parent, (total or 0) - begin)
        _receive(response, path, begin, total, tell)
    return True


def _receive(response: httpx.Response, path: Path, begin: int, total: int | None, tell: Progress) -> None:
    with _part(path).open("ab" if begin else "wb") as file:
        done = begin
        for block in response.iter_raw():
            file.write(block)
            done += len(block)
            tell(done, total)
    if total is not None and done < total:
        raise _CutError(f"{done:,} of {total:,} bytes came")
    if total is not None and done > total:
        forget_archive(path)
        raise _CutError(f"{done:,} bytes came, {total:,} were announced")


def _accept(url: str, path: Path) -> Fetched:
    part = _part(path)
    if archive_kind(part) is None:
        with part.open("rb") as stream:
            head = stream.read(60)
        forget_archive(path)
        raise SourceError(f"{url} is not {EXPECTED}: it begins with {head!r}")
    part.replace(path)
    return Fetched(path, _facts(path).get("stamp", ""))


def _total(response: httpx.Response, begin: int) -> int | None:
    """Bytes of the whole file, where the server says it."""
    if response.status_code == 206:
        stated, _, total = response.headers.get("content-range", "").removeprefix("bytes ").partition("/")
        if not stated.startswith(f"{begin}-"):
            raise RemoteError(f"{response.url}: asked for bytes from {begin}, the server sent {stated or 'others'}")
        return int(total) if total.isdigit() else None
    length = response.headers.get("content-length", "")
    return int(length) if length.isdigit() else None


def _stamp(response: httpx.Response) -> str:
    return str(response.headers.get("etag") or response.headers.get("last-modified") or "")


def need_space(folder: Path, n_bytes: int, what: str) -> None:
    """Refuse before a disk is full, not after."""
    free = shutil.disk_usage(folder).free
    if n_bytes + SPARE_BYTES > free:
        raise StoreError(
            f"{what} needs about {n_bytes / 1e6:,.0f} MB in {folder}, {free / 1e6:,.0f} MB are free; "
            "make room, or name another folder with --home, and run the same command again"
        )


def _need_space(folder: Path, n_bytes: int) -> None:
    need_space(folder, n_bytes, "the archive")


def _no_space(error: OSError, path: Path) -> NoReturn:
    if error.errno != errno.ENOSPC:
        raise error
    raise StoreError(
        f"no space left for {path}; {_size(_part(path)) / 1e6:,.0f} MB of it are kept: make room and run the same "
        "command again"
    ) from error


def _gave_up(url: str, path: Path, error: Exception) -> str:
    kept = _size(_part(path))
    goes_on = f"{kept / 1e6:,.1f} MB are kept, the same command goes on from there" if kept else "nothing came"
    return f"{url}: {type(error).__name__.strip('_')}: {error}; gave up after {ATTEMPTS} attempts; {goes_on}"


def _facts(path: Path) -> dict[str, Any]:
    facts: dict[str, Any] = read_json(_said(path)) if _said(path).exists() else {}
    return facts


def _part(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def _said(path: Path) -> Path:
    return path.with_name(path.name + ".json")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
