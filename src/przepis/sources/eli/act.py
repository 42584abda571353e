"""One act from the Sejm API: its newest consolidated text, what it belongs to, and what amended it since."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from przepis.errors import MissingTextError, SourceError
from przepis.sources.eli.client import JSON_FRESH_S, EliClient
from przepis.sources.eli.html import html_preamble, parse_html
from przepis.sources.eli.meta import AMENDED_BY, CONSOLIDATED_TEXTS, LATER_AMENDMENTS, ActMeta, eli_key, read_meta
from przepis.sources.parsed import ParsedAct, ParsedArticle
from przepis.sources.pdf.act import parse_pdf

TYPESET_SINCE = dt.date(2010, 7, 1)
"""Older Journals are two columns in broken encodings: the Chancellery's own typesetting reads better."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """An act that changed another after its newest consolidated text."""

    eli: str
    in_force: dt.date | None
    published: dt.date | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Publication:
    """A text of the Journal and the act it belongs to; the same for an act's own text."""

    meta: ActMeta
    base: ActMeta

    @property
    def stamp(self) -> str:
        """Changes when the service changes its data on either."""
        return f"{self.meta.changed} {self.base.changed}"


@dataclass(frozen=True, slots=True)
class FetchedAct:
    act: ParsedAct
    later_amendments: tuple[Amendment, ...]


def choose_texts(
    client: EliClient, eli: str, *, history: bool = False, fresh_s: float = JSON_FRESH_S
) -> list[Publication]:
    """Which publications to read for an act, oldest first.

    An announcement is read itself. A base act is read through its newest consolidated text, or with ``history``
    through its original wording and every consolidated text; without any, through its own text.
    """
    meta = read_meta(client.act(eli, fresh_s))
    if meta.is_announcement:
        if not meta.base_eli:
            raise SourceError(f"{meta.eli}: a consolidated text that does not name its base act; import that instead")
        return [Publication(meta, read_meta(client.act(meta.base_eli, fresh_s)))]
    if meta.kind == "other":
        raise SourceError(
            f"{meta.eli}: {meta.type_name or 'no type'} „{meta.title[:80]}” is not an act with articles; "
            "a statute, regulation, resolution, treaty, or the announcement of a consolidated text was expected"
        )
    announced = meta.newest_first(CONSOLIDATED_TEXTS)
    if not announced:
        return [Publication(meta, meta)]
    if not history:
        return [Publication(read_meta(client.act(announced[0].eli, fresh_s)), meta)]
    texts = [Publication(read_meta(client.act(m.eli, fresh_s)), meta) for m in reversed(announced)]
    return [Publication(meta, meta), *texts]


def fetch_text(client: EliClient, publication: Publication, fresh_s: float = JSON_FRESH_S) -> FetchedAct:
    """The text of one publication, tied to the act it belongs to."""
    meta, base = publication.meta, publication.base
    text = _text(client, meta)
    as_of = meta.legal_status_date or _in_force(meta, text.form) or meta.published or meta.date
    if as_of is None:
        raise SourceError(f"{meta.eli}: the API gives no date for this text (legalStatusDate, entryIntoForce, …)")
    act = ParsedAct(
        eli=meta.eli,
        title=meta.title or base.title,
        act_date=base.date,
        kind=base.kind,
        status=base.status,
        in_force_from=base.in_force_from,
        consolidated=meta.is_announcement or text.form == "U",
        as_of=as_of,
        address=meta.address,
        articles=tuple(text.articles),
        published=meta.published,
        keywords=meta.keywords or base.keywords,
        base_eli=base.eli,
        source="eli",
        warnings=tuple(text.warnings),
        preamble=text.preamble,
    )
    return FetchedAct(act, later_amendments(client, meta, base, as_of, fresh_s))


def fetch_articles(client: EliClient, meta: ActMeta) -> list[ParsedArticle]:
    """The articles of an act's own text, as published."""
    return _text(client, meta).articles


def _in_force(meta: ActMeta, form: str) -> dt.date | None:
    """The unified text of a base act holds what its amendments in force made of it."""
    if form != "U":
        return meta.in_force_from
    today = dt.date.today()
    days = [m.date for m in meta.references.get(AMENDED_BY, ()) if m.date and m.date <= today]
    return max([*days, *([meta.in_force_from] if meta.in_force_from else [])], default=None)


@dataclass(frozen=True, slots=True)
class _Text:
    articles: list[ParsedArticle]
    warnings: list[str]
    form: str  # H or a type of PDF
    preamble: str = ""


def _text(client: EliClient, meta: ActMeta) -> _Text:
    """The best form of the act's text that the API has."""
    missing = ""
    if meta.has_html:
        try:
            page, name = client.html(meta.eli), f"{meta.eli} (HTML)"
            articles, warnings = parse_html(page, name, announcement=meta.is_announcement)
            return _Text(articles, warnings, "H", html_preamble(page, name, announcement=meta.is_announcement))
        except MissingTextError as error:
            missing = str(error)
    for form, file_name in _pdfs(meta):
        try:
            data = client.file(meta.eli, form, file_name)
        except MissingTextError as error:
            missing = str(error)
            continue
        articles, warnings, preamble = parse_pdf(data, f"{meta.eli} ({file_name})")
        return _Text(articles, warnings, form, preamble)
    raise SourceError(f"{meta.eli}: the API has neither HTML nor PDF of it{f' ({missing})' if missing else ''}")


def _pdfs(meta: ActMeta) -> list[tuple[str, str]]:
    recent = meta.published is not None and meta.published >= TYPESET_SINCE
    order = "OTUI" if recent or meta.is_announcement else "TUOI"
    found = [(form, name) for form, name in meta.texts if form in order and name.lower().endswith(".pdf")]
    return sorted(found, key=lambda text: order.index(text[0]))


def later_amendments(
    client: EliClient, meta: ActMeta, base: ActMeta, as_of: dt.date, fresh_s: float = JSON_FRESH_S
) -> tuple[Amendment, ...]:
    """The announcement's own list is incomplete: the base act's amendments published since are added to it."""
    found = {m.eli: Amendment(m.eli, m.date) for m in meta.references.get(LATER_AMENDMENTS, ())}
    if base.references.get(AMENDED_BY):
        for amendment in _all_amendments(client, base.eli, fresh_s):
            known = found.get(amendment.eli)
            if known or (amendment.published is not None and amendment.published >= as_of):
                in_force = amendment.in_force or (known.in_force if known else None)
                found[amendment.eli] = dataclasses.replace(amendment, in_force=in_force)
    return tuple(found[eli] for eli in sorted(found, key=eli_key))


def amendments_of(client: EliClient, act_id: str, since: dt.date) -> list[Amendment]:
    """The acts that changed this one and were published since a day, in their order."""
    found = [a for a in _all_amendments(client, act_id, 0.0) if a.published is not None and a.published >= since]
    return sorted(found, key=lambda a: eli_key(a.eli))


def _all_amendments(client: EliClient, act_id: str, fresh_s: float) -> Iterator[Amendment]:
    for row in client.references(act_id, fresh_s).get(AMENDED_BY) or ():
        act = row.get("act") if isinstance(row, dict) else None
        if isinstance(act, dict):
            amending = read_meta(act)
            yield Amendment(amending.eli, _day(row.get("date")), amending.published, amending.full_title)


def _day(value: object) -> dt.date | None:
    try:
        return dt.date.fromisoformat(str(value)[:10])
    except ValueError:
        return None
