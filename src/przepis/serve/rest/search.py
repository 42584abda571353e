"""`/v1/search`, `/v1/suggest`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from przepis.answer.asked import MOST_HITS
from przepis.law.suggest import Suggestion
from przepis.library import Library
from przepis.messages import Language
from przepis.serve.http.problems import openapi_responses
from przepis.serve.http.reply import reply, service_of
from przepis.serve.rest.parameters import only_known
from przepis.serve.rest.schema import (
    Limit,
    OfKind,
    OnDate,
    Options,
    PipelineName,
    SearchPage,
    SearchQuery,
    Text,
    Within,
)

router = APIRouter(prefix="/v1", tags=["search"], dependencies=[Depends(only_known)])
_PROBLEMS = openapi_responses(400, 404, 413, 414, 422, 429, 502, 503, 504)


@router.get("/search", response_model=SearchPage, responses=_PROBLEMS, summary="The articles that govern a question")
async def search(
    request: Request,
    text: Annotated[Text, Query()],
    options: Annotated[Options, Query(default_factory=list)],
    on: OnDate = None,
    act: Within = None,
    kind: OfKind = None,
    pipeline: Annotated[PipelineName, Query()] = None,
    all_law: Annotated[bool, Query(alias="all", description="Also law that is not in force on the day.")] = False,
    limit: Limit = 10,
    offset: Annotated[int, Query(ge=0, le=MOST_HITS - 1, description="How many to pass over.")] = 0,
    signals: Annotated[bool, Query(description="Every score behind each rank.")] = False,
    language: Annotated[Language | None, Query(description="Of the notes: pl (default) or en.")] = None,
) -> Response:
    """A citation as the text is a direct hit. At most the first hundred articles can be paged through."""
    query = SearchQuery(
        text=text,
        options=options,
        on=on,
        act=act,
        kind=kind,
        pipeline=pipeline,
        all=all_law,
        limit=limit,
        offset=offset,
        signals=signals,
        language=language,
    )
    return await _searched(request, query)


@router.post("/search", response_model=SearchPage, responses=_PROBLEMS, summary="Search, with the question in the body")
async def search_body(request: Request, query: SearchQuery) -> Response:
    """The same; for long questions, and for those that should stand in no address."""
    return await _searched(request, query)


async def _searched(request: Request, query: SearchQuery) -> Response:
    page = await service_of(request).call(lambda library: search_page(library, query))
    return reply(request, page, cached=False)


def search_page(library: Library, query: SearchQuery) -> SearchPage:
    end = min(100, query.offset + query.limit)
    depth = min(100, end + 1)  # one more tells whether there is a next page
    run = library.run(
        query.text,
        options=query.options,
        on=query.on,
        act=query.act or None,
        kind=query.kind or None,
        pipeline=query.pipeline or None,
        k=depth,
        units=end,
        all_law=query.all_law,
    )
    shown = replace(run, hits=run.hits[query.offset : end])
    found = library.presenter.found(shown, query.on, signals=query.signals, language=query.language)
    return SearchPage(
        hits=found.hits,
        notes=found.notes,
        act=found.act,
        stage_ms=dict(run.stage_ms),
        usage=run.usage,
        sure=run.sure,
        offset=query.offset,
        next_offset=end if len(run.hits) > end else None,
    )


@router.get(
    "/suggest",
    response_model=list[Suggestion],
    responses=openapi_responses(414, 422, 429, 503, 504),
    summary="Acts and articles whose name or number begins so",
)
async def suggest(
    request: Request,
    typed: Annotated[
        str,
        Query(
            min_length=1,
            max_length=200,
            description="The beginning of an act's name or of a citation.",
            examples=["kc 41"],
        ),
    ],
    limit: Annotated[int, Query(ge=1, le=20, description="How many at most.")] = 8,
) -> Response:
    return reply(request, await service_of(request).call(lambda library: library.suggest(typed, limit)))
