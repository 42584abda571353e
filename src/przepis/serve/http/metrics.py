"""Counts and durations of requests, in Prometheus's text format."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Mapping

BUCKETS_S = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Routes are templates (``/v1/search``), never addresses: what people ask is not a label."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: dict[tuple[str, str, int], int] = defaultdict(int)
        self._buckets: dict[str, list[int]] = defaultdict(lambda: [0] * len(BUCKETS_S))
        self._sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.in_flight = 0

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        with self._lock:
            self._requests[method, route, status] += 1
            for i, bound in enumerate(BUCKETS_S):
                if seconds <= bound:
                    self._buckets[route][i] += 1
            total = self._sums[route]
            total[0] += seconds
            total[1] += 1

    def render(self, gauges: Mapping[str, float]) -> str:
        lines = ["# TYPE przepis_requests_total counter"]
        with self._lock:
            for (method, route, status), n in sorted(self._requests.items()):
                labels = f'method="{_quote(method)}",route="{_quote(route)}",status="{status}"'
                lines.append(f"przepis_requests_total{{{labels}}} {n}")
            lines.append("# TYPE przepis_request_seconds histogram")
            for route, (seconds, n_requests) in sorted(self._sums.items()):
                name = _quote(route)
                for bound, n in zip(BUCKETS_S, self._buckets[route], strict=True):
                    lines.append(f'przepis_request_seconds_bucket{{route="{name}",le="{bound}"}} {n}')
                lines.append(f'przepis_request_seconds_bucket{{route="{name}",le="+Inf"}} {int(n_requests)}')
                lines.append(f'przepis_request_seconds_sum{{route="{name}"}} {seconds:.6f}')
                lines.append(f'przepis_request_seconds_count{{route="{name}"}} {int(n_requests)}')
        for name, value in {**gauges, "in_flight": self.in_flight}.items():
            lines += [f"# TYPE przepis_{name} gauge", f"przepis_{name} {value:g}"]
        return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
