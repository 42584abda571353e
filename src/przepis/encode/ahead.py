"""A question's vector made on a thread of the runtime's own, while its words are looked up."""

from __future__ import annotations

import os
import threading
import weakref
from collections import OrderedDict
from typing import Any

import numpy as np

_MOST = 16  # vectors begun that nobody has asked for; the oldest are let go


class Ahead:
    """Runs of one session. A forked process has no such thread: what is begun there is made when it is asked for."""

    def __init__(self, session: Any) -> None:
        """``session``: with a thread beside the one that calls."""
        self._session = session
        self._begun: OrderedDict[Any, _Begun] = OrderedDict()
        self._lock = threading.Lock()
        self._forked = False
        if hasattr(os, "register_at_fork"):
            own = weakref.ref(self)
            os.register_at_fork(after_in_child=lambda: _stop(own()))

    def begin(self, text: str, ids: np.ndarray) -> None:
        begun = _Begun()
        with self._lock:
            if self._forked or text in self._begun:
                return
            self._begun[text] = begun
            if len(self._begun) > _MOST:
                self._begun.popitem(last=False)
        try:
            self._session.run_async(None, {"ids": ids}, begun.end, None)
        except Exception:  # whoever asks for it must not wait for what never began
            begun.end([], None, "not begun")
            raise

    def take(self, text: str) -> np.ndarray | None:
        """The row, as soon as it is made; None where none was begun, or the runtime failed."""
        with self._lock:
            begun = self._begun.pop(text, None)
        return begun.row() if begun is not None else None

    def stop(self) -> None:
        self._forked = True
        self._lock = threading.Lock()  # whoever held it is in the other process
        self._begun.clear()


class _Begun:
    def __init__(self) -> None:
        self._row: np.ndarray | None = None
        self._running = threading.Lock()
        self._running.acquire()

    def end(self, outputs: list[np.ndarray], _given: Any, error: str) -> None:
        """Called by the runtime's thread."""
        self._row = None if error else outputs[0][0]
        self._running.release()

    def row(self) -> np.ndarray | None:
        with self._running:
            return self._row


def _stop(ahead: Ahead | None) -> None:
    if ahead is not None:
        ahead.stop()
