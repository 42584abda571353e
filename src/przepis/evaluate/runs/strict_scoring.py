"""The authors' citation scorer, as far as their released scores show it: beside ours, on their labels only.

It reads the digits after "art." and leaves a superscript out, knows the codes by their abbreviations, anchored so that
k.p. does not match inside k.p.k., and takes any statute written out ("ustawy o …", "pr. …") for the act of a label that
is no code. Articles with a letter and other abbreviations (p.p.s.a., TUE) are scored wrong. On the 300 closed-book
answers that the authors released it agrees with their scores on 283 (benchmarks/strict_scorer.py).
"""

from __future__ import annotations

import re
from collections.abc import Collection

ABBREVIATIONS = {
    "DU/1964/93": "k.c.",
    "DU/1964/296": "k.p.c.",
    "DU/1997/553": "k.k.",
    "DU/1997/555": "k.p.k.",
    "DU/1997/557": "k.k.w.",
    "DU/1974/141": "k.p.",
    "DU/1960/168": "k.p.a.",
    "DU/1964/59": "k.r.o.",
    "DU/1971/114": "k.w.",
    "DU/2000/1037": "k.s.h.",
    "DU/2001/1148": "k.p.w.",
    "DU/1999/930": "k.k.s.",
}
_ARTICLE = re.compile(r"art\.?\s*(\d+)(?![\da-z])", re.IGNORECASE)
_STATUTE = re.compile(r"\b(?:ustaw\w*|pr\.|praw[ao])\s", re.IGNORECASE)


def strictly_right(written: str, released: Collection[str]) -> bool:
    """``released``: the authors' labels as article ids; a superscript counts flattened, as in their files."""
    found = _ARTICLE.search(written)
    if found is None:
        return False
    labels = [article_id.partition("#") for article_id in released]
    return any(_names(written, act) and label.replace("^", "") == found.group(1) for act, _, label in labels)


def _names(written: str, act_id: str) -> bool:
    abbreviation = ABBREVIATIONS.get(act_id)
    if abbreviation is None:
        return bool(_STATUTE.search(written))
    return bool(re.search(rf"(?<![\w.]){re.escape(abbreviation)}(?!\w)", written, re.IGNORECASE))
