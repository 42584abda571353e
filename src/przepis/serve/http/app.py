"""The application: REST under /v1 and the page, behind one guard."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from przepis.errors import PrzepisError
from przepis.messages import Messages
from przepis.serve.http.guard import Guard
from przepis.serve.http.keys import KeyFile
from przepis.serve.http.live import Live
from przepis.serve.http.options import ServeOptions
from przepis.serve.http.problems import MEDIA_TYPE, Problem, Refusal, problem_bytes, status_of, what_is_wrong
from przepis.serve.http.reply import API_VERSION
from przepis.serve.http.service import Service
from przepis.serve.rest import routers
from przepis.serve.web.errors import error_page
from przepis.serve.web.routes import pages
from przepis.serve.web.templating import language_of
from przepis.settings import Settings

OPENAPI_PATH = "/v1/openapi.json"
_DESCRIPTION = """Finds the article of Polish statutory law that governs a question.
Field names are those of the Python records; errors are RFC 9457 problems. Legal information, not legal advice."""


def create_app(settings: Settings, options: ServeOptions | None = None) -> Guard:
    """Opens the library at once: a server without corpus or index must not start."""
    options = options or ServeOptions()
    service = Service(Live(settings), options)
    app = FastAPI(
        **_no_telemetry(),
        title="przepis",
        version=API_VERSION,
        description=_DESCRIPTION,
        docs_url=None,  # the stock pages load scripts from elsewhere; /api describes the same
        redoc_url=None,
        openapi_url=OPENAPI_PATH,
        lifespan=_lifespan,
    )
    app.state.service = service
    app.openapi = lambda: _describe(app)  # type: ignore[method-assign]
    for router in routers:
        app.include_router(router)
    app.include_router(pages)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_exception_handler(PrzepisError, _on_error)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(Refusal, _on_refusal)
    app.add_exception_handler(Exception, _on_crash)
    return Guard(app, options, KeyFile(settings.home), service.metrics)


def _no_telemetry() -> dict[str, Any]:
    """Newer releases of FastAPI send traces, addresses included, where the environment names a collector."""
    if "telemetry" not in inspect.signature(FastAPI.__init__).parameters:
        return {}
    return {"telemetry": {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}}


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    service: Service = app.state.service
    watcher = asyncio.create_task(_watch(service))
    try:
        yield
    finally:
        watcher.cancel()
        service.close()


async def _watch(service: Service) -> None:
    """A new index is opened beside the old one, in a thread of its own, while requests go on."""
    while True:
        await asyncio.sleep(service.options.watch_s)
        await asyncio.to_thread(service.live.refresh)


def _describe(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        parts = schema.setdefault("components", {}).setdefault("schemas", {})
        parts["Problem"] = Problem.model_json_schema()
        for name in ("HTTPValidationError", "ValidationError"):
            parts.pop(name, None)
        schema["components"]["securitySchemes"] = {
            "bearer": {"type": "http", "scheme": "bearer"},
            "header": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
        }
        app.openapi_schema = schema
    return app.openapi_schema


def _answer(request: Request, status: int, detail: str, error: str = "", **more: Any) -> Response:
    headers = more.pop("headers", None)
    detail = detail or f"{request.method} {request.url.path[:200]}: there is no such address"
    if request.url.path.startswith("/v1"):
        request_id = request.scope.get("state", {}).get("request_id", "")
        body = problem_bytes(status, detail, error, request_id=request_id, **more)
        return Response(body, status, {"cache-control": "no-store", **(headers or {})}, MEDIA_TYPE)
    return error_page(request, status, "" if status in (404, 405) else detail)


async def _on_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, PrzepisError)
    if request.url.path.startswith("/v1"):
        return _answer(request, status_of(error), str(error), type(error).__name__)
    return error_page(request, status_of(error), Messages(language_of(request)).error(error))


async def _on_invalid(request: Request, error: Exception) -> Response:
    """Says which parameter is wrong and how; what was sent is not echoed."""
    assert isinstance(error, RequestValidationError)
    is_json = "json" in request.headers.get("content-type", "")
    wrong = [
        {"where": ".".join(str(p) for p in e["loc"]), "what": what_is_wrong(e, is_json)} for e in error.errors()[:10]
    ]
    detail = "; ".join(f"{w['where']}: {w['what']}" for w in wrong)
    return _answer(request, 422, detail, "InputError", errors=wrong)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    return _answer(request, error.status_code, "" if error.status_code == 404 else str(error.detail), headers=headers)


async def _on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return _answer(request, error.status, error.detail, headers=error.headers)


async def _on_crash(request: Request, error: Exception) -> Response:
    return _answer(request, 500, "an internal error; the log has its place under this request's id")
