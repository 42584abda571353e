"""A citation opened: its articles with the cited unit marked, and what the law does not have said plainly."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace

from przepis.answer.shown import act_notes
from przepis.corpus.store import Store
from przepis.corpus.units import display_path, find_unit
from przepis.corpus.validity.ended import EndedActs
from przepis.errors import CitationError
from przepis.law.citations import ResolvedCite, format_citation
from przepis.law.names import ActNames
from przepis.law.printing import act_genitive
from przepis.law.reading import Reading
from przepis.records import Article, Hit, Note, Run, note


def open_cited(
    store: Store, names: ActNames, reading: Reading, on: dt.date | None, k: int, ended: EndedActs | None = None
) -> Run:
    """The hits of a citation; the act where an act alone is named; notes of what is missing.

    A date before the act existed raises CitationError: an error here, not an empty page. Of a range those articles are
    opened that there were on the day, and a note names the others.
    """
    hits: list[Hit] = []
    gone: dict[str, CitationError] = {}
    notes = [*_guessed(reading), *(_missing(cite, names) for cite in reading.missing)]
    if ended is not None and any(cite.problem == "ended_act" for cite in reading.missing):
        act = ended.find(reading.missing[0].cite.act_words)
        notes += act_notes(act.validity, store.present_day()) if act is not None else ()
    for cite in reading.cites:
        if cite.article_id is None or any(hit.article_id == cite.article_id for hit in hits):
            continue
        try:
            article = store.article(cite.article_id, on)
        except CitationError as error:
            gone[cite.article_id] = error
            continue
        absent = [path for path in cite.units if find_unit(article.units, path) is None]
        notes += [_no_unit(article, path, names) for path in absent]
        unit = next((u for path in cite.units if (u := find_unit(article.units, path)) is not None), None)
        sure = None if absent else 1.0
        hits.append(Hit(article.article_id, 1.0, len(hits) + 1, unit, sure, {"citation": 1.0}))
    if gone and not hits:
        raise next(iter(gone.values()))
    if gone:
        absent_names = ", ".join(format_citation(article_id, names) for article_id in gone)
        notes.append(Note("note_absent_on_day", (("day", str(on)), ("articles", absent_names))))
    return Run("", tuple(hits[:k]), notes=tuple(notes), act_id=reading.act_id)


def _guessed(reading: Reading) -> Iterator[Note]:
    if reading.guess:
        yield Note("note_read_as", (("title", reading.guess),))


def _missing(cite: ResolvedCite, names: ActNames) -> Note:
    """Why the citation names no article, with the nearest that are there."""
    words = cite.cite.act_words
    act = names.abbreviation(cite.act_id) or names.title(cite.act_id) if cite.act_id else words
    label = format_citation(cite.cite).removesuffix(words).strip()
    return Note(f"note_{cite.problem}", (("act", act), ("label", label)), cite.nearest)


def _no_unit(article: Article, path: Sequence[str], names: ActNames) -> Note:
    own = [display_path(u.path) for u in article.units if len(u.path) == 1]
    values = (
        ("article", format_citation(article.article_id, names)),
        ("unit", display_path(tuple(path))),
        ("has", f"{own[0]}–{own[-1]}" if len(own) > 1 else "".join(own)),
    )
    return Note("note_no_unit" if own else "note_no_units", values)


def why_not(citation: str, reading: Reading | None, cites: Sequence[ResolvedCite], names: ActNames) -> CitationError:
    """Why a citation opens no article, with what would."""
    right = "write it like `art. 415 k.c.`, `kc 415` or `DU/1964/93#415`"
    if reading is not None and reading.act_id:
        title, short = names.title(reading.act_id), act_genitive(reading.act_id, names)
        return CitationError(
            f"{citation!r} names an act, {title}, and no article of it; {right}",
            note("error_names_act", citation=citation, title=title, short=short),
        )
    if not cites:
        return CitationError(
            f"{citation!r}: it names no article; {right}", note("error_no_citation", citation=citation)
        )
    near = ", ".join(format_citation(article_id, names) for article_id in cites[0].nearest)
    told = _missing(cites[0], names)
    values = (*told.values, ("near", near))
    hint = f"the nearest are {near}" if near else right
    return CitationError(f"{citation!r}: {cites[0].reason}; {hint}", replace(told, values=values))
