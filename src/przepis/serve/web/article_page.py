"""An article's page and the page of a difference."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from przepis.answer.causes import standing_lines, wording_days
from przepis.answer.coming import ComingBlock, begun_first
from przepis.answer.context import cited_name
from przepis.answer.shown import summarised
from przepis.corpus.publication import official_url
from przepis.errors import CitationError
from przepis.law.citations import format_citation
from przepis.law.labels import Label, parse_label, provision_name
from przepis.library import Library
from przepis.messages import Messages
from przepis.records import Act, Article
from przepis.serve.web.article_text import article_lines, split_parts
from przepis.serve.web.links import Links
from przepis.serve.web.standing import badges, warnings

MAX_REFERENCES = 40
MAX_QUESTIONS = 8


@dataclass(frozen=True, slots=True)
class Mention:
    citation: str
    title: str
    href: str


@dataclass(frozen=True, slots=True)
class Step:
    """One text on the time line."""

    day: str
    address: str
    change: str  # of corpus.history
    href: str
    diff: str  # address of the difference from the wording before; empty where nothing changed
    current: bool
    exact: bool  # the very day; otherwise the change came between the text before and this one
    causes: tuple[str, ...]  # the amending acts, with the provision of each
    ours: bool
    refused: str  # why the change could not be applied


def article_id_of(library: Library, act_id: str, label: str) -> str:
    """From an address; a label in another spelling than the canonical is understood."""
    try:
        return f"{act_id}#{parse_label(label).canonical}"
    except CitationError:
        raise CitationError(f"{act_id} has no article with such a number") from None


def article_view(
    library: Library, article_id: str, on: dt.date | None, part: int, say: Messages, links: Links
) -> dict[str, Any]:
    article = library.wording(article_id, on)
    act, version = library.store.act(article.act_id), library.version(article.version_id)
    outgoing, incoming = library.references(article_id)
    parts = split_parts(article_lines(article, outgoing, links))
    part = min(max(1, part), len(parts))
    before, after = library.neighbours(article, on)
    surrogate = library.surrogate(article_id)
    standing = library.standing(article, on)
    fitting = summarised(library.store, article, standing)
    begun, replaced, to_come = begun_first(standing)
    return {
        "article": article,
        "act": act,
        "version": version,
        "label": Label.from_canonical(article.label).display,
        "citation": format_citation(article_id, library.names),
        "formal": library.formal_citation(article),
        "official": official_url(version),
        "badges": badges(standing, article, version, say),
        "warnings": warnings(library.notes(article, on), say),
        "begun": _blocks(begun, say),
        "replaced": say.note(replaced) if replaced else "",
        "to_come": _blocks(to_come, say),
        "lines": parts[part - 1],
        "part": part,
        "n_parts": len(parts),
        "before": _beside(act, before, links),
        "after": _beside(act, after, links),
        "steps": _steps(library, article, links),
        "issued": _issued(library.issued_on(article_id), links),
        "grounds": _mentions(library, (r.target for r in library.grounds(act.act_id) if r.resolved), article_id, links),
        "days": wording_days(article, say),
        "standing": standing_lines(article, version, say),
        "outgoing": _mentions(library, (r.target for r in outgoing if r.resolved), article_id, links),
        "incoming": _mentions(library, (r.source_id for r in incoming), article_id, links),
        "surrogate": surrogate,
        "summary": fitting.summary if fitting is not None else "",
        "questions": (surrogate.lay + surrogate.practitioner)[:MAX_QUESTIONS] if surrogate else (),
    }


def _blocks(blocks: Iterable[ComingBlock], say: Messages) -> list[tuple[str, list[str]]]:
    return [(say.note(block.title), block.text.split("\n")) for block in blocks]


def _beside(act: Act, label: str | None, links: Links) -> tuple[str, str] | None:
    if label is None:
        return None
    return provision_name(label, paragraphs=act.paragraphs), links.article(f"{act.act_id}#{label}")


def _steps(library: Library, article: Article, links: Links) -> list[Step]:
    """Newest first, as people look for it."""
    steps: list[Step] = []
    older = ""
    for moment in library.moments(article.article_id):
        day = moment.day.isoformat()
        steps.append(
            Step(
                day=day,
                address=library.version(moment.version_id).address if moment.version_id and not moment.ours else "",
                change=moment.change,
                href=links.article(article.article_id, on=moment.day) if not moment.refused else "",
                diff=links.diff(article.article_id, older, day) if older and not moment.refused else "",
                current=moment.day == article.valid_from and not moment.refused,
                exact=moment.exact,
                causes=tuple(f"{cause.address}, {cause.provision}" for cause in moment.causes),
                ours=moment.ours,
                refused=moment.refused,
            )
        )
        older = older if moment.refused else day
    return steps[::-1]


def _issued(acts: list[Act], links: Links) -> tuple[list[Mention], int]:
    shown = [Mention(cited_name(act), act.title, links.act(act.act_id)) for act in acts[:MAX_REFERENCES]]
    return shown, len(acts)


def _mentions(library: Library, targets: Iterable[str], own: str, links: Links) -> tuple[list[Mention], int]:
    """The first few, each once, and how many there are."""
    unique = [target for target in dict.fromkeys(targets) if target != own]
    shown = []
    for target in unique[:MAX_REFERENCES]:
        act_id, _, label = target.partition("#")
        title = library.names.title(act_id)
        if label:
            shown.append(Mention(format_citation(target, library.names), title, links.article(target)))
        elif act_id in library.names.in_corpus:
            shown.append(Mention(title, "", links.act(act_id)))
    return shown, len(unique)


def diff_view(library: Library, article_id: str, older: str, newer: str, say: Messages) -> dict[str, Any]:
    change = library.diff(article_id, older, newer)
    return {
        "warnings": warnings(change.notes, say),
        "article_id": article_id,
        "citation": format_citation(article_id, library.names),
        "change": change,
        "act": library.store.act(article_id.partition("#")[0]),
        "older_on": _day_of(library, older),
        "newer_on": _day_of(library, newer),
    }


def _day_of(library: Library, when: str) -> dt.date:
    """A difference is asked for between days, or between published texts."""
    return dt.date.fromisoformat(when) if "-" in when else library.version(when).as_of
