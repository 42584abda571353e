"""Is a citation true: does the provision exist on the date, is it in force, does it say what is quoted?

Made for programs that must not cite what is not there. What cannot be verified is refused, with the reason.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from przepis.answer.flattened import flattened_notes
from przepis.answer.quoted import Quoted, find_quote
from przepis.answer.reworded import Reworded, reworded
from przepis.corpus.units import display_path, find_cited, lacks_numbers, whole_text
from przepis.corpus.validity.standing import Standing
from przepis.errors import CitationError
from przepis.law.citation_parser import Units
from przepis.law.reading import CitationReader
from przepis.records import Article, Note


@dataclass(frozen=True, slots=True)
class Verification:
    """``verified`` only when everything asked for holds; ``reason`` says what does not.

    ``exists`` and ``in_force`` are None where the corpus cannot tell: it has no text for the day, or none of the act.
    """

    verified: bool
    article_id: str | None = None
    unit: tuple[str, ...] = ()
    exists: bool | None = False
    in_force: bool | None = False
    known_to: dt.date | None = None  # in force as known up to this day; None: up to the day asked for
    quote_found: bool | None = None  # None: no quotation was given, or it cannot be told
    wording: str = ""  # the corpus's own text of the provision cited
    reason: str = ""
    notes: tuple[Note, ...] = ()  # what must be said with it: the act has ended, the article changed since, …


def verify_citation(
    reader: CitationReader,
    article_of: Callable[[str, dt.date | None], Article],
    written: str,
    quote: str,
    on: dt.date | None,
    standing_of: Callable[[Article, dt.date | None], Standing],
    notes_of: Callable[[Article, dt.date | None], tuple[Note, ...]],
) -> Verification:
    """``article_of`` is ``Store.article``: it raises CitationError where the article is not there."""
    article_id, path, refusal = _resolve(reader, written)
    if article_id is None:
        return refusal
    try:
        article = article_of(article_id, on)
    except CitationError as error:
        untold = error.note is not None and error.note.key == "error_before_first_text"
        known = None if untold else False
        return Verification(False, article_id, exists=known, in_force=known, reason=str(error))
    standing = standing_of(article, on)
    day = reworded(article, standing)
    today = day.article
    unit = find_cited(today.text, today.units, path) if path else None
    notes = notes_of(article, on)
    if path and unit is None:
        return _without_unit(day, path, notes, ended=standing.ended)
    quoted = find_quote(day, path, quote) if quote.strip() else Quoted(None)
    reason = _reason(standing) or quoted.reason
    return Verification(
        not reason,
        article_id,
        unit.path if unit else (),
        exists=True,
        in_force=standing.in_force,
        known_to=standing.read_to if standing.in_force else None,
        quote_found=quoted.found,
        wording=whole_text(today.text, today.units, unit),
        reason=reason,
        notes=(*flattened_notes(today, path, unit, reader.names), *quoted.notes, *notes),
    )


def _without_unit(day: Reworded, path: Units, notes: tuple[Note, ...], *, ended: bool) -> Verification:
    """The article is there and the unit cited is not, or may not be."""
    article, cited = day.article, display_path(path)
    if lacks_numbers(article.text, article.units):
        lost = f"which words of {article.article_id} are {cited} is not known: the source lost numbers of its §"
        return Verification(False, article.article_id, exists=None, reason=lost)
    if day.may_have(path):
        perhaps = f"whether {article.article_id} has {cited} cannot be told: other wording may hold by now"
        law = False if ended else None
        return Verification(False, article.article_id, exists=None, in_force=law, reason=perhaps, notes=notes)
    have = ", ".join(display_path(u.path) for u in article.units if len(u.path) == 1) or "no numbered units"
    missing = f"{article.article_id} has no {cited}; it has {have}"
    return Verification(False, article.article_id, exists=False, reason=missing)


def _resolve(reader: CitationReader, written: str) -> tuple[str | None, Units, Verification]:
    """The article and unit that the words name, or the refusal where they name none."""
    resolved = reader.resolve(written)
    if not resolved:
        return None, (), Verification(False, reason="the words name no article")
    if len({one.article_id for one in resolved}) > 1:
        return None, (), Verification(False, reason="several provisions are named; verify them one at a time")
    one = resolved[0]
    exists = None if one.problem in ("ended_act", "another_time", "not_in_corpus") else False
    in_force = None if one.problem in ("another_time", "not_in_corpus") else False
    refusal = Verification(False, exists=exists, in_force=in_force, reason=one.reason)
    return one.article_id, tuple(next(iter(one.units or one.cite.paths), ())), refusal


def _reason(standing: Standing) -> str:
    """Why the citation is refused; empty where it is true. An act whose status nobody tells does not make it false."""
    act = standing.act.in_force_on(standing.on)
    if act is False:
        return "the act is not in force on that day"
    if act is None and standing.act.status != "unknown":
        return "the act has ended, and whether it had by that day is not known"
    if standing.repealed:
        return "the article is repealed"
    if standing.in_force is False:
        return "the article is not yet in force on that day"
    if standing.omitted:
        return "the article is left out of the consolidated text, which is all that the corpus has"
    if act and standing.in_force is None:
        return "the article was to come, and it is not known whether it has begun"
    return ""
