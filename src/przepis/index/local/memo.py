"""The last few arrays: a pipeline asks for a list's best, then for some articles' scores under the same list."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

import numpy as np


class ArrayMemo:
    def __init__(self, size: int = 24) -> None:
        self.size = size
        self._kept: OrderedDict[Hashable, np.ndarray] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, compute: Callable[[], np.ndarray]) -> np.ndarray:
        """The array of this key, which nobody may change; two threads may compute it twice, to the same end."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        scores = compute()
        scores.flags.writeable = False
        with self._lock:
            self._kept[key] = scores
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
        return scores

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
