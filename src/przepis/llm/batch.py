"""Batch files in the OpenAI shape: requests out, answers back in any order, partial, with errors inside.

A provider runs such files at half price within a day; a person can run them by hand against any model. A
file holds at most 50,000 requests and 200 MB, so a large export is several numbered files.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from przepis.artifact import read_jsonl
from przepis.errors import BatchPendingError, InputError
from przepis.llm.cache import ResponseCache
from przepis.llm.calls import Call, Reply, estimate_tokens
from przepis.llm.dialect import Dialect, body
from przepis.llm.transport import Transport

MAX_LINES = 50_000
MAX_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class BatchFile:
    path: Path
    n_requests: int
    n_bytes: int


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """One line of a response file; ``error`` is set where the provider gave no answer."""

    custom_id: str
    reply: Reply | None
    model: str = ""
    error: str = ""


def request_line(custom_id: str, call: Call, model: str, dialect: Dialect) -> str:
    if len(custom_id) > 64:
        raise InputError(f"batch id {custom_id!r} is longer than the 64 characters providers accept")
    line = {
        "custom_id": custom_id,
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": body(call, model, dialect),
    }
    return json.dumps(line, ensure_ascii=False) + "\n"


def write_batch(
    requests: Iterable[tuple[str, Call]],
    path: Path,
    model: str,
    dialect: Dialect | None = None,
    *,
    max_lines: int = MAX_LINES,
    max_bytes: int = MAX_BYTES,
) -> list[BatchFile]:
    """``path`` = requests.jsonl gives requests-001.jsonl, requests-002.jsonl, …, each within the limits.

    Files are whole or absent: each is written beside and renamed when complete.
    """
    written: list[BatchFile] = []
    for number, lines in enumerate(_shards(requests, model, dialect or Dialect(), max_lines, max_bytes), start=1):
        target = path.with_name(f"{path.stem}-{number:03d}{path.suffix or '.jsonl'}")
        written.append(_write_shard(target, lines))
    return written


def _shards(
    requests: Iterable[tuple[str, Call]], model: str, dialect: Dialect, max_lines: int, max_bytes: int
) -> Iterator[list[bytes]]:
    shard: list[bytes] = []
    size = 0
    for custom_id, call in requests:
        line = request_line(custom_id, call, model, dialect).encode()
        if len(line) > max_bytes:
            raise InputError(f"request {custom_id} alone has {len(line)} bytes, the limit is {max_bytes}")
        if shard and (len(shard) >= max_lines or size + len(line) > max_bytes):
            yield shard
            shard, size = [], 0
        shard.append(line)
        size += len(line)
    if shard:
        yield shard


def _write_shard(target: Path, lines: list[bytes]) -> BatchFile:
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.partial")
    with partial.open("wb") as stream:
        stream.writelines(lines)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(partial, target)
    return BatchFile(target, len(lines), sum(map(len, lines)))


def read_batch(paths: Iterable[Path]) -> Iterator[BatchAnswer]:
    """Every line of the response files. A damaged line is an answer with an error, not the end of the
    import.
    """
    for path in paths:
        if not path.is_file():
            raise InputError(f"the batch file {path} is missing")
        with path.open(encoding="utf-8", errors="replace") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    yield _parse_line(line, f"{path.name}, line {number}")


def _parse_line(line: str, where: str) -> BatchAnswer:
    try:
        data = json.loads(line)
    except ValueError:
        return BatchAnswer("", None, error=f"{where}: not JSON (cut short?)")
    if not isinstance(data, dict) or not isinstance(data.get("custom_id"), str):
        return BatchAnswer("", None, error=f"{where}: no custom_id")
    custom_id: str = data["custom_id"]
    response = data.get("response") or {}
    content = response.get("body") if isinstance(response, dict) else None
    failure = data.get("error") or (isinstance(content, dict) and content.get("error"))
    status = response.get("status_code", 200) if isinstance(response, dict) else 0
    if failure or status != 200:
        return BatchAnswer(custom_id, None, error=f"{where}: HTTP {status}, {_words(failure)}")
    return _parse_body(custom_id, content, where)


def _parse_body(custom_id: str, content: Any, where: str) -> BatchAnswer:
    try:
        choice = content["choices"][0]
        text = choice["message"]["content"]
        if not isinstance(text, str):
            return BatchAnswer(custom_id, None, error=f"{where}: the answer has no text")
        usage = content.get("usage") or {}
        reply = Reply(
            text,
            int(usage.get("prompt_tokens") or 0),
            int(usage.get("completion_tokens") or estimate_tokens(text)),
            str(choice.get("finish_reason") or "stop"),
        )
        return BatchAnswer(custom_id, reply, model=str(content.get("model") or ""))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return BatchAnswer(custom_id, None, error=f"{where}: not a chat completion")


def _words(failure: Any) -> str:
    if isinstance(failure, dict):
        return str(failure.get("message") or failure.get("code") or failure)[:200]
    return str(failure or "no error given")[:200]


class CollectTransport(Transport):
    """Answers nothing: writes each request down and says so. Any stage can so be run through batch files.

    A pipeline of several calls goes in rounds: run, send the file, import its answers into the cache, run
    again; each round gets one call further.
    """

    def __init__(self, path: Path, model: str, dialect: Dialect | None = None) -> None:
        self.path = path
        self.model = model
        self._dialect = dialect or Dialect()
        self._seen: set[str] = set()
        self._lock = threading.Lock()
        if path.is_file():
            self._seen = {line["custom_id"] for line in read_jsonl(path)}

    def send(self, call: Call, request_hash: str) -> Reply:
        with self._lock:
            if request_hash not in self._seen:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("a", encoding="utf-8") as stream:
                    stream.write(request_line(request_hash, call, self.model, self._dialect))
                self._seen.add(request_hash)
        raise BatchPendingError(
            f"the {call.stage} request waits in {self.path} ({len(self._seen)} there); have it answered, "
            "import the answers with `przepis llm import`, and run again"
        )


def import_to_cache(answers: Iterable[BatchAnswer], cache: ResponseCache, model: str) -> tuple[int, list[str]]:
    """Answers to collected requests into the response cache: (how many, errors)."""
    n_stored, errors = 0, []
    for answer in answers:
        if answer.reply is None:
            errors.append(answer.error)
        else:
            cache.put(answer.custom_id, model, "batch", answer.reply)
            n_stored += 1
    return n_stored, errors
