"""Signals: what was noted of a row, laid out when asked for."""

from __future__ import annotations

import numpy as np
import pytest

from przepis.retrieve.signals import Signals


def test_of_one_name_the_later_note_stands() -> None:
    signals = Signals()
    signals.note(("bm25", "dense"), np.array([7, 3]), np.array([[1.0, 2.0], [3.0, 4.0]]))
    signals.note(("bm25",), np.array([3]), np.array([[5.0]]))
    assert signals[7] == {"bm25": 1.0, "dense": 2.0}
    assert signals[3] == {"bm25": 5.0, "dense": 4.0}
    assert list(signals) == [7, 3]
    with pytest.raises(KeyError):
        signals[1]


def test_one_signal_of_some_rows_is_what_each_row_says() -> None:
    signals = Signals()
    signals.note(("bm25", "dense"), np.array([7, 3]), np.array([[1.0, 2.0], [3.0, 4.0]]))
    assert signals.of_rows("dense", [3, 8, 7]) == [4.0, 2.0]
    assert signals.of_rows("asked", [3]) == []
