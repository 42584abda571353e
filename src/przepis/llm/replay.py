"""Answers from a file of recorded ones: the same run again, without an endpoint, to the byte.

The file is JSON lines: a header with the model, then one line an answer with its request hash. A request
that was not recorded is an error, never a guess.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from przepis.artifact import atomic_write_text, read_jsonl
from przepis.errors import InputError, ReplayMissError, StoreError
from przepis.llm.cache import ResponseCache
from przepis.llm.calls import Call, Reply
from przepis.llm.presets import FREE, Price
from przepis.llm.transport import Transport

FORMAT = "przepis-replay"
VERSION = 1


class ReplayTransport(Transport):
    """``price`` is that of the recording, so that a bill printed again is the same bill."""

    def __init__(self, path: Path) -> None:
        self.path = path
        header, self._answers = _read(path)
        self.model = str(header["model"])
        self.price = Price(float(header.get("price_in", 0.0)), float(header.get("price_out", 0.0)))
        self.asks_once = bool(header.get("asks_once"))

    def __len__(self) -> int:
        return len(self._answers)

    def send(self, call: Call, request_hash: str) -> Reply:
        reply = self._answers.get(request_hash)
        if reply is None:
            raise ReplayMissError(
                f"{self.path} has no answer for this {call.stage} request ({request_hash[:12]}, "
                f"{call.item or call.user.strip()[:60]!r}) among its {len(self._answers)}; the prompt, "
                "the input or the index changed since it was recorded: record again with `przepis llm record`"
            )
        return reply


def write_replay(
    cache: ResponseCache, path: Path, model: str, stage: str = "", price: Price = FREE, *, asks_once: bool = False
) -> int:
    """Everything the cache holds of one model (and stage), as a replay file; how many answers it has.

    ``asks_once``: unusable answers are among them and are final; a repair was never asked for.
    """
    header: dict[str, Any] = {"format": FORMAT, "version": VERSION, "model": model}
    if price != FREE:
        header |= {"price_in": price.tokens_in, "price_out": price.tokens_out}
    if asks_once:
        header["asks_once"] = True
    lines = [json.dumps(header)]
    for request_hash, _, of_stage, reply in cache.entries(stage, model):
        lines.append(
            json.dumps(
                {
                    "request_hash": request_hash,
                    "stage": of_stage,
                    "text": reply.text,
                    "tokens_in": reply.tokens_in,
                    "tokens_out": reply.tokens_out,
                    "finish": reply.finish,
                    "latency_ms": round(reply.latency_ms, 1),
                },
                ensure_ascii=False,
            )
        )
    atomic_write_text(path, "\n".join(lines) + "\n")
    return len(lines) - 1


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Reply]]:
    if not path.is_file():
        raise InputError(f"the replay file {path} is missing")
    lines = read_jsonl(path)
    header: Any = next(lines, None)
    if not isinstance(header, dict) or header.get("format") != FORMAT or header.get("version") != VERSION:
        raise StoreError(f"{path} is not a replay file of version {VERSION}: its first line must say so")
    answers: dict[str, Reply] = {}
    for number, line in enumerate(lines, start=2):
        try:
            answers[line["request_hash"]] = Reply(
                str(line["text"]),
                int(line["tokens_in"]),
                int(line["tokens_out"]),
                str(line["finish"]),
                latency_ms=float(line.get("latency_ms", 0.0)),
                recorded=True,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise StoreError(f"{path}, entry {number}: {error!r}; record it again") from error
    return header, answers
