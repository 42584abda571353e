"""A thin client: ``przepis.connect(url)`` answers as ``przepis.open(home)`` does, with the same records and errors."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import httpx
from pydantic import TypeAdapter

from przepis import errors
from przepis.answer.asked import as_text, check_k, check_options, check_query
from przepis.answer.verification import Verification
from przepis.corpus.act_list import ActList, act_kind
from przepis.corpus.diff import WordingChange
from przepis.corpus.history import Stage
from przepis.corpus.outline import Outline
from przepis.corpus.validity.record import Validity
from przepis.corpus.validity.standing import Standing
from przepis.corpus.wordings import Changed
from przepis.errors import InputError, PrzepisError, RemoteError
from przepis.law.dates import as_day
from przepis.law.suggest import Suggestion
from przepis.messages import Language
from przepis.records import Act, Answer, Article, Found, Hits, Note, Reference, Surrogate, Version, to_json
from przepis.serve.http.reply import API_HEADER, API_VERSION

T = TypeVar("T")
_ANY_ERROR: dict[str, type[PrzepisError]] = {
    name: kind for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, PrzepisError)
}


class RemoteLibrary:
    """A Library at a distance. ``key`` is an API key, where the server asks for one."""

    def __init__(
        self,
        url: str,
        *,
        key: str = "",
        timeout_s: float = 30.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise InputError(f"{url!r} is not the address of a server, such as http://127.0.0.1:8017")
        headers = {"authorization": f"Bearer {key}"} if key else {}
        self._http = httpx.Client(
            base_url=url.rstrip("/") + "/v1", headers=headers, timeout=timeout_s, transport=transport
        )

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> RemoteLibrary:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- search ---------------------------------------------------------------------------------------------

    def search(self, text: str, **asked: Any) -> Hits:
        return Hits(self.find(text, **asked))

    def find(
        self,
        text: str,
        *,
        options: Sequence[str] = (),
        on: dt.date | str | None = None,
        act: str | None = None,
        kind: str | None = None,
        pipeline: str | None = None,
        k: int = 10,
        all_law: bool = False,
        signals: bool = False,
        language: Language | None = None,
    ) -> Found:
        body = {"text": check_query(text), "options": check_options(options), "limit": check_k(k), "signals": signals}
        body |= _given(on=as_day(on), act=act, kind=kind, pipeline=pipeline, language=language)
        body |= {"all": True} if all_law else {}
        page = self._json("POST", "/search", json=body)
        page.pop("offset")
        page.pop("next_offset")
        return TypeAdapter(Found).validate_python(page)

    def suggest(self, typed: str, limit: int = 8) -> list[Suggestion]:
        return self._get(list[Suggestion], "/suggest", typed=typed, limit=limit)

    # -- lookups --------------------------------------------------------------------------------------------

    def act_id(self, words: str) -> str:
        return self.act(words).act_id

    def article_id(self, citation: str, on: dt.date | str | None = None) -> str:
        return self.article(citation, on).article_id

    def article_ids(self, citation: str, on: dt.date | str | None = None) -> tuple[str, ...]:
        return tuple(article.article_id for article in self.articles(citation, on))

    def article(self, citation: str, on: dt.date | str | None = None) -> Article:
        return self._get(Article, "/article", citation=citation, on=as_day(on))

    def articles(self, citation: str, on: dt.date | str | None = None) -> list[Article]:
        return self._get(list[Article], "/articles", citation=citation, on=as_day(on))

    def acts(
        self,
        name: str = "",
        *,
        year: int | None = None,
        keyword: str = "",
        kind: str = "",
        status: str = "",
        limit: int = 50,
        offset: int = 0,
    ) -> ActList:
        asked = {"name": name, "year": year, "keyword": keyword, "kind": act_kind(kind), "status": status}
        found = self._json("GET", "/acts", params=_given(**asked, limit=limit, offset=offset))
        return TypeAdapter(ActList).validate_python(found)

    def act(self, words: str) -> Act:
        return self._get(Act, "/act", act=words)

    def versions(self, words: str) -> list[Version]:
        return self._get(list[Version], "/versions", act=words)

    def version(self, version_id: str) -> Version:
        return self._get(Version, "/version", version_id=version_id)

    def wordings(self, citation: str) -> list[Article]:
        return self._get(list[Article], "/wordings", citation=citation)

    def references(self, citation: str) -> tuple[list[Reference], list[Reference]]:
        """All of them, page after page."""
        outgoing: list[Reference] = []
        incoming: list[Reference] = []
        offset: int | None = 0
        while offset is not None:
            page = self._json("GET", "/references", params=_given(citation=citation, offset=offset))
            outgoing += TypeAdapter(list[Reference]).validate_python(page["outgoing"])
            incoming += TypeAdapter(list[Reference]).validate_python(page["incoming"])
            offset = page["next_offset"]
        return outgoing, incoming

    def surrogate(self, citation: str) -> Surrogate | None:
        found: Surrogate | None = self._get(Surrogate | None, "/surrogate", citation=citation)  # type: ignore[arg-type]
        return found

    def outline(self, words: str, on: dt.date | str | None = None) -> Outline:
        return self._get(Outline, "/outline", act=words, on=as_day(on))

    def history(self, citation: str) -> list[Stage]:
        return self._get(list[Stage], "/history", citation=citation)

    def diff(self, citation: str, older: str, newer: str) -> WordingChange:
        return self._get(WordingChange, "/diff", citation=citation, older=older, newer=newer)

    def verify(self, citation: str, quote: str = "", on: dt.date | str | None = None) -> Verification:
        return self._get(Verification, "/verify", citation=citation, quote=quote, on=as_day(on))

    def validity(self, words: str) -> Validity:
        return self._get(Validity, "/validity", act=words)

    def standing(self, article: Article, on: dt.date | None = None) -> Standing:
        return TypeAdapter(Standing).validate_python(self._standing(article, on)["standing"])

    def notes(self, article: Article, on: dt.date | None = None) -> tuple[Note, ...]:
        return TypeAdapter(tuple[Note, ...]).validate_python(self._standing(article, on)["notes"])

    def _standing(self, article: Article, on: dt.date | None) -> dict[str, Any]:
        asked = _given(citation=article.article_id, on=on)
        found: dict[str, Any] = self._json("GET", "/standing", params=asked)
        return found

    def changes(self, since: dt.date | str, act: str | None = None) -> list[Changed]:
        """All of them, page after page."""
        found: list[Changed] = []
        offset: int | None = 0
        while offset is not None:
            page = self._json("GET", "/changes", params=_given(since=since, act=act, offset=offset))
            found += TypeAdapter(list[Changed]).validate_python(page["changes"])
            offset = page["next_offset"]
        return found

    def status(self) -> dict[str, Any]:
        found: dict[str, Any] = self._json("GET", "/status")
        return found

    # -- answers --------------------------------------------------------------------------------------------

    def answer(
        self,
        text: str,
        *,
        options: Sequence[str] = (),
        on: dt.date | str | None = None,
        act: str | None = None,
        pipeline: str | None = None,
        language: str | None = None,
    ) -> Answer:
        body = {"text": check_query(text), "options": check_options(options)}
        body |= _given(on=as_day(on), act=act, pipeline=pipeline, language=language)
        return TypeAdapter(Answer).validate_python(self._json("POST", "/answer", json=body)["answer"])

    def stream_answer(self, text: str, **asked: Any) -> Iterator[str | Answer]:
        """Pieces of the draft, then the checked Answer."""
        asked["options"] = check_options(asked.get("options", ()))
        body = {"text": check_query(text), "stream": True} | _given(**asked)
        with self._http.stream("POST", "/answer", json=body) as response:
            if response.status_code != 200:
                response.read()
                raise _error(response)
            event = ""
            for line in response.iter_lines():
                if line.startswith("event: "):
                    event = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield _event(event, json.loads(line.removeprefix("data: ")))

    # -- HTTP -----------------------------------------------------------------------------------------------

    def _get(self, kind: type[T], path: str, **params: Any) -> T:
        return TypeAdapter(kind).validate_python(self._json("GET", path, params=_given(**params)))

    def _json(self, method: str, path: str, **asked: Any) -> Any:
        try:
            response = self._http.request(method, path, **asked)
        except httpx.HTTPError as error:
            raise RemoteError(f"{self._http.base_url}: {type(error).__name__}; is the server running?") from error
        if response.status_code != 200:
            raise _error(response)
        spoken = response.headers.get(API_HEADER, "1")
        if spoken != API_VERSION:
            there = self._http.base_url
            raise RemoteError(
                f"{there} speaks version {spoken} of the API, this client {API_VERSION}; use the same release"
            )
        return response.json()


def connect(url: str, *, key: str = "", timeout_s: float = 30.0) -> RemoteLibrary:
    return RemoteLibrary(url, key=key, timeout_s=timeout_s)


def _given(**values: Any) -> dict[str, Any]:
    """What can be sent of what was given."""
    given = {name: value for name, value in values.items() if value not in (None, "")}
    return {name: as_text(v, name) if isinstance(v, str) else to_json(v) for name, v in given.items()}


def _event(name: str, data: dict[str, Any]) -> str | Answer:
    if name == "draft":
        return str(data["text"])
    if name == "error":
        raise _ANY_ERROR.get(data.get("error", ""), RemoteError)(data["detail"])
    return TypeAdapter(Answer).validate_python(data["answer"])


def _error(response: httpx.Response) -> PrzepisError:
    """The error that the local API would have raised; a refusal of the HTTP layer is a RemoteError."""
    try:
        problem = response.json()
        return _ANY_ERROR.get(problem.get("error", ""), RemoteError)(problem["detail"] or problem["title"])
    except (ValueError, KeyError, AttributeError):
        return RemoteError(f"the server answered {response.status_code} without saying why")
