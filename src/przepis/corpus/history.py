"""An article through the published texts of its act: which wording each has, and where it changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from przepis.corpus.store import Store
from przepis.records import Article, Version

Change = Literal["first", "same", "changed", "repealed", "absent"]


@dataclass(frozen=True, slots=True)
class Stage:
    """The article in one published text of the act."""

    version: Version
    text_hash: str  # empty where the text lacks the article
    change: Change


def history(store: Store, article_id: str) -> list[Stage]:
    """Oldest first, one a published text."""
    act_id, _, label = article_id.partition("#")
    stages: list[Stage] = []
    before = ""
    for version in store.versions(act_id):
        row = store.db.execute(
            """SELECT text_hash, repealed FROM entries JOIN texts USING (text_id)
            WHERE version_id = ? AND label = ?""",
            (version.version_id, label),
        ).fetchone()
        found: str = row[0] if row else ""
        stages.append(Stage(version, found, _change(before, found, bool(row and row[1]))))
        before = found or before
    return stages


def _change(before: str, found: str, repealed: bool) -> Change:
    if not found:
        return "absent"
    if found == before:
        return "same"
    if repealed:
        return "repealed"
    return "changed" if before else "first"


def wording_of(store: Store, article_id: str, version_id: str) -> Article:
    """The article as one published text has it."""
    return store.article(article_id, store.version(version_id).as_of)
