"""The list of results: prepared for the template, nothing decided here that the library does not know."""

from __future__ import annotations

import dataclasses
import datetime as dt
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from przepis.answer.asked import MOST_HITS
from przepis.answer.elsewhere import speaks_elsewhere
from przepis.answer.shown import GRAVE, ShownHit
from przepis.corpus.excerpt import SNIPPET, lead_in
from przepis.corpus.publication import official_url
from przepis.corpus.units import around, whole_text
from przepis.index.local.dense import DENSE_FIELDS
from przepis.law.citations import format_citation
from przepis.law.labels import provision_name
from przepis.library import Library
from przepis.messages import Messages
from przepis.records import Act, Hit, Note
from przepis.retrieve.facets import Facets
from przepis.retrieve.highlight import query_stems
from przepis.serve.building import building_note
from przepis.serve.web.article_text import marked
from przepis.serve.web.links import Links
from przepis.serve.web.standing import Badge, badges, warnings

PER_PAGE = 10
LEAD = 360  # nine in ten are shorter
WHOLE = 1_500
MAX_SIGNALS = 10


Together = tuple[tuple[str, str], ...]
"""What must be read with a hit: names and addresses."""


@dataclass(frozen=True, slots=True)
class Asked:
    text: str
    on: dt.date | None
    act: str
    kind: str
    page: int
    all_law: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    rank: int
    citation: str
    formal: str
    act_title: str
    href: str
    headings: tuple[str, ...]
    summary: str
    marker: str
    lead: Markup  # the words before the list that the unit stands in, without which it may say the opposite
    snippet: Markup
    ending: Markup
    badges: tuple[Badge, ...]
    grave: tuple[Badge, ...]  # it is not law: said before its words
    warnings: tuple[Badge, ...]
    elsewhere: tuple[Badge, ...]  # judgments on other units than the one shown
    address: str
    source_url: str
    confidence: int | None  # per cent
    sure: str  # the same in words, with what it is of
    signals: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    together: Together


@dataclass(frozen=True, slots=True)
class Noted:
    """A note with what it offers: the citation and the address of each provision."""

    text: str
    offers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Results:
    items: tuple[Result, ...]
    notes: tuple[Noted, ...]
    act: Act | None  # the query was its name
    n_found: int
    page: int
    n_pages: int
    facets: Facets
    act_titles: dict[str, str]
    act_id: str
    direct: bool  # the query was a citation
    best: int | None  # per cent, of the first hit
    ms: float
    building: str  # what is searched so far, while the index is being built


NOTHING = Results((), (), None, 0, 1, 1, Facets((), ()), {}, "", False, None, 0.0, "")
"""What is shown where a filter names nothing."""


def search_results(library: Library, asked: Asked, say: Messages, links: Links) -> Results:
    end = asked.page * PER_PAGE
    run = library.run(
        asked.text,
        on=asked.on,
        act=asked.act or None,
        kind=asked.kind or None,
        k=MOST_HITS,
        units=min(end, MOST_HITS),
        all_law=asked.all_law,
    )
    hits = run.hits[end - PER_PAGE : end]
    together = library.read_together(hits)
    facets = library.facets(run.hits)
    best = run.hits[0].confidence if run.hits else None
    direct = bool(run.hits) and "citation" in run.hits[0].signals
    return Results(
        items=tuple(
            _result(shown, asked, say, links, _together(library, together.get(shown.hit.article_id, ()), links))
            for shown in library.shown(hits, asked.on)
        ),
        notes=tuple(_noted(library.presenter.note(told, say), library, links) for told in run.notes),
        act=library.act(run.act_id) if run.act_id else None,
        n_found=len(run.hits),
        page=asked.page,
        n_pages=max(1, math.ceil(len(run.hits) / PER_PAGE)),
        facets=facets,
        act_titles={act_id: library.names.title(act_id) for act_id, _ in facets.acts},
        act_id=library.act_id(asked.act) if asked.act else "",
        direct=direct,
        best=_percent(best),
        ms=run.stage_ms.get("total", 0.0),
        building="" if direct else building_note(library, say),
    )


def _together(library: Library, targets: Sequence[str], links: Links) -> Together:
    return tuple((library.name_of(t), links.article(t) if "#" in t else links.act(t)) for t in targets)


def _result(shown: ShownHit, asked: Asked, say: Messages, links: Links, together: Together) -> Result:
    hit, article = shown.hit, shown.article
    direct = "citation" in hit.signals
    query, most = ("", WHOLE) if direct else (asked.text, SNIPPET)
    lead, ending = around(article.text, article.units, shown.unit) if shown.unit else ("", "")
    name = provision_name(article.label, paragraphs=shown.act.paragraphs) if shown.unit else ""
    grave, own, other = _sorted_notes(shown)
    return Result(
        rank=hit.rank,
        citation=shown.article_citation,
        formal=shown.formal,
        act_title=shown.act.title,
        href=links.article(hit.article_id, shown.unit),
        headings=article.headings[-2:],
        summary=shown.summary,
        marker=shown.marker,
        lead=marked(lead_in(" ".join(lead.split()), LEAD), query, LEAD),
        snippet=marked(shown.text if shown.unit else whole_text(article.text, article.units), query, most),
        ending=marked(ending, query, LEAD),
        badges=tuple(badges(shown.standing, article, shown.version, say)),
        grave=tuple(warnings(grave, say)),
        warnings=tuple(warnings(own, say)),
        elsewhere=tuple(warnings(other, say)),
        address=shown.version.address,
        source_url=official_url(shown.version),
        confidence=_percent(hit.confidence),
        sure="" if direct or hit.confidence is None else say.confidence(hit.confidence, name),
        signals=tuple(_signals(hit, say)),
        words=tuple(sorted(query_stems(asked.text) & query_stems(article.text))),
        together=together,
    )


def _sorted_notes(shown: ShownHit) -> tuple[list[Note], list[Note], list[Note]]:
    """What makes it no law, what else must be said with it, and what is about other units of the article."""
    grave = [told for told in shown.notes if told.key.startswith(GRAVE)]
    other = [told for told in shown.notes if speaks_elsewhere(told, shown.article, shown.unit)]
    return grave, [told for told in shown.notes if told not in grave and told not in other], other


def _noted(told: Note, library: Library, links: Links) -> Noted:
    offers = ((format_citation(each, library.names), links.article(each)) for each in told.article_ids)
    if told.key == "note_beyond_near":  # its last words are their names
        told = dataclasses.replace(told, text=told.text[: told.text.rindex(":") + 1])
    queries = ((words, links.search(words)) for key, words in told.values if key == "query")
    return Noted(told.text, (*offers, *queries))


def _percent(share: float | None) -> int | None:
    return None if share is None else round(100 * share)


def _signals(hit: Hit, say: Messages) -> Sequence[tuple[str, str]]:
    """Those with a name that a person understands, the others only where there is none; the API has them all."""
    known = [(name, value) for name, value in hit.signals.items() if _tells(name, value, hit.signals)]
    named = [(_named(name, say), f"{value:.3g}") for name, value in known if _named(name, say)]
    return (named or [(name, f"{value:.3g}") for name, value in known])[:MAX_SIGNALS]


def _tells(name: str, value: float, signals: Mapping[str, float]) -> bool:
    if name == "confidence" or not math.isfinite(value):
        return False
    if "+o:" in name and not signals.get("has_options"):
        return False  # without options this repeats the question's own
    return not (name.endswith(":score") and value <= 0)  # an article that has nothing of the kind


def _named(signal: str, say: Messages) -> str:
    """What the signal says, in words; empty where there are none. ``chunks:of_best`` is of one list of candidates."""
    source, _, part = signal.rpartition(":")
    if not source:
        key = f"why_{signal}".replace("-", "_")
        return say(key) if say.has(key) else ""
    plain = source.removesuffix("+o").replace("-", "_")
    telling = "score" if source.removesuffix("+o") in DENSE_FIELDS else "of_best"  # of vectors the cosine itself tells
    if part != telling or not say.has(f"list_{plain}"):
        return ""
    name = say(f"list_{plain}") + (say("list_with_options") if source.endswith("+o") else "")
    return say(f"why_part_{part}", list=name)
