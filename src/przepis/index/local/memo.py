"""What was made last, kept: a pipeline asks for a list's best, then for some articles' scores under the same list."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import numpy as np

Made = TypeVar("Made")


class Memo(Generic[Made]):
    def __init__(self, size: int) -> None:
        self.size = size
        self._kept: OrderedDict[Hashable, Made] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What belongs to this key, which nobody may change; two threads may make it twice, to the same end."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
        return made

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


class ArrayMemo(Memo[np.ndarray]):
    """Arrays, made read-only."""

    def __init__(self, size: int = 24) -> None:
        super().__init__(size)

    def get(self, key: Hashable, make: Callable[[], np.ndarray]) -> np.ndarray:
        return super().get(key, lambda: _frozen(make()))


def _frozen(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array
