"""Fetching an archive from a server with faults: whole or refused, and never begun again without need."""

from __future__ import annotations

import io
import os
import shutil
import tarfile
from collections import namedtuple
from pathlib import Path

import pytest

from przepis.errors import RemoteError, SourceError, StoreError
from przepis.sources import fetching
from przepis.sources.fetching import fetch_archive
from tests.sources.archive_server import ArchiveServer


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "_PAUSE_S", 0.001)


@pytest.fixture(scope="module")
def archive() -> bytes:
    """A .tar.gz large enough to be cut: its content does not compress."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        info = tarfile.TarInfo("pl/noise.md")
        info.size = 900_000
        tar.addfile(info, io.BytesIO(os.urandom(info.size)))
    return packed.getvalue()


def test_a_whole_archive_comes_in_one_request(archive: bytes, tmp_path: Path) -> None:
    seen: list[tuple[int, int | None]] = []
    with ArchiveServer(archive) as server:
        fetched = fetch_archive(server.url, tmp_path / "a", lambda done, total: seen.append((done, total)))
    assert fetched is not None
    assert fetched.path.read_bytes() == archive
    assert fetched.stamp == '"one"'
    assert seen[-1] == (len(archive), len(archive))
    assert server.ranges == [""]


def test_a_cut_connection_is_resumed_where_it_broke_off(archive: bytes, tmp_path: Path) -> None:
    with ArchiveServer(archive) as server:
        server.faults += ["cut:300000", "503", "cut:200000"]
        fetched = fetch_archive(server.url, tmp_path / "a")
    assert fetched is not None
    assert fetched.path.read_bytes() == archive
    begins = [int(r.removeprefix("bytes=").rstrip("-")) for r in server.ranges if r]
    assert len(begins) == 3
    assert 0 < begins[0] == begins[1] < begins[2] <= 500_000


def test_a_killed_fetch_goes_on_in_another_process(archive: bytes, tmp_path: Path) -> None:
    with ArchiveServer(archive) as server:
        server.faults += ["cut:400000", *["503"] * fetching.ATTEMPTS]
        with pytest.raises(RemoteError, match=r"0\.\d MB are kept, the same command goes on"):
            fetch_archive(server.url, tmp_path / "a")
        kept = (tmp_path / "a.part").stat().st_size
        fetched = fetch_archive(server.url, tmp_path / "a")
    assert 0 < kept <= 400_000
    assert server.ranges[-1] == f"bytes={kept}-"
    assert fetched is not None
    assert fetched.path.read_bytes() == archive


def test_a_file_that_changed_meanwhile_is_fetched_anew(archive: bytes, tmp_path: Path) -> None:
    with ArchiveServer(archive) as server:
        server.faults += ["cut:300000", "changed"]
        fetched = fetch_archive(server.url, tmp_path / "a")
    assert fetched is not None
    assert fetched.path.read_bytes() == archive
    assert fetched.stamp == '"two"'


def test_a_server_without_lengths_or_ranges_will_do(archive: bytes, tmp_path: Path) -> None:
    with ArchiveServer(archive, resumable=False) as server:
        fetched = fetch_archive(server.url, tmp_path / "a")
    assert fetched is not None
    assert fetched.path.read_bytes() == archive
    assert fetched.stamp == ""


def test_more_on_disk_than_the_server_has_is_thrown_away(archive: bytes, tmp_path: Path) -> None:
    with ArchiveServer(archive) as server:
        server.faults += ["cut:300000", "416"]
        fetched = fetch_archive(server.url, tmp_path / "a")
    assert fetched is not None
    assert fetched.path.read_bytes() == archive


def test_a_page_is_not_an_archive(archive: bytes, tmp_path: Path) -> None:
    with ArchiveServer(archive) as server:
        server.faults += ["html"]
        with pytest.raises(SourceError, match="begins with b'<!DOCTYPE"):
            fetch_archive(server.url, tmp_path / "a")
    assert not list(tmp_path.iterdir())  # the next run must not take it for a beginning


def test_a_missing_file_is_not_asked_for_again(archive: bytes, tmp_path: Path) -> None:
    with ArchiveServer(archive) as server:
        server.faults += ["404"]
        with pytest.raises(RemoteError, match="answered 404"):
            fetch_archive(server.url, tmp_path / "a")
    assert len(server.ranges) == 1


def test_a_full_disk_is_noticed_before_it_is_full(
    archive: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")(1, 1, 500_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with ArchiveServer(archive) as server, pytest.raises(StoreError, match=r"needs about 1 MB .* 0 MB are free"):
        fetch_archive(server.url, tmp_path / "a")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_disk_that_fills_up_while_fetching(archive: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.part").symlink_to("/dev/full")
    with ArchiveServer(archive) as server, pytest.raises(StoreError, match="no space left"):
        fetch_archive(server.url, tmp_path / "a")


def test_an_unchanged_archive_is_not_fetched_again(archive: bytes, tmp_path: Path) -> None:
    with ArchiveServer(archive) as server:
        assert fetch_archive(server.url, tmp_path / "a", known_stamp='"one"') is None
        server.etag = '"two"'
        assert fetch_archive(server.url, tmp_path / "a", known_stamp='"one"') is not None
