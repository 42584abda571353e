"""Batches drawn by forked processes while the GPU works.

Fork before CUDA is touched: the children hold only arrays and strings.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import traceback
from typing import Any

from train.sampling import Batch, Sampler


def _draw(sampler: Sampler, seed: int, ready: Any) -> None:
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    sampler.seed(seed)
    while True:
        try:
            ready.put(sampler.draw())
        except BaseException:
            ready.put(traceback.format_exc())
            return


class Feeder:
    """``workers`` 0 draws in the calling process."""

    def __init__(self, sampler: Sampler, workers: int, seed: int, depth: int = 12) -> None:
        self.sampler = sampler
        self.processes: list[Any] = []
        if workers:
            context = multiprocessing.get_context("fork")
            self.ready = context.Queue(depth)
            for number in range(workers):
                arguments = (sampler, seed * 1000 + number, self.ready)
                process = context.Process(target=_draw, args=arguments, daemon=True)
                process.start()
                self.processes.append(process)

    def next(self) -> Batch:
        if not self.processes:
            return self.sampler.draw()
        try:
            item = self.ready.get(timeout=120)
        except queue.Empty:
            raise RuntimeError("no batch for two minutes: the drawing processes are stuck") from None
        if isinstance(item, str):
            raise RuntimeError(f"a drawing process failed:\n{item}")
        return item

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()
