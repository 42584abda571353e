"""Errors as RFC 9457 problems: one shape for the API, one page for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from przepis.errors import (
    BudgetError,
    CitationError,
    InputError,
    PrzepisError,
    RemoteError,
    StoreError,
)

MEDIA_TYPE = "application/problem+json"
TITLES = {
    400: "Bad request",
    401: "An API key is needed",
    403: "Refused",
    404: "Not found",
    405: "Method not allowed",
    413: "Too large",
    414: "Address too long",
    421: "Unknown host name",
    422: "Parameters do not fit",
    429: "Too many requests",
    500: "Internal error",
    502: "A service behind this one failed",
    503: "Not ready",
    504: "Took too long",
}
_STATUS: tuple[tuple[type[PrzepisError], int], ...] = (
    (CitationError, 404),
    (InputError, 400),
    (StoreError, 503),
    (RemoteError, 502),
    (BudgetError, 429),
)


class Problem(BaseModel):
    """RFC 9457. ``error`` names the class of the error in the Python API; absent where the HTTP layer refused."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(default="about:blank", examples=["urn:przepis:problem:CitationError"])
    title: str = Field(examples=["Not found"])
    status: int = Field(examples=[404])
    detail: str = Field(default="", examples=["DU/1964/93 has no article 9999; it has 1 to 1088"])
    error: str = Field(default="", examples=["CitationError"])
    request_id: str = Field(default="", description="As in the header x-request-id, and in the server's log")


class Refusal(Exception):
    """The HTTP layer's own refusal: a limit, a key, a host name."""

    def __init__(self, status: int, detail: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, headers or {}


def status_of(error: PrzepisError) -> int:
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def problem(status: int, detail: str = "", error: str = "", **more: Any) -> dict[str, Any]:
    kind = f"urn:przepis:problem:{error}" if error else "about:blank"
    found = {"type": kind, "title": TITLES.get(status, "Error"), "status": status, "detail": detail}
    return found | ({"error": error} if error else {}) | more


def problem_bytes(status: int, detail: str = "", error: str = "", **more: Any) -> bytes:
    return json.dumps(problem(status, detail, error, **more), ensure_ascii=False).encode("utf-8", "replace")


def what_is_wrong(error: Mapping[str, Any], is_json: bool) -> str:
    """One thing that validation found. ``is_json``: the request said that its body is JSON."""
    if tuple(error["loc"]) == ("body",) and not is_json:
        return "send a JSON object, with the header content-type: application/json"
    return str(error["msg"]).removeprefix("Value error, ")


def openapi_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For the description of an operation: which problems it may answer with."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {status: {"description": TITLES[status], "content": {MEDIA_TYPE: {"schema": schema}}} for status in statuses}
