"""Lines of JSON, with the file and the line named in every complaint."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from przepis.errors import LabelError


def read_rows(path: Path, needed: frozenset[str]) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except json.JSONDecodeError as error:
                raise LabelError(
                    f"{path.name}, line {number}: not JSON ({error.msg}); was the file cut short?"
                ) from error
            if not isinstance(row, dict) or not needed <= row.keys():
                lacking = ", ".join(sorted(needed - set(row))) if isinstance(row, dict) else "an object"
                raise LabelError(f"{path.name}, line {number}: lacks {lacking}")
            yield row
