"""How an endpoint wants a request written, learnt from its refusals.

Compatible endpoints differ in three places: structured output, the name of the token limit, and whether the
temperature may be set. Each refusal (400 or 422) is answered by one step down; the form that works is kept.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from przepis.errors import InputError, choices
from przepis.llm.calls import Call

JSON_MODES = ("schema", "object+schema", "object", "plain")
"""OpenAI's json_schema; llama-cpp-python's json_object with a schema; json_object; words in the prompt
only.
"""


@dataclass(frozen=True, slots=True)
class Dialect:
    json_mode: str = "schema"
    tokens_field: str = "max_tokens"
    temperature: bool = True
    stream_usage: bool = True

    def __post_init__(self) -> None:
        if self.json_mode not in JSON_MODES:
            raise InputError(f"json mode {self.json_mode!r} is not known; there are {choices(JSON_MODES)}")


def body(call: Call, model: str, dialect: Dialect, *, stream: bool = False) -> dict[str, Any]:
    """The request as the endpoint will read it."""
    system = call.system
    if call.schema is not None and dialect.json_mode in ("object", "plain"):
        system += "\n\nOdpowiedz jednym obiektem JSON, bez żadnego tekstu obok, zgodnym ze schematem:\n"
        system += json.dumps(call.schema, ensure_ascii=False)
    request: dict[str, Any] = {
        "model": model,
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": call.user}],
        dialect.tokens_field: call.max_tokens,
    }
    if dialect.temperature:
        request["temperature"] = 0
    if call.schema is not None and dialect.json_mode != "plain":
        request["response_format"] = _response_format(call, dialect.json_mode, call.schema)
    if stream:
        request["stream"] = True
        if dialect.stream_usage:
            request["stream_options"] = {"include_usage": True}
    return request


def _response_format(call: Call, mode: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    if mode == "schema":
        name = "".join(c if c.isalnum() else "_" for c in call.stage) or "answer"
        return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": dict(schema)}}
    if mode == "object+schema":
        return {"type": "json_object", "schema": dict(schema)}
    return {"type": "json_object"}


def step_down(dialect: Dialect, message: str, *, structured: bool, stream: bool) -> Dialect | None:
    """The next form to try after a refusal, or None when the refusal is about something else."""
    said = message.lower()
    if any(words in said for words in ("context length", "maximum context", "context_length", "too long")):
        return None
    if "max_completion_tokens" in said and dialect.tokens_field == "max_tokens":
        return dataclasses.replace(dialect, tokens_field="max_completion_tokens")
    if "temperature" in said and dialect.temperature:
        return dataclasses.replace(dialect, temperature=False)
    if stream and "stream_options" in said and dialect.stream_usage:
        return dataclasses.replace(dialect, stream_usage=False)
    if structured and dialect.json_mode != "plain":
        lower = JSON_MODES[JSON_MODES.index(dialect.json_mode) + 1]
        return dataclasses.replace(dialect, json_mode=lower)
    if stream and dialect.stream_usage:
        return dataclasses.replace(dialect, stream_usage=False)
    return None
