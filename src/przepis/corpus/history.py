"""An article through the published texts of its act: which wording each has, and where it changed."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Literal

from przepis.corpus.store import Store
from przepis.errors import InputError
from przepis.records import Article, Cause, Version, note
from przepis.sources.articles import is_omitted

Change = Literal["first", "same", "changed", "repealed", "omitted", "absent"]


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
            """SELECT text_hash, CASE WHEN repealed THEN text END FROM entries JOIN texts USING (text_id)
            WHERE version_id = ? AND label = ?""",
            (version.version_id, label),
        ).fetchone()
        found: str = row[0] if row else ""
        stages.append(Stage(version, found, _change(before, found, row[1] if row else None)))
        before = found or before
    return stages


def _change(before: str, found: str, gone: str | None) -> Change:
    """``gone``: the note that stands where the article was."""
    if not found:
        return "absent"
    if found == before:
        return "same"
    if gone is not None:
        return _gone(gone)
    return "changed" if before else "first"


def _gone(text: str) -> Change:
    return "omitted" if is_omitted(text) else "repealed"


def wording_of(store: Store, article_id: str, when: str) -> Article:
    """The article as one published text has it (its version_id), or as it stood on a day (``2024-03-14``)."""
    if not when:
        raise InputError(
            "name two days, such as older=2019-01-01 and newer=2024-06-01, or two version_ids", note("error_diff_days")
        )
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", when):
        return store.article(article_id, dt.date.fromisoformat(when))
    return store.article(article_id, store.version(when).as_of)


@dataclass(frozen=True, slots=True)
class Moment:
    """A day on which the article's wording changed, and what changed it."""

    day: dt.date
    exact: bool  # False: the change came between the text before and this day
    change: Change
    causes: tuple[Cause, ...] = ()
    version_id: str = ""  # the official text that states the wording, or from which ours was made
    ours: bool = False
    n_operations: int = 0
    refused: str = ""  # why the change could not be applied


def moments(store: Store, article_id: str) -> list[Moment]:
    """Oldest first: every wording with its first day, and every change that was refused."""
    act_id, _, label = article_id.partition("#")
    found: list[Moment] = []
    for n, wording in enumerate(store.wordings(article_id)):
        change: Change = _gone(wording.text) if wording.repealed else "changed" if n else "first"
        if wording.valid_from is not None:
            found.append(
                Moment(
                    wording.valid_from,
                    wording.from_exact,
                    change,
                    wording.made_by,
                    wording.version_id,
                    wording.ours,
                    wording.n_operations,
                )
            )
    rows = store.db.execute(
        "SELECT since, eli, provision, reason FROM unsettled WHERE act_id = ? AND label = ? AND since IS NOT NULL",
        (act_id, label),
    )
    found += [
        Moment(dt.date.fromisoformat(day), True, "changed", (Cause(eli, where),), refused=why)
        for day, eli, where, why in rows
    ]
    return sorted(found, key=lambda m: m.day)
