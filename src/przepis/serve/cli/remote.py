"""`przepis search --server URL`: asks a running server and prints what it shows.

Imports next to nothing, so as not to spend on starting what the server saves.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import urllib.error
import urllib.request
from typing import Any

import click

from przepis import errors
from przepis.corpus.excerpt import SNIPPET, excerpt
from przepis.errors import InputError, PrzepisError, RemoteError
from przepis.law.labels import whole_name
from przepis.messages import Messages

KEY_VARIABLE = "PRZEPIS_API_KEY"
_TIMEOUT_S = 30.0


def search_at(url: str, query: dict[str, Any]) -> dict[str, Any]:
    """The page of ``POST /v1/search``. Raises what the library on that side raised."""
    if not url.startswith(("http://", "https://")):
        raise InputError(f"{url!r} is not the address of a server, such as http://127.0.0.1:8017")
    headers = {"content-type": "application/json"}
    if key := os.environ.get(KEY_VARIABLE):
        headers["authorization"] = f"Bearer {key}"
    body = json.dumps({name: value for name, value in query.items() if value not in (None, "")}).encode()
    request = urllib.request.Request(url.rstrip("/") + "/v1/search", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as reply:
            page: dict[str, Any] = json.load(reply)
    except urllib.error.HTTPError as error:
        raise _as_raised(error) from error
    except (OSError, ValueError) as error:
        raise RemoteError(f"{url}: {error}; is the server running? (`przepis serve`)") from error
    return page


def _as_raised(error: urllib.error.HTTPError) -> PrzepisError:
    try:
        problem = json.load(error)
        kind = vars(errors).get(problem.get("error", ""), RemoteError)
        return kind(problem["detail"] or problem["title"])  # type: ignore[no-any-return]
    except (ValueError, KeyError, TypeError, AttributeError):
        return RemoteError(f"{error.url} answered {error.code} without saying why")


def print_page(page: dict[str, Any], say: Messages) -> None:
    """The hits as the server shows them."""
    for note in page["notes"]:
        click.secho(note["text"], fg="yellow")
    if page["act"]:
        click.secho(page["act"]["title"], bold=True)
    if not page["hits"] and not page["notes"] and not page["act"]:
        click.echo(say("no_results"))
    for hit in page["hits"]:
        of = whole_name(hit["article_id"], hit["citation"]) if hit["unit"] else ""
        sure = say.confidence(hit["confidence"], of) if hit["confidence"] is not None else ""
        title = "" if hit["act_title"] in hit["citation"] else f" · {hit['act_title']}"
        head = f"{hit['rank']:>2}. {hit['citation']}{title}"
        click.echo(f"{click.style(head, bold=True)}  {sure}")
        click.echo("    " + excerpt(hit["text"], hit["unit"]["text"] if hit["unit"] else "", SNIPPET))
        if hit["summary"]:
            click.echo(f"    {say('summary_ours', summary=hit['summary'])}")
        for warning in hit["warnings"]:
            click.secho(f"    {warning['text']}", fg="yellow")
        known = dt.date.fromisoformat(hit["changes_known_to"]) if hit.get("changes_known_to") else None
        day = say.law_as_of(dt.date.fromisoformat(hit["law_as_of"]), known)
        facts = (say.status(hit["status"], known), say("official", address=hit["address"]), day, hit["article_id"])
        click.echo(f"    {' · '.join(fact for fact in facts if fact)}\n")
