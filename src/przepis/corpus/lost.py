"""What a text announces and does not have: a table, a scale or a formula that was a picture or a grid in its source."""

from __future__ import annotations

import re

_MARKERS = tuple(
    re.compile(rf"{marker}(?=\s)")
    for marker in (r"(?:§\s*)?(\d+[a-z]{0,3}(?:\^\d+\^?)?)\.", r"(\d+[a-z]{0,3}(?:\^\d+\^?)?)\)", r"([a-z]{1,3})\)")
)
"""§ and ust., pkt, lit.: from the outermost."""
_COLON = re.compile(r":[ \t]*(?:\n[ \t]*(?!1\)|a\)|[-–—])|\Z)")
"""At the end of a line, and no list begins in the next: of nearly all colons more need not be asked."""
_FIRST = ("1", "a")
_TABLE = re.compile(r"\b(?:tabel\w*|skal(?:[aiąęo]|ach|ami)?|wz[oó]r\w*)\b[^\n,]{0,30}\Z", re.IGNORECASE)
_BELOW_A_TABLE = re.compile(r"(?:[*^]|gdzie\b)[^=×]*\Z", re.IGNORECASE)
_OTHER = re.compile(r"brzmieni\w*\s*:\Z|objaśnieni", re.IGNORECASE)
_WORDS = 8


def announced_in_vain(text: str) -> str:
    """The words before a colon behind which nothing stands; empty where whatever is announced is there.

    Nothing stands there where the next unit begins at once (of a point only where a table is spoken of: its colon may
    be a slip for a semicolon), where a table goes on with its footnotes or a formula with its symbols, and where the
    article ends with a table announced.
    """
    for colon in _COLON.finditer(text):
        line = text[text.rfind("\n", 0, colon.start()) + 1 : colon.start() + 1].strip()
        following = text[colon.end() :].partition("\n")[0].strip()
        if not _OTHER.search(line) and _nothing_behind(line, following):
            return " ".join(line.rstrip(": ").split()[-_WORDS:])
    return ""


def _nothing_behind(line: str, following: str) -> bool:
    level, _ = _unit(line)
    next_level, number = _unit(following)
    table = bool(_TABLE.search(line))
    if level is not None and next_level is not None and next_level <= level:
        return number not in _FIRST and (table or level == 0)  # a list that begins anew is what was announced
    return table and (not following or bool(_BELOW_A_TABLE.match(following)))


def _unit(line: str) -> tuple[int | None, str]:
    for level, marker in enumerate(_MARKERS):
        if found := marker.match(line):
            return level, found[1]
    return None, ""
