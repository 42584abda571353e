"""JSON answers with the records' field names, and ETags."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pydantic_core
from starlette.requests import Request
from starlette.responses import Response

from przepis.records import to_json
from przepis.serve.http.service import Service


def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


API_VERSION = "2"
"""Of the fields. 2: hits carry their text, act, status and source; notes; acts in a list with their status."""
API_HEADER = "x-przepis-api"


def reply(request: Request, data: Any, *, cached: bool = True) -> Response:
    """``cached``: the answer is the same until the law changes, so it carries an ETag and may be asked for again."""
    body = to_bytes(data)
    if not cached:
        headers = {"cache-control": "no-store", API_HEADER: API_VERSION}
        return Response(body, media_type="application/json", headers=headers)
    return with_etag(request, Response(body, media_type="application/json", headers={API_HEADER: API_VERSION}))


def with_etag(request: Request, response: Response) -> Response:
    tag = f'W/"{hashlib.blake2b(bytes(response.body), digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "Accept-Encoding"}
    if tag in (part.strip() for part in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response


def to_bytes(data: Any) -> bytes:
    """Records as they are, straight to JSON: making plain data of them first took most of a millisecond a search."""
    try:
        return pydantic_core.to_json(data, inf_nan_mode="null")
    except pydantic_core.PydanticSerializationError:  # half a character, which a model may send
        whole = json.dumps(to_json(data), ensure_ascii=False).encode("utf-8", "replace")
        return pydantic_core.to_json(json.loads(whole), inf_nan_mode="null")
