"""MCP over standard input and output; a line that is no message is answered, so that no client waits for ever."""

from __future__ import annotations

from typing import Any

from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import PARSE_ERROR, ErrorData, JSONRPCError


class AnsweredStream:
    """What is read, without the lines that could not be: those get an error at once, under no id."""

    def __init__(self, read: Any, write: Any) -> None:
        self._read, self._write = read, write

    def __getattr__(self, name: str) -> Any:
        return getattr(self._read, name)

    async def __aenter__(self) -> AnsweredStream:
        await self._read.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> Any:
        return await self._read.__aexit__(*error)

    def __aiter__(self) -> AnsweredStream:
        return self

    async def __anext__(self) -> SessionMessage:
        while isinstance(item := await self._read.__anext__(), Exception):
            wrong = ErrorData(code=PARSE_ERROR, message="not a JSON-RPC message: one JSON object a line is expected")
            await self._write.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=None, error=wrong)))
        message: SessionMessage = item
        return message


async def serve_stdio(server: Any) -> None:
    """``server`` is the library's low-level one."""
    async with stdio_server() as (read, write):
        await server.run(AnsweredStream(read, write), write, server.create_initialization_options())
