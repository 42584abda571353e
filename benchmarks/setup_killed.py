"""`przepis setup` from a served archive: seconds to the first answer and to the whole, undisturbed and killed.

    python -m benchmarks.setup_killed law.tar.gz --work FOLDER

The archive is served over HTTP by this process. One run is left alone; another is killed (SIGKILL, the whole process
group) at random moments and started again each time. Both must end in the same corpus and the same index of it.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from benchmarks.table import print_table
from przepis.artifact import current_generation
from przepis.corpus.store import Store
from przepis.index.build import index_is_whole, index_root
from przepis.library import Library
from tests.sources.archive_server import ArchiveServer

FIRST_ANSWER = "Pytanie:"  # the line under which setup shows what it found for a first question
QUESTIONS = (
    "sąsiad zalał mi mieszkanie",
    "ile urlopu na dziecko",
    "odległość domu od granicy działki",
    "art. 415 k.c.",
)


class Run:
    """One process of `przepis setup`; what it says is kept with the moment at which it was said."""

    def __init__(self, home: Path, url: str) -> None:
        self.begun = time.monotonic()
        command = [sys.executable, "-m", "przepis.serve.cli.main", "--home", str(home), "setup", "--from", url]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        self.lines: list[tuple[float, str]] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append((time.monotonic() - self.begun, line.rstrip()))

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.wait()

    def wait(self) -> float:
        """Seconds from beginning to end."""
        self.process.wait()
        self._reader.join()
        return time.monotonic() - self.begun

    def first_answer(self) -> float | None:
        return next((at for at, line in self.lines if line.lstrip().startswith(FIRST_ANSWER)), None)

    def last_stage(self) -> str:
        return next((line for _, line in reversed(self.lines) if line[:1].isdigit()), "nothing said")


def killed_run(home: Path, url: str, kills: int, longest: float, chance: random.Random) -> tuple[float, list[str]]:
    """(seconds in all, where each kill fell) of a run that is killed and taken up again until it is whole."""
    spent, stages = 0.0, []
    for n in range(kills):
        run = Run(home, url)
        time.sleep(chance.uniform(1.0, longest))
        if run.process.poll() is not None:
            raise SystemExit(f"run {n + 1} ended before it was killed: name a smaller --longest")
        run.kill()
        lived = time.monotonic() - run.begun
        spent += lived
        stages.append(f"after {lived:.0f} s: {run.last_stage()}")
        print(f"killed {stages[-1]}", flush=True)
    last = Run(home, url)
    spent += last.wait()
    if last.process.returncode:
        raise SystemExit(f"the last run ended with {last.process.returncode}")
    return spent, stages


def state(home: Path) -> tuple[str, bool, list[list[str]]]:
    """(the corpus in one word, whether the index is whole, what a few questions find)."""
    with Store(home) as store:
        whole, fingerprint = index_is_whole(store, home), store.fingerprint()
    if current_generation(index_root(home)) is None:
        raise SystemExit(f"{home} has no index")
    with Library(home) as library:
        hits = [[hit.article_id for hit in library.search(question)] for question in QUESTIONS]
    return fingerprint, whole, hits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--work", type=Path, required=True, help="a new folder; both homes are made in it")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--longest", type=float, default=90.0, help="seconds a run lives at most before it is killed")
    parser.add_argument("--seed", type=int, default=18)
    args = parser.parse_args()
    args.work.mkdir(parents=True)
    with ArchiveServer(args.archive.read_bytes()) as server:
        quiet = Run(args.work / "whole", server.url)
        whole_s = quiet.wait()
        if quiet.process.returncode:
            raise SystemExit(f"setup ended with {quiet.process.returncode}")
        for at, line in quiet.lines:
            print(f"{at:7.1f} s  {line}", flush=True)
        rows: list[tuple[object, ...]] = [("undisturbed", quiet.first_answer() or "-", whole_s)]
        if args.kills:
            killed_s, _ = killed_run(
                args.work / "killed", server.url, args.kills, args.longest, random.Random(args.seed)
            )
            rows.append((f"killed {args.kills} times", "-", killed_s))
    print_table(("run", "first answer s", "whole s"), rows)
    if args.kills:
        one, other = state(args.work / "whole"), state(args.work / "killed")
        same = one == other and one[1]
        print("same corpus, whole index, same hits" if same else f"DIFFERENT: {one} {other}")
        raise SystemExit(0 if same else 1)


if __name__ == "__main__":
    main()
