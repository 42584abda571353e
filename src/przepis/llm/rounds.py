"""A system with a model, run by hand in rounds: requests out as small files, answers back in any order.

A round asks for everything that can be asked now; the answers let the next one go a call further. A file states its
prompt once and then has one short line for each request, so that a person or a program can answer it in one sitting:

    {"kind": "rerank", "system": "…", "schema": {…}, "max_tokens": 400, "n": 9}
    {"id": "5f0c…", "user": "…"}

An answer is a line ``{"id": "5f0c…", "answer": …}`` of any ``.jsonl`` file in the folder of answers; ``tokens_in``,
``tokens_out`` and ``seconds`` may stand beside it. Tokens that nobody counted are estimated from the characters.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from przepis.artifact import atomic_write_text
from przepis.errors import BatchPendingError
from przepis.llm.calls import CHARS_PER_TOKEN, Call, Reply, estimate_tokens
from przepis.llm.transport import Transport

ID_CHARS = 16
MAX_CHARS = 80_000
"""Of one file: a few minutes of work."""


def request_id(request_hash: str) -> str:
    """Short enough to be copied; says nothing of the question."""
    return request_hash[:ID_CHARS]


@dataclass(frozen=True, slots=True)
class Given:
    """One answer as it came."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0


@dataclass
class Answers:
    """What the files of a folder hold. The first answer to a request counts; every fault of the files is counted."""

    given: dict[str, Given] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    where: list[str] = field(default_factory=list)  # the faults, with file and line

    def refuse(self, fault: str, where: str) -> None:
        self.faults[fault] += 1
        self.where.append(f"{where}: {fault}")


def read_answers(folder: Path, asked: Iterable[str]) -> Answers:
    """``asked``: the ids that there are requests for; answers to others are counted, not kept."""
    known, found = set(asked), Answers()
    for path in sorted(folder.glob("*.jsonl")) if folder.is_dir() else ():
        with path.open(encoding="utf-8", errors="replace") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    _take(found, known, line, f"{path.name}, line {number}")
    return found


def _take(found: Answers, known: set[str], line: str, where: str) -> None:
    try:
        data = json.loads(line)
    except ValueError:
        return found.refuse("not JSON", where)
    if not isinstance(data, dict) or not isinstance(data.get("id"), str) or data.get("answer") is None:
        return found.refuse("no id or no answer", where)
    own_id = data["id"].strip()
    if own_id not in known:
        return found.refuse("id of no request", where)
    answer = data["answer"]
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    try:
        tokens_in, tokens_out = (int(data.get(name) or 0) for name in ("tokens_in", "tokens_out"))
        given = Given(text, tokens_in, tokens_out, float(data.get("seconds") or 0))
    except (TypeError, ValueError):
        given = Given(text)  # what stands beside an answer is no reason to lose it
    if own_id in found.given:
        return None if found.given[own_id] == given else found.refuse("a second, other answer", where)
    found.given[own_id] = given
    return None


class RoundTransport(Transport):
    """Gives the answers there are, and notes down what is asked for beside them.

    ``closed``: nobody will answer any more; a request without an answer has the empty one, which every stage treats as
    a fault. An answer longer than the request allows is cut, as an endpoint would have cut it.
    """

    def __init__(self, answers: Mapping[str, Given], *, closed: bool = False) -> None:
        self._answers = answers
        self.closed = closed
        self._lock = threading.Lock()
        self.pending: dict[str, Call] = {}

    def send(self, call: Call, request_hash: str) -> Reply:
        own_id = request_id(request_hash)
        given = self._answers.get(own_id)
        if given is None and not self.closed:
            with self._lock:
                self.pending.setdefault(own_id, call)
            raise BatchPendingError(f"the {call.stage} request {own_id} waits for its answer")
        return _reply(call, given or Given(""))


def _reply(call: Call, given: Given) -> Reply:
    room = int(call.max_tokens * CHARS_PER_TOKEN)
    return Reply(
        given.text[:room],
        given.tokens_in or call.estimated_tokens_in(),
        given.tokens_out or estimate_tokens(given.text[:room]),
        "length" if len(given.text) > room else "stop",
        latency_ms=1000 * given.seconds,
        recorded=True,
    )


def write_requests(
    folder: Path, prefix: str, requests: Mapping[str, Call], max_chars: int = MAX_CHARS, max_requests: int = 60
) -> dict[Path, list[str]]:
    """The requests of one system as files of one kind each: path -> ids. Files are whole or absent."""
    kinds: dict[str, dict[str, Call]] = {}
    for own_id, call in requests.items():
        kinds.setdefault(_header(call), {})[own_id] = call
    written: dict[Path, list[str]] = {}
    for header, own in kinds.items():
        stage = next(iter(own.values())).stage
        for shard in _shards(own, max_chars - len(header), max_requests):
            path = folder / f"{prefix}-{stage}-{_next_number(folder, f'{prefix}-{stage}'):03d}.jsonl"
            lines = [json.dumps({**json.loads(header), "n": len(shard)}, ensure_ascii=False)]
            lines += [json.dumps({"id": i, "user": own[i].user}, ensure_ascii=False) for i in shard]
            atomic_write_text(path, "\n".join(lines) + "\n")
            written[path] = shard
    return written


def _header(call: Call) -> str:
    facts: dict[str, Any] = {"kind": call.stage, "system": call.system, "max_tokens": call.max_tokens}
    if call.schema is not None:
        facts["schema"] = dict(call.schema)
    return json.dumps(facts, ensure_ascii=False)


def _shards(requests: Mapping[str, Call], max_chars: int, max_requests: int) -> Iterator[list[str]]:
    shard: list[str] = []
    size = 0
    for own_id, call in requests.items():
        n_chars = len(call.user)
        if shard and (size + n_chars > max_chars or len(shard) == max_requests):
            yield shard
            shard, size = [], 0
        shard.append(own_id)
        size += n_chars
    if shard:
        yield shard


def _next_number(folder: Path, prefix: str) -> int:
    numbers = [int(p.stem.rpartition("-")[2]) for p in folder.glob(f"{prefix}-*.jsonl")]
    return max(numbers, default=0) + 1
