"""`/v1/answer`: an answer with its legal basis, whole or as it is written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response, StreamingResponse

from przepis.answer.answering import Answered
from przepis.errors import PrzepisError
from przepis.library import Library
from przepis.records import Question
from przepis.serve.http.problems import openapi_responses, problem, status_of
from przepis.serve.http.reply import reply, service_of, to_bytes
from przepis.serve.http.service import Service
from przepis.serve.rest.parameters import only_known
from przepis.serve.rest.schema import AnswerQuery, AnswerResult

router = APIRouter(prefix="/v1", tags=["answer"], dependencies=[Depends(only_known)])
_STREAM = {"text/event-stream": {"example": 'event: draft\ndata: {"text":"Tak, "}\n\nevent: answer\ndata: {…}\n\n'}}


@router.post(
    "/answer",
    response_model=AnswerResult,
    responses={
        200: {"description": "The answer, checked against the corpus", "content": _STREAM},
        **openapi_responses(400, 404, 413, 422, 429, 502, 503, 504),
    },
    summary="An answer with its legal basis",
)
async def answer(request: Request, query: AnswerQuery) -> Response:
    """Needs a language model (400 where none is set). With ``stream`` the body is server-sent events: ``draft`` pieces
    of text, then one ``answer`` with the checked whole (which may withhold the draft), or one ``error``.
    """
    service = service_of(request)
    if not query.stream:
        return reply(request, await service.call(lambda lib: whole_answer(lib, query), slow=True), cached=False)
    await service.call(lambda library: library.client, slow=True)  # not configured: a problem, not a broken stream
    return StreamingResponse(
        _events(service, query), media_type="text/event-stream", headers={"cache-control": "no-store"}
    )


def whole_answer(library: Library, query: AnswerQuery) -> AnswerResult:
    return _result(
        library.answered(
            _question(query), act=query.act or None, pipeline=query.pipeline or None, language=query.language
        )
    )


async def _events(service: Service, query: AnswerQuery) -> AsyncIterator[bytes]:
    """The lease is held for the whole stream: an index exchanged meanwhile stays open for it."""
    loop = asyncio.get_running_loop()
    with service.live.lease() as library:
        pieces = _pieces(library, query)
        try:
            while True:
                step = loop.run_in_executor(service.answer_pool, next, pieces, None)
                event = await asyncio.wait_for(step, service.options.answer_s)
                if event is None:
                    return
                yield event
        except TimeoutError:
            yield _event("error", problem(504, "the model took too long"))


def _pieces(library: Library, query: AnswerQuery) -> Generator[bytes, None, None]:
    try:
        drafts = library.stream_answer(
            _question(query), act=query.act or None, pipeline=query.pipeline or None, language=query.language
        )
        while True:
            try:
                yield _event("draft", {"text": next(drafts)})
            except StopIteration as end:
                yield _event("answer", _result(end.value))
                return
    except PrzepisError as error:
        yield _event("error", problem(status_of(error), str(error), type(error).__name__))


def _event(name: str, data: object) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + to_bytes(data) + b"\n\n"


def _question(query: AnswerQuery) -> Question:
    return Question("", query.text, tuple(query.options), query.on)


def _result(done: Answered) -> AnswerResult:
    return AnswerResult(
        answer=done.answer,
        hits=done.hits,
        n_calls=done.usage.n_calls,
        tokens_in=done.usage.tokens_in,
        tokens_out=done.usage.tokens_out,
        cost_usd=done.usage.cost_usd,
        stage_ms=dict(done.stage_ms),
    )
