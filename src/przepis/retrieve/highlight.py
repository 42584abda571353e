"""Which words of a text a person asked about: compared as the index does, by accent-folded beginnings."""

from __future__ import annotations

import re

from przepis.index.analyser import FOLD, STOPWORDS, split_words

PREFIX = 5
_WORD = re.compile(r"\w+")


def query_stems(query: str) -> frozenset[str]:
    words = (word.translate(FOLD) for word in split_words(query))
    return frozenset(word[:PREFIX] for word in words if len(word) > 2 and word not in STOPWORDS)


def marked_spans(text: str, query: str) -> list[tuple[int, int]]:
    """Spans of the words that share a stem with the query, in order."""
    stems = query_stems(query)
    if not stems:
        return []
    found = _WORD.finditer(text)
    return [(m.start(), m.end()) for m in found if len(m[0]) > 2 and m[0].lower().translate(FOLD)[:PREFIX] in stems]
