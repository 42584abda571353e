"""What is served and how it fares: pipelines, status, health, metrics."""

from __future__ import annotations

import asyncio
import logging

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from przepis.errors import EngineError
from przepis.pipelines.loader import load_pipeline, pipeline_names
from przepis.serve.http.metrics import CONTENT_TYPE
from przepis.serve.http.problems import Refusal, openapi_responses
from przepis.serve.http.reply import reply, service_of
from przepis.serve.rest.parameters import only_known
from przepis.serve.rest.schema import Health, PipelineFacts, Status

log = logging.getLogger("przepis.serve")
router = APIRouter(prefix="/v1", tags=["facts"], dependencies=[Depends(only_known)])


@router.get(
    "/pipelines",
    response_model=list[PipelineFacts],
    responses=openapi_responses(429, 503),
    summary="The search systems",
)
async def pipelines(request: Request) -> Response:
    loaded = [load_pipeline(name) for name in pipeline_names()]
    facts = [PipelineFacts(p.name, p.about, p.group, p.n_model_calls, tuple(s.draw() for s in p.steps)) for p in loaded]
    return reply(request, facts)


@router.get("/status", response_model=Status, responses=openapi_responses(429, 503), summary="What is served")
async def status(request: Request) -> Response:
    return reply(request, await asyncio.to_thread(service_of(request).live.status))


@router.get("/health", response_model=Health, responses=openapi_responses(503), summary="Is the server ready?")
async def health(request: Request) -> Response:
    """Needs no key. Answers only once the index is open, so it also tells that the server is ready; 503 while a remote
    engine does not answer."""
    live = service_of(request).live
    try:
        engine = await asyncio.to_thread(live.engine_health)  # not among the searches, behind which it would wait
    except EngineError as error:
        # The reason names the engine's address, which is nobody's business who has no key.
        log.warning("engine", extra={"facts": {"why": str(error)}})
        raise Refusal(503, "the search engine does not answer; the log says why", {"retry-after": "5"}) from error
    return reply(request, Health("ok", live.generation, engine.engine, live.vector_share), cached=False)


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **openapi_responses(429, 503)},
    summary="Counts and durations, for Prometheus",
)
async def metrics(request: Request) -> Response:
    service = service_of(request)
    text = service.metrics.render(service.live.n_reloads)
    return Response(text, headers={"content-type": CONTENT_TYPE, "cache-control": "no-store"})
