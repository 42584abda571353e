"""What is asked of a model and what comes back; every transport speaks these two records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from przepis.artifact import sha256_json
from przepis.records import NO_USAGE, Usage

CHARS_PER_TOKEN = 2.3
"""Measured by the paper's authors on Polish statutes; used only where the endpoint reports no usage."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request, in words that do not depend on the endpoint's dialect."""

    stage: str
    system: str
    user: str
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 1024
    item: str = ""  # article_id or question_id, for the ledger; not part of the request
    turn: int = 1  # the same request asked again on purpose, to see how much answers vary

    def request_hash(self, model: str) -> str:
        """Identity of the answer: model, prompt, input and turn. The stage and the item do not change what is
        said.
        """
        parts: dict[str, Any] = {
            "model": model,
            "system": self.system,
            "user": self.user,
            "schema": dict(self.schema) if self.schema is not None else None,
            "max": self.max_tokens,
        }
        if self.turn > 1:
            parts["turn"] = self.turn
        return sha256_json(parts)

    def estimated_tokens_in(self) -> int:
        return estimate_tokens(self.system) + estimate_tokens(self.user)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a transport brings back: the model's words and what they used."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    finish: str = "stop"
    attempts: int = 1
    latency_ms: float = 0.0  # of a recorded answer: what it took when it was given; 0 where nobody wrote it down
    recorded: bool = False  # read from a recording, not given now


@dataclass(frozen=True, slots=True)
class Completion:
    text: str
    data: Any = None  # parsed and valid against the schema; None where no schema was asked for
    usage: Usage = NO_USAGE  # of one call, of two after a repair
    cut: bool = False  # at the token limit

    @property
    def cached(self) -> bool:
        return self.usage.all_cached


def estimate_tokens(text: str) -> int:
    return int(len(text) / CHARS_PER_TOKEN) + 1 if text else 0
