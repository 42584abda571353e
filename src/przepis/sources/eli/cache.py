"""Answers of the Sejm API on disk: whole or absent, checked by hash, asked again by ETag."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from przepis.artifact import atomic_write_bytes

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Cached:
    """One answer. ``stored_at`` is when the server last confirmed it, in seconds since the epoch."""

    url: str
    body: bytes
    etag: str = ""
    last_modified: str = ""
    stored_at: float = 0.0

    @property
    def validators(self) -> dict[str, str]:
        """Headers of a conditional request; empty where the server gave nothing to ask by."""
        found = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in found.items() if value}


class Cache:
    """One file an address: a line of JSON, then the body. One file, so that the two can never disagree."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, url: str) -> Cached | None:
        """None where there is no answer, or where what is there is damaged."""
        try:
            head, _, body = self._path(url).read_bytes().partition(b"\n")
            facts = json.loads(head)
            if facts.pop("sha256") != hashlib.sha256(body).hexdigest() or facts["url"] != url:
                return None
            return Cached(body=body, **facts)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def put(self, answer: Cached) -> None:
        facts = asdict(answer)
        body = facts.pop("body")
        facts["sha256"] = hashlib.sha256(body).hexdigest()
        atomic_write_bytes(self._path(answer.url), json.dumps(facts).encode("ascii") + b"\n" + body)

    def _path(self, url: str) -> Path:
        """A readable name, and a hash that keeps two addresses apart."""
        readable = _UNSAFE.sub("_", url.partition("//")[2])[-80:]
        return self.folder / f"{hashlib.sha256(url.encode()).hexdigest()[:16]}-{readable}"
