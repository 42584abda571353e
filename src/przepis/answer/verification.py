"""Is a citation true: does the provision exist on the date, is it in force, does it say what is quoted?

Made for programs that must not cite what is not there. What cannot be verified is refused, with the reason.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass

from przepis.answer.shown import GRAVE
from przepis.corpus.units import display_path, find_unit, whole_text
from przepis.errors import CitationError
from przepis.law.citation_parser import Units
from przepis.law.reading import CitationReader
from przepis.records import Article, Note

_SIGNS = str.maketrans({"„": '"', "”": '"', "“": '"', "«": '"', "»": '"', "–": "-", "—": "-", "\u00a0": " "})
_COUNTED = re.compile(r"\[(§ [^]\s]+\.)\] ?")
"""``[§ 2.]`` of ``whole_text``."""


@dataclass(frozen=True, slots=True)
class Verification:
    """``verified`` only when everything asked for holds; ``reason`` says what does not."""

    verified: bool
    article_id: str | None = None
    unit: tuple[str, ...] = ()
    exists: bool = False
    in_force: bool = False
    quote_found: bool | None = None  # None: no quotation was given
    wording: str = ""  # the corpus's own text of the provision cited
    reason: str = ""
    notes: tuple[Note, ...] = ()  # what must be said with it: the act has ended, the article changed since, …


def verify_citation(
    reader: CitationReader,
    article_of: Callable[[str, dt.date | None], Article],
    written: str,
    quote: str = "",
    on: dt.date | None = None,
    notes_of: Callable[[Article, dt.date | None], tuple[Note, ...]] = lambda article, on: (),
) -> Verification:
    """``article_of`` is ``Store.article``: it raises CitationError where the article is not there.

    ``notes_of`` is ``Library.notes``: a note that the provision is not law makes the citation false.
    """
    article_id, path, refusal = _resolve(reader, written)
    if article_id is None:
        return Verification(False, reason=refusal)
    try:
        article = article_of(article_id, on)
    except CitationError as error:
        return Verification(False, article_id, reason=str(error))
    unit = find_unit(article.units, path) if path else None
    if path and unit is None:
        missing = f"{article_id} has no {display_path(path)}"
        have = ", ".join(display_path(u.path) for u in article.units if len(u.path) == 1) or "no numbered units"
        return Verification(False, article_id, exists=False, reason=f"{missing}; it has {have}")
    wording = whole_text(article.text, article.units, unit)
    found = contains_quote(wording, quote) if quote.strip() else None
    notes = notes_of(article, on)
    in_force = not article.repealed and not any(note.key.startswith(GRAVE) for note in notes)
    verified = in_force and found is not False
    return Verification(
        verified,
        article_id,
        unit.path if unit else (),
        exists=True,
        in_force=in_force,
        quote_found=found,
        wording=wording,
        reason=_reason(article, in_force, found),
        notes=notes,
    )


def _resolve(reader: CitationReader, written: str) -> tuple[str | None, Units, str]:
    """The article and unit that the words name, or why they name none."""
    resolved = reader.resolve(written)
    if not resolved:
        return None, (), "the words name no article"
    if len({one.article_id for one in resolved}) > 1:
        return None, (), "several provisions are named; verify them one at a time"
    one = resolved[0]
    return one.article_id, tuple(next(iter(one.units or one.cite.paths), ())), one.reason


def _reason(article: Article, in_force: bool, quote_found: bool | None) -> str:
    if article.repealed:
        return "the article is repealed"
    if not in_force:
        return "the act is not in force on that day"
    return "the quotation does not stand in this provision" if quote_found is False else ""


def contains_quote(wording: str, quote: str) -> bool:
    """Word for word; spacing, kinds of quotation marks and dashes, and an ellipsis left out do not count.

    A number that the source does not print may be quoted or not.
    """
    return any(_contains(_COUNTED.sub(kept, wording), _COUNTED.sub(r"\1 ", quote)) for kept in (r"\1 ", ""))


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
    return " ".join(text.translate(_SIGNS).lower().split()).strip(" .,;\"'")
