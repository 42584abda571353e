"""Independent pieces of one question's work on several threads."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TypeVar

_N_CORES = os.cpu_count() or 1
_lock = threading.Lock()
_n_working = 0

Item = TypeVar("Item")
Result = TypeVar("Result")


@contextmanager
def _working(n_wanted: int, n_threads: int) -> Iterator[int]:
    """For as long as the work goes on, how many helpers it may have.

    More threads than there are cores wait for another machine, and are in nobody's way.
    """
    global _n_working
    with _lock:
        n_free = n_wanted if n_threads > _N_CORES else max(0, min(n_wanted, _N_CORES - _n_working - 1))
        _n_working += 1 + n_free
    try:
        yield n_free
    finally:
        with _lock:
            _n_working -= 1 + n_free


def beside(items: Sequence[Item], work: Callable[[Item], Result], n_threads: int) -> list[Result]:
    """``[work(item) for item in items]``, the caller working from the end and helpers from the beginning.

    So work of two kinds, standing apart in ``items``, goes on side by side, and whoever is done first helps the other.
    The helpers live as long as the call: a thread that outlived it would be missing in a process forked later. Where
    several searches go on at a time, each keeps to its own thread: there is no idle core to help.
    """
    with _working(min(n_threads, len(items)) - 1, n_threads) as n_helpers:
        return _shared(items, work, n_helpers) if n_helpers > 0 else [work(item) for item in items[::-1]][::-1]


def begin(work: Callable[[], object]) -> None:
    """Begin, on a thread of its own where a core is free, what will be asked for again and then be there.

    Whoever asks waits for it and meets its errors; here they are nobody's.
    """
    if _n_working >= _N_CORES - 1:
        return

    def quietly() -> None:
        with suppress(Exception):
            work()

    threading.Thread(target=quietly).start()


def _shared(items: Sequence[Item], work: Callable[[Item], Result], n_helpers: int) -> list[Result]:
    waiting = deque(enumerate(items))
    done: list[tuple[int, Result]] = []
    failed: list[BaseException] = []

    def take(pop: Callable[[], tuple[int, Item]]) -> None:
        while True:
            try:
                place, item = pop()
            except IndexError:
                return
            try:
                done.append((place, work(item)))
            except BaseException as error:
                waiting.clear()  # nobody starts anything more
                failed.append(error)
                return

    helpers = [threading.Thread(target=take, args=(waiting.popleft,)) for _ in range(n_helpers)]
    for helper in helpers:
        helper.start()
    take(waiting.pop)
    for helper in helpers:
        helper.join()
    if failed:
        raise failed[0]
    return [result for _, result in sorted(done, key=lambda pair: pair[0])]
