"""Records of the library as the short shapes that the tools answer with, cut where they are too long."""

from __future__ import annotations

from collections.abc import Sequence

from przepis import records
from przepis.answer.coming import ComingBlock
from przepis.answer.verification import Verification
from przepis.corpus.history import Moment
from przepis.corpus.outline import Section
from przepis.corpus.units import display_path
from przepis.errors import CitationError
from przepis.law.citations import format_citation
from przepis.law.labels import provision_name
from przepis.library import Library
from przepis.messages import Messages
from przepis.retrieve.highlight import shortened
from przepis.serve.mcp.shapes import Heading, Mention, NamedAct, Provision, VersionRow, clip

ENGLISH = Messages("en")
MAX_COMING = 1500
SNIPPET = 240


def provision_of(hit: records.Provision, question: str) -> Provision:
    return Provision(
        article_id=hit.article_id,
        citation=hit.citation[:140],
        act=hit.act_title[:100],
        heading=hit.headings[-1][:80] if hit.headings else "",
        unit=display_path(hit.unit.path) if hit.unit else "",
        snippet=shortened(hit.text, hit.unit.text if hit.unit else "", question, SNIPPET),
        summary=hit.summary[:120],
        status=hit.status,
        law_as_of=hit.law_as_of,
        changes_known_to=hit.changes_known_to,
        source_url=hit.source_url,
        confidence=None if hit.confidence is None else round(hit.confidence, 2),
        warnings=[told.text[:160] for told in hit.warnings[:2]],
    )


def named_act(library: Library, act: records.Act) -> NamedAct:
    return listed_act(act, library.names.abbreviation(act.act_id), act.status, len(library.labels(act.act_id)))


def listed_act(act: records.Act, short: str, status: records.ActStatus, n_articles: int) -> NamedAct:
    return NamedAct(
        act_id=act.act_id,
        title=act.title[:140],
        short=short,
        kind=act.kind,
        date=act.date,
        status=status,
        status_known_to=act.status_known_to,
        n_articles=n_articles,
    )


def heading_of(section: Section, act: records.Act) -> Heading:
    ends = (section.entries[0], section.entries[-1])
    first, last = (provision_name(entry.label, paragraphs=act.paragraphs) for entry in ends)
    return Heading(heading=" › ".join(section.headings)[-110:], first=first, last=last, n_articles=len(section.entries))


def version_row(version: records.Version) -> VersionRow:
    return VersionRow(version_id=version.version_id, law_as_of=version.as_of, address=version.address)


def moment_row(library: Library, moment: Moment) -> VersionRow:
    return VersionRow(
        version_id=moment.version_id,
        law_as_of=moment.day,
        address=library.version(moment.version_id).address if moment.version_id else "",
        change=moment.change,
        exact_day=moment.exact,
        made_by=[f"{cause.address}, {cause.provision}" for cause in moment.causes],
        official=not moment.ours,
        not_established=moment.refused[:300],
    )


def coming_text(block: ComingBlock) -> str:
    """With the day, and whether it has begun."""
    return clip(f"{ENGLISH.note(block.title)} {block.text}", MAX_COMING)[0]


def mention(library: Library, target: str) -> Mention:
    act_id, _, label = target.partition("#")
    title = library.names.title(act_id)[:80]
    if not label:
        return Mention(article_id=target, citation=title, act=title)
    try:
        begins = clip(" ".join(library.store.article(target).text.split()), 90)[0]
    except CitationError:
        begins = ""
    return Mention(article_id=target, citation=format_citation(target, library.names)[:120], act=title, begins=begins)


def cite_as(name: str, notes: Sequence[records.Note]) -> str:
    begun = [ENGLISH.note(told) for told in notes if told.key == "note_quote_begun"]
    flattened = any(told.key == "note_flattened" for told in notes)
    return " ".join((*begun, *([f"The number is a raised one: cite it as {name}."] if flattened else [])))


def next_step(done: Verification, quote: str) -> str:
    if done.exists is None:
        return "It can be neither confirmed nor denied here: see list_versions for the days whose law is known."
    if not done.exists:
        return "Do not cite it. Use find_provision to look for the right one."
    if done.in_force is None:
        return "Whether it is in force is not known here: read the official text, which get_article names."
    if not done.in_force:
        return "Do not cite it as law in force. Use list_versions for its history, find_provision for what replaced it."
    if quote.strip() and done.quote_found is None:
        return "Whether it reads so on that day is not known here: read the official text, which get_article names."
    return "Quote exact_wording instead, or verify another provision."
