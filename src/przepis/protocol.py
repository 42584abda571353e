"""What can be asked of a library, here or at a distance: ``Library`` and ``RemoteLibrary`` both answer so."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, Protocol

from przepis.answer.verification import Verification
from przepis.corpus.act_list import ActList
from przepis.corpus.diff import WordingChange
from przepis.corpus.history import Stage
from przepis.corpus.outline import Outline
from przepis.corpus.validity.record import Validity
from przepis.corpus.validity.standing import Standing
from przepis.corpus.wordings import Changed
from przepis.law.suggest import Suggestion
from przepis.messages import Language
from przepis.records import Act, Answer, Article, Found, Hits, Note, Reference, Surrogate, Version

Day = dt.date | str | None


class LawLibrary(Protocol):
    """Citations and names of acts may be written in any way; days are dates or written ones."""

    def search(self, text: str, **asked: Any) -> Hits: ...

    def find(
        self,
        text: str,
        *,
        options: Sequence[str] = (),
        on: Day = None,
        act: str | None = None,
        kind: str | None = None,
        pipeline: str | None = None,
        k: int = 10,
        all_law: bool = False,
        signals: bool = False,
        language: Language | None = None,
    ) -> Found: ...

    def suggest(self, typed: str, limit: int = 8) -> list[Suggestion]: ...

    def act_id(self, words: str) -> str: ...

    def article_id(self, citation: str, on: Day = None) -> str: ...

    def article_ids(self, citation: str, on: Day = None) -> tuple[str, ...]: ...

    def article(self, citation: str, on: Day = None) -> Article: ...

    def articles(self, citation: str, on: Day = None) -> list[Article]: ...

    def act(self, words: str) -> Act: ...

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
    ) -> ActList: ...

    def versions(self, words: str) -> list[Version]: ...

    def version(self, version_id: str) -> Version: ...

    def wordings(self, citation: str) -> list[Article]: ...

    def references(self, citation: str) -> tuple[list[Reference], list[Reference]]: ...

    def surrogate(self, citation: str) -> Surrogate | None: ...

    def outline(self, words: str, on: Day = None) -> Outline: ...

    def history(self, citation: str) -> list[Stage]: ...

    def diff(self, citation: str, older: str, newer: str) -> WordingChange: ...

    def verify(self, citation: str, quote: str = "", on: Day = None) -> Verification: ...

    def validity(self, words: str) -> Validity: ...

    def standing(self, article: Article, on: dt.date | None = None) -> Standing: ...

    def notes(self, article: Article, on: dt.date | None = None) -> tuple[Note, ...]: ...

    def changes(self, since: dt.date | str, act: str | None = None) -> list[Changed]: ...

    def answer(
        self,
        text: str,
        *,
        options: Sequence[str] = (),
        on: Day = None,
        act: str | None = None,
        pipeline: str | None = None,
        language: str | None = None,
    ) -> Answer: ...

    def status(self) -> dict[str, Any]: ...

    def close(self) -> None: ...
