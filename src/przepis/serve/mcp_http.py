"""MCP over HTTP: the same guard as the page's, one endpoint, no sessions to keep."""

from __future__ import annotations

from typing import Any

from mcp.server.transport_security import TransportSecuritySettings

from przepis.serve.guard import Guard
from przepis.serve.keys import KeyFile
from przepis.serve.live import Live
from przepis.serve.mcp_server import create_server
from przepis.serve.metrics import Metrics
from przepis.serve.options import ServeOptions
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
