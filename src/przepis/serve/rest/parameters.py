"""What an address asks for is what the operation knows: a misspelt ``on`` or ``act`` must not give other law unsaid."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator
from typing import get_origin

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError


async def only_known(request: Request) -> None:
    """A dependency of every operation: what a JSON body is refused for, a query string is, too."""
    if not request.query_params:
        return
    known = dict(_parameters(request.scope["route"].dependant))
    if unknown := [name for name in request.query_params if name not in known]:
        raise RequestValidationError([_refusal(name, tuple(known)) for name in unknown])
    given = Counter(name for name, _ in request.query_params.multi_items())
    if twice := [name for name, n in given.items() if n > 1 and not known[name]]:
        raise RequestValidationError([_repeated(name) for name in twice])


def _parameters(dependant: Dependant) -> Iterator[tuple[str, bool]]:
    """Each name, and whether it may be given several times."""
    yield from ((field.alias, get_origin(field.field_info.annotation) is list) for field in dependant.query_params)
    for inner in dependant.dependencies:
        yield from _parameters(inner)


def _repeated(name: str) -> dict[str, object]:
    return {"type": "repeated", "loc": ("query", name), "msg": "Given more than once; give one"}


def _refusal(name: str, known: tuple[str, ...]) -> dict[str, object]:
    near = difflib.get_close_matches(name, known, 1, 0.6)
    there = f"perhaps {near[0]!r}" if near else f"there are {', '.join(known)}" if known else "there are none"
    return {"type": "extra_forbidden", "loc": ("query", name[:60]), "msg": f"There is no such parameter; {there}"}
