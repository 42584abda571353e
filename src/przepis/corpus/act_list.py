"""Acts found by name, year, keyword, kind and status."""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from przepis.corpus.store import Store
from przepis.corpus.validity.settle import validities
from przepis.errors import InputError, choices
from przepis.law.journal import is_address
from przepis.law.name_match import fold, same_word
from przepis.law.names import ActNames
from przepis.messages import Messages
from przepis.records import Act, ActKind, ActStatus, note

_AROUND_WORDS = ",.;:()–-„”“\"'’«»"


@dataclass(frozen=True, slots=True)
class ListedAct:
    """An act in a list, with its status today and the size of its newest text."""

    act: Act
    status: ActStatus
    abbreviation: str
    n_articles: int


@dataclass(frozen=True, slots=True)
class ActList:
    """``total`` acts fit; ``acts`` are those from ``offset`` on. ``next_offset`` is None at the end."""

    acts: tuple[ListedAct, ...]
    total: int
    offset: int
    next_offset: int | None


@dataclass(frozen=True, slots=True)
class ActFilter:
    """All that is given must hold. ``name``: words in any form, or their beginnings, in the title or an alias."""

    name: str = ""
    year: int | None = None
    keyword: str = ""
    kind: str = ""
    status: str = ""


def list_acts(store: Store, names: ActNames, wanted: ActFilter, limit: int, offset: int = 0) -> ActList:
    """By title; those that the name fits best come first. Raises InputError for a kind or a status that no act has."""
    wanted = dataclasses.replace(wanted, kind=act_kind(wanted.kind))
    _check("status", wanted.status, get_args(ActStatus))
    settled = validities(store)
    today = dt.date.today()
    counts = dict(store.db.execute("SELECT act_id, count(*) FROM articles WHERE newest = 1 GROUP BY act_id"))
    match = names.named(wanted.name) if wanted.name.strip() and not is_address(wanted.name) else None
    named = match.act_id if match is not None and match.how == "name" else None
    found: list[tuple[tuple[int, str, str], ListedAct]] = []
    for act in store.acts():
        verdict = settled.get(act.act_id)
        status = verdict.status_on(today) if verdict else act.status
        rank = 0 if act.act_id == named else _rank(act, wanted.name)
        if rank is None or not _fits(act, status, wanted):
            continue
        listed = ListedAct(act, status, names.abbreviation(act.act_id), counts.get(act.act_id, 0))
        found.append(((rank, fold(act.title).removeprefix("o "), act.act_id), listed))
    found.sort(key=lambda pair: pair[0])
    end = offset + limit
    return ActList(tuple(act for _, act in found[offset:end]), len(found), offset, end if len(found) > end else None)


def act_kind(written: str) -> str:
    """The kind that a person wrote as a code or in Polish. Raises InputError for what is no kind."""
    said = written.strip().lower()
    kind = _polish_kinds().get(said, said)
    _check("kind", kind, get_args(ActKind))
    return kind


@functools.cache
def _polish_kinds() -> dict[str, str]:
    return {Messages("pl")(f"kind_{kind}"): kind for kind in get_args(ActKind)}


def _check(what: Literal["kind", "status"], given: str, known: Sequence[str]) -> None:
    if given and given not in known:
        raise InputError(
            f"{what} {given!r} is none; there are {choices(known)}", note(f"error_no_such_{what}", given=given)
        )


def _rank(act: Act, name: str) -> int | None:
    """How well the name fits: the title's first words, words anywhere in it, other forms of them, not at all (None)."""
    asked = _words(name)
    if not asked:
        return None if name.strip() else 4
    title = _words(act.title)
    plain = title[1:] if title[:1] == ["o"] else title
    wanted = asked[1:] if asked[:1] in (["o"], ["ustawa"]) and len(asked) > 1 else asked
    if all(a.startswith(w) for a, w in zip(plain, wanted, strict=False)) and len(plain) >= len(wanted):
        return 1
    words: Sequence[str] = [*title, *(w for alias in act.aliases for w in _words(alias))]
    if all(any(word.startswith(w) for word in words) for w in wanted):
        return 2
    return 3 if all(any(_begins_or_is(w, word) for word in words) for w in wanted) else None


def _words(text: str) -> list[str]:
    stripped = (word.strip(_AROUND_WORDS) for word in fold(text).split())
    return [word for word in stripped if word]


def _begins_or_is(asked: str, word: str) -> bool:
    """Is the word what was asked for, its longer form, or another form of it? Of a list nothing says which title is
    meant, so more must be shared than where a whole name was said: praca is found in pracy, and not in praw."""
    if word.startswith(asked):
        return True
    if word[:3] != asked[:3] or not same_word(asked, word):  # first letters first: titles have 100,000 words
        return False
    stem, shared = asked.rstrip("aeiouy"), max(4, min(len(asked), len(word)) - 2)
    return asked[:shared] == word[:shared] or (len(stem) >= 3 and word.startswith(stem))


def _fits(act: Act, status: str, wanted: ActFilter) -> bool:
    if wanted.kind and act.kind != wanted.kind:
        return False
    if wanted.status and status != wanted.status:
        return False
    if wanted.year is not None and (act.date is None or act.date.year != wanted.year):
        return False
    return not wanted.keyword or any(fold(wanted.keyword) in fold(word) for word in act.keywords)
