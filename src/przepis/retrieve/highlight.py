"""Which words and which stretch of a text a person asked about: compared as the index does, by folded beginnings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from przepis.corpus.excerpt import excerpt
from przepis.index.analyser import FOLD, STOPWORDS, split_words

PREFIX = 5
_WORD = re.compile(r"\w+")
_BEGINS = re.compile(r"(?:^|(?<=[;:]) |(?<=[.]) )(?=[A-ZĄĆĘŁŃÓŚŹŻ\[§\d])|(?<=[;:]) (?=\S)")  # a sentence, or a point
_ABBREVIATED = re.compile(r"\b(?:art|ust|poz|lit|nr|r|z|zm|późn|Dz|tj|tzw|np|m\.in)\. ?\Z")

# They bear on which provision is meant, so the index has them; that a text has them too tells a reader nothing.
_TELLS_NOTHING = frozenset(
    """nie moze mozna moge mogl mogla musi musze trzeba nalezy powinien powinna kto kogo komu czego czym ktos cos
    bedzie beda zostal zostala maja miec przed podczas wtedy teraz nigdy zawsze bardzo inny inna
    art ust pkt par lit paragraf artykul""".split()
)


def query_stems(query: str) -> frozenset[str]:
    words = (word.translate(FOLD) for word in split_words(query))
    return frozenset(word[:PREFIX] for word in words if len(word) > 2 and word not in STOPWORDS | _TELLS_NOTHING)


def marked_spans(text: str, query: str) -> list[tuple[int, int]]:
    """Spans of the words that share a stem with the query, in order."""
    stems = query_stems(query)
    if not stems:
        return []
    found = _WORD.finditer(text)
    return [(m.start(), m.end()) for m in found if len(m[0]) > 2 and _stem(m[0]) in stems]


def telling_stretch(text: str, query: str, most: int) -> tuple[int, int]:
    """The stretch of at most so many characters that has the most different words of the query.

    Among equals the first, and the beginning before all: there an article says what it rules. It begins where a
    sentence does, if one does nearby.
    """
    if len(text) <= most:
        return 0, len(text)
    spans = [(a, b, _stem(text[a:b])) for a, b in marked_spans(text, query)]
    start, met = 0, _n_met(spans, 0, most)
    for place, (begin, _, _) in enumerate(spans):
        here = _beginning(text, begin, most)
        own = _n_met(spans, place, here + most)
        if own > met:
            start, met = here, own
    if start + most >= len(text):
        return start, len(text)
    end = text.rfind(" ", start, start + most + 1)
    return start, end if end > start else start + most


def shortened(text: str, unit: str, query: str, most: int) -> str:
    """``excerpt``; of an article whose unit is not known, the stretch that tells most of what was asked."""
    words = " ".join(text.split())
    if unit or len(words) <= most:
        return excerpt(text, unit, most)
    start, end = telling_stretch(words, query, most)
    return f"{'… ' if start else ''}{words[start:end]}{' …' if end < len(words) else ''}"


def _n_met(spans: Sequence[tuple[int, int, str]], place: int, end: int) -> int:
    """How many different words stand from this span on, up to an end."""
    here = (spans[at] for at in range(place, len(spans)))
    return len({stem for _, _, stem in takewhile(lambda span: span[1] <= end, here)})


def _stem(word: str) -> str:
    return word.lower().translate(FOLD)[:PREFIX]


def _beginning(text: str, at: int, most: int) -> int:
    """Of the sentence or point that this place stands in, if it begins within a third of the stretch; else a word's."""
    earliest = max(0, at - most // 3)
    found = (m.end() for m in _BEGINS.finditer(text, earliest, at + 1))
    begins = [end for end in found if not _ABBREVIATED.search(text[max(0, end - 8) : end])]
    return begins[0] if begins else text.rfind(" ", 0, max(1, at - most // 8)) + 1
