"""Templates: escaped always, undefined names are errors, texts from the one catalogue."""

from __future__ import annotations

import datetime as dt
import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from przepis.law.printing import printed_heading
from przepis.messages import Language, Messages
from przepis.serve.web.article_text import raised
from przepis.serve.web.links import Links

HERE = Path(__file__).parent
STATIC = HERE / "static"


@functools.cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["raised"] = raised
    environment.filters["heading"] = printed_heading
    return environment


@functools.cache
def static_files() -> Mapping[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(STATIC.iterdir()) if path.is_file()}


@functools.cache
def static_build() -> str:
    """One hash over all files, in every address: they may be cached for ever and import one another by name."""
    digest = hashlib.sha256()
    for name, data in static_files().items():
        digest.update(name.encode() + b"\0" + data)
    return digest.hexdigest()[:12]


def language_of(request: Request) -> Language:
    return "en" if request.query_params.get("lang") == "en" else "pl"


def other_language(request: Request) -> str:
    """This same address in the other language."""
    kept = [(key, value) for key, value in parse_qsl(request.url.query) if key != "lang"]
    if language_of(request) == "pl":
        kept.append(("lang", "en"))
    query = urlencode(kept)
    return f"{request.url.path}?{query}" if query else request.url.path


def render(
    request: Request,
    template: str,
    *,
    status: int = 200,
    on: dt.date | None = None,
    language: Language | None = None,
    **values: Any,
) -> HTMLResponse:
    """``language``: where the request's address does not say it."""
    language = language or language_of(request)
    form = {name: request.query_params.get(name, "") for name in ("q", "on", "act", "kind")}
    text = (
        _environment()
        .get_template(template)
        .render(
            say=Messages(language),
            lang=language,
            links=Links(language, on),
            static=lambda name: f"/static/{static_build()}/{name}",
            switch=other_language(request),
            form=values.pop("form", form),
            number=lambda n: f"{n:,}".replace(",", "\u00a0" if language == "pl" else ","),
            **values,
        )
    )
    return HTMLResponse(text, status, headers={"cache-control": "no-cache"})
