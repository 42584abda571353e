"""The page that says what went wrong and what to do, in place of the problem that a program gets."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from przepis.messages import Messages
from przepis.serve.web.templating import language_of, render


def error_page(request: Request, status: int, detail: str) -> Response:
    say = Messages(language_of(request))
    key = f"error_{status}"
    title = say(key) if say.has(key) else say("error_other")
    advice = say(f"{key}_advice") if say.has(f"{key}_advice") else ""
    return render(request, "error.html", status=status, title=title, advice=advice, detail=detail)
