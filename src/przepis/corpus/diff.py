"""What changed between two wordings of an article, unit by unit, word by word."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Literal

from przepis.corpus.raised import raised_text
from przepis.corpus.units import display_path
from przepis.records import Article, Note

Piece = tuple[Literal["same", "removed", "added"], str]


@dataclass(frozen=True, slots=True)
class UnitChange:
    where: str  # "§ 2", or "" for an article without units
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class WordingChange:
    older: str
    newer: str
    units: tuple[UnitChange, ...]
    notes: tuple[Note, ...] = ()  # later changes that the newer wording does not have


def diff_wordings(older: Article, newer: Article, older_name: str, newer_name: str) -> WordingChange:
    """Units are paired by likeness, not by number alone: an inserted § must not show all later ones as changed."""
    before, after = _blocks(older), _blocks(newer)
    matcher = difflib.SequenceMatcher(None, [b[1] for b in before], [a[1] for a in after], autojunk=False)
    changes: list[UnitChange] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        for n in range(max(i2 - i1, j2 - j1)):
            old = before[i1 + n] if i1 + n < i2 else None
            new = after[j1 + n] if j1 + n < j2 else None
            where = (new or old or ("", ""))[0]
            changes.append(UnitChange(where, word_pieces(old[1] if old else "", new[1] if new else "")))
    return WordingChange(older_name, newer_name, tuple(changes))


def _blocks(article: Article) -> list[tuple[str, str]]:
    """Lines with the address of the unit that begins there, or goes on there."""
    names = {u.start: display_path(u.path) for u in article.units}
    blocks, position, current = [], 0, ""
    for line in raised_text(article.text, article.units).split("\n"):
        current = names.get(position, current)
        blocks.append((current, line))
        position += len(line) + 1
    return blocks


def word_pieces(old: str, new: str) -> tuple[Piece, ...]:
    a, b = old.split(), new.split()
    pieces: list[Piece] = []
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(("same", " ".join(a[i1:i2])))
            continue
        if i2 > i1:
            pieces.append(("removed", " ".join(a[i1:i2])))
        if j2 > j1:
            pieces.append(("added", " ".join(b[j1:j2])))
    return tuple(pieces)
