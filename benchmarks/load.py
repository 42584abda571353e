"""The server under load: overhead beside the Python API, throughput at many clients, memory, kill -9 and restart.

python -m benchmarks.load --home HOME [--pipeline lexical] [--seconds 10] [--soak 100000]

Everything runs on loopback; the load comes from one asyncio process, which itself takes part of a core.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from benchmarks.table import print_table
from przepis.library import Library
from przepis.settings import load_settings

CLIENTS = (1, 8, 32, 128)
_COMMAND = """
try:
    from przepis.serve.cli.main import main
except ImportError:  # as the first release has it
    from przepis.serve.cli import main
main()
"""
START_S = 120


class Server:
    """`przepis serve` as a process of its own."""

    def __init__(
        self, home: Path, pipeline: str, threads: int, workers: int, environment: dict[str, str] | None = None
    ) -> None:
        """``environment``: of the process; its PYTHONPATH says which release serves."""
        self._command = [sys.executable, "-c", _COMMAND, "--home", str(home), "serve", "--pipeline", pipeline]
        self._command += ["--threads", str(threads), "--workers", str(workers), "--log-level", "warning"]
        self._environment = environment
        self.process: subprocess.Popen[bytes]
        self.port = 0

    def start(self) -> float:
        """Seconds until it answers. Returns when all workers are open: when they no longer compute."""
        began = time.perf_counter()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [*self._command, "--port", str(self.port)],
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=self._environment,
        )
        self._wait_until_it_answers(began + START_S)
        answered = time.perf_counter() - began
        before = -1.0
        while (now := self.processor_s()) - before > 0.05:
            before = now
            time.sleep(0.5)
        return answered

    def _wait_until_it_answers(self, until: float) -> None:
        while True:
            try:
                asyncio.run(get(self.port, ["/v1/health"]))
                return
            except OSError:
                if time.perf_counter() > until or self.process.poll() is not None:
                    raise
                time.sleep(0.02)

    def memory_mb(self) -> float:
        """Of all its processes; a page that several share counts once."""
        total = 0
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if os.getpgid(int(folder.name)) == self.process.pid:
                    shares = (folder / "smaps_rollup").read_text(encoding="utf-8")
                    total += int(re.search(r"^Pss:\s+(\d+)", shares, re.M)[1])  # type: ignore[index]
            except OSError:
                continue  # ended meanwhile
        return total / 1024

    def processor_s(self) -> float:
        """Spent by all its processes so far."""
        ticks = 0
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if os.getpgid(int(folder.name)) == self.process.pid:
                    fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                    ticks += int(fields[11]) + int(fields[12])
            except OSError:
                continue
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        os.killpg(self.process.pid, how)  # its workers too
        self.process.wait(30)


async def get(port: int, paths: Sequence[str]) -> list[float]:
    """One client, one connection, one request after another: the seconds each took."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    spent = []
    for path in paths:
        began = time.perf_counter()
        writer.write(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        await reader.readexactly(int(length[1]) if length else 0)
        spent.append(time.perf_counter() - began)
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(head.decode("latin-1").splitlines()[0])
    writer.close()
    await writer.wait_closed()
    return spent


def questions(library: Library, n: int) -> list[str]:
    """What people ask: the plain questions of the corpus's own surrogates."""
    found = [question for surrogate in library.store.surrogates() for question in surrogate.lay[:1]]
    return found[:: max(1, len(found) // n)][:n]


def overhead(library: Library, server: Server, texts: Sequence[str]) -> tuple[float, float, float]:
    """Medians in ms: the Python API, the server, and the difference question by question, asked in turn."""
    local: list[float] = []
    served: list[float] = []

    async def both() -> None:
        for text in texts:
            began = time.perf_counter()
            library.run(text)
            local.append(time.perf_counter() - began)
            # The first request of a connection pays for opening it; a client that stays does not.
            served.append((await get(server.port, ["/v1/health", search_path(text)]))[1])

    asyncio.run(both())
    difference = [b - a for a, b in zip(local, served, strict=True)]
    a, b, c = (statistics.median(values) * 1000 for values in (local, served, difference))
    return a, b, c


def search_path(text: str) -> str:
    return f"/v1/search?text={quote(text)}"


def load(server: Server, paths: Sequence[str], clients: int, n_requests: int) -> tuple[float, float, float, float]:
    """Requests a second, then p50, p95 and p99 in ms. A request that fails ends the benchmark."""

    async def all_clients() -> list[float]:
        share = max(1, n_requests // clients)
        lists = [[paths[(c * 7919 + i) % len(paths)] for i in range(share)] for c in range(clients)]
        done = await asyncio.gather(*(get(server.port, each) for each in lists))
        return [seconds for each in done for seconds in each]

    began = time.perf_counter()
    spent = sorted(asyncio.run(all_clients()))
    total = time.perf_counter() - began
    p50, p95, p99 = (spent[int(len(spent) * q)] * 1000 for q in (0.5, 0.95, 0.99))
    return len(spent) / total, p50, p95, p99


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--pipeline", default="przepis")
    parser.add_argument("--threads", type=int, default=2, help="of the server, for searching")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--clients", type=int, action="append", help=f"at a time; may be repeated (default: {CLIENTS})")
    parser.add_argument("--requests", type=int, default=1000, help="for each number of clients")
    parser.add_argument("--soak", type=int, default=0, help="then so many requests, with memory measured ten times")
    parser.add_argument("--out", type=Path, help="also write the figures here, as JSON")
    options = parser.parse_args()
    figures: dict[str, object] = {"pipeline": options.pipeline}
    with Library(settings=load_settings(options.home, pipeline=options.pipeline)) as library:
        texts = questions(library, 300)
        for text in texts[:50]:
            library.run(text)
        server = Server(options.home, options.pipeline, options.threads, options.workers)
        figures["start_s"] = server.start()
        load(server, [search_path(text) for text in texts], 1, 50)
        local, served, difference = overhead(library, server, texts)
    print_table(("Python API p50 ms", "server p50 ms", "overhead p50 ms"), [(local, served, difference)])
    figures["overhead_ms"] = difference
    paths = [search_path(text) for text in texts]
    rows = []
    for clients in options.clients or CLIENTS:
        before = server.processor_s()
        found = load(server, paths, clients, options.requests)
        rows.append((clients, *found, 1000 * (server.processor_s() - before) / options.requests))
    print_table(("clients", "requests/s", "p50 ms", "p95 ms", "p99 ms", "processor ms a request"), rows)
    figures["load"] = rows
    if options.soak:
        memory = [server.memory_mb()]
        for _ in range(10):
            load(server, paths, 8, options.soak // 10)
            memory.append(server.memory_mb())
        print_table([f"{10 * i} %" for i in range(11)], [memory])
        figures["memory_mb"] = memory
    print_table(("processes", "memory MB"), [(options.workers, server.memory_mb())])
    server.stop(signal.SIGKILL)
    figures["restart_s"] = restarted = server.start()
    print_table(("memory MB", "ready after kill -9, s"), [(server.memory_mb(), restarted)])
    server.stop()
    if options.out:
        options.out.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
