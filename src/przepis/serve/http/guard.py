"""The outermost layer: who may ask, how much, and what every answer carries. Plain ASGI, so that it costs little."""

from __future__ import annotations

import base64
import logging
import math
import secrets
import time
from collections.abc import Mapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from przepis.serve.http.keys import KeyFile
from przepis.serve.http.limits import RateLimiter
from przepis.serve.http.metrics import Metrics
from przepis.serve.http.options import ServeOptions
from przepis.serve.http.problems import MEDIA_TYPE, Refusal, problem_bytes

log = logging.getLogger("przepis.serve")

CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_SECURITY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "x-frame-options": "DENY",
}
_OPEN_PATHS = ("/v1/health", "/static/", "/favicon")
_API_PATHS = ("/v1", "/mcp")
_SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    """``Guard(app)`` wraps the whole application; ``metrics`` are shared with the route that prints them."""

    def __init__(self, app: ASGIApp, options: ServeOptions, keys: KeyFile, metrics: Metrics) -> None:
        self.app = app
        self._options = options
        self._keys = keys
        self._metrics = metrics
        self._limiter = RateLimiter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        bodyless = scope["method"] == "HEAD" and not scope["path"].startswith("/mcp")  # where a GET opens a stream
        if bodyless:
            scope = {**scope, "method": "GET"}  # every page that can be read can be asked about
        exchange = _Exchange(scope, receive, send, self._options.max_body, bodyless)
        self._metrics.begin()
        try:
            caller = self._admit(scope, exchange.headers)
            exchange.check_announced_length()
            scope.setdefault("state", {}).update(caller=caller, request_id=exchange.request_id)
            exchange.caller = caller
            await self.app(scope, exchange.receive, exchange.send)
        except Refusal as refusal:
            await exchange.refuse(refusal)
        except Exception as error:
            # The handler of the application has answered already; here the trace is written down.
            log.error("crash", exc_info=error, extra={"facts": {"request_id": exchange.request_id}})
            await exchange.refuse(Refusal(500, "an internal error; the log has its place under this request's id"))
        finally:
            self._metrics.end()
            self._record(scope, exchange)

    def _admit(self, scope: Scope, headers: Mapping[str, str]) -> str:
        """The caller's name, or a refusal."""
        options = self._options
        if self._metrics.in_flight > options.max_in_flight:
            raise Refusal(503, "too many requests at once; try again shortly", {"retry-after": "1"})
        host = (
            headers.get("host", "").rsplit(":", 1)[0] if not headers.get("host", "").endswith("]") else headers["host"]
        )
        if options.hosts is not None and host not in options.hosts:
            raise Refusal(421, "this server does not answer to that host name; --allowed-host adds one")
        if len(scope["raw_path"]) + len(scope["query_string"]) > options.max_url:
            raise Refusal(414, f"the address is longer than {options.max_url:,} bytes; send long text in a POST body")
        if scope["method"] not in _SAFE:
            _check_same_site(headers)
        return self._authorise(scope, headers)

    def _authorise(self, scope: Scope, headers: Mapping[str, str]) -> str:
        path: str = scope["path"]
        if path.startswith(_OPEN_PATHS):
            return ""
        options = self._options
        if not options.keys_required or (options.open_web and not path.startswith(_API_PATHS)):
            if not options.loopback:
                address = scope["client"][0] if scope.get("client") else "?"
                self._spend(f"address {address}", options.open_per_minute)
            return ""
        secret = _secret(headers)
        key = self._keys.match(secret) if secret else None
        if key is None:
            self._spend(f"refused {scope['client'][0] if scope.get('client') else '?'}", 60)
            raise Refusal(
                401,
                "send an API key: `Authorization: Bearer KEY`, `X-API-Key: KEY`, or as the password in a browser",
                {"www-authenticate": 'Basic realm="przepis", charset="UTF-8"'},
            )
        self._spend(f"key {key.name}", key.per_minute)
        return key.name

    def _spend(self, caller: str, per_minute: int) -> None:
        wait = self._limiter.wait_s(caller, max(1, per_minute // self._options.workers))
        if wait > 0:
            after = str(math.ceil(wait))
            raise Refusal(
                429, f"more than {per_minute} requests a minute; try again in {after} s", {"retry-after": after}
            )

    def _record(self, scope: Scope, exchange: _Exchange) -> None:
        seconds = time.perf_counter() - exchange.started
        route = getattr(scope.get("route"), "path", "") or "(none)"
        self._metrics.observe(scope["method"], route, exchange.status, seconds)
        facts = {
            "request_id": exchange.request_id,
            "method": scope["method"],
            "route": route,
            "status": exchange.status,
            "ms": round(seconds * 1000, 2),
            "query_bytes": len(scope["query_string"]),
            "caller": exchange.caller,
        }
        log.info("request", extra={"facts": facts})


class _Exchange:
    """One request and its answer: the body counted, headers added, the status remembered."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, max_body: int, bodyless: bool) -> None:
        self.headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
        self.request_id = secrets.token_hex(8)
        self.started = time.perf_counter()
        self.status = 500
        self.caller = ""
        self._receive, self._send = receive, send
        self._max_body = max_body
        self._bodyless = bodyless
        self._n_body = 0
        self._begun = False
        self._refusing = False

    def check_announced_length(self) -> None:
        announced = self.headers.get("content-length", "0")
        if not announced.isdigit() or int(announced) > self._max_body:
            raise self._too_large()

    def _too_large(self) -> Refusal:
        return Refusal(413, f"the body is larger than {self._max_body:,} bytes")

    async def receive(self) -> Message:
        message = await self._receive()
        self._n_body += len(message.get("body", b""))
        if self._n_body > self._max_body:
            # Raised for those who read on; a framework that takes it for a fault of its own is overruled in ``send``.
            raise self._too_large()
        return message

    async def send(self, message: Message) -> None:
        if self._n_body > self._max_body and not self._refusing:
            await self.refuse(self._too_large())
            return
        if message["type"] == "http.response.start":
            self._begun = True
            self.status = message["status"]
            own = {name for name, _ in message.get("headers", ())}
            added = SECURITY_HEADERS | {"x-request-id": self.request_id}
            extra = [(n.encode(), v.encode()) for n, v in added.items() if n.encode() not in own]
            message = {**message, "headers": [*message.get("headers", ()), *extra]}
        elif self._bodyless:
            message = {**message, "body": b""}
        await self._send(message)

    async def refuse(self, refusal: Refusal) -> None:
        if self._begun:  # too late for another answer; the connection ends
            return
        self._refusing = True
        body = problem_bytes(refusal.status, refusal.detail, request_id=self.request_id)
        headers: dict[str, Any] = {
            "content-type": MEDIA_TYPE,
            "content-length": str(len(body)),
            "cache-control": "no-store",
            **refusal.headers,
        }
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await self.send({"type": "http.response.start", "status": refusal.status, "headers": raw})
        await self.send({"type": "http.response.body", "body": body})
        self._refusing = False


def _check_same_site(headers: Mapping[str, str]) -> None:
    """A page elsewhere must not make this one's browser spend calls: it would come with the user's credentials."""
    site = headers.get("sec-fetch-site")
    if site is not None:  # set by the browser itself; its Origin is "null" here, for no referrer is ever sent
        allowed = site in ("none", "same-origin")
    else:
        origin = headers.get("origin", "")
        allowed = not origin or origin.partition("://")[2] == headers.get("host", "")
    if not allowed:
        raise Refusal(403, "requests from other sites' pages are refused")


def _secret(headers: Mapping[str, str]) -> str:
    if key := headers.get("x-api-key"):
        return key
    scheme, _, value = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(value, validate=True).decode("utf-8").partition(":")[2]
        except ValueError:
            return ""
    return ""
