"""Records as a table: ``przepis.to_frame(hits)`` where pandas is installed."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Iterable
from typing import Any

from przepis.corpus.units import display_path
from przepis.errors import InputError
from przepis.records import Unit


def to_frame(records: Iterable[Any]) -> Any:
    """A pandas DataFrame with a row for each record and a column for each field; units by their address."""
    try:
        pandas = importlib.import_module("pandas")
    except ImportError:
        raise InputError("to_frame needs pandas: `pip install pandas`") from None
    rows = []
    for record in records:
        if not dataclasses.is_dataclass(record) or isinstance(record, type):
            given = type(record).__name__
            raise InputError(f"to_frame takes records of przepis, such as library.search(…); got {given}")
        rows.append({f.name: _cell(getattr(record, f.name)) for f in dataclasses.fields(record)})
    frame = pandas.DataFrame(rows)
    for name in frame.columns:
        values = [row[name] for row in rows]
        if None in values and any(isinstance(value, str) for value in values):
            frame[name] = pandas.Series(values, dtype=object)  # a text that is not there stays None, and no number
    return frame


def _cell(value: Any) -> Any:
    return display_path(value.path) if isinstance(value, Unit) else value
