"""Wording that a text prints as coming, as every face shows it: what has begun before the text, the rest after it.

The text of the day of consolidation is then not the law of today, which has to be said above it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from przepis.corpus.validity.coming import Coming, ComingPart
from przepis.corpus.validity.known import known_to
from przepis.corpus.validity.standing import Standing
from przepis.law.journal import journal_address
from przepis.records import ComingWording, Note


@dataclass(frozen=True, slots=True)
class ComingBlock:
    """Lines that begin on one day, under the words that say so."""

    title: Note
    text: str
    day: dt.date | None
    begun: bool | None  # None: that is not known, or the day may have been put off since


def coming_blocks(standing: Standing) -> tuple[ComingBlock, ...]:
    """In the order of their days; none of an article that is wholly to come, whose text they are."""
    coming = standing.coming
    if coming is None or coming.whole:
        return ()
    found = []
    for _, group in groupby(_by_day(coming), key=_day_key):
        parts = list(group)
        text = "\n".join(part.text for part in parts)
        begun = parts[0].begun_on(standing.on, coming.since)
        if begun and (parts[0].day or dt.date.max) > _known(coming):
            begun = None
        title = _note("coming_wording", parts, coming, standing.on)
        found.append(ComingBlock(title, text, parts[0].day, begun))
    return tuple(found)


def begun_first(standing: Standing) -> tuple[tuple[ComingBlock, ...], Note | None, tuple[ComingBlock, ...]]:
    """(blocks to show before the text, what to say of the text then, blocks to show after it)."""
    blocks = coming_blocks(standing)
    begun = tuple(block for block in blocks if block.begun)
    since = (("text_day", standing.coming.since.isoformat()),) if standing.coming else ()
    told = Note("text_replaced_in_part", since) if begun else None
    return begun, told, tuple(block for block in blocks if not block.begun)


def coming_wordings(standing: Standing) -> tuple[ComingWording, ...]:
    """The same for a program."""
    return tuple(ComingWording(block.text, block.day, block.begun) for block in coming_blocks(standing))


def coming_notes(coming: Coming, on: dt.date) -> Iterator[Note]:
    """One for each day on which a part begins."""
    if coming.whole:
        first = [ComingPart(coming.text, coming.day, not coming.day and any(p.waits for p in coming.parts))]
        yield _note("warn_not_yet", first, coming, on)
    else:
        for _, group in groupby(_by_day(coming), key=_day_key):
            yield _note("warn_coming", list(group), coming, on)
    if coming.likely is not None:
        values = (("day", coming.likely.isoformat()), ("address", journal_address(coming.likely_by)))
        yield Note("warn_coming_likely", values)


def _known(coming: Coming) -> dt.date:
    """Days of changes are often put off before they come, and by acts after this day none was heard of."""
    return known_to("statute", coming.since)


def _by_day(coming: Coming) -> list[ComingPart]:
    """Those without a day last."""
    parts = coming.parts or (ComingPart(coming.text, coming.day),)
    return sorted(parts, key=_day_key)


def _day_key(part: ComingPart) -> tuple[dt.date, bool]:
    return part.day or dt.date.max, part.waits


def _note(key: str, parts: list[ComingPart], coming: Coming, on: dt.date) -> Note:
    day = parts[0].day
    values = (
        ("text_day", coming.since.isoformat()),
        ("day", day.isoformat() if day else "?"),
        ("by", _made_by(parts, coming)),
    )
    begun = parts[0].begun_on(on, coming.since)
    if begun and day is not None and day > _known(coming):
        return Note(f"{key}_due", (*values, ("known", _known(coming).isoformat())))
    if begun is None:
        return Note(f"{key}_waits" if parts[0].waits else f"{key}_perhaps", values)
    if begun:
        return Note(f"{key}_begun", values)
    return Note(f"{key}_from" if day else key, values)


def _made_by(parts: list[ComingPart], coming: Coming) -> str:
    """ " (Dz.U. 2022 poz. 2600, art. 1 pkt 68 lit. c)": the act alone where several of its points make the lines."""
    acts = {part.by_eli for part in (coming.parts if coming.whole else parts)}
    places = {part.by_place for part in (coming.parts if coming.whole else parts)}
    if len(acts) != 1 or not (act := acts.pop()):
        return ""
    return f" ({journal_address(act)}{f', {places.pop()}' if len(places) == 1 else ''})"
