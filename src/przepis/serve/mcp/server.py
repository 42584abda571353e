"""The MCP server: tools for a model that must not cite what is not there.

Answers are structured and short: none exceeds ``MAX_TOKENS``. An error says what to do next.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import ValidationError

from przepis import __version__
from przepis.errors import CitationError, InputError, PrzepisError
from przepis.serve.http.live import Live
from przepis.serve.mcp.shapes import MAX_TOKENS
from przepis.serve.mcp.stdio import serve_stdio
from przepis.serve.mcp.tools import Tools

__all__ = ["INSTRUCTIONS", "MAX_TOKENS", "create_server"]

INSTRUCTIONS = """Polish law. Find a provision with find_provision (or an act with find_acts and its contents with
outline_of_act), read it with get_article, and verify every citation with verify_citation before you use it. Earlier
wordings: list_versions, compare_wordings. Ask in Polish. Dates are ISO (2024-06-19); without one the newest text is
used. `summary` is ours and no law. Give source_url with what you quote. This is legal information, not legal advice."""
_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_TITLES = {
    "find_provision": "Find the provision that governs a question",
    "find_acts": "Find acts",
    "outline_of_act": "An act's table of contents",
    "get_article": "Read a provision",
    "verify_citation": "Verify a citation",
    "list_versions": "Published texts and their changes",
    "compare_wordings": "Compare two wordings",
    "related_provisions": "What refers to what",
}


class LawServer(MCPServer[Any]):
    """Arguments that do not fit are refused in the same form as everything else: what is wrong, and what to do."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        known = _arguments_of(name) if name in _TITLES else tuple(arguments)
        if unknown := [f"`{given[:60]}`" for given in arguments if given not in known]:
            wrong = f"there is no argument {', '.join(unknown)}; {name} takes {', '.join(known)}"
            raise ToolError(f"{wrong}. NEXT: {_advice(InputError())}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                wrong = "; ".join(_wrong(e) for e in error.__cause__.errors()[:5])
                raise ToolError(f"{wrong}. NEXT: {_advice(InputError())}") from None
            if isinstance(error.__cause__, ToolError):
                raise ToolError(str(error.__cause__)) from None
            if name not in _TITLES:
                raise ToolError(f"there is no tool {name}. NEXT: use one of {', '.join(_TITLES)}") from None
            raise ToolError(f"{name} failed. NEXT: {_advice(PrzepisError())}") from error

    async def run_stdio_async(self) -> None:
        await serve_stdio(self._lowlevel_server)


def _arguments_of(name: str) -> tuple[str, ...]:
    return tuple(inspect.signature(getattr(Tools, name)).parameters)[1:]  # without self


def create_server(live: Live) -> MCPServer[Any]:
    server = LawServer(
        "przepis", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING", subscriptions=False
    )
    tools = Tools(live)
    for name, title in _TITLES.items():
        tool = getattr(tools, name)
        server.add_tool(_told(tool), name=name, title=title, description=inspect.getdoc(tool), annotations=_READ_ONLY)
    return server


def _told(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Errors raised on purpose reach the model with what to do next."""

    @functools.wraps(tool)
    def told(*args: Any, **kwargs: Any) -> Any:
        try:
            return tool(*args, **kwargs)
        except PrzepisError as error:
            raise ToolError(f"{_without_commands(str(error))[:500]}. NEXT: {_advice(error)}") from error

    return told


def _wrong(error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"]) or "arguments"
    return f"`{where}`: {error['msg'][:1].lower()}{error['msg'][1:]}"


def _without_commands(message: str) -> str:
    """A model has no command line: advice to run `przepis …` is left out."""
    return re.sub(r"[;,:]?\s*[^;,:]*`przepis [^`]*`[^;,]*", "", message).strip() or "not available"


def _advice(error: PrzepisError) -> str:
    if isinstance(error, CitationError):
        return "do not cite it; look for the right provision with find_provision, or correct the act's name or the date"
    if isinstance(error, InputError):
        return "correct the argument named and call again"
    return "tell the user that the law database is not available now; do not answer from memory"
