"""Independent pieces of one question's work on several threads, where they wait for another machine."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def beside(items: Sequence[Item], work: Callable[[Item], Result], n_threads: int) -> list[Result]:
    """``[work(item) for item in items]``, the caller working from the end, even alone, and helpers from the beginning.

    So work of two kinds, standing apart in ``items``, goes on side by side, and whoever is done first helps the other.
    The helpers live as long as the call: a thread that outlived it would be missing in a process forked later.
    """
    n_helpers = min(n_threads, len(items)) - 1
    return _shared(items, work, n_helpers) if n_helpers > 0 else [work(item) for item in items[::-1]][::-1]


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
