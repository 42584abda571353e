"""One article as one request to an annotator, the same online and in a batch file."""

from __future__ import annotations

import datetime as dt
from typing import Any

from przepis.artifact import sha256_text
from przepis.law.labels import provision_name
from przepis.llm.calls import Call
from przepis.llm.fence import fence
from przepis.llm.prompts import Prompt, load_prompt
from przepis.records import Article, Surrogate
from przepis.surrogates.plan import Task
from przepis.surrogates.schema import SCHEMA, surrogate_from
from przepis.surrogates.validate import problems

STAGE = "annotate"
MAX_ARTICLE_CHARS = 12_000
"""Longer articles are shown from their beginning; few are, and their later points repeat one pattern."""


def annotate_prompt() -> Prompt:
    return load_prompt("przepis.surrogates", "annotate")


def annotate_call(task: Task, prompt: Prompt) -> Call:
    article = task.article
    text = article.text
    if len(text) > MAX_ARTICLE_CHARS:
        text = text[:MAX_ARTICLE_CHARS].rsplit(" ", 1)[0] + " […]"
    place = "\n".join(
        [task.act.title, *article.headings, provision_name(article.label, paragraphs=task.act.paragraphs)]
    )
    user = prompt.render(place=fence("położenie", place), text=fence("artykuł", text))
    return Call(STAGE, prompt.system, user, SCHEMA, prompt.max_tokens, article.article_id)


def batch_id(article: Article, prompt_version: str) -> str:
    """Names the article, its wording and the prompt, whatever model answers; safe in every provider's ids."""
    return "a-" + sha256_text(prompt_version, article.article_id, article.text_hash)[:40]


def data_problems(data: Any, article: Article) -> list[str]:
    """The check given to the client: a repair is asked for when this is not empty."""
    return problems(surrogate_from(data, article, "", "", None), article.text)


def finished(data: Any, article: Article, annotator: str, prompt_version: str) -> Surrogate:
    return surrogate_from(data, article, annotator, prompt_version, dt.datetime.now(dt.UTC).date())
