"""A local server in the shape of the Sejm ELI API, with invented acts, that counts requests and misbehaves on demand.

    with FakeSejm() as sejm:
        sejm.faults["/acts/DU/2090/77"] = ["503", "429:0.2"]     # one fault a request, then well again
        EliClient(cache, sejm.url)

Faults: ``429:SECONDS`` and ``503:SECONDS`` (Retry-After), ``503``, ``500``, ``403``, ``reset``, ``empty``,
``rejected``, ``truncated``, ``hang``, ``garbage``, ``latin2``. Like the API, it answers 200 with zero bytes where
there is no HTML, and 200 with "Request Rejected" to ``Accept: application/json`` on a text and to an unknown query
parameter.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import socket
import struct
import threading
import time
from collections import Counter, defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from przepis.law.dates import format_date
from tests.sources.invented_act import FERRIES, KITES, as_html
from tests.sources.print_journal import as_pdf

REJECTED = (
    "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult "
    "with your administrator.<br>Your support ID is: 1</body></html>"
)
KNOWN_QUERY = {
    "publisher",
    "type",
    "title",
    "year",
    "keyword",
    "inForce",
    "dateFrom",
    "dateTo",
    "limit",
    "offset",
    "since",
}

BASE, OLD_TEXT, NEW_TEXT, PDF_TEXT = "DU/2090/77", "DU/2091/400", "DU/2092/15", "DU/2095/8"
AMENDING, LATER, LATEST = "DU/2091/90", "DU/2092/30", "DU/2093/11"
FERRY = "DU/2091/500"
VERDICT = "DU/2091/600"


class FakeSejm:
    """``texts`` maps a path under an act to bytes; ``acts`` an address to its JSON. Both may be changed by a test."""

    def __init__(self) -> None:
        self.acts: dict[str, dict[str, Any]] = {}
        self.texts: dict[str, bytes] = {}
        self.faults: dict[str, list[str]] = defaultdict(list)
        self.requests: list[str] = []
        self.times: list[float] = []
        self.not_modified: Counter[str] = Counter()
        self.n_now = self.most_at_once = 0
        self.with_etags = True
        self.lock = threading.Lock()
        _fill(self)

    def __enter__(self) -> FakeSejm:
        handler = type("Handler", (_Handler,), {"sejm": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/eli"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def add(self, eli: str, **facts: Any) -> None:
        publisher, year, pos = eli.split("/")
        plain = {"status": "obowiązujący", "inForce": "IN_FORCE", "textHTML": False, "textPDF": True, "keywords": []}
        address = f"Dz.U. {year} poz. {pos}"
        self.acts[eli] = {
            "ELI": eli,
            "publisher": publisher,
            "year": int(year),
            "pos": int(pos),
            "displayAddress": address,
            "changeDate": f"{year}-12-01T10:00:00",
            "references": {},
            "texts": [],
            **plain,
            **facts,
        }

    # -- what it answers --

    def answer(self, path: str, query: dict[str, str], accept: str) -> tuple[int, str, bytes]:
        is_text = "/text" in path
        if set(query) - KNOWN_QUERY or (is_text and "application/json" in accept):
            return 200, "text/html", REJECTED.encode()
        if path == "/acts/search":
            after = query.get("dateFrom", "")
            found = [a for a in self._listed() if a["announcementDate"] > after]  # the bound itself is left out
            return _json(_page(found, query))
        if path == "/changes/acts":
            found = [a for a in self._listed() if a["changeDate"] >= query["since"]]
            return _json(_page(sorted(found, key=lambda a: a["changeDate"]), query))
        eli, _, rest = "/".join(path.split("/")[2:5]), "", "/".join(path.split("/")[5:])
        act = self.acts.get(eli)
        if act is None:
            return 404, "application/json", b'{"error": "not found"}'
        if not rest:
            return _json(act)
        if rest == "references":
            return _json(self._expanded(act))
        if rest == "text.html":
            return 200, "text/html;charset=UTF-8", self.texts.get(f"{eli}/text.html", b"")
        body = self.texts.get(f"{eli}/{rest}")
        return (200, "application/pdf", body) if body is not None else (404, "text/plain", b"no such file")

    def _listed(self) -> list[dict[str, Any]]:
        return list(self.acts.values())

    def _expanded(self, act: dict[str, Any]) -> dict[str, Any]:
        short = ("ELI", "publisher", "year", "pos", "type", "title", "status", "displayAddress", "promulgation")
        found: dict[str, Any] = {}
        for kind, rows in act["references"].items():
            found[kind] = []
            for row in rows:
                named = self.acts.get(row["id"])
                if named:
                    entry = {"act": {k: named[k] for k in short if k in named}}
                    found[kind].append({**entry, **({"date": row["date"]} if "date" in row else {})})
        return found


def _json(data: Any) -> tuple[int, str, bytes]:
    return 200, "application/json", json.dumps(data, ensure_ascii=False).encode()


def _page(found: list[dict[str, Any]], query: dict[str, str]) -> dict[str, Any]:
    first = int(query.get("offset", 0))
    items = found[first : first + min(int(query.get("limit", 50)), 2)]  # small pages, so that paging is needed
    return {"count": len(items), "totalCount": len(found), "items": items}


class _Handler(BaseHTTPRequestHandler):
    sejm: FakeSejm
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        path = parts.path.removeprefix("/eli")
        with self.sejm.lock:
            self.sejm.requests.append(path)
            self.sejm.times.append(time.monotonic())
            self.sejm.n_now += 1
            self.sejm.most_at_once = max(self.sejm.most_at_once, self.sejm.n_now)
            fault = self.sejm.faults[path].pop(0) if self.sejm.faults[path] else ""
        try:
            self._respond(path, dict(parse_qsl(parts.query)), fault)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            with self.sejm.lock:
                self.sejm.n_now -= 1

    def _respond(self, path: str, query: dict[str, str], fault: str) -> None:
        status, kind, body = self.sejm.answer(path, query, self.headers.get("Accept", ""))
        name, _, seconds = fault.partition(":")
        if name in ("429", "503", "500", "403"):
            self._send(int(name), "text/plain", b"later", {"Retry-After": seconds} if seconds else {})
        elif name == "reset":
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.connection.close()
            self.close_connection = True
        elif name == "empty":
            self._send(200, kind, b"")
        elif name == "rejected":
            self._send(200, "text/html", REJECTED.encode())
        elif name == "garbage":
            self._send(200, kind, b"{not what it should be")
        elif name == "latin2":
            self._send(200, kind, body.decode().encode("iso-8859-2", errors="replace"))
        elif name == "truncated":
            self._send(200, kind, body[: len(body) // 2], {"Content-Length": str(len(body))})
            self.close_connection = True
        elif name == "hang":
            time.sleep(float(seconds or 1))
            self._send(status, kind, body)
        else:
            self._whole(path, status, kind, body)

    def _whole(self, path: str, status: int, kind: str, body: bytes) -> None:
        etag = f'"{hashlib.sha256(body).hexdigest()[:12]}"'
        if self.sejm.with_etags and self.headers.get("If-None-Match") == etag:
            self.sejm.not_modified[path] += 1
            self.send_response(304)
            self.end_headers()
            return
        self._send(status, kind, body, {"ETag": etag} if self.sejm.with_etags else {})

    def _send(self, status: int, kind: str, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def _fill(sejm: FakeSejm) -> None:
    """A statute with two consolidated texts in HTML, what amended it, a regulation, and something without articles."""
    title = f"Ustawa z dnia {KITES.day} {KITES.title}"
    announced = f"w sprawie ogłoszenia jednolitego tekstu ustawy {KITES.title}"
    html = [{"fileName": "text.html", "type": "H"}]
    sejm.add(
        BASE,
        title=title,
        type="Ustawa",
        status="akt posiada tekst jednolity",
        announcementDate="2090-03-14",
        promulgation="2090-04-02",
        entryIntoForce="2090-04-16",
        textHTML=True,
        texts=html,
        keywords=["latawce"],
        references={
            "Inf. o tekście jednolitym": [{"id": OLD_TEXT}, {"id": NEW_TEXT}],
            "Akty zmieniające": [
                {"id": AMENDING, "date": "2091-05-01"},
                {"id": LATER, "date": "2092-08-01"},
                {"id": LATEST, "date": "2093-02-01"},
            ],
        },
    )
    for eli, day, state in ((OLD_TEXT, "2091-05-10", "2091-05-01"), (NEW_TEXT, "2092-02-03", "2092-01-20")):
        sejm.add(
            eli,
            title=f"Obwieszczenie Marszałka Sejmu z dnia {day} r. {announced}",
            type="Obwieszczenie",
            announcementDate=day,
            promulgation=day,
            legalStatusDate=state,
            textHTML=True,
            texts=html,
            keywords=["latawce", "wypożyczanie"],
            references={"Tekst jednolity dla aktu": [{"id": BASE}]},
        )
    sejm.acts[NEW_TEXT]["references"]["Nowelizacje po tekście jednolitym"] = [{"id": LATER, "date": "2092-08-01"}]
    for eli, day in ((AMENDING, "2091-04-20"), (LATER, "2092-07-10"), (LATEST, "2093-01-05")):
        sejm.add(
            eli,
            title=f"Ustawa z dnia {format_date(dt.date.fromisoformat(day))} o zmianie ustawy {KITES.title}",
            type="Ustawa",
            announcementDate=day,
            promulgation=day,
        )
    sejm.add(
        FERRY,
        title=f"Rozporządzenie Ministra Żeglugi z dnia {FERRIES.day} {FERRIES.title}",
        type="Rozporządzenie",
        announcementDate="2091-06-02",
        promulgation="2091-06-09",
        entryIntoForce="2091-06-10",
        textHTML=True,
        texts=html,
    )
    sejm.add(VERDICT, title="Wyrok Trybunału z dnia 1 lipca 2091 r.", type="Wyrok", announcementDate="2091-07-01")
    sejm.texts[f"{BASE}/text.html"] = as_html(KITES).encode()
    sejm.texts[f"{OLD_TEXT}/text.html"] = as_html(KITES, announced=True).encode()
    sejm.texts[f"{NEW_TEXT}/text.html"] = as_html(KITES, announced=True).encode()
    sejm.texts[f"{FERRY}/text.html"] = as_html(FERRIES).encode()


def add_pdf_text(sejm: FakeSejm) -> None:
    """A newer consolidated text that exists as PDF alone, as everything since 2025."""
    sejm.add(
        PDF_TEXT,
        title=f"Obwieszczenie z dnia 1 maja 2095 r. w sprawie ogłoszenia jednolitego tekstu ustawy {KITES.title}",
        type="Obwieszczenie",
        announcementDate="2095-05-01",
        promulgation="2095-05-06",
        legalStatusDate="2095-04-20",
        texts=[{"fileName": "D20950008.pdf", "type": "O"}, {"fileName": "D20950008L.pdf", "type": "T"}],
        references={"Tekst jednolity dla aktu": [{"id": BASE}]},
    )
    sejm.texts[f"{PDF_TEXT}/text/O/D20950008.pdf"] = as_pdf(KITES, "announcement")
    sejm.acts[BASE]["references"]["Inf. o tekście jednolitym"].append({"id": PDF_TEXT})
    sejm.acts[BASE]["changeDate"] = "2095-05-07T09:00:00"
