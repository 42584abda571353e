"""Today's law shown to a question that speaks of the law of a past time: the reader is told, and how to ask for it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from przepis.corpus.store import Store
from przepis.law.names import ActNames
from przepis.law.reading import Reading
from przepis.law.then import Then, then_in, then_of
from przepis.law.years import journal_years, time_said
from przepis.records import Note, note


def now_shown(store: Store, names: ActNames, text: str, reading: Reading | None) -> tuple[Note, ...]:
    """A note for the first such time; for a question that was asked without a day."""
    today = store.present_day()
    for then in _times(store, names, text, reading):
        if then.last < _begin_of_year(today):
            return (note("note_law_of_now", when=then.words),)
    return ()


def _begin_of_year(day: dt.date) -> dt.date:
    return day.replace(month=1, day=1)


def _times(store: Store, names: ActNames, text: str, reading: Reading | None) -> Iterator[Then]:
    if reading is None:
        then = then_in(text)
        if then is not None:
            yield then
        return
    for cite in reading.cites:
        if cite.article_id is None or cite.act_id is None:
            continue
        then = then_of(time_said(cite.cite.act_words), names.date(cite.act_id)) or then_in(text)
        shown = store.version(store.article(cite.article_id).version_id)
        years = {shown.as_of.year, *journal_years(shown.version_id)}  # "k.c. z 2024 r." may be the very text shown
        if then is not None and then.first.year not in years:
            yield then
