"""Articles, acts, versions, differences, references: each as the record of the Python API."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from przepis.answer.verification import Verification
from przepis.corpus.act_list import ActList
from przepis.corpus.diff import WordingChange
from przepis.corpus.history import Stage
from przepis.corpus.outline import Outline
from przepis.corpus.validity.record import Validity
from przepis.library import Library
from przepis.messages import in_words
from przepis.records import Act, ActStatus, Article, Surrogate, Version
from przepis.serve.http.problems import openapi_responses
from przepis.serve.http.reply import reply, service_of
from przepis.serve.rest.parameters import only_known
from przepis.serve.rest.schema import (
    ActWords,
    ChangesPage,
    Citation,
    Day,
    Limit,
    Offset,
    OfKind,
    OnDate,
    ReferencePage,
    StandingPage,
    TextOrDay,
    VersionId,
    Within,
)

router = APIRouter(prefix="/v1", tags=["lookup"], dependencies=[Depends(only_known)])
_PROBLEMS = openapi_responses(400, 404, 414, 422, 429, 503, 504)


@router.get("/article", response_model=Article, responses=_PROBLEMS, summary="One article, in the wording of a date")
async def article(request: Request, citation: Citation, on: OnDate = None) -> Response:
    return reply(request, await service_of(request).call(lambda library: library.article(citation, on)))


@router.get(
    "/standing", response_model=StandingPage, responses=_PROBLEMS, summary="Is an article law on a day, and how we know"
)
async def standing(request: Request, citation: Citation, on: OnDate = None) -> Response:
    """Ended by what, replaced by what, what comes, what was ruled; with the evidence for the act."""

    def job(library: Library) -> StandingPage:
        article = library.article(citation, on)
        notes = library.notes(article, on)
        return StandingPage(library.standing(article, on), notes, in_words(notes))

    return reply(request, await service_of(request).call(job))


@router.get("/validity", response_model=Validity, responses=_PROBLEMS, summary="Is an act in force, and how we know")
async def validity(request: Request, act: ActWords) -> Response:
    return reply(request, await service_of(request).call(lambda library: library.validity(act)))


@router.get("/wordings", response_model=list[Article], responses=_PROBLEMS, summary="Every wording the corpus has")
async def wordings(request: Request, citation: Citation) -> Response:
    return reply(request, await service_of(request).call(lambda library: library.wordings(citation)))


@router.get("/history", response_model=list[Stage], responses=_PROBLEMS, summary="An article through its act's texts")
async def history(request: Request, citation: Citation) -> Response:
    return reply(request, await service_of(request).call(lambda library: library.history(citation)))


@router.get("/diff", response_model=WordingChange, responses=_PROBLEMS, summary="What changed between two texts")
async def diff(request: Request, citation: Citation, older: TextOrDay, newer: TextOrDay) -> Response:
    """Unit by unit, word by word; ``older`` and ``newer`` are two days, or version_ids of the article's act."""
    return reply(request, await service_of(request).call(lambda library: library.diff(citation, older, newer)))


@router.get(
    "/references", response_model=ReferencePage, responses=_PROBLEMS, summary="What an article cites and what cites it"
)
async def references(request: Request, citation: Citation, limit: Limit = 100, offset: Offset = 0) -> Response:
    def job(library: Library) -> ReferencePage:
        outgoing, incoming = library.references(citation)
        end = offset + limit
        return ReferencePage(
            outgoing=tuple(outgoing[offset:end]),
            incoming=tuple(incoming[offset:end]),
            n_outgoing=len(outgoing),
            n_incoming=len(incoming),
            offset=offset,
            next_offset=end if max(len(outgoing), len(incoming)) > end else None,
        )

    return reply(request, await service_of(request).call(job))


@router.get(
    "/surrogate",
    response_model=Surrogate | None,
    responses=_PROBLEMS,
    summary="Summary, themes and questions written for an article; null where there are none",
)
async def surrogate(request: Request, citation: Citation) -> Response:
    return reply(request, await service_of(request).call(lambda library: library.surrogate(citation)))


@router.get(
    "/verify", response_model=Verification, responses=_PROBLEMS, summary="Is a citation, and a quotation, true?"
)
async def verify(
    request: Request,
    citation: Citation,
    quote: Annotated[
        str,
        Query(
            max_length=10_000,
            description="Words said to stand in the provision.",
            examples=["Kto z winy swej wyrządził drugiemu szkodę"],
        ),
    ] = "",
    on: OnDate = None,
) -> Response:
    return reply(request, await service_of(request).call(lambda library: library.verify(citation, quote, on)))


@router.get("/act", response_model=Act, responses=_PROBLEMS, summary="One act")
async def act(request: Request, act: ActWords) -> Response:
    return reply(request, await service_of(request).call(lambda library: library.act(act)))


@router.get(
    "/acts", response_model=ActList, responses=_PROBLEMS, summary="Acts by name, year, keyword, kind and status"
)
async def acts(
    request: Request,
    name: Annotated[
        str, Query(max_length=200, description="Words of the act's name, or their beginnings.", examples=["radcach"])
    ] = "",
    year: Annotated[int | None, Query(ge=1900, le=2200, description="Year of the act's date.", examples=[1982])] = None,
    keyword: Annotated[str, Query(max_length=200, description="One of the act's keywords.")] = "",
    kind: OfKind = None,
    status: Annotated[ActStatus | None, Query(description="Status today.", examples=["in_force"])] = None,
    limit: Limit = 50,
    offset: Offset = 0,
) -> Response:
    def job(library: Library) -> ActList:
        return library.acts(
            name, year=year, keyword=keyword, kind=kind or "", status=status or "", limit=limit, offset=offset
        )

    return reply(request, await service_of(request).call(job))


@router.get("/articles", response_model=list[Article], responses=_PROBLEMS, summary="Every article a citation names")
async def articles(request: Request, citation: Citation, on: OnDate = None) -> Response:
    """A range or a list names several: `art. 415-417 k.c.`; those that there were on the day, at most a hundred."""
    return reply(request, await service_of(request).call(lambda library: library.articles(citation, on)[:100]))


@router.get("/outline", response_model=Outline, responses=_PROBLEMS, summary="An act's table of contents")
async def outline(request: Request, act: ActWords, on: OnDate = None) -> Response:
    return reply(request, await service_of(request).call(lambda library: library.outline(act, on)))


@router.get("/changes", response_model=ChangesPage, responses=_PROBLEMS, summary="What changed from a day on")
async def changes(
    request: Request,
    since: Annotated[Day, Query(description="The first day, in any spelling.")],
    act: Within = None,
    limit: Limit = 100,
    offset: Offset = 0,
) -> Response:
    """Article by article, where amending acts were applied; also changes that could not be."""

    def job(library: Library) -> ChangesPage:
        found, end = library.changes(since, act or None), offset + limit
        return ChangesPage(tuple(found[offset:end]), len(found), offset, end if len(found) > end else None)

    return reply(request, await service_of(request).call(job))


@router.get(
    "/versions", response_model=list[Version], responses=_PROBLEMS, summary="An act's published texts, oldest first"
)
async def versions(request: Request, act: ActWords) -> Response:
    return reply(request, await service_of(request).call(lambda library: library.versions(act)))


@router.get("/version", response_model=Version, responses=_PROBLEMS, summary="One published text")
async def version(request: Request, version_id: VersionId) -> Response:
    return reply(request, await service_of(request).call(lambda library: library.version(version_id)))
