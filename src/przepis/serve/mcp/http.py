"""MCP over HTTP: the same guard as the page's, one endpoint, no sessions to keep."""

from __future__ import annotations

from typing import Any

from mcp.server.transport_security import TransportSecuritySettings

from przepis.serve.http.guard import Guard
from przepis.serve.http.keys import KeyFile
from przepis.serve.http.live import Live
from przepis.serve.http.metrics import Metrics
from przepis.serve.http.options import ServeOptions
from przepis.serve.mcp.server import create_server
from przepis.settings import Settings


def create_mcp_app(live: Live, settings: Settings, options: ServeOptions) -> Guard:
    app: Any = create_server(live).streamable_http_app(
        streamable_http_path="/mcp",
        json_response=True,
        stateless_http=True,
        max_request_body_size=options.max_body,
        # The guard has checked the host name already, with the names that the options allow.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return Guard(app, options, KeyFile(settings.home), Metrics())
