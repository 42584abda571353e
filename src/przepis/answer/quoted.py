"""Does a quotation stand in a provision on a day: in words that have begun beside the text, or only in those before?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from przepis.answer.coming import ComingBlock
from przepis.answer.reworded import NewWords, Reworded
from przepis.corpus.splice import spliced
from przepis.corpus.units import find_cited, whole_text
from przepis.law.labels import SUPERSCRIPTS
from przepis.records import Article, Note

_SIGNS = str.maketrans({"„": '"', "”": '"', "“": '"', "«": '"', "»": '"', "–": "-", "—": "-", "\u00a0": " "})
_FLAT = str.maketrans(SUPERSCRIPTS, "0123456789")
_RAISED = re.compile(rf"(?<=[^\W_])([{SUPERSCRIPTS}]+)")
_SIGN_AFTER = re.compile(r"(?<=\w)\^(\d+[a-z]?)\^")  # 22^1^ is 22^1
_RAISED_MARKER = re.compile(rf"^(?:§\s*)?\w*[{SUPERSCRIPTS}]+[a-z]?(?=[.)])", re.MULTILINE)
_COUNTED = re.compile(r"\[(§ [^]\s]+\.)\] ?")
"""``[§ 2.]`` of ``whole_text``."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """``found``: None where it cannot be told. ``reason`` refuses it, ``notes`` say the same to a person."""

    found: bool | None
    reason: str = ""
    notes: tuple[Note, ...] = ()


def find_quote(day: Reworded, path: Sequence[str], quote: str) -> Quoted:
    """In the unit at ``path`` of the article, or in all of it."""
    now, before = _words(day.article, path), _words(day.before, path)
    if contains_quote(now, quote):
        if not contains_quote(before, quote):
            return _begun(_made_by(day, path, quote, gives=True))
        doubt = next((new for new in day.loose if _may_be_gone(day, new, path, quote)), None)
        return Quoted(True) if doubt is None else _untold("replaced", doubt.block)
    if contains_quote(before, quote):
        return _before(_made_by(day, path, quote, gives=False))
    new = next((new for new in day.loose if contains_quote(new.words, quote)), None)
    if new is None:
        return Quoted(False, "the quotation does not stand in this provision")
    return _untold("there", new.block) if path or not new.block.begun else _begun(new.block)


def _made_by(day: Reworded, path: Sequence[str], quote: str, *, gives: bool) -> ComingBlock:
    """The new words that alone bring the quotation into the text, or take it out; the last where several have to."""
    for new in day.made:
        if contains_quote(_words(spliced(day.before, new.places), path), quote) is gives:
            return new.block
    return day.made[-1].block


def _words(article: Article, path: Sequence[str]) -> str:
    unit = find_cited(article.text, article.units, path) if path else None
    return "" if path and unit is None else whole_text(article.text, article.units, unit)


def _may_be_gone(day: Reworded, new: NewWords, path: Sequence[str], quote: str) -> bool:
    """Would the quotation no longer stand there if these words took the place of some that they may replace?"""
    return any(not contains_quote(_words(article, path), quote) for article in day.if_it_replaces(new))


def _told_by(block: ComingBlock) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in block.title.values if name in ("day", "by", "text_day"))


def _begun(block: ComingBlock) -> Quoted:
    return Quoted(True, notes=(Note("note_quote_begun", _told_by(block)),))


def _before(block: ComingBlock) -> Quoted:
    values = dict(block.title.values)
    reason = f"the quotation is what the provision read before {values['day']}; it was changed{values['by']}"
    return Quoted(False, reason, (Note("note_quote_before", _told_by(block)),))


def _untold(what: str, block: ComingBlock) -> Quoted:
    """Whether it is ``there`` by now, or was ``replaced``, cannot be told."""
    values = dict(block.title.values)
    when = f"since {values['day']}" if block.begun else "perhaps by now"
    if what == "there":
        reason = f"the quotation stands in wording that holds {when}{values['by']}; whether here cannot be told"
    else:
        reason = f"other wording holds {when}{values['by']}; whether it replaces the words quoted cannot be told"
    return Quoted(None, reason, (Note(f"note_quote_{what}_untold", _told_by(block)),))


def contains_quote(wording: str, quote: str) -> bool:
    """Word for word; spacing, kinds of quotation marks and dashes, how a number is raised, and an ellipsis left out do
    not count.

    A number that the source does not print may be quoted or not, one that it does not raise also as it prints it.
    """
    as_printed = _RAISED_MARKER.sub(lambda marker: marker[0].translate(_FLAT), wording)
    return any(
        _contains(_COUNTED.sub(kept, words), _COUNTED.sub(r"\1 ", quote))
        for words in dict.fromkeys((wording, as_printed))
        for kept in (r"\1 ", "")
    )


def _contains(wording: str, quote: str) -> bool:
    text = _plain(wording)
    parts = [_plain(part) for part in re.split(r"\[?(?:\.\.\.|…)\]?|\(\.\.\.\)", quote)]
    position = 0
    for part in (p for p in parts if p):
        found = text.find(part, position)
        if found < 0:
            return False
        position = found + len(part)
    return any(parts)


def _plain(text: str) -> str:
    signed = _RAISED.sub(lambda raised: f"^{raised[1].translate(_FLAT)}", text.translate(_SIGNS))
    return " ".join(_SIGN_AFTER.sub(r"^\1", signed).lower().split()).strip(" .,;\"'")
