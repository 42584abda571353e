"""JSON out of a model's words, checked against the part of JSON Schema that strict endpoints accept.

Only these keywords are used and checked: type, properties, required, additionalProperties, items, enum,
minItems, maxItems. Lengths and language are checked by each stage, where a message can say what is wrong in
its own terms.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

KEYWORDS = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "enum"}
    | {"minItems", "maxItems", "description"}
)
_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, int | float) and not isinstance(v, bool),
    "null": lambda v: v is None,
}
_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL | re.IGNORECASE)


class Form(BaseModel):
    """What a model is asked to fill: a class whose fields are the form, in the order in which they are written."""

    model_config = ConfigDict(extra="forbid")

    @classmethod
    def schema_for_model(cls) -> dict[str, Any]:
        """The form in the part of JSON Schema that strict endpoints accept: nested forms in place, no titles."""
        whole = cls.model_json_schema()
        return _plain(whole, whole.get("$defs", {}))


def _plain(schema: Mapping[str, Any], forms: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return _plain(forms[schema["$ref"].rpartition("/")[2]], forms)
    kept = {key: value for key, value in schema.items() if key in KEYWORDS - {"description"}}
    if "properties" in kept:
        kept["properties"] = {name: _plain(part, forms) for name, part in kept["properties"].items()}
    if "items" in kept:
        kept["items"] = _plain(kept["items"], forms)
    return kept


def parse_json(text: str) -> Any:
    """The JSON object in a reply: bare, in a code fence, or with talk around it. ValueError where there is
    none.
    """
    stripped = text.strip()
    candidates = [stripped, *(m.group(1) for m in _FENCE.finditer(text))]
    for candidate in candidates:
        try:
            return json.loads(candidate)
        except (json.JSONDecodeError, RecursionError):
            continue
    decoder = json.JSONDecoder()
    for match in re.finditer(r"\{", stripped):
        try:
            value, _ = decoder.raw_decode(stripped, match.start())
        except (json.JSONDecodeError, RecursionError):
            continue
        return value
    raise ValueError("no JSON object in the answer")


def violations(value: Any, schema: Mapping[str, Any], where: str = "$") -> list[str]:
    """What differs from the schema, a line each; empty when all fits."""
    unknown = set(schema) - KEYWORDS
    if unknown:
        raise ValueError(f"schema keyword {sorted(unknown)[0]!r} at {where} is not supported")
    names = schema.get("type")
    if names is not None:
        allowed = [names] if isinstance(names, str) else list(names)
        if not any(_TYPES[name](value) for name in allowed):
            return [f"{where}: {' or '.join(allowed)} expected, {_kind(value)} given"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{where}: must be one of {json.dumps(list(schema['enum']), ensure_ascii=False)}"]
    if isinstance(value, dict):
        return _object_violations(value, schema, where)
    if isinstance(value, list):
        return _array_violations(value, schema, where)
    return []


def _object_violations(value: dict[str, Any], schema: Mapping[str, Any], where: str) -> list[str]:
    properties: Mapping[str, Any] = schema.get("properties", {})
    found = [f"{where}.{name}: missing" for name in schema.get("required", ()) if name not in value]
    if schema.get("additionalProperties") is False:
        found += [f"{where}.{name}: not expected" for name in value if name not in properties]
    for name, part in properties.items():
        if name in value:
            found += violations(value[name], part, f"{where}.{name}")
    return found


def _array_violations(value: list[Any], schema: Mapping[str, Any], where: str) -> list[str]:
    found = []
    if len(value) < schema.get("minItems", 0):
        found.append(f"{where}: at least {schema['minItems']} items expected, {len(value)} given")
    if "maxItems" in schema and len(value) > schema["maxItems"]:
        found.append(f"{where}: at most {schema['maxItems']} items expected, {len(value)} given")
    if "items" in schema:
        for number, item in enumerate(value):
            found += violations(item, schema["items"], f"{where}[{number}]")
    return found


def _kind(value: Any) -> str:
    return next(name for name in ("null", "boolean", "integer", *_TYPES) if _TYPES[name](value))
