"""API keys: shown once, kept only as hashes, compared in constant time.

A key is 256 random bits, so a plain hash cannot be searched; a slow one would only slow down every request.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from przepis.artifact import atomic_write_json, read_json
from przepis.errors import InputError, StoreError, choices

FILE_NAME = "keys.json"
PREFIX = "prz_"
DEFAULT_PER_MINUTE = 600


@dataclass(frozen=True, slots=True)
class Key:
    name: str
    sha256: str
    per_minute: int
    created: str


class KeyFile:
    """``HOME/keys.json``; read again whenever it changes, so that a revoked key stops at once."""

    def __init__(self, home: Path) -> None:
        self.path = home / FILE_NAME
        self._stamp: tuple[int, int] | None = None
        self._keys: tuple[Key, ...] = ()

    def read(self) -> tuple[Key, ...]:
        try:
            facts = self.path.stat()
        except FileNotFoundError:
            self._stamp, self._keys = None, ()
            return ()
        stamp = (facts.st_mtime_ns, facts.st_ino)
        if stamp != self._stamp:
            self._keys, self._stamp = self._parse(), stamp
        return self._keys

    def _parse(self) -> tuple[Key, ...]:
        try:
            return tuple(Key(**row) for row in read_json(self.path)["keys"])
        except (KeyError, TypeError) as error:
            raise StoreError(
                f"{self.path} is not a file of API keys ({error!r}); remove it and add the keys again"
            ) from error

    def add(self, name: str, per_minute: int = DEFAULT_PER_MINUTE) -> str:
        """The new key itself, which is kept nowhere."""
        if not name.strip() or any(key.name == name for key in self.read()):
            raise InputError(
                f"a key needs a name of its own; taken are {choices(k.name for k in self.read()) or 'none'}"
            )
        secret = PREFIX + secrets.token_urlsafe(32)
        created = dt.datetime.now(dt.UTC).date().isoformat()
        self._write((*self.read(), Key(name, _hash(secret), per_minute, created)))
        return secret

    def remove(self, name: str) -> None:
        left = tuple(key for key in self.read() if key.name != name)
        if len(left) == len(self.read()):
            raise InputError(f"no key named {name!r}; there are {choices(k.name for k in self.read()) or 'none'}")
        self._write(left)

    def _write(self, keys: tuple[Key, ...]) -> None:
        atomic_write_json(self.path, {"keys": [asdict(key) for key in keys]})
        self.path.chmod(0o600)

    def match(self, secret: str) -> Key | None:
        """Every key is compared, so that the time tells neither which one matched nor how nearly."""
        digest = _hash(secret)
        found: Key | None = None
        for key in self.read():
            if hmac.compare_digest(key.sha256, digest):
                found = key
        return found


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
