"""The hits of a search on a day, in that day's wordings; those without one are left out, which of the best is said."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from przepis.answer.shown import unit_on
from przepis.corpus.past import first_text
from przepis.corpus.store import Store
from przepis.corpus.validity.settle import validity_of
from przepis.errors import CitationError
from przepis.law.names import ActNames
from przepis.law.printing import format_citation
from przepis.records import Hit, Note, Run, note
from przepis.rerank.learned import ALONE

FAR_BEHIND = 0.1  # of the best one's confidence: what has less is shown beside it, never in its place
LEAST_NAMED = 0.05  # confidence: with less, what cannot be shown is not called the best match either


def hits_of_day(
    store: Store, names: ActNames, found: Sequence[Hit], on: dt.date, all_law: bool
) -> tuple[tuple[Hit, ...], tuple[Note, ...]]:
    """The hits that can be shown, and the note where the best one is not among them; none of one that
    was hardly a match."""
    there = list(_with_wording(store, found, on, all_law))
    if not found or (there and there[0].article_id == found[0].article_id):
        return _ranked(there), ()
    best = found[0]
    least = 0.0 if best.confidence is None else FAR_BEHIND * best.confidence
    kept = [hit for hit in there if (hit.confidence or 0.0) >= least]
    if best.confidence is not None and best.confidence < LEAST_NAMED:
        return _ranked(kept), ()
    told = note("note_best_not_on_day", first=format_citation(best.article_id, names), day=on)
    return _ranked(kept), (replace(told, article_ids=(best.article_id,)),)


def no_text_of_day(
    store: Store, names: ActNames, found: Sequence[Hit], on: dt.date, today: Callable[[], Run]
) -> tuple[Note, ...]:
    """Where nothing ``found`` is sure: that ``today`` something is, and that no text of its act is so old, though it
    may have been law. Where a wording has all that was said, nothing is missing."""
    if found and found[0].signals.get("alone_covers", 0.0) >= ALONE:
        return ()
    now = today()
    best = now.hits[0].article_id if now.sure else ""
    since = first_text(store, best.partition("#")[0]) if best else None
    if since is None or since <= on or validity_of(store, best.partition("#")[0]).in_force_on(on) is False:
        return ()
    told = note("note_no_text_of_day", first=format_citation(best, names), day=on, since=since)
    return (replace(told, article_ids=(best,)),)


def _with_wording(store: Store, found: Sequence[Hit], on: dt.date, all_law: bool) -> Iterator[Hit]:
    """Only articles that the corpus knows to have been law on that date, each with the unit of that wording."""
    for hit in found:
        try:
            article = store.article(hit.article_id, on)
        except CitationError:
            continue
        if all_law or not article.repealed:
            yield replace(hit, unit=unit_on(article, hit.unit))


def _ranked(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits, start=1))
