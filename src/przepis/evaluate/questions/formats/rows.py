"""Rows of a question file, with the file and the line named in every complaint."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from przepis.artifact import numbered_jsonl
from przepis.errors import LabelError


def read_rows(path: Path, needed: frozenset[str]) -> Iterator[dict[str, Any]]:
    for number, row in numbered_jsonl(path, LabelError):
        if not isinstance(row, dict) or not needed <= row.keys():
            lacking = ", ".join(sorted(needed - set(row))) if isinstance(row, dict) else "an object"
            raise LabelError(f"{path.name}, line {number}: lacks {lacking}")
        yield row
