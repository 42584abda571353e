"""The wire: one POST with a total time limit, retried where it may help, refused loudly where it may not."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from przepis.errors import ModelError, ModelRefusedError
from przepis.llm.calls import Call, Reply, estimate_tokens
from przepis.llm.dialect import Dialect, body, step_down
from przepis.llm.secrets import Secret
from przepis.retrying import RETRIED_STATUS, Gate, RetryPolicy, retry_after_s

if TYPE_CHECKING:  # imported where an endpoint is opened: a search without a model does not wait for it
    import httpx

MAX_REPLY_BYTES = 16 * 1024 * 1024


class Transport(Protocol):
    """Where answers come from: an endpoint, a replay file, a batch file."""

    def send(self, call: Call, request_hash: str) -> Reply: ...

    def stream(self, call: Call, request_hash: str) -> Iterator[str | Reply]:
        """Pieces of text as they come, then one Reply with the whole; where nothing comes in pieces, all at once."""
        reply = self.send(call, request_hash)
        yield reply.text
        yield reply

    def close(self) -> None:
        return  # most open nothing


class _TryAgain(Exception):
    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class _Refused(Exception):
    """400 or 422: the request's form, perhaps one that another form would pass."""


class HttpTransport:
    def __init__(
        self,
        base_url: str,
        model: str,
        key: Secret,
        *,
        timeout_s: float = 60.0,
        concurrency: int = 4,
        policy: RetryPolicy | None = None,
        dialect: Dialect | None = None,
    ) -> None:
        import httpx

        self.url = base_url.rstrip("/") + "/chat/completions"
        self.model = model
        self._key = key
        self._timeout_s = timeout_s
        self._policy = policy or RetryPolicy()
        self._dialect = dialect or Dialect()
        self._gate = Gate()
        self._rng = random.Random()
        self._lock = threading.Lock()
        self._http = httpx.Client(
            timeout=httpx.Timeout(timeout_s, connect=min(timeout_s, 15.0)),
            limits=httpx.Limits(max_connections=concurrency, max_keepalive_connections=concurrency),
            follow_redirects=False,  # a redirect would carry the key to another host
        )

    @property
    def dialect(self) -> Dialect:
        with self._lock:
            return self._dialect

    def close(self) -> None:
        self._http.close()

    def send(self, call: Call, request_hash: str) -> Reply:
        last: Reply | None = None
        for piece in self._tried(call, request_hash, stream=False):
            if isinstance(piece, Reply):
                last = piece
        assert last is not None  # _tried ends with a Reply or raises
        return last

    def stream(self, call: Call, request_hash: str) -> Iterator[str | Reply]:
        return self._tried(call, request_hash, stream=True)

    def _tried(self, call: Call, request_hash: str, *, stream: bool) -> Iterator[str | Reply]:
        import httpx

        dialect, attempt, begun = self.dialect, 1, False
        while True:
            self._gate.wait()
            try:
                request = body(call, self.model, dialect, stream=stream)
                for piece in self._once(request, request_hash, stream=stream):
                    if isinstance(piece, Reply):
                        with self._lock:
                            self._dialect = dialect
                        yield Reply(piece.text, piece.tokens_in, piece.tokens_out, piece.finish, attempt)
                        return
                    begun = True
                    yield piece
                raise _TryAgain("the answer ended before it was complete")
            except _Refused as refusal:
                lower = step_down(dialect, str(refusal), structured=call.schema is not None, stream=stream)
                if lower is None:
                    raise ModelError(f"{self.url} refused the request: {refusal}") from None
                dialect = lower
            except (_TryAgain, httpx.TransportError) as error:
                if begun:
                    raise ModelError(f"{self.url} broke off in the middle of an answer: {self._said(error)}") from None
                self._pause(error, attempt)
                attempt += 1

    def _pause(self, error: Exception, attempt: int) -> None:
        """Wait as long as the policy and the server say, or give up with what was tried."""
        asked = error.retry_after if isinstance(error, _TryAgain) else None
        said = self._said(error)
        if attempt > self._policy.retries:
            raise ModelError(f"{self.url} failed {attempt} times, last: {said}") from None
        if asked is not None and asked > self._policy.max_retry_after_s:
            raise ModelError(
                f"{self.url} asks to wait {asked:.0f} s ({said}); try again later, or lower llm.concurrency"
            ) from None
        wait = self._policy.wait_s(attempt, asked, self._rng)
        if asked is not None:
            self._gate.close_for(asked)
        time.sleep(wait)

    def _once(self, request: dict[str, Any], request_hash: str, *, stream: bool) -> Iterator[str | Reply]:
        deadline = time.monotonic() + self._timeout_s
        headers = {"content-type": "application/json", "idempotency-key": request_hash}
        if self._key:
            headers["authorization"] = f"Bearer {self._key.reveal()}"
        with self._http.stream(
            "POST", self.url, content=json.dumps(request, ensure_ascii=False).encode(), headers=headers
        ) as response:
            if response.status_code != 200:
                raise self._failure(response, _whole(response, deadline))
            if stream and "event-stream" in response.headers.get("content-type", ""):
                yield from _events(response, deadline, request)
            else:
                reply = _parse_reply(_whole(response, deadline), request)
                if stream:
                    yield reply.text
                yield reply

    def _failure(self, response: httpx.Response, content: bytes) -> Exception:
        status = response.status_code
        said = self._key.redact(f"HTTP {status}: {_error_words(content)}")
        # llama-cpp-python answers 500 to a response_format that it does not know.
        if status in (400, 422) or (status == 500 and "response_format" in said):
            return _Refused(said)
        quota = status == 429 and "insufficient_quota" in said
        if status in (401, 402, 403, 404) or quota:
            return ModelRefusedError(
                f"{self.url} refused: {said}; check the key, the model ({self.model}) and the account"
            )
        if status in RETRIED_STATUS or status >= 500:
            return _TryAgain(said, retry_after_s(response.headers, time.time()))
        return ModelError(f"{self.url} answered {said}")

    def _said(self, error: Exception) -> str:
        return self._key.redact(str(error) or type(error).__name__)


def _whole(response: httpx.Response, deadline: float) -> bytes:
    """The body, within the total limit: the library's own limit is per read and a slow drip would pass it."""
    parts: list[bytes] = []
    size = 0
    for part in response.iter_bytes():
        size += len(part)
        if time.monotonic() > deadline:
            raise _TryAgain("the time limit for one call has passed")
        if size > MAX_REPLY_BYTES:
            raise ModelError(f"an answer of more than {MAX_REPLY_BYTES} bytes")
        parts.append(part)
    return b"".join(parts)


def _error_words(content: bytes) -> str:
    text = content.decode("utf-8", "replace")
    try:
        data = json.loads(text)
        error = data.get("error", data) if isinstance(data, dict) else data
        if isinstance(error, dict):
            return " ".join(str(error[k]) for k in ("code", "message", "detail") if error.get(k))[:500] or text[:500]
        return str(error)[:500]
    except ValueError:
        return text[:500]


def _parse_reply(content: bytes, request: dict[str, Any]) -> Reply:
    try:
        data = json.loads(content)
        choice = data["choices"][0]
        message = choice["message"]
        text = message.get("content") or ""
        if isinstance(text, list):  # content parts
            text = "".join(part.get("text", "") for part in text)
        return _reply(str(text), choice.get("finish_reason") or "stop", data.get("usage"), request)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise _TryAgain("the answer is not a chat completion (cut short?)") from None


def _reply(text: str, finish: str, usage: Any, request: dict[str, Any]) -> Reply:
    used = usage if isinstance(usage, dict) else {}
    prompt = "".join(m["content"] for m in request["messages"])
    tokens_in = used.get("prompt_tokens")
    tokens_out = used.get("completion_tokens")
    return Reply(
        text,
        tokens_in if isinstance(tokens_in, int) else estimate_tokens(prompt),
        tokens_out if isinstance(tokens_out, int) else estimate_tokens(text),
        finish,
    )


def _events(response: httpx.Response, deadline: float, request: dict[str, Any]) -> Iterator[str | Reply]:
    """Server-sent events: ``data: {…}`` lines until ``data: [DONE]``."""
    parts: list[str] = []
    finish, usage, done = "", None, False
    for line in response.iter_lines():
        if time.monotonic() > deadline:
            raise _TryAgain("the time limit for one call has passed")
        if not line.startswith("data:"):
            continue
        payload = line[5:].strip()
        if payload == "[DONE]":
            done = True
            break
        try:
            event = json.loads(payload)
        except ValueError:
            raise _TryAgain("a streamed event is not JSON") from None
        if event.get("error"):
            raise _TryAgain(f"the endpoint reported: {_error_words(payload.encode())}")
        usage = event.get("usage") or usage
        for choice in event.get("choices") or []:
            finish = choice.get("finish_reason") or finish
            if piece := (choice.get("delta") or {}).get("content"):
                parts.append(piece)
                yield piece
    if not done and not finish:
        raise _TryAgain("the stream ended early")
    yield _reply("".join(parts), finish or "stop", usage, request)
