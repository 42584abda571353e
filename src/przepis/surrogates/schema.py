"""The shape an annotator fills, and the way from it to a Surrogate and back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from przepis.llm.schema import Form
from przepis.records import Article, Surrogate, surrogate_from_json


class SurrogateForm(Form):
    """What an annotator fills; the names are the record's own."""

    summary: str
    theme: str
    concepts: list[str]
    lay: list[str]
    practitioner: list[str]
    keywords: list[str]


SCHEMA = SurrogateForm.schema_for_model()


def surrogate_from(
    data: Mapping[str, Any], article: Article, annotator: str, prompt_version: str, written: dt.date | None
) -> Surrogate:
    """Whitespace tidied, empty strings dropped; nothing else is changed."""
    tidy = {name: _tidy(value) if isinstance(value, str) else _tidy_all(value) for name, value in data.items()}
    made = surrogate_from_json(article.article_id, article.text_hash, tidy, whole=True)
    theme = made.theme.rstrip(".")
    return replace(made, theme=theme, annotator=annotator, prompt_version=prompt_version, written=written)


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _tidy_all(texts: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tidy for t in texts if (tidy := _tidy(t))))
