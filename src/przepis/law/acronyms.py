"""Acronyms that a title implies: CPK is the Centralny Port Komunikacyjny, EIO the europejska inicjatywa obywatelska.

People and lawyers type them, and no title prints them.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_JOINING = frozenset("i oraz do z ze w we na dla od przy o".split())
_OPENING = re.compile(r"^o\s+", re.IGNORECASE)
_SUBJECT = re.compile(r"^w\s+sprawie\s", re.IGNORECASE)
_LEAST, _MOST = 3, 7
_WHOLE = 5  # a longer title has no acronym of its own
_ORDINARY = frozenset("bio kar krok kur nad pan pas pol row sie zoo".split())
"""Acronyms that are ordinary words, too: typed, they mean the word."""


def acronyms(title: str) -> tuple[str, ...]:
    """Of every name in the title that is written with capitals, and of the whole title of a statute, if it is short."""
    words = _WORD.findall(_OPENING.sub("", title))
    found = [spelling for run in _names(words) for spelling in _spellings(run)]
    if len(_said(words)) <= _WHOLE and not _SUBJECT.match(title):
        found += _spellings(words)
    return tuple(dict.fromkeys(a for a in found if _LEAST <= len(a) <= _MOST and a.lower() not in _ORDINARY))


def _names(words: list[str]) -> list[list[str]]:
    """Runs of words with capitals; what joins two of them belongs to the run."""
    runs: list[list[str]] = [[]]
    for word in words:
        if word[0].isupper() or (runs[-1] and word in _JOINING):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    return [_stripped(run) for run in runs]


def _stripped(run: list[str]) -> list[str]:
    while run and run[-1] in _JOINING:
        run = run[:-1]
    return run


def _said(words: list[str]) -> list[str]:
    return [word for word in words if word not in _JOINING]


def _spellings(run: list[str]) -> list[str]:
    """Without what joins, and with it (ARMR, ARiMR)."""
    if len(_said(run)) < _LEAST:
        return []
    return ["".join(w[0] for w in words).upper() for words in (_said(run), run)]
