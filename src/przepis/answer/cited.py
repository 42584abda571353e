"""A citation opened: its articles with the cited unit marked, and what the law does not have said plainly."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace

from przepis.answer.flattened import flattened_notes
from przepis.answer.merged import as_it_reads
from przepis.answer.reworded import Reworded, new_in, reworded
from przepis.answer.shown import act_notes
from przepis.corpus.store import Store
from przepis.corpus.units import display_path, find_cited, lacks_numbers
from przepis.corpus.validity.ended import EndedActs
from przepis.corpus.validity.standing import standing_of
from przepis.errors import CitationError
from przepis.law.citations import ResolvedCite, format_citation
from przepis.law.journal import is_address
from przepis.law.named_acts import Absent
from przepis.law.names import ActNames
from przepis.law.printing import act_genitive, act_nominative
from przepis.law.reading import Reading
from przepis.messages import Messages
from przepis.records import Article, Hit, Note, Run, note

_PARAGRAPHS = ("para:", "pass:")


def open_cited(
    store: Store, names: ActNames, reading: Reading, on: dt.date | None, k: int, ended: EndedActs | None = None
) -> Run:
    """The hits of a citation; the act where an act alone is named; notes of what is missing.

    A date before the act existed raises CitationError: an error here, not an empty page. Of a range those articles are
    opened that there were on the day, and a note names the others.
    """
    hits: list[Hit] = []
    gone: dict[str, CitationError] = {}
    notes = [*_guessed(reading), *(_missing(cite, names, reading.absent) for cite in reading.missing)]
    notes += absent_notes(reading, names, ended, store.present_day())
    for cite in reading.cites:
        if cite.article_id is None or any(hit.article_id == cite.article_id for hit in hits):
            continue
        try:
            article = as_it_reads(store, store.article(cite.article_id, on), on)
        except CitationError as error:
            gone[cite.article_id] = error
            continue
        units = {tuple(path): find_cited(article.text, article.units, path) for path in cite.units}
        missing = [path for path, unit in units.items() if unit is None]
        day = reworded(article, standing_of(store, article, on)) if missing else None
        lacking = [_lacking(day, path, names) for path in missing if day is not None]
        flat = [told for path, unit in units.items() for told in flattened_notes(article, path, unit, names)]
        notes += [*lacking, *flat]
        there = list(dict.fromkeys(unit.path for unit in units.values() if unit is not None))
        if len(there) > 1:
            notes.append(_more_units(article, there, names))
        unit = next((unit for unit in units.values() if unit is not None), None)
        sure = 1.0 if not flat and all(told.key == "note_unit_begun" for told in lacking) else None
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


def absent_notes(reading: Reading, names: ActNames, ended: EndedActs | None, today: dt.date) -> Iterator[Note]:
    """Of an act that is not here: that it has ended, and by what; which act of the name is here."""
    absent = reading.absent
    if absent is None:
        return
    if not reading.cites:
        yield _no_such_act(absent, names)
    act = ended.find(absent.words) if ended is not None and absent.problem == "ended_act" else None
    if act is not None:
        yield from act_notes(act.validity, today)


def _no_such_act(absent: Absent, names: ActNames) -> Note:
    """An act named alone, which is not here."""
    return Note(f"note_act_{absent.problem}", (("act", absent.words), *_namesake(absent.act_id, names)))


def _namesake(act_id: str | None, names: ActNames) -> tuple[tuple[str, str], ...]:
    day = names.date(act_id) if act_id else None
    return (("title", names.title(act_id)), ("day", day.isoformat() if day else "?")) if act_id else ()


def _missing(cite: ResolvedCite, names: ActNames, absent: Absent | None = None) -> Note:
    """Why the citation names no article, with the nearest that are there."""
    words = cite.cite.act_words
    act = (act_nominative(cite.act_id, names) if cite.act_id else "") or words
    label = format_citation(replace(cite.cite, label=cite.cite.written)).removesuffix(words).strip()
    other = absent.act_id if absent is not None else names.of_another_time(words)
    values = (("act", act), ("label", label), *_namesake(other, names))
    return Note(f"note_{cite.problem}", values, cite.nearest)


def _more_units(article: Article, paths: Sequence[tuple[str, ...]], names: ActNames) -> Note:
    """Of several units that are cited a hit marks the first: the others are named, so that none is passed over."""
    first, *others = (display_path(path) for path in paths)
    values = (("article", format_citation(article.article_id, names)), ("first", first), ("others", ", ".join(others)))
    return Note("note_more_units", values)


def _lacking(day: Reworded, path: Sequence[str], names: ActNames) -> Note:
    """Of a unit that the text lacks: wording that has begun by the day has it, or may have it, or nothing has."""
    unit = find_cited(day.article.text, day.article.units, path)
    if unit is not None:
        title = dict(new_in(day, unit).title.values)
        values = (("provision", format_citation(day.before.article_id, names, unit.path)), ("day", title["day"]))
        return Note("note_unit_begun", (*values, ("by", title["by"])))
    if not day.may_have(path):
        return _no_unit(day.article, path, names)
    values = (("article", format_citation(day.before.article_id, names)), ("unit", display_path(tuple(path))))
    return Note("note_unit_perhaps", values)


def _no_unit(article: Article, path: Sequence[str], names: ActNames) -> Note:
    tops = [unit for unit in article.units if len(unit.path) == 1]
    own = [display_path(unit.path) for unit in tops]
    values = (
        ("article", format_citation(article.article_id, names)),
        ("unit", display_path(tuple(path))),
        ("has", f"{own[0]}–{own[-1]}" if len(own) > 1 else "".join(own)),
    )
    if lacks_numbers(article.text, article.units) and path[0].startswith(_PARAGRAPHS):
        return Note("note_units_lost", values)
    if any(unit.inferred for unit in tops) and path[0].startswith(_PARAGRAPHS):
        return Note("note_units_counted", values)  # of numbers that were counted nobody can say that one is missing
    return Note("note_no_unit" if own else "note_no_units", values)


def why_not(
    citation: str,
    reading: Reading | None,
    cites: Sequence[ResolvedCite],
    names: ActNames,
    ended: EndedActs,
    today: dt.date,
) -> CitationError:
    """Why a citation opens no article, with what would."""
    if reading is not None and reading.absent is not None:
        return act_not_here(reading, names, ended, today)
    right = "write it like `art. 415 k.c.`, `kc 415` or `DU/1964/93#415`"
    if reading is not None and reading.act_id:
        title, short = names.title(reading.act_id), act_genitive(reading.act_id, names)
        return CitationError(
            f"{citation!r} names an act, {title}, and no article of it; {right}",
            note("error_names_act", citation=citation, title=title, short=short),
        )
    if not cites and is_address(citation):
        return CitationError(f"there is no act {citation!r} in the corpus", note("error_no_act", act=citation))
    if not cites:
        return CitationError(
            f"{citation!r}: it names no article; {right}", note("error_no_citation", citation=citation)
        )
    near = ", ".join(format_citation(article_id, names) for article_id in cites[0].nearest)
    told = _missing(cites[0], names)
    values = (*told.values, ("near", near))
    hint = f"the nearest are {near}" if near else right
    return CitationError(f"{citation!r}: {cites[0].reason}; {hint}", replace(told, values=values))


def act_not_here(reading: Reading, names: ActNames, ended: EndedActs, today: dt.date) -> CitationError:
    """An act that is named and is not here, with what is known of it: for a person and, in English, for a program."""
    first, *more = (
        *(_missing(cite, names, reading.absent) for cite in reading.cites[:1]),
        *absent_notes(reading, names, ended, today),
    )
    told = " ".join(Messages("en").note(each) for each in (first, *more))
    return CitationError(told.rstrip("."), first, tuple(more))
