"""Work side by side: every item once, results in order, errors told."""

from __future__ import annotations

import threading

import pytest

from przepis.retrieve.beside import beside


@pytest.mark.parametrize("n_threads", [1, 2, 8])
@pytest.mark.parametrize("n_items", [0, 1, 2, 50])
def test_results_stand_in_the_order_of_the_items(n_threads: int, n_items: int) -> None:
    assert beside(range(n_items), lambda n: n * n, n_threads) == [n * n for n in range(n_items)]


def test_two_threads_work_at_the_same_time() -> None:
    meet = threading.Barrier(2, timeout=10)  # passed only when both are inside
    beside([1, 2], lambda _: meet.wait(), 2)


@pytest.mark.parametrize("bad", [0, 9])
def test_an_error_of_either_side_is_raised(bad: int) -> None:
    def work(n: int) -> int:
        if n == bad:
            raise ValueError(f"item {n}")
        return n

    with pytest.raises(ValueError, match=f"item {bad}"):
        beside(range(10), work, 2)


def test_one_thread_is_the_callers_own() -> None:
    threads: set[int] = set()
    beside([1, 2, 3], lambda _: threads.add(threading.get_ident()), 1)
    assert threads == {threading.get_ident()}
