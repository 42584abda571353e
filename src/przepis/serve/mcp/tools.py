"""The tools of the MCP server, as plain methods."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import Field

from przepis.answer.coming import coming_blocks
from przepis.answer.flattened import flattened_notes
from przepis.answer.reworded import reworded
from przepis.corpus.publication import official_url
from przepis.corpus.units import display_path, find_cited, whole_text
from przepis.errors import CitationError
from przepis.law.citations import format_citation
from przepis.law.dates import as_day
from przepis.library import Library
from przepis.present import status_of
from przepis.records import Article, Unit
from przepis.serve.http.live import Live
from przepis.serve.mcp.filling import (
    ENGLISH,
    cite_as,
    coming_text,
    heading_of,
    listed_act,
    mention,
    moment_row,
    named_act,
    next_step,
    provision_of,
    version_row,
)
from przepis.serve.mcp.shapes import (
    MAX_TEXT,
    Acts,
    ArticleText,
    ChangedUnit,
    Comparison,
    Contents,
    Found,
    Related,
    Verified,
    Versions,
    clip,
)

MAX_HITS = 8
MAX_RELATED = 8
MAX_VERSIONS = 25
MAX_ACTS = 15
MAX_HEADINGS = 30

Citation = Annotated[
    str, Field(max_length=500, description="A provision in any spelling: art. 22¹ § 1 k.c., kc 415, DU/1964/93#415")
]
ActName = Annotated[str, Field(max_length=300, description="An act: name, abbreviation or id; Kodeks cywilny, kc")]
On = Annotated[str, Field(max_length=40, description="The law as of this date (2024-06-19); empty: the newest text")]
Year = Annotated[int | None, Field(ge=1900, le=2200, description="Year of the act's date")]


class Tools:
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
        """Find the provisions of Polish law that govern a question, best first, with the matching unit."""
        with self._live.lease() as library:
            day = as_day(on)
            found = library.find(question, on=day, act=act or None, k=limit, all_law=include_repealed, language="en")
            named = named_act(library, found.act) if found.act else None
        notes = [told.text for told in found.notes]
        only_spelling = all(told.key == "note_did_you_mean" for told in found.notes)
        if not found.hits and only_spelling:  # what was meant is a guess: the assistant needs a way on without it
            notes.append(
                "The question names an act: see outline_of_act, or ask within it."
                if named
                else "Nothing found: ask with other words, or leave out `act`."
            )
        return Found(
            provisions=[provision_of(hit, question) for hit in found.hits], act=named, note=" ".join(notes)[:600]
        )

    def find_acts(
        self,
        name: Annotated[str, Field(max_length=200, description="Words of the act's name, or their beginnings")] = "",
        year: Year = None,
        kind: Annotated[str, Field(max_length=20, description="statute, constitution, regulation, …")] = "",
        status: Annotated[str, Field(max_length=20, description="in_force, repealed, expired, unknown")] = "",
    ) -> Acts:
        """Find acts by name, year, kind and status; their ids serve the other tools."""
        with self._live.lease() as library:
            found = library.acts(name, year=year, kind=kind, status=status, limit=MAX_ACTS)
        rows = [listed_act(row.act, row.abbreviation, row.status, row.n_articles) for row in found.acts]
        more = "More acts fit: give more words or the year." if found.total > len(rows) else ""
        return Acts(acts=rows, total=found.total, note=more if rows else "No act fits: give fewer or other words.")

    def outline_of_act(self, act: ActName, on: On = "") -> Contents:
        """An act's headings, with the first and last article under each."""
        with self._live.lease() as library:
            record = library.act(act)
            contents = library.outline(record.act_id, as_day(on))
        rows = [heading_of(section, record) for section in contents.sections]
        return Contents(
            act_id=record.act_id,
            title=record.title[:200],
            law_as_of=contents.version.as_of,
            headings=rows[:MAX_HEADINGS],
            omitted=max(0, len(rows) - MAX_HEADINGS),
            note="Read an article with get_article; search within the act with find_provision and `act`.",
        )

    def get_article(self, citation: Citation, on: On = "") -> ArticleText:
        """The exact text of a provision, on any date. A unit in the citation (§, ust., pkt) gives that unit alone,
        with the words before and after its list.
        """
        with self._live.lease() as library:
            day = as_day(on)
            article = library.article(citation, day)
            unit, path = _cited_unit(library, citation, article)
            wording = article
            if unit is None:  # wording that has begun may have it
                wording = reworded(article, library.standing(article, day)).article
                unit, path = _cited_unit(library, citation, wording)
                wording = wording if unit is not None else article
            told = (*flattened_notes(article, path, unit, library.names), *library.notes(article, day))
            text, clipped = clip(whole_text(wording.text, wording.units, unit))
            act, version = library.act(article.act_id), library.version(article.version_id)
            return ArticleText(
                article_id=article.article_id,
                citation=library.formal_citation(article, unit.path if unit else ()),
                act=act.title[:200],
                headings=[heading[:100] for heading in article.headings],
                text=text,
                clipped=clipped,
                units=[display_path(u.path) for u in article.units if len(u.path) == 1][:30],
                coming=[coming_text(block) for block in coming_blocks(library.standing(article, day))][:5],
                status=status_of(library.standing(article, day)),
                warnings=[library.presenter.note(one, ENGLISH).text[:200] for one in told][:3],
                law_as_of=article.valid_from if article.ours and article.valid_from else version.as_of,
                changes_known_to=library.standing(article, day).read_to,
                wording_until=article.valid_to,
                official=not article.ours,
                made_by=[f"{cause.address}, {cause.provision}" for cause in article.made_by][:5],
                source_url=official_url(version),
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
            done = library.verify(citation, quote, as_day(on))
            wording, clipped = clip(done.wording)
            name = format_citation(done.article_id, library.names, done.unit) if done.article_id and done.exists else ""
        return Verified(
            verified=done.verified,
            article_id=done.article_id,
            citation=name,
            exists=done.exists,
            in_force=done.in_force,
            known_to=done.known_to,
            quote_found=done.quote_found,
            exact_wording=wording,
            clipped=clipped,
            reason=done.reason[:300],
            next_step=cite_as(name, done.notes) if done.verified else next_step(done, quote),
        )

    def list_versions(self, citation_or_act: Citation) -> Versions:
        """Published texts of an act, or the days on which one article changed, each with the act that changed it."""
        with self._live.lease() as library:
            try:
                of = library.article_id(citation_or_act, "ever")
                rows = [moment_row(library, moment) for moment in library.moments(of)]
            except CitationError:
                of = library.act_id(citation_or_act)
                rows = [version_row(version) for version in library.versions(of)]
        newest = rows[::-1][:MAX_VERSIONS]
        return Versions(of=of, versions=newest, omitted=len(rows) - len(newest))

    def compare_wordings(
        self,
        citation: Citation,
        older: Annotated[str, Field(max_length=40, description="A date, or a version_id of list_versions")],
        newer: Annotated[str, Field(max_length=40, description="The same; empty: the newest text")] = "",
    ) -> Comparison:
        """What changed in an article between two published texts, unit by unit, word by word."""
        with self._live.lease() as library:
            article_id = library.article_id(citation, "ever")
            versions = [_version_id(library, article_id, written) for written in (older, newer)]
            change = library.diff(article_id, *versions)
            unseen = [library.presenter.note(told, ENGLISH).text[:200] for told in change.notes][:3]
        rows: list[ChangedUnit] = []
        left = MAX_TEXT
        for unit in change.units:
            words, _ = clip(" ".join(_MARKS[kind].format(words) for kind, words in unit.pieces), max(200, left))
            left -= len(words)
            if left < 0 and rows:
                break
            rows.append(ChangedUnit(unit=unit.where, change=words))
        omitted = len(change.units) - len(rows)
        note = "" if change.units else "The two wordings are the same."
        return Comparison(
            article_id=article_id,
            older=change.older,
            newer=change.newer,
            changed=rows,
            note=f"{omitted} more units changed: ask for the wordings with get_article." if omitted else note,
            warnings=unseen,
        )

    def related_provisions(self, citation: Citation) -> Related:
        """What an article refers to, what refers to it, and its neighbours."""
        with self._live.lease() as library:
            article = library.article(citation)
            outgoing, incoming = library.references(article.article_id)
            before, after = library.neighbours(article)
            targets = _others((r.target for r in outgoing if r.resolved), article)
            sources = _others((r.source_id for r in incoming), article)
            return Related(
                article_id=article.article_id,
                refers_to=[mention(library, target) for target in targets[:MAX_RELATED]],
                referred_by=[mention(library, source) for source in sources[:MAX_RELATED]],
                n_refers_to=len(targets),
                n_referred_by=len(sources),
                previous=f"{article.act_id}#{before}" if before else None,
                following=f"{article.act_id}#{after}" if after else None,
            )


_MARKS = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}


def _others(ids: Iterable[str], own: Article) -> list[str]:
    return [each for each in dict.fromkeys(ids) if each != own.article_id]


def _cited_unit(library: Library, citation: str, article: Article) -> tuple[Unit | None, Sequence[str]]:
    """The unit that the citation names, where it names one, and the path by which it was found."""
    paths = (path for cite in library.reader.resolve(citation) for path in cite.units)
    found = ((find_cited(article.text, article.units, path), path) for path in paths)
    return next(((unit, path) for unit, path in found if unit is not None), (None, ()))


def _version_id(library: Library, article_id: str, written: str) -> str:
    """A version by its id, or the one that states the law of a day."""
    if written.count("/") == 2:
        return written.strip()
    return library.store.version_on(article_id.partition("#")[0], as_day(written)).version_id
