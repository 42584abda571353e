"""What every source gives: one published text of one act, not yet tied to the acts already known."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from przepis.records import ActKind, ActStatus


@dataclass(frozen=True, slots=True)
class ParsedArticle:
    label: str  # canonical
    text: str  # a line a unit, markers as the source gives them
    headings: tuple[str, ...] = ()
    repealed: bool = False
    coming: str = ""  # wording printed beside today's that is not yet in force, a line a unit
    not_yet: bool = False  # the whole article is still to come: ``text`` is the coming wording


@dataclass(frozen=True, slots=True)
class ParsedAnnex:
    """An annex by name; its units, if any, stand among the articles."""

    label: str  # "z2"
    title: str
    only_named: bool  # a pattern of a form or a picture: its content is in the printed Journal alone


@dataclass(frozen=True, slots=True)
class ParsedAct:
    """One publication: the text it carries and what it says of the act it belongs to."""

    eli: str  # of this publication
    title: str  # of the act, without "ustawa z dnia …"
    act_date: dt.date | None
    kind: ActKind
    status: ActStatus
    consolidated: bool
    as_of: dt.date
    address: str
    articles: tuple[ParsedArticle, ...]
    published: dt.date | None = None
    keywords: tuple[str, ...] = ()
    base_eli: str = ""  # the base act's ELI where the source states it
    source: str = ""
    warnings: tuple[str, ...] = ()
    stated_status: str = ""  # the source's own word for it, "wygaśnięcie aktu"
    in_force_from: dt.date | None = None  # of the act, where its text as published says it
    issuer: str = ""  # of a regulation, in the genitive: „Ministra Zdrowia”
    annexes: tuple[ParsedAnnex, ...] = ()
    former_titles: tuple[str, ...] = ()  # of the act, where a statute has since renamed it
    preamble: str = ""  # what stands before the first article: a regulation says there what authorises it
