"""The MCP server: five tools for a model that must not cite what is not there.

Answers are structured and short: none exceeds ``MAX_TOKENS``. An error says what to do next.
"""

from __future__ import annotations

import datetime as dt
import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from przepis import __version__
from przepis.answer.shown import ShownHit
from przepis.corpus.units import display_path
from przepis.errors import CitationError, InputError, PrzepisError
from przepis.law.citations import format_citation
from przepis.library import Library
from przepis.llm.calls import CHARS_PER_TOKEN
from przepis.messages import in_words
from przepis.records import Article, Note, Unit
from przepis.serve.http.live import Live

MAX_TOKENS = 1_500
MAX_TEXT = int(MAX_TOKENS * CHARS_PER_TOKEN * 0.8)  # the rest is for the fields around it
SNIPPET = 260
MAX_HITS = 8
MAX_RELATED = 20
MAX_VERSIONS = 25
MAX_WARNINGS = 4

INSTRUCTIONS = """Polish statutory law. Find a provision with find_provision, read it with get_article, and verify every
citation with verify_citation before you use it. Ask in Polish. Dates are ISO (2024-06-19); without one the newest text
is used. This is legal information, not legal advice."""

Citation = Annotated[
    str, Field(max_length=500, description="A provision in any spelling: art. 22¹ § 1 k.c., kc 415, DU/1964/93#415")
]
On = Annotated[str, Field(max_length=10, description="The law as of this ISO date; empty: the newest text")]


class Provision(BaseModel):
    article_id: str
    citation: str
    act: str
    unit: str = ""
    snippet: str
    summary: str = ""
    in_force: bool | None = Field(description="null: not known")
    warnings: list[str] = Field(default_factory=list, description="Read these before you rely on the provision")
    confidence: float | None = None


class Found(BaseModel):
    provisions: list[Provision]
    note: str = ""


class ArticleText(BaseModel):
    article_id: str
    citation: str
    act: str
    headings: list[str]
    text: str
    clipped: bool = False
    units: list[str] = Field(description="Top-level units of the article, to ask for one of them")
    in_force: bool | None = Field(description="null: not known")
    warnings: list[str] = Field(default_factory=list, description="Read these before you rely on the provision")
    law_as_of: dt.date
    wording_until: dt.date | None = None
    note: str = ""


class Verified(BaseModel):
    verified: bool
    article_id: str | None = None
    citation: str = ""
    exists: bool = False
    in_force: bool = False
    quote_found: bool | None = None
    exact_wording: str = ""
    clipped: bool = False
    reason: str = ""
    warnings: list[str] = Field(default_factory=list)
    next_step: str = ""


class VersionRow(BaseModel):
    version_id: str
    law_as_of: dt.date
    address: str
    change: str = ""


class Versions(BaseModel):
    of: str
    versions: list[VersionRow]
    omitted: int = 0


class Related(BaseModel):
    article_id: str
    refers_to: list[str]
    referred_by: list[str]
    n_refers_to: int
    n_referred_by: int
    previous: str | None
    following: str | None


class Tools:
    """The tools as plain methods; ``create_server`` offers them."""

    def __init__(self, live: Live) -> None:
        self._live = live

    def find_provision(
        self,
        question: Annotated[str, Field(max_length=10_000, description="A question, a citation or words, in Polish")],
        on: On = "",
        act: Annotated[str, Field(max_length=200, description="Only this act: name, abbreviation or id")] = "",
        limit: Annotated[int, Field(ge=1, le=MAX_HITS)] = 5,
        include_repealed: Annotated[bool, Field(description="Also law not in force on the day; it is marked")] = False,
    ) -> Found:
        """Find the articles of Polish statutory law that govern a question, best first, with the matching unit."""
        with self._live.lease() as library:
            day = _day(on)
            hits = library.search(question, on=day, act=act or None, k=limit, all_law=include_repealed)
            found = [_provision(shown) for shown in library.shown(hits, day)]
        best = hits[0].confidence if hits else None
        unsure = best is not None and best < 0.5
        note = "Low confidence: read several before you rely on one." if unsure else ""
        return Found(
            provisions=found, note=note if hits else "Nothing found: ask with other words, or leave out `act`."
        )

    def get_article(self, citation: Citation, on: On = "") -> ArticleText:
        """The exact text of a provision, on any date. A unit in the citation (§, ust., pkt) gives that unit alone."""
        with self._live.lease() as library:
            day = _day(on)
            article = library.article(citation, day)
            unit = _cited_unit(library, citation, article)
            text, clipped = _clip(unit.text if unit else article.text)
            return ArticleText(
                article_id=article.article_id,
                citation=library.formal_citation(article, unit.path if unit else ()),
                act=library.names.title(article.act_id),
                headings=[heading[:120] for heading in article.headings],
                text=text,
                clipped=clipped,
                units=[display_path(u.path) for u in article.units if len(u.path) == 1][:40],
                in_force=library.standing(article, day).in_force,
                warnings=_warnings(library.notes(article, day)),
                law_as_of=library.version(article.version_id).as_of,
                wording_until=article.valid_to,
                note="The text was cut: ask again with one of `units` in the citation." if clipped else "",
            )

    def verify_citation(
        self,
        citation: Citation,
        quote: Annotated[str, Field(max_length=10_000, description="Words said to stand in the provision")] = "",
        on: On = "",
    ) -> Verified:
        """Check a citation: does it exist, is it in force, does it say the quotation? Refuses what it cannot verify."""
        with self._live.lease() as library:
            done = library.verify(citation, quote, _day(on))
            wording, clipped = _clip(done.wording)
            name = format_citation(done.article_id, library.names, done.unit) if done.article_id and done.exists else ""
        return Verified(
            verified=done.verified,
            article_id=done.article_id,
            citation=name,
            exists=done.exists,
            in_force=done.in_force,
            quote_found=done.quote_found,
            exact_wording=wording,
            clipped=clipped,
            reason=done.reason[:300],
            warnings=_warnings(done.notes),
            next_step="" if done.verified else _next_step(done.exists, done.in_force),
        )

    def list_versions(self, citation_or_act: Citation) -> Versions:
        """Published texts of an act, or how one article went through them (first, changed, same, repealed, absent)."""
        with self._live.lease() as library:
            try:
                article_id = library.article_id(citation_or_act)
            except CitationError:
                act_id = library.act_id(citation_or_act)
                rows = [_row(v.version_id, v.as_of, v.address) for v in library.versions(act_id)]
                of = act_id
            else:
                rows = [
                    _row(s.version.version_id, s.version.as_of, s.version.address, s.change)
                    for s in library.history(article_id)
                ]
                of = article_id
        newest = rows[::-1][:MAX_VERSIONS]
        return Versions(of=of, versions=newest, omitted=len(rows) - len(newest))

    def related_provisions(self, citation: Citation) -> Related:
        """What an article refers to, what refers to it, and its neighbours, as article_ids for get_article."""
        with self._live.lease() as library:
            article = library.article(citation)
            outgoing, incoming = library.references(article.article_id)
            before, after = library.neighbours(article)
        targets = list(dict.fromkeys(r.target for r in outgoing if r.resolved and r.target != article.article_id))
        sources = list(dict.fromkeys(r.source_id for r in incoming if r.source_id != article.article_id))
        return Related(
            article_id=article.article_id,
            refers_to=targets[:MAX_RELATED],
            referred_by=sources[:MAX_RELATED],
            n_refers_to=len(targets),
            n_referred_by=len(sources),
            previous=f"{article.act_id}#{before}" if before else None,
            following=f"{article.act_id}#{after}" if after else None,
        )


def create_server(live: Live) -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer(
        "przepis", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING", subscriptions=False
    )
    tools = Tools(live)
    for tool in (
        tools.find_provision,
        tools.get_article,
        tools.verify_citation,
        tools.list_versions,
        tools.related_provisions,
    ):
        server.add_tool(_told(tool), name=tool.__name__, description=inspect.getdoc(tool))
    return server


def _told(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Errors raised on purpose reach the model with what to do next."""

    @functools.wraps(tool)
    def told(*args: Any, **kwargs: Any) -> Any:
        try:
            return tool(*args, **kwargs)
        except PrzepisError as error:
            raise ToolError(f"{str(error)[:500]}. NEXT: {_advice(error)}") from error

    return told


def _advice(error: PrzepisError) -> str:
    if isinstance(error, CitationError):
        return "do not cite it; look for the right provision with find_provision, or correct the act's name or the date"
    if isinstance(error, InputError):
        return "correct the argument named and call again"
    return "tell the user that the law database is not available now; do not answer from memory"


def _day(written: str) -> dt.date | None:
    if not written.strip():
        return None
    try:
        return dt.date.fromisoformat(written.strip())
    except ValueError:
        raise InputError("`on` must be an ISO date such as 2024-06-19, or empty") from None


def _clip(text: str) -> tuple[str, bool]:
    return (text, False) if len(text) <= MAX_TEXT else (text[:MAX_TEXT].rsplit(" ", 1)[0] + " […]", True)


def _provision(shown: ShownHit) -> Provision:
    words = " ".join(shown.text.split())
    confidence = shown.hit.confidence
    return Provision(
        article_id=shown.article.article_id,
        citation=shown.citation[:160],
        act=shown.act.title[:120],
        unit=shown.marker,
        snippet=words if len(words) <= SNIPPET else words[:SNIPPET].rsplit(" ", 1)[0] + " […]",
        summary=shown.summary[:160],
        in_force=shown.standing.in_force,
        warnings=_warnings(shown.notes),
        confidence=None if confidence is None else round(confidence, 2),
    )


def _warnings(notes: Sequence[Note]) -> list[str]:
    return [words[:300] for words in in_words(notes, "en")][:MAX_WARNINGS]


def _cited_unit(library: Library, citation: str, article: Article) -> Unit | None:
    """The unit that the citation names, where it names one."""
    path = library.verify(citation).unit
    return next((u for u in article.units if u.path == path), None) if path else None


def _row(version_id: str, as_of: dt.date, address: str, change: str = "") -> VersionRow:
    return VersionRow(version_id=version_id, law_as_of=as_of, address=address, change=change)


def _next_step(exists: bool, in_force: bool) -> str:
    if not exists:
        return "Do not cite it. Use find_provision to look for the right one."
    if not in_force:
        return "Do not cite it as law in force. Use list_versions for its history, find_provision for what replaced it."
    return "Quote exact_wording instead, or verify another provision."
