"""The API described for people, from its own OpenAPI description."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any
from urllib.parse import urlencode

from przepis.messages import Language


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    summary: str
    parameters: tuple[tuple[str, bool, str], ...]  # name, required, description
    example: str


@functools.cache
def polish_descriptions() -> dict[str, str]:
    text = resources.files("przepis.serve.web").joinpath("api_pl.toml").read_text(encoding="utf-8")
    return {english: str(polish) for english, polish in tomllib.loads(text).items()}


def operations(description: dict[str, Any], language: Language) -> list[Operation]:
    def said(english: str) -> str:
        return english if language == "en" else polish_descriptions().get(english, english)

    found = []
    for path, methods in description["paths"].items():
        for method, facts in methods.items():
            parameters = facts.get("parameters", [])
            found.append(
                Operation(
                    method.upper(),
                    path,
                    said(facts.get("summary", "")),
                    tuple((p["name"], p.get("required", False), said(p.get("description", ""))) for p in parameters),
                    _example(path, parameters) if method == "get" else "",
                )
            )
    return found


def _example(path: str, parameters: list[dict[str, Any]]) -> str:
    needed = {p["name"]: _value(p) for p in parameters if p.get("required")}
    if not all(needed.values()):
        return ""
    return f"{path}?{urlencode(needed)}" if needed else path


def _value(parameter: dict[str, Any]) -> str:
    examples = parameter.get("schema", {}).get("examples") or [parameter.get("example", "")]
    return str(examples[0])
