"""Counts and durations of requests, in Prometheus's text format; of several workers, the sums of all."""

from __future__ import annotations

import atexit
import os
import tempfile

from prometheus_client import CONTENT_TYPE_LATEST as CONTENT_TYPE
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess

__all__ = ["CONTENT_TYPE", "Metrics", "share_between_workers"]

BUCKETS_S = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


def share_between_workers() -> None:
    """Call before workers are started: each will count in a file of its own, and whichever is asked reads them all.

    The client chooses how it counts when it is imported, which a worker, a process of its own, does anew.
    """
    folder = tempfile.TemporaryDirectory(prefix="przepis-metrics-")
    atexit.register(folder.cleanup)
    os.environ[FOLDER_VARIABLE] = folder.name


class Metrics:
    """Routes are templates (``/v1/search``), never addresses: what people ask is not a label."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "przepis_requests", "Requests answered.", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "przepis_request_seconds",
            "How long they took.",
            ["route"],
            buckets=BUCKETS_S,
            registry=self._registry,
        )
        self._in_flight = Gauge(
            "przepis_in_flight",
            "Requests being answered.",
            registry=self._registry,
            multiprocess_mode="livesum",
        )
        self._reloads = Gauge(
            "przepis_index_reloads",
            "Times a new index was taken up.",
            registry=self._registry,
            multiprocess_mode="max",
        )
        self.in_flight = 0  # of this process
        if FOLDER_VARIABLE in os.environ:
            atexit.register(multiprocess.mark_process_dead, os.getpid())

    def begin(self) -> None:
        self.in_flight += 1
        self._in_flight.set(self.in_flight)

    def end(self) -> None:
        self.in_flight -= 1
        self._in_flight.set(self.in_flight)

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def render(self, index_reloads: int) -> bytes:
        """What ``/v1/metrics`` says."""
        self._reloads.set(index_reloads)
        registry = self._registry
        if FOLDER_VARIABLE in os.environ:
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
