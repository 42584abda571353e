"""Endpoints people have, by a short name: where they are, which variable holds the key, what a model costs.

Prices change and are the provider's to set: ``llm.price_in`` and ``llm.price_out`` override the table. A
local endpoint costs nothing by the token.
"""

from __future__ import annotations

from dataclasses import dataclass

from przepis.errors import InputError, choices


@dataclass(frozen=True, slots=True)
class Preset:
    name: str
    base_url: str
    key_env: str = ""
    model: str = ""  # what is used when the settings name none
    local: bool = False
    json_mode: str = "schema"  # the strongest structured output it is known to honour
    batch_factor: float | None = None  # price of a batch file against online calls; None: no batch files


@dataclass(frozen=True, slots=True)
class Price:
    """USD per million tokens."""

    tokens_in: float
    tokens_out: float

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1_000_000


PRESETS: dict[str, Preset] = {
    p.name: p
    for p in (
        Preset(
            "gemini",
            "https://generativelanguage.googleapis.com/v1beta/openai",
            "GEMINI_API_KEY",
            "gemini-3.1-flash-lite",
            batch_factor=0.5,
        ),
        Preset("openai", "https://api.openai.com/v1", "OPENAI_API_KEY", "gpt-5-mini", batch_factor=0.5),
        # The compatible endpoint reads the request but ignores response_format, so the schema goes in words.
        Preset(
            "anthropic",
            "https://api.anthropic.com/v1",
            "ANTHROPIC_API_KEY",
            "claude-haiku-4-5",
            json_mode="plain",
            batch_factor=0.5,
        ),
        Preset("ollama", "http://127.0.0.1:11434/v1", "", "", local=True),
        Preset("vllm", "http://127.0.0.1:8000/v1", "", "", local=True),
        Preset("llama.cpp", "http://127.0.0.1:8080/v1", "", "local", local=True),
    )
}

PRICES: dict[str, Price] = {
    "gemini-3.1-flash-lite": Price(0.25, 1.50),  # the paper's model and prices
    "gemini-2.5-flash-lite": Price(0.10, 0.40),
    "gemini-2.5-flash": Price(0.30, 2.50),
    "gpt-5-nano": Price(0.05, 0.40),
    "gpt-5-mini": Price(0.25, 2.00),
    "gpt-4.1-nano": Price(0.10, 0.40),
    "gpt-4.1-mini": Price(0.40, 1.60),
    "gpt-4o-mini": Price(0.15, 0.60),
    "claude-haiku-4-5": Price(1.00, 5.00),
    "claude-sonnet-4-5": Price(3.00, 15.00),
}
PRICED_MODELS: dict[str, tuple[str, ...]] = {
    "gemini": ("gemini-3.1-flash-lite", "gemini-2.5-flash-lite", "gemini-2.5-flash"),
    "openai": ("gpt-5-nano", "gpt-5-mini", "gpt-4.1-nano", "gpt-4.1-mini", "gpt-4o-mini"),
    "anthropic": ("claude-haiku-4-5", "claude-sonnet-4-5"),
}
FREE = Price(0.0, 0.0)


def preset(name: str) -> Preset:
    if name not in PRESETS:
        raise InputError(f"llm.preset {name!r} is not known; there are {choices(PRESETS)}")
    return PRESETS[name]


def price_of(model: str) -> Price | None:
    """From the table; a dated name ("gpt-4o-mini-2024-07-18") counts as its family, the longest one
    matching.
    """
    bare = model.rpartition("/")[2]
    families = [name for name in PRICES if bare == name or bare.startswith(name + "-")]
    return PRICES[max(families, key=len)] if families else None
