"""A local endpoint that speaks /v1/chat/completions, counts what it was asked and paid for, and misbehaves
on demand.

    with FakeServer() as server:
        server.faults = lambda n, request: "429" if n % 3 == 0 else None
        ...
        server.n_requests, server.stages, server.paid

``paid`` counts answers written out whole, by idempotency key: a key counted twice was paid for twice.
Faults: 429, 503, 401, 404, 400-format, quota, reset, half, garbage, invalid-json, wrong-shape, english,
empty, hang, drip.
"""

from __future__ import annotations

import json
import re
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Fault = Callable[[int, dict[str, Any]], str | None]
Answer = Callable[[dict[str, Any]], str]

ANNOTATION = {
    "summary": "Przepis określa, kto i kiedy może żądać zwrotu kosztów oraz w jaki sposób się je oblicza.",
    "theme": "zwrot kosztów",
    "concepts": ["zwrot kosztów", "wniosek", "opłata"],
    "lay": ["Kto odda mi pieniądze za dojazd?", "Czy dostanę zwrot, jeśli nie mam rachunku?"],
    "practitioner": ["W jakim trybie dochodzi się zwrotu poniesionych kosztów?"],
    "keywords": ["zwrot kosztów dojazdu"],
}
ENGLISH = {
    "summary": "The provision says who may ask for the costs to be paid back and how they are computed.",
    "theme": "refund of costs",
    "concepts": ["refund", "application", "fee"],
    "lay": ["Who will pay me back for the trip?", "Do I get the money when there is no receipt?"],
    "practitioner": ["What is the procedure for the recovery of the costs incurred?"],
    "keywords": ["refund of travel costs"],
}


def stage_of(request: dict[str, Any]) -> str:
    """By the schema's name, or by the words of the prompts that have no schema."""
    format_ = request.get("response_format") or {}
    if name := (format_.get("json_schema") or {}).get("name"):
        return str(name)
    system = request["messages"][0]["content"]
    words = {
        "annotate": "redaktorem",
        "analysis": "przygotowujesz wyszukiwanie",
        "rerank": "kandydatów",
        "answer": "legal_basis",
        "rephrase": "Przeredaguj",
        "expand": "8-15 słów",
    }
    return next((stage for stage, word in words.items() if word in system), "unknown")


def usual_answer(request: dict[str, Any]) -> str:
    """A well-behaved model: every stage's form filled with something valid."""
    stage, user = stage_of(request), request["messages"][1]["content"]
    if stage == "annotate":
        return json.dumps(ANNOTATION, ensure_ascii=False)
    if stage == "analysis":
        return json.dumps(
            {
                "reformulated": "Jakie są przesłanki zwrotu kosztów?",
                "domain": "cywilne",
                "concepts": ["zwrot kosztów"],
                "provisions": [],
            },
            ensure_ascii=False,
        )
    if stage == "rerank":
        ids = re.findall(r"^\[(K\d+)\]", user, re.MULTILINE)
        return json.dumps({"ranking": list(reversed(ids))[:8]})
    if stage == "answer":
        title = re.search(r"<dane artykuł 1 \w+>\n(art\. [^\n]+)", user)
        basis = [title[1]] if title else []
        option = "A" if "odpowiedzi do wyboru" in user else ""
        data = {"answer": "Tak, to wynika z przepisu.", "option": option, "legal_basis": basis}
        return json.dumps({**data, "sufficient": True}, ensure_ascii=False)
    return "zwrot kosztów poniesionych przez stronę"


class FakeServer:
    def __init__(self, answer: Answer = usual_answer, *, key: str = "") -> None:
        self.answer = answer
        self.faults: Fault = lambda n, request: None
        self.key = key  # when set, other keys are refused
        self.refused_formats: set[str] = set()  # response_format types answered with an error
        self.refusal_status = 400
        self.delay_s = 0.0
        self.hang_s = 5.0
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []  # idempotency keys, as asked
        self.authorizations: list[str] = []
        self.paid: Counter[str] = Counter()
        self.n_at_once = self.max_at_once = 0
        self.lock = threading.Lock()
        self._stopping = threading.Event()
        handler = type("Handler", (_Handler,), {"fake": self})
        self._http = _Server(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    @property
    def n_requests(self) -> int:
        return len(self.requests)

    @property
    def stages(self) -> Counter[str]:
        return Counter(stage_of(r) for r in self.requests)

    def __enter__(self) -> FakeServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def sleep(self, seconds: float) -> None:
        self._stopping.wait(seconds)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_: object) -> None:
        """A client killed in the middle is part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    fake: FakeServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        fake = self.fake
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with fake.lock:
            fake.requests.append(request)
            number = len(fake.requests)
            fake.keys.append(self.headers.get("idempotency-key", ""))
            fake.authorizations.append(self.headers.get("authorization", ""))
            fake.n_at_once += 1
            fake.max_at_once = max(fake.max_at_once, fake.n_at_once)
        try:
            if fake.delay_s:
                fake.sleep(fake.delay_s)
            self._respond(request, number)
        finally:
            with fake.lock:
                fake.n_at_once -= 1

    def _respond(self, request: dict[str, Any], number: int) -> None:
        fake = self.fake
        sent_key = self.headers.get("authorization", "").removeprefix("Bearer ")
        if fake.key and sent_key != fake.key:
            return self._error(401, f"Incorrect API key provided: {sent_key}")
        if self.path != "/v1/chat/completions":
            return self._error(404, f"no {self.path}")
        if (request.get("response_format") or {}).get("type") in fake.refused_formats:
            return self._error(fake.refusal_status, "response_format of this type is not supported")
        fault = fake.faults(number, request)
        if fault is not None:
            return self._misbehave(fault, request)
        return self._answer(request, fake.answer(request))

    def _misbehave(self, fault: str, request: dict[str, Any]) -> None:
        if fault == "429":
            return self._error(429, "slow down", {"retry-after": "0.05"})
        if fault == "quota":
            return self._error(429, "insufficient_quota: you have run out of credits")
        if fault in ("503", "401", "404", "500"):
            return self._error(int(fault), f"fault {fault}")
        if fault == "400-format":
            return self._error(400, "json_schema is not supported")
        if fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True
            return self.connection.close()
        if fault == "half":
            return self._answer(request, self.fake.answer(request), cut=True)
        if fault == "garbage":
            return self._raw(b"<html>gateway</html>", paid=False)
        if fault == "hang":
            self.fake.sleep(self.fake.hang_s)
            self.close_connection = True
            return None
        if fault == "drip":
            return self._drip()
        texts = {
            "invalid-json": '{"summary": "Ucięt',
            "wrong-shape": '{"podsumowanie": 1}',
            "english": json.dumps(ENGLISH),
            "empty": "",
        }
        return self._answer(request, texts[fault])

    def _answer(self, request: dict[str, Any], text: str, *, cut: bool = False) -> None:
        if request.get("stream"):
            return self._stream(request, text, cut=cut)
        prompt = sum(len(m["content"]) for m in request["messages"])
        body = {
            "object": "chat.completion",
            "model": request["model"],
            "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": prompt // 2, "completion_tokens": len(text) // 2},
        }
        return self._raw(json.dumps(body).encode(), cut=cut)

    def _raw(self, content: bytes, *, cut: bool = False, paid: bool = True) -> None:
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        if cut:
            self.wfile.write(content[: len(content) // 2])
            self.close_connection = True
            return
        self.wfile.write(content)
        if paid:
            self._count()

    def _stream(self, request: dict[str, Any], text: str, *, cut: bool) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        pieces = [text[i : i + 7] for i in range(0, len(text), 7)]
        for piece in pieces[: len(pieces) // 2] if cut else pieces:
            self._event({"choices": [{"index": 0, "delta": {"content": piece}}]})
        if cut:
            return
        self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        if (request.get("stream_options") or {}).get("include_usage"):
            self._event({"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 20}})
        self.wfile.write(b"data: [DONE]\n\n")
        self._count()

    def _event(self, data: dict[str, Any]) -> None:
        self.wfile.write(b"data: " + json.dumps(data).encode() + b"\n\n")
        self.wfile.flush()

    def _drip(self) -> None:
        """A byte now and then: every read is quick, the whole never ends."""
        self.send_response(200)
        self.send_header("content-length", "1000000")
        self.end_headers()
        end = time.monotonic() + self.fake.hang_s
        while time.monotonic() < end and not self.fake._stopping.is_set():
            self.wfile.write(b" ")
            self.wfile.flush()
            self.fake.sleep(0.02)
        self.close_connection = True

    def _error(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        content = json.dumps({"error": {"message": message}}).encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _count(self) -> None:
        with self.fake.lock:
            self.fake.paid[self.headers.get("idempotency-key", "")] += 1
