"""Independent pieces of one question's work on several threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def beside(items: Sequence[Item], work: Callable[[Item], Result], n_threads: int) -> list[Result]:
    """``[work(item) for item in items]``, the caller working from the end and helpers from the beginning.

    So work of two kinds, standing apart in ``items``, goes on side by side, and whoever is done first helps the other.
    The helpers live as long as the call: a thread that outlived it would be missing in a process forked later.
    """
    if n_threads == 1 or len(items) < 2:
        return [work(item) for item in items]
    waiting = deque(enumerate(items))
    done: list[tuple[int, Result]] = []

    def take(pop: Callable[[], tuple[int, Item]]) -> None:
        while True:
            try:
                place, item = pop()
            except IndexError:
                return
            done.append((place, work(item)))

    with ThreadPoolExecutor(n_threads - 1) as pool:
        helpers = [pool.submit(take, waiting.popleft) for _ in range(n_threads - 1)]
        try:
            take(waiting.pop)
        except BaseException:
            waiting.clear()  # nobody starts anything more
            raise
        for helper in helpers:
            helper.result()
    return [result for _, result in sorted(done, key=lambda pair: pair[0])]
