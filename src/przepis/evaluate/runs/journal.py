"""The append-only journal of a run in progress: a question a line, each line whole or absent after any kill."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

from przepis.errors import LabelError
from przepis.evaluate.runs.files import to_line


class Journal:
    """Opened with the key of what is being run; a journal of another key is begun anew.

    A line is appended by one write. A kill can cut only the last line, which is dropped when the journal is opened
    again; anything wrong before it is damage, and is named.
    """

    def __init__(self, path: Path, key: str) -> None:
        self.path = path
        self.done: dict[str, dict[str, Any]] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = self._read(key)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self._handle = os.open(path, flags, 0o644)
        os.ftruncate(self._handle, whole)
        if whole == 0:
            self._write({"key": key})

    def _read(self, key: str) -> int:
        """Fill ``done``; the number of bytes that are whole and of this key."""
        if not self.path.is_file():
            return 0
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        lines = data[:whole].splitlines()
        for number, line in enumerate(lines, start=1):
            try:
                row = json.loads(line)
            except ValueError as error:
                raise LabelError(
                    f"{self.path}, line {number} is damaged; delete the file and run the command again"
                ) from error
            if number == 1:
                if row.get("key") != key:
                    return 0
            else:
                self.done[row["run"]["question_id"]] = row
        return whole

    def add(self, run: dict[str, Any], cost: dict[str, Any]) -> None:
        row = {"run": run, "cost": cost}
        self._write(row)
        self.done[run["question_id"]] = row

    def _write(self, row: dict[str, Any]) -> None:
        line = to_line(row).encode("utf-8")
        if os.write(self._handle, line) != len(line):
            raise LabelError(f"{self.path}: the disk took only part of a line; free some space and run again")

    def forget_failed(self) -> None:
        """Failed questions are asked again; their lines stay, later ones of the same question win."""
        self.done = {q: row for q, row in self.done.items() if not row["run"]["error"]}

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.fsync(self._handle)
        os.close(self._handle)


def n_failed(path: Path) -> int:
    """Questions whose last line in a journal is a failure; 0 where there is none, or none that can be read whole."""
    failed: dict[str, bool] = {}
    try:
        for line in path.read_bytes().splitlines()[1:]:
            run = json.loads(line)["run"]
            failed[run["question_id"]] = bool(run["error"])
    except (OSError, ValueError, KeyError):
        return 0
    return sum(failed.values())
