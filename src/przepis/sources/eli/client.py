"""A polite client of the Sejm ELI API: paced, patient, cached, and never fooled by an empty or refusing page."""

from __future__ import annotations

import datetime as dt
import json
import random
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx

from przepis import __version__
from przepis.errors import InputError, MissingTextError, RemoteError
from przepis.retrying import RETRIED_STATUS, retry_after_s
from przepis.sources.eli.cache import Cache, Cached
from przepis.sources.eli.pace import Pace, Politeness

BASE_URL = "https://api.sejm.gov.pl/eli"
MAX_BYTES = 256 * 1024 * 1024
JSON_FRESH_S = 3600.0  # an interrupted import that is run again soon asks nothing twice
TEXT_FRESH_S = 30 * 86400.0  # a published text does not change; a new one has a new address
PAGE = 500

_ELI = re.compile(r"(DU|MP)[/-](\d{4})[/-](\d+)")
_FILE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")
_REJECTED = re.compile(rb"<title>\s*Request Rejected\s*</title>|The requested URL was rejected", re.I)
_REFUSED = (
    "a page “Request Rejected” from its firewall; it refuses unknown query parameters, "
    "`Accept: application/json` on texts, and clients that ask too fast. Wait, then run the same command again"
)


def check_eli(text: str) -> str:
    """``DU/1964/93`` from what a person typed."""
    found = _ELI.fullmatch(text.strip().removeprefix("https://api.sejm.gov.pl/eli/acts/").upper())
    if found is None:
        raise InputError(f"{text!r} is not the address of an act; right would be DU/1964/93 or MP/2020/12")
    return f"{found[1]}/{found[2]}/{int(found[3])}"


class EliClient:
    """``with EliClient(home / "cache" / "eli") as client: client.act("DU/1964/93")``. Thread-safe."""

    def __init__(
        self,
        cache_path: Path,
        base_url: str = BASE_URL,
        politeness: Politeness | None = None,
    ) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise InputError(f"{base_url!r} is not a web address; right would be {BASE_URL}")
        self.base_url = base_url.rstrip("/")
        self.politeness = politeness or Politeness()
        self.n_requests = 0
        self._cache = Cache(cache_path)
        self._pace = Pace(self.politeness)
        self._rng = random.Random()
        self._http = httpx.Client(
            headers={"User-Agent": f"przepis/{__version__}"},
            timeout=httpx.Timeout(self.politeness.read_s, connect=self.politeness.connect_s),
            follow_redirects=True,
        )

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> EliClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- what the API has -----------------------------------------------------------------------------------

    def act(self, eli: str, fresh_s: float = JSON_FRESH_S) -> dict[str, Any]:
        return self._json_object(f"/acts/{check_eli(eli)}", fresh_s=fresh_s)

    def references(self, eli: str, fresh_s: float = JSON_FRESH_S) -> dict[str, Any]:
        """References by kind, each with the act it names in full."""
        return self._json_object(f"/acts/{check_eli(eli)}/references", fresh_s=fresh_s)

    def html(self, eli: str) -> bytes:
        return self.get(f"/acts/{check_eli(eli)}/text.html", "text/html", fresh_s=TEXT_FRESH_S)

    def file(self, eli: str, text_type: str, file_name: str) -> bytes:
        if not (_FILE_NAME.fullmatch(file_name) and re.fullmatch(r"[A-Z]", text_type)):
            raise RemoteError(f"{self.base_url} names a text of {eli} {text_type}/{file_name!r}; not a file's name")
        return self.get(f"/acts/{check_eli(eli)}/text/{text_type}/{file_name}", "*/*", fresh_s=TEXT_FRESH_S)

    def search(self, **parameters: str) -> Iterator[dict[str, Any]]:
        """Every act found, page after page."""
        return self._pages("/acts/search", parameters, JSON_FRESH_S)

    def changes(self, since: dt.datetime) -> Iterator[dict[str, Any]]:
        """Acts whose data changed since then, oldest change first. The service wants no time zone."""
        return self._pages("/changes/acts", {"since": since.strftime("%Y-%m-%dT%H:%M:%S")}, 0.0)

    def _pages(self, path: str, parameters: Mapping[str, str], fresh_s: float) -> Iterator[dict[str, Any]]:
        offset = 0
        while True:
            query = {**parameters, "limit": str(PAGE), "offset": str(offset)}
            page = self._json_object(path, query, fresh_s)
            items = page.get("items")
            if not isinstance(items, list):
                raise RemoteError(f"{self.base_url}{path}: an answer without `items`; the API may have changed")
            yield from items
            offset += len(items)
            if not items or offset >= int(page.get("totalCount") or 0):
                return

    # -- one request ----------------------------------------------------------------------------------------

    def _json_object(self, path: str, query: Mapping[str, str] | None = None, fresh_s: float = 0.0) -> dict[str, Any]:
        body = self.get(path, "application/json", query, fresh_s)
        try:
            data = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise RemoteError(f"{self.base_url}{path}: the answer is not JSON ({error})") from error
        if not isinstance(data, dict):
            raise RemoteError(f"{self.base_url}{path}: a JSON {type(data).__name__}; an object was expected")
        return data

    def get(self, path: str, accept: str, query: Mapping[str, str] | None = None, fresh_s: float = 0.0) -> bytes:
        """The body, from the cache where it is fresh or the server says it still holds."""
        url = str(httpx.URL(self.base_url + path, params=dict(query or {}))) if query else self.base_url + path
        known = self._cache.get(url)
        if known is not None and time.time() - known.stored_at < fresh_s:
            return known.body
        for attempt in range(self.politeness.retries + 1):
            try:
                answer = self._ask(url, accept, known)
            except _Again as again:
                if attempt == self.politeness.retries:
                    raise RemoteError(
                        f"{url}: {again.why}, {attempt + 1} times in a row; what was fetched is kept, try again later"
                    ) from again
                self._wait(again, attempt, url)
                continue
            self._cache.put(answer)
            return answer.body
        raise AssertionError("unreachable")

    def _wait(self, again: _Again, attempt: int, url: str) -> None:
        policy = self.politeness.again
        wait_s = policy.wait_s(attempt + 1, again.after_s, self._rng)
        if again.after_s is not None:
            if again.after_s > policy.max_retry_after_s:
                raise RemoteError(f"{url}: {again.why}; asks to come back in {again.after_s:.0f} s")
            self._pace.pause(wait_s)
        time.sleep(wait_s)

    def _ask(self, url: str, accept: str, known: Cached | None) -> Cached:
        headers = {"Accept": accept, **(known.validators if known else {})}
        try:
            with self._pace.turn(), self._http.stream("GET", url, headers=headers) as response:
                self.n_requests += 1
                if response.status_code == 304 and known is not None:
                    return Cached(url, known.body, known.etag, known.last_modified, time.time())
                if response.status_code in RETRIED_STATUS:
                    after_s = retry_after_s(response.headers, time.time())
                    raise _Again(f"the server answers {response.status_code}", after_s)
                body = self._body(response, url)
        except httpx.TimeoutException as error:
            raise _Again(f"no answer in time ({type(error).__name__})") from error
        except httpx.TransportError as error:
            raise _Again(f"the connection failed ({error or type(error).__name__})") from error
        except httpx.HTTPError as error:
            raise RemoteError(f"{url}: {error}") from error
        self._check(response, body, url)
        return Cached(
            url, body, response.headers.get("etag", ""), response.headers.get("last-modified", ""), time.time()
        )

    def _body(self, response: httpx.Response, url: str) -> bytes:
        started, pieces, n_bytes = time.monotonic(), [], 0
        for piece in response.iter_bytes():
            pieces.append(piece)
            n_bytes += len(piece)
            if n_bytes > MAX_BYTES:
                raise RemoteError(f"{url}: more than {MAX_BYTES:,} bytes; no act is that long")
            if time.monotonic() - started > self.politeness.total_s:
                raise _Again(f"not done after {self.politeness.total_s:.0f} s")
        return b"".join(pieces)

    @staticmethod
    def _check(response: httpx.Response, body: bytes, url: str) -> None:
        if _REJECTED.search(body[:4096]):
            raise RemoteError(f"{url}: {_REFUSED}")
        if response.status_code == 404:
            raise MissingTextError(f"{url}: the Journal has nothing at this address (404)")
        if response.status_code != 200:
            raise RemoteError(f"{url}: the server answers {response.status_code}")
        if not body.strip():
            raise MissingTextError(f"{url}: a page of zero bytes, which is how the API says that it has no such text")


class _Again(Exception):
    """A failure that may pass."""

    def __init__(self, why: str, after_s: float | None = None) -> None:
        super().__init__(why)
        self.why, self.after_s = why, after_s
