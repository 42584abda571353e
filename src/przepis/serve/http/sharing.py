"""Connections dealt out to worker processes in turn.

Workers that listen on one socket race for connections, and the first to wake takes all that wait: of two workers one
may serve everybody. Here the parent alone accepts, and hands each connection to the next worker over a pair of sockets
of their own. To a worker's event loop its end is the socket it listens on: readable when a connection waits, and
``accept`` gives it.
"""

from __future__ import annotations

import array
import contextlib
import itertools
import select
import signal
import socket
import threading
from multiprocessing.reduction import DupFd
from typing import Any

_WAIT_S = 0.05
_READY = b"r"
_CONNECTION = b"c"
_FD_BYTES = array.array("i").itemsize


class DealtSocket(socket.socket):
    """The worker's end: a listening socket to all who use it."""

    def listen(self, backlog: int = 0, /) -> None:
        """How many may wait is the parent's matter; it is told that connections are welcome."""
        self.send(_READY)

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection; raises BlockingIOError where none waits. Without its parent a worker stops."""
        said, ancillary, *_ = self.recvmsg(1, socket.CMSG_SPACE(_FD_BYTES))
        if not said:
            signal.raise_signal(signal.SIGTERM)
        for level, kind, data in ancillary:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                taken = socket.socket(fileno=array.array("i", data[:_FD_BYTES])[0])
                with contextlib.suppress(OSError):  # gone already: reading will tell
                    return taken, taken.getpeername()
                taken.close()
        raise BlockingIOError


class Dealer(socket.socket):
    """The parent's socket: bound to the port. Pickled for a worker it becomes an end of a pair of that worker's own."""

    def __init__(self, bound: socket.socket, backlog: int) -> None:
        super().__init__(bound.family, bound.type, bound.proto, fileno=bound.detach())
        self._starting: dict[socket.socket, socket.socket] = {}  # our ends and the others, until a worker has its own
        self._ready: list[socket.socket] = []
        self._lock = threading.Lock()
        self._turn = itertools.count()
        super().listen(backlog)
        threading.Thread(target=self._deal, daemon=True).start()

    def close(self) -> None:
        with self._lock:
            for end in (*self._starting, *self._starting.values(), *self._ready):
                end.close()
        super().close()

    def __reduce__(self) -> tuple[Any, ...]:
        """Called when a worker is started, be it again after another died."""
        own, of_worker = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with self._lock:
            self._starting[own] = of_worker
        return _open_end, (DupFd(of_worker.fileno()),)

    def _deal(self) -> None:
        while True:
            try:
                connection, _ = self.accept()
            except OSError:
                return  # closed: the server stops
            with connection:
                while not self._handed(connection):
                    pass

    def _handed(self, connection: socket.socket) -> bool:
        """Did a worker take it? Waits for one that is ready where none is."""
        with self._lock:
            starting = list(self._starting)
        for end in select.select(starting, [], [], 0 if self._ready else _WAIT_S)[0]:
            with self._lock:
                self._starting.pop(end).close()  # from now on the worker's death ends the pair
            with contextlib.suppress(OSError):
                if end.recv(1) == _READY:
                    self._ready.append(end)
        if not self._ready:
            return False
        chosen = self._ready[next(self._turn) % len(self._ready)]
        try:
            socket.send_fds(chosen, [_CONNECTION], [connection.fileno()])
        except OSError:  # the worker died; another takes its place
            self._ready.remove(chosen)
            chosen.close()
            return False
        return True


def _open_end(handed: Any) -> DealtSocket:
    return DealtSocket(fileno=handed.detach())


def can_deal() -> bool:
    """Can connections be handed from process to process here?"""
    return hasattr(socket, "send_fds") and hasattr(socket, "AF_UNIX")
