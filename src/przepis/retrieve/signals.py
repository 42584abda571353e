"""Every score that made a rank, kept as it was computed and laid out for those few rows that are shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np


class Signals(Mapping[int, dict[str, float]]):
    """By row, its signals by name; one noted later stands in place of one noted before."""

    def __init__(self) -> None:
        self._tables: list[tuple[tuple[str, ...], dict[int, int], np.ndarray]] = []

    def note(self, names: Sequence[str], rows: np.ndarray, values: np.ndarray) -> None:
        """``values``: a line a row, a column a name."""
        self._tables.append((tuple(names), {row: i for i, row in enumerate(rows.tolist())}, values))

    def __getitem__(self, row: int) -> dict[str, float]:
        found: dict[str, float] = {}
        known = False
        for names, places, values in self._tables:
            place = places.get(row)
            if place is not None:
                known = True
                found.update(zip(names, values[place].tolist(), strict=True))
        if not known:
            raise KeyError(row)
        return found

    def of_rows(self, name: str, rows: Sequence[int]) -> list[float]:
        """This signal of those of the rows for which it was noted, the last time that it was."""
        for names, places, values in reversed(self._tables):
            if name in names:
                column = names.index(name)
                return [float(values[places[row], column]) for row in rows if row in places]
        return []

    def __iter__(self) -> Iterator[int]:
        return iter(dict.fromkeys(row for _, places, _ in self._tables for row in places))

    def __len__(self) -> int:
        return sum(1 for _ in self)
