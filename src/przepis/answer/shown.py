"""A hit as every face shows it: the wording and unit of the day asked for, where it stands, what must be said with it.

The command line, the page, REST and MCP lay these out; none decides anything of its own.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from przepis.answer.coming import begun_first, coming_blocks, coming_notes
from przepis.answer.merged import as_it_reads
from przepis.corpus.excerpt import SNIPPET, excerpt
from przepis.corpus.lost import announced_in_vain
from przepis.corpus.publication import with_address
from przepis.corpus.raised import raised_text
from przepis.corpus.store import Store
from przepis.corpus.units import bare_text, display_path
from przepis.corpus.validity.changes import LaterChange
from przepis.corpus.validity.record import Validity
from przepis.corpus.validity.standing import Ruled, Standing, standing_of
from przepis.law.citations import format_citation
from przepis.law.journal import journal_address
from przepis.law.labels import printed_raised, provision_name
from przepis.law.names import ActNames
from przepis.law.prefixes import overlap, prefixes
from przepis.records import Act, Article, Hit, Note, Surrogate, Unit, Version, note
from przepis.sources.articles import is_repealed

GRAVE = ("warn_act_ended", "warn_article_repealed", "warn_act_not_begun", "warn_not_yet_from")
"""Notes that begin so say that the provision is not law."""
_POINT = re.compile(r"^(?:#+\s+|\w\)\s+)+")
_CUT_SHORT = re.compile(r"\s*\([^()]*$")
OURS = "przepis"
"""Who wrote a summary that no annotator is named for."""
_UNSEEN = ("warn_coming", "warn_changed", "warn_more_changes", "warn_act_amended", "warn_article_repealed_since")
MAX_RULINGS = 3
MAX_CHANGES = 3
MAX_SCOPE = 260
SAME_UNIT = 0.5
"""Least overlap at which a unit of an older wording is the one matched in the newest."""


@dataclass(frozen=True, slots=True)
class ShownHit:
    hit: Hit
    article: Article  # in the wording of the day
    act: Act
    version: Version  # the text quoted
    unit: Unit | None  # of that wording
    citation: str  # with the unit
    article_citation: str
    formal: str
    summary: str  # empty where it was written for another wording
    summary_by: str
    standing: Standing
    notes: tuple[Note, ...]  # what must be said with it, the gravest first

    @property
    def marker(self) -> str:
        return display_path(self.unit.path) if self.unit else ""

    @property
    def text(self) -> str:
        """The matching unit without its marker, or the whole article."""
        return bare_text(self.unit, self.article) if self.unit else raised_text(self.article.text, self.article.units)


def show_hit(store: Store, names: ActNames, hit: Hit, on: dt.date | None) -> ShownHit:
    printed = store.article(hit.article_id, on)
    article = as_it_reads(store, printed, on)
    act, version = store.act(article.act_id), store.version(article.version_id)
    # units are matched in the text as printed: where later words were put into it, another may settle more
    unit = unit_on(article, hit.unit) if article is printed or "citation" in hit.signals else None
    standing = standing_of(store, article, on)
    surrogate = summarised(store, article, standing)
    summary = surrogate.summary if surrogate is not None else ""
    article_citation = format_citation(hit.article_id, names)
    citation = format_citation(hit.article_id, names, unit.path) if unit else article_citation
    return ShownHit(
        hit,
        article,
        act,
        version,
        unit,
        citation=citation,
        article_citation=article_citation,
        formal=with_address(citation, article, version),
        summary=summary,
        summary_by=(surrogate.annotator or OURS) if surrogate is not None and summary else "",
        standing=standing,
        notes=(*_ours(article), *_with_new_words(standing_notes(standing, article, act), standing)),
    )


def _ours(article: Article) -> Iterator[Note]:
    """A hit has no room for what made a wording of ours: that it is one, since when, and by which acts."""
    if article.ours and article.valid_from is not None:
        by = "; ".join(dict.fromkeys(f"{cause.address}, {cause.provision}" for cause in article.made_by))
        values = (("day", article.valid_from.isoformat()), ("by", f" ({by})" if by else ""))
        yield Note("warn_ours", (*values, ("address", journal_address(article.version_id))))


def summarised(store: Store, article: Article, standing: Standing) -> Surrogate | None:
    """What was written of this very wording; None where the law of the day has new words that it says nothing of."""
    surrogate = store.surrogate(article.article_id)
    if surrogate is None or surrogate.text_hash != article.text_hash or reworded_since(standing):
        return None
    return surrogate


def reworded_since(standing: Standing) -> dt.date | None:
    """From when other words are law that the text prints beside these; None where none are, or none surely."""
    begun, _, _ = begun_first(standing)
    return begun[0].day if begun else None


def _with_new_words(notes: tuple[Note, ...], standing: Standing) -> tuple[Note, ...]:
    """A hit shows the wording that the text prints first: where another may be in force by now, that one too."""
    blocks = (block for block in coming_blocks(standing) if block.begun is not False)
    words = " ".join(block.text for block in blocks if not is_repealed(block.text))  # "(uchylony)" does not say of what
    if not words:
        return notes
    told = Note("warn_new_words", (("words", printed_raised(excerpt(words, "", SNIPPET))),))
    place = 1 + max(i for i, note in enumerate(notes) if note.key.startswith("warn_coming"))
    return (*notes[:place], told, *notes[place:])


def unit_on(article: Article, unit: Unit | None) -> Unit | None:
    """The unit of this wording that says what ``unit``, matched in another wording, says; None where there is none."""
    if unit is None:
        return None
    same = next((u for u in article.units if u.path == unit.path and u.text == unit.text), None)
    if same is not None:
        return same
    wanted = prefixes(unit.text)
    scored = [(overlap(wanted, prefixes(u.text)), u.path == unit.path, -len(u.path), u) for u in article.units]
    best = max(scored, key=lambda s: s[:3], default=None)
    return best[3] if best is not None and best[0] >= SAME_UNIT else None


def standing_notes(standing: Standing, article: Article, act: Act) -> tuple[Note, ...]:
    """Warnings, the gravest first; empty where there is nothing to warn of."""
    notes: list[Note] = []
    verdict = standing.act
    notes += act_notes(verdict, standing.on)
    if article.repealed:
        name = provision_name(article.label, paragraphs=act.paragraphs)
        notes.append(Note("warn_omitted" if standing.omitted else "warn_article_repealed", (("name", name),)))
    if standing.coming is not None:
        notes += coming_notes(standing.coming, standing.on)
    changes = [change for change in standing.changes if not _printed(change, standing)]
    notes += [_changed(change, standing.on) for change in changes[:MAX_CHANGES]]
    if len(changes) > MAX_CHANGES:
        notes.append(Note("warn_more_changes", (("n", str(len(changes) - MAX_CHANGES)),)))
    if standing.announced:
        notes.append(Note("warn_act_amended", (("acts", ", ".join(standing.announced[:5])),)))
    notes += [_ruled(ruled, standing.on) for ruled in standing.rulings[:MAX_RULINGS]]
    notes += _lost(article)
    if verdict.status == "unknown" and verdict.in_force_on(standing.on) is None:
        notes.append(Note("warn_status_unknown"))
    return tuple(notes)


def unseen_changes(notes: Sequence[Note]) -> tuple[Note, ...]:
    """Those that say of a wording that it may not be the law of its day: two such do not differ, and the law does."""
    return tuple(told for told in notes if told.key.startswith(_UNSEEN))


def _printed(change: LaterChange, standing: Standing) -> bool:
    """Is it what the text gives as coming wording, which was said before?"""
    parts = standing.coming.parts if standing.coming is not None else ()
    return not change.repeals and any((part.by_eli, part.day) == (change.by_eli, change.day) for part in parts)


def _lost(article: Article) -> Iterator[Note]:
    """Annexes are cut into fragments, whose ends are not the ends of what they say."""
    words = "" if article.label.startswith("z") else announced_in_vain(article.text)
    if words:
        yield Note("warn_lost", (("words", words), ("address", journal_address(article.version_id))))


def _changed(change: LaterChange, on: dt.date) -> Note:
    """Names the amending act, its article and the day."""
    values = (
        ("by", change.by_title),
        ("article", change.by_label),
        ("address", journal_address(change.by_eli)),
        ("source", change.by_eli),
        ("day", change.day.isoformat() if change.day else "?"),
    )
    if change.day is None:
        return Note("warn_changed_someday", values)
    done = change.day <= on
    if change.repeals:
        return Note("warn_article_repealed_since" if done else "warn_repeal_to_come", values)
    return Note("warn_changed" if done else "warn_change_to_come", values)


def _ruled(ruled: Ruled, on: dt.date) -> Note:
    """„art. X w zakresie … niezgodny z art. … Konstytucji, Dz.U. …”."""
    scope = f" {ruled.scope}" if ruled.scope else ""
    scope = scope if len(scope) <= MAX_SCOPE else f"{scope[:MAX_SCOPE]} …"
    values = (
        ("case", ruled.case),
        ("address", ruled.address),
        ("provision", printed_raised(_in_one_style(ruled.provision)) + scope),
        ("contrary", _CUT_SHORT.sub("", ruled.contrary_to)),
        ("day", ruled.loses_force.isoformat() if ruled.loses_force else "?"),
        ("source", ruled.eli),
    )
    key = "warn_ruling_later" if ruled.loses_force and ruled.loses_force > on else "warn_ruling"
    return Note(key + ("_scoped" if ruled.scoped and not ruled.scope else ""), values)


def _in_one_style(provision: str) -> str:
    """„art. 5 ust. 2”, as cited: judgments begin a sentence with it, or a point."""
    words = _POINT.sub("", provision)
    return words[:1].lower() + words[1:]


def act_notes(verdict: Validity, on: dt.date) -> tuple[Note, ...]:
    """What must be said of an act on a day: that it has ended, may have, or not begun; empty where it is in force."""
    in_force = verdict.in_force_on(on)
    if in_force is None and verdict.status != "unknown":
        last = verdict.last_text.isoformat() if verdict.last_text else "?"
        return (note("warn_act_end_unknown", day=on, last=last, source=_status_source(verdict)),)
    return (_act_ended(verdict, on),) if in_force is False else ()


def _act_ended(verdict: Validity, on: dt.date) -> Note:
    if verdict.since is not None and on < verdict.since:
        return Note("warn_act_not_begun", (("day", verdict.since.isoformat()),))
    values = [
        ("day", verdict.until.isoformat() if verdict.until else "?"),
        ("by", verdict.ended_by_title),
        ("article", verdict.ended_by_article),
        ("source", verdict.ended_by),
        ("successor", verdict.replaced_by_title),
        ("successor_id", verdict.replaced_by),
    ]
    if not verdict.ended_by:
        return Note("warn_act_ended_somehow", (("source", _status_source(verdict)),))
    key = "warn_act_ended" if verdict.exact else "warn_act_ended_by_then"
    if not verdict.replaced_by:
        key += "_only"
    elif verdict.replaced_by != verdict.ended_by:
        key += "_replaced"
    return Note(key, tuple(values))


def _status_source(verdict: Validity) -> str:
    return next((w.source for w in verdict.witnesses if w.says != "in_force"), "?")
