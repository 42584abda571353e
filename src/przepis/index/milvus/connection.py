"""A connection to Milvus: time limits, retries, version check, errors that say what to do.

The same client reaches a cluster (``https://…``) and the in-process engine of the package milvus-lite (a file path).
"""

from __future__ import annotations

import importlib.metadata
import logging
import os
import re
import threading
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

from przepis.errors import EngineError, InputError, PrzepisError
from przepis.settings import EngineSettings

OLDEST_SERVER = (2, 4)  # the first with sparse vectors
_PAUSE_S = 0.1
# What moves or reads whole collections may take longer than a question may; the server must still be there in time.
_SLOW = frozenset({"load_collection", "create_index", "flush", "insert", "upsert", "drop_collection"})
_SLOW_S = 600.0
_TRANSIENT = re.compile(
    r"connect|unavailable|deadline|timeout|timed out|rate ?limit|not ready|no healthy|channel|open local", re.IGNORECASE
)
_open_files: Counter[str] = Counter()  # connections of this process to each local file, which share one server


class Connection:
    """Opens at the first call, and again after a failure: an engine that comes back is found without a restart."""

    def __init__(self, settings: EngineSettings) -> None:
        if not settings.uri:
            raise InputError("engine milvus needs a URI; set engine.uri (PRZEPIS_ENGINE_URI) to an address or a file")
        self.uri = settings.uri
        self.timeout_s = settings.timeout_s
        self.token_env = settings.token_env
        self._client: Any = None
        self._lock = threading.Lock()

    @property
    def lite(self) -> bool:
        """A file of the in-process engine, not a server."""
        return "://" not in self.uri

    def call(self, method: str, *args: Any, **options: Any) -> Any:
        """One request, repeated while the failure may pass and the time limit allows."""
        deadline, pause = time.monotonic() + self.timeout_s, _PAUSE_S
        while True:
            left = max(0.05, deadline - time.monotonic())
            try:
                client = self._opened(left)
                return getattr(client, method)(*args, timeout=max(left, self._limit_s(method)), **options)
            except PrzepisError:
                raise
            except Exception as error:  # the client raises its own, gRPC's and built-in errors
                if isinstance(error, TypeError | AttributeError | KeyError):
                    raise
                self._drop()
                if self.lite and _TRANSIENT.search(_words(error)):
                    _release(self.uri)  # its server is gone or stuck: the next attempt starts another
                waited = time.monotonic() + pause
                if not _TRANSIENT.search(_words(error)) or waited >= deadline:
                    raise EngineError(self._message(method, error)) from error
            time.sleep(pause)
            pause = min(2 * pause, 2.0)

    def _limit_s(self, method: str) -> float:
        return _SLOW_S if method in _SLOW else 0.0

    def supports_aliases(self) -> bool:
        return not self.lite  # milvus-lite 2.5.1 answers UNIMPLEMENTED

    def version(self) -> str:
        if self.lite:
            return "lite " + importlib.metadata.version("milvus-lite")
        return str(self.call("get_server_version"))

    def check_version(self) -> str:
        """The server's version, refused where it is too old."""
        version = self.version()
        found = re.search(r"(\d+)\.(\d+)", version)
        if found is None or (int(found[1]), int(found[2])) < OLDEST_SERVER:
            oldest = ".".join(map(str, OLDEST_SERVER))
            raise EngineError(f"Milvus at {self.uri} is version {version or 'unknown'}; {oldest} or newer is needed")
        return version

    def close(self) -> None:
        """Also stops the server behind a local file, unless another connection of this process uses it."""
        opened = self._client is not None
        self._drop()
        if self.lite and opened and not _open_files[self.uri]:
            _release(self.uri)

    def _opened(self, timeout_s: float) -> Any:
        with self._lock:
            if self._client is None:
                self._client = _client(self.uri, os.environ.get(self.token_env, ""), timeout_s)
                _open_files[self.uri] += 1
            return self._client

    def _drop(self) -> None:
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            _open_files[self.uri] -= 1
            try:
                client.close()
            except Exception:  # it is being thrown away because it no longer works
                logging.getLogger(__name__).debug("closing a broken connection failed", exc_info=True)

    def _message(self, method: str, error: Exception) -> str:
        words = _words(error)
        if re.search(r"auth|permission|credential", words, re.IGNORECASE):
            return f"Milvus at {self.uri} refused the credentials; put the token into {self.token_env} ({words})"
        if _TRANSIENT.search(words):
            return (
                f"Milvus at {self.uri} did not answer {method} within {self.timeout_s:g} s ({words}); "
                "check engine.uri and that the server runs, or raise engine.timeout_s"
            )
        return f"Milvus at {self.uri} failed at {method}: {words}"


def _client(uri: str, token: str, timeout_s: float) -> Any:
    try:
        from pymilvus import MilvusClient
    except ImportError as error:
        raise EngineError("the engine milvus needs its client: `pip install 'przepis[milvus]'`") from error
    # the client logs whole traces of failures that we report in one line
    logging.getLogger("pymilvus").setLevel(logging.CRITICAL + 1)
    if "://" not in uri:
        if not uri.endswith(".db"):
            raise InputError(
                f"engine.uri is {uri!r}; a local engine is a file ending in .db, a server http://HOST:PORT"
            )
        Path(uri).resolve().parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "pkg_resources is deprecated")  # by milvus-lite, which no user can help
        return MilvusClient(uri, token=token, timeout=timeout_s)


def _release(uri: str) -> None:
    """Stop the server behind a local file. The client's package would keep it, and the file's lock, to the end."""
    from milvus_lite.server_manager import server_manager_instance

    if str(Path(uri).absolute().resolve()) in server_manager_instance._servers:
        server_manager_instance.release_server(uri)


def _words(error: Exception) -> str:
    """The client's message without its wrapping; gRPC's errors carry theirs in ``details``."""
    code = error.code() if hasattr(error, "code") and callable(error.code) else ""
    details = error.details() if hasattr(error, "details") and callable(error.details) else ""
    if code or details:
        return f"{getattr(code, 'name', code)} {details}".strip()
    message = getattr(error, "message", "") or str(error)
    return " ".join(str(message).split())[:300] or type(error).__name__
