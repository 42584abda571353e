"""The shape an annotator fills, and the way from it to a Surrogate and back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from przepis.records import Article, Surrogate

_STRINGS = {"type": "array", "items": {"type": "string"}}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "summary": {"type": "string"},
        "theme": {"type": "string"},
        "concepts": _STRINGS,
        "lay": _STRINGS,
        "practitioner": _STRINGS,
        "keywords": _STRINGS,
    },
    "required": ["summary", "theme", "concepts", "lay", "practitioner", "keywords"],
    "additionalProperties": False,
}


def surrogate_from(
    data: Mapping[str, Any], article: Article, annotator: str, prompt_version: str, written: dt.date | None
) -> Surrogate:
    """Whitespace tidied, empty strings dropped; nothing else is changed."""
    return Surrogate(
        article_id=article.article_id,
        text_hash=article.text_hash,
        summary=_tidy(data["summary"]),
        theme=_tidy(data["theme"]).rstrip("."),
        concepts=_tidy_all(data["concepts"]),
        lay=_tidy_all(data["lay"]),
        practitioner=_tidy_all(data["practitioner"]),
        keywords=_tidy_all(data["keywords"]),
        annotator=annotator,
        prompt_version=prompt_version,
        written=written,
    )


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _tidy_all(texts: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tidy for t in texts if (tidy := _tidy(t))))
