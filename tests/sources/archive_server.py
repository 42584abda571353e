"""A local server of one archive that misbehaves on demand.

    with ArchiveServer(data) as server:
        server.faults += ["cut:1000", "503"]     # one fault a request, then well again
        fetch_archive(server.url, path)

Faults: ``cut:N`` (the connection ends after N bytes), ``html`` (a page instead), ``changed`` (another ETag, so that
resuming is refused), ``404``, ``503``, ``416``. Without faults it honours Range, If-Range and If-None-Match;
``resumable=False`` makes it a server of plain 200s without a length, as some are.
"""

from __future__ import annotations

import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ArchiveServer:
    def __init__(self, data: bytes, *, resumable: bool = True) -> None:
        self.data, self.resumable, self.etag = data, resumable, '"one"'
        self.faults: list[str] = []
        self.ranges: list[str] = []  # what each request asked for
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._http.server_port}/law.tar.gz"

    def __enter__(self) -> ArchiveServer:
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                server.ranges.append(self.headers.get("range", ""))
                fault, _, n = (server.faults.pop(0) if server.faults else "").partition(":")
                if fault in ("404", "503", "416"):
                    self.send_error(int(fault))
                elif fault == "html":
                    self.reply(200, b"<!DOCTYPE html><title>Sign in</title>")
                elif server.resumable and self.headers.get("if-none-match") == server.etag:
                    self.reply(304, b"")
                else:
                    self.send_archive(fault, int(n or 0))

            def send_archive(self, fault: str, n: int) -> None:
                if fault == "changed":
                    server.etag = '"two"'
                wanted = self.headers.get("range", "")
                begin = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
                if not server.resumable or self.headers.get("if-range") != server.etag:
                    begin = 0
                body = server.data[begin:]
                headers = {"content-range": f"bytes {begin}-{len(server.data) - 1}/{len(server.data)}"} if begin else {}
                self.reply(206 if begin else 200, body, headers, cut=n if fault == "cut" else None)

            def reply(
                self, status: int, body: bytes, headers: dict[str, str] | None = None, cut: int | None = None
            ) -> None:
                self.send_response(status)
                for name, value in (headers or {}).items():
                    self.send_header(name, value)
                if server.resumable:
                    self.send_header("etag", server.etag)
                    self.send_header("content-length", str(len(body)))
                else:
                    self.send_header("connection", "close")
                    self.close_connection = True
                self.end_headers()
                self.wfile.write(body if cut is None else body[:cut])
                if cut is not None:
                    self.wfile.flush()
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)

        return Handler
