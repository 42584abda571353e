"""What an address asks for is what the operation knows: a misspelt ``on`` or ``act`` must not give other law unsaid."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError


async def only_known(request: Request) -> None:
    """A dependency of every operation: what a JSON body is refused for, a query string is, too."""
    if not request.query_params:
        return
    known = tuple(_names(request.scope["route"].dependant))
    if unknown := [name for name in request.query_params if name not in known]:
        raise RequestValidationError([_refusal(name, known) for name in unknown])


def _names(dependant: Dependant) -> Iterator[str]:
    yield from (field.alias for field in dependant.query_params)
    for inner in dependant.dependencies:
        yield from _names(inner)


def _refusal(name: str, known: tuple[str, ...]) -> dict[str, object]:
    near = difflib.get_close_matches(name, known, 1, 0.6)
    there = f"perhaps {near[0]!r}" if near else f"there are {', '.join(known)}" if known else "there are none"
    return {"type": "extra_forbidden", "loc": ("query", name[:60]), "msg": f"There is no such parameter; {there}"}
