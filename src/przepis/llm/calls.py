"""What is asked of a model and what comes back; every transport speaks these two records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from przepis.artifact import sha256_json

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

    def request_hash(self, model: str) -> str:
        """Identity of the answer: model, prompt and input. The stage and the item do not change what is
        said.
        """
        schema = dict(self.schema) if self.schema is not None else None
        return sha256_json(
            {
                "model": model,
                "system": self.system,
                "user": self.user,
                "schema": schema,
                "max": self.max_tokens,
            }
        )

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


@dataclass(frozen=True, slots=True)
class Completion:
    text: str
    data: Any = None  # parsed and valid against the schema; None where no schema was asked for
    tokens_in: int = 0
    tokens_out: int = 0
    latency_ms: float = 0.0
    cost_usd: float = 0.0
    cached: bool = False
    n_calls: int = 1  # 2 after a repair, 0 from the cache


def estimate_tokens(text: str) -> int:
    return int(len(text) / CHARS_PER_TOKEN) + 1 if text else 0
