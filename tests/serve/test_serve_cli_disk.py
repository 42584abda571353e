"""A disk that is full or may not be written ends in one line with what to do, not in a trace."""

from __future__ import annotations

import errno
import sqlite3
import sys
from pathlib import Path

import pytest

from przepis.serve.cli.disk import disk_refusal
from przepis.serve.cli.main import main


def full_store(tmp_path: Path) -> sqlite3.Error:
    """SQLite's own error of a file that may grow no more."""
    db = sqlite3.connect(tmp_path / "small.sqlite")
    db.execute("PRAGMA max_page_count = 2")
    db.execute("CREATE TABLE words (word)")
    with pytest.raises(sqlite3.OperationalError) as raised:
        db.execute("INSERT INTO words VALUES (?)", ("a" * 100_000,))
    db.close()
    return raised.value


def test_a_full_disk_is_told_from_one_that_may_not_be_written(tmp_path: Path) -> None:
    full = (OSError(errno.ENOSPC, "No space left"), OSError("4436 requested and 2016 written"), full_store(tmp_path))
    assert ["disk is full" in str(disk_refusal(error)) for error in full] == [True] * 3
    assert "the system refused" in str(disk_refusal(OSError(errno.EROFS, "Read-only file system")))
    assert "the system refused" in str(disk_refusal(PermissionError(errno.EACCES, "Permission denied")))


def test_other_errors_are_bugs_and_show_their_trace() -> None:
    others = (FileNotFoundError(errno.ENOENT, "no"), ValueError("x"), sqlite3.OperationalError("no such table: x"))
    assert not any(disk_refusal(error) for error in others)


def test_the_command_line_says_it_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", refuse)
    monkeypatch.setattr(sys, "argv", ["przepis", "--home", str(tmp_path / "new"), "corpus", "import", "sample"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 3
    said = capsys.readouterr().err
    assert "Na dysku nie ma już miejsca" in said
    assert said.count("\n") == 1
