"""What every route of the application works with: the library, a few threads to use it in, limits, counts.

Searching is Python and numpy under one interpreter lock: measured, two threads on one shared library serve as many
requests a second as eight, with the least waiting (benchmarks/load.py). SQLite runs serialised, so reads may share
its connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from przepis.library import Library
from przepis.serve.http.live import Live
from przepis.serve.http.metrics import Metrics
from przepis.serve.http.options import ServeOptions
from przepis.serve.http.problems import Refusal

T = TypeVar("T")


class Service:
    def __init__(self, live: Live, options: ServeOptions) -> None:
        self.live = live
        self.options = options
        self.metrics = Metrics()
        self.pool = ThreadPoolExecutor(options.threads, thread_name_prefix="library")
        # Answers wait for a model: they have threads of their own, so that searches never queue behind them.
        self.answer_pool = ThreadPoolExecutor(8, thread_name_prefix="answer")

    async def call(self, job: Callable[[Library], T], *, slow: bool = False) -> T:
        """Run ``job`` with the library in a thread, within the time a request may take."""
        pool = self.answer_pool if slow else self.pool
        limit = self.options.answer_s if slow else self.options.request_s
        work = asyncio.get_running_loop().run_in_executor(pool, self._leased, job)
        try:
            return await asyncio.wait_for(work, limit)
        except TimeoutError:
            raise Refusal(504, f"the request took more than {limit:g} s and was given up") from None

    def _leased(self, job: Callable[[Library], T]) -> T:
        with self.live.lease() as library:
            return job(library)

    def close(self) -> None:
        self.pool.shutdown(wait=True, cancel_futures=True)
        self.answer_pool.shutdown(wait=False, cancel_futures=True)
        self.live.close()
