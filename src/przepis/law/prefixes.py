"""Words cut to their first letters: Polish case endings fall away without a lemmatiser."""

from __future__ import annotations

import functools
import re

_WORD = re.compile(r"[^\W\d_]+")
_STOP = """
a i o u w z ze we na do od po za przez oraz lub albo dla przy nad pod ich się niektórych niektóre r roku dnia
ustawa ustawy ustawie ustawą ustawę ustaw
"""
STOPWORDS = frozenset(_STOP.split())
"""Words that nearly every title has; they would make any two titles look alike."""


def words(text: str) -> list[str]:
    """Lower-case words without digits and without the words every title has."""
    return list(_words(text))


@functools.lru_cache(maxsize=16_384)
def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in _WORD.findall(text.lower()) if word not in STOPWORDS)


@functools.lru_cache(maxsize=16_384)
def prefixes(text: str, length: int = 5) -> frozenset[str]:
    """``prefixes("Kodeksem karnym")`` is ``{"kodek", "karny"}``."""
    return frozenset([word[:length] for word in _words(text)])


def overlap(left: frozenset[str], right: frozenset[str]) -> float:
    """Harmonic mean of the two containments (Dice), 1.0 for equal sets."""
    if not left or not right:
        return 0.0
    return 2 * len(left & right) / (len(left) + len(right))
