"""The page's addresses."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from przepis.answer.asked import MAX_QUERY_CHARS
from przepis.errors import InputError
from przepis.law.dates import as_day
from przepis.library import Library
from przepis.messages import Language, Messages
from przepis.records import Question
from przepis.serve.http.reply import service_of, with_etag
from przepis.serve.web import benchmark_page
from przepis.serve.web.act_page import act_view, text_view
from przepis.serve.web.acts_page import Asked as AskedActs
from przepis.serve.web.acts_page import acts_view
from przepis.serve.web.answer_page import answer_view
from przepis.serve.web.api_page import operations
from przepis.serve.web.article_page import article_id_of, article_view, diff_view
from przepis.serve.web.links import Links
from przepis.serve.web.search_page import NOTHING, Asked, search_results
from przepis.serve.web.templating import language_of, render, static_build, static_files

pages = APIRouter(include_in_schema=False)
PUBLISHERS = ("DU", "MP")
_STATIC_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def _day(params: Mapping[str, str]) -> dt.date | None:
    return as_day(params.get("on", ""))


def _written_day(params: Mapping[str, str], say: Messages) -> tuple[dt.date | None, str]:
    """The day of a filter, or what is wrong with it."""
    try:
        return as_day(params.get("on", "")), ""
    except InputError as error:
        return None, say.error(error)


def _number(written: str, most: int) -> int:
    return min(most, max(1, int(written))) if written.isdecimal() and len(written) < 6 else 1


def _act_id(publisher: str, year: str, position: str) -> str:
    if publisher not in PUBLISHERS:
        raise HTTPException(404)
    return f"{publisher}/{year}/{position}"


@pages.get("/")
async def home(request: Request) -> Response:
    status = await service_of(request).call(lambda _: service_of(request).live.status())
    return render(request, "home.html", status=200, facts=status)


@pages.get("/search")
async def search(request: Request) -> Response:
    params = request.query_params
    if not params.get("q", "").strip():
        return RedirectResponse(Links(language_of(request)).home(), 303)
    say = Messages(language_of(request))
    on, problem = _written_day(params, say)
    asked = Asked(
        text=params["q"],
        on=on,
        act=params.get("act", "").strip(),
        kind=params.get("kind", ""),
        page=_number(params.get("p", ""), 10),
        all_law=params.get("all", "") == "1",
    )
    links = Links(language_of(request), asked.on)

    def job(library: Library) -> dict[str, Any]:
        kinds = sorted({library.names.kind(act_id) for act_id in library.names.in_corpus})
        values = {"kinds": kinds, "can_answer": library.can_answer, "problem": problem}
        if problem:
            return {**values, "found": NOTHING}
        try:
            return {**values, "found": search_results(library, asked, say, links)}
        except InputError as error:  # a filter that names nothing: the form stays, with what is wrong
            if not asked.text.strip() or len(asked.text) > MAX_QUERY_CHARS:
                raise
            return {**values, "found": NOTHING, "problem": say.error(error)}

    values = await service_of(request).call(job)
    status = 400 if values["problem"] else 200
    return render(request, "search.html", status=status, on=asked.on, asked=asked, **values)


@pages.get("/acts")
async def acts(request: Request) -> Response:
    asked = AskedActs.of(request.query_params, _number(request.query_params.get("p", ""), 1000))
    links = Links(language_of(request))
    values = await service_of(request).call(lambda library: acts_view(library, asked, links))
    return render(request, "acts.html", status=400 if values["wrong"] else 200, **values)


@pages.post("/answer")
async def answer(request: Request) -> Response:
    """The answer without JavaScript: a form, a page. (With it, the page streams from the API.)"""
    fields = {name: values[0] for name, values in parse_qs((await request.body()).decode("utf-8", "replace")).items()}
    language: Language = "en" if fields.get("lang") == "en" else "pl"
    text, on = fields.get("q", ""), _day(fields)
    if not text.strip() or len(text) > MAX_QUERY_CHARS:
        raise InputError(f"a question of at most {MAX_QUERY_CHARS:,} characters is needed")
    question, links = Question("", text, on=on), Links(language, on)
    act = fields.get("act", "")[:500] or None
    view = await service_of(request).call(lambda library: answer_view(library, question, act, links), slow=True)
    form = {"q": text, "on": fields.get("on", ""), "act": fields.get("act", ""), "kind": ""}
    return render(request, "answer.html", on=on, language=language, form=form, text=text, **view)


@pages.get("/answer")
async def answer_again(request: Request) -> Response:
    """The address of an answer that was asked for elsewhere: a question is not kept in it."""
    return RedirectResponse(Links(language_of(request)).home(), 303)


@pages.get("/benchmark")
async def benchmark(request: Request) -> Response:
    home_path = await service_of(request).call(lambda library: library.home)
    return render(request, "benchmark.html", reports=benchmark_page.reports(home_path), folder="HOME/reports/NAME")


@pages.get("/benchmark/{name:path}")
async def benchmark_file(request: Request, name: str) -> Response:
    home_path = await service_of(request).call(lambda library: library.home)
    path = benchmark_page.report_file(home_path, name)
    if path is None:
        raise HTTPException(404)
    headers = {"content-security-policy": benchmark_page.FRAME_SECURITY, "x-frame-options": "SAMEORIGIN"}
    response = Response(path.read_bytes(), headers={**headers, "content-type": benchmark_page.TYPES[path.suffix]})
    return with_etag(request, response)


@pages.get("/api")
async def api(request: Request) -> Response:
    return render(request, "api.html", operations=operations(request.app.openapi(), language_of(request)))


@pages.get("/help")
async def help_page(request: Request) -> Response:
    return render(request, "help.html")


@pages.get("/static/{build}/{name}")
async def static(build: str, name: str) -> Response:
    data = static_files().get(name)
    if data is None or build != static_build():
        raise HTTPException(404)
    kind = _STATIC_TYPES[name.rpartition(".")[2]]
    return Response(data, media_type=kind, headers={"cache-control": "public, max-age=31536000, immutable"})


@pages.get("/favicon.ico")
async def favicon() -> Response:
    return RedirectResponse(f"/static/{static_build()}/icon.svg", 301)


@pages.get("/robots.txt")
async def robots() -> Response:
    return PlainTextResponse("User-agent: *\nDisallow: /search\nDisallow: /answer\n")


@pages.get("/{publisher}/{year}/{position}")
async def act(request: Request, publisher: str, year: str, position: str) -> Response:
    act_id = _act_id(publisher, year, position)
    on, part = _day(request.query_params), _number(request.query_params.get("part", ""), 1000)

    def job(library: Library) -> dict[str, Any] | str:
        other = library.store.published_act(act_id)
        if other is not None and other != act_id and act_id not in library.names.in_corpus:
            return Links(language_of(request)).act(other, library.version(act_id).as_of)
        return act_view(library, act_id, on, part)

    values = await service_of(request).call(job)
    if isinstance(values, str):  # the address of a consolidated text: the act, in that text
        return RedirectResponse(values, 303)
    return with_etag(request, render(request, "act.html", on=on, asked_on=on, **values))


@pages.get("/{publisher}/{year}/{position}/text")
async def act_text(request: Request, publisher: str, year: str, position: str) -> Response:
    act_id, on = _act_id(publisher, year, position), _day(request.query_params)
    values = await service_of(request).call(lambda library: text_view(library, act_id, on))
    return with_etag(request, render(request, "act_text.html", on=on, **values))


@pages.get("/{publisher}/{year}/{position}/art/{label}")
async def article(request: Request, publisher: str, year: str, position: str, label: str) -> Response:
    act_id = _act_id(publisher, year, position)
    on, part = _day(request.query_params), _number(request.query_params.get("part", ""), 1000)
    say, links = Messages(language_of(request)), Links(language_of(request), on)

    def job(library: Library) -> dict[str, Any]:
        return article_view(library, article_id_of(library, act_id, label), on, part, say, links)

    values = await service_of(request).call(job)
    return with_etag(request, render(request, "article.html", on=on, asked_on=on, **values))


@pages.get("/{publisher}/{year}/{position}/art/{label}/diff")
async def diff(request: Request, publisher: str, year: str, position: str, label: str) -> Response:
    act_id = _act_id(publisher, year, position)
    older, newer = (request.query_params.get(name, "") for name in ("older", "newer"))
    say = Messages(language_of(request))

    def job(library: Library) -> dict[str, Any]:
        return diff_view(library, article_id_of(library, act_id, label), older, newer, say)

    return with_etag(request, render(request, "diff.html", **await service_of(request).call(job)))
