"""Words that no text has, because a letter is wrong: what was probably meant.

Only words whose first letters are unknown to the index count: endings never matter to a search by beginnings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from przepis.index.local.index import LocalIndex

FIELD = "all-prefix"
LEAST_KNOWN = 3  # articles that have the beginning of a word, for it to pass as a word
LEAST_MEANT = 20  # articles that must have the beginning of what is offered instead
SMALL = 2_000  # articles; the limits above are for a corpus of at least so many
_HEAD = 7  # letters in which a slip is looked for
_LETTERS = "aąbcćdeęfghijklłmnńoóprsśtuwyzźż"
_WORD = re.compile(r"[^\W\d_]{5,}")

Frequency = Callable[[str], int]
"""In how many articles stands a word that begins like this one?"""


def frequency_in(index: LocalIndex) -> Frequency:
    field = index.field(FIELD)
    vocabulary = index.vocabulary(field.vocabulary)
    weight = max(1, SMALL // max(1, field.n_docs))  # in a small corpus every article tells more

    def frequency(word: str) -> int:
        found = vocabulary.word_id(word)
        return weight * field.document_frequency(found) if found >= 0 else 0

    return frequency


def corrected(text: str, frequency: Frequency, *, swaps_only: bool = False) -> str:
    """The text with its misspelt words put right; empty where there is nothing to put right.

    ``swaps_only``: for a small corpus, which lacks many good words; only swapped letters are taken for a slip.
    """
    changed = False

    def better(match: re.Match[str]) -> str:
        nonlocal changed
        word = match[0].lower()
        if frequency(word) >= LEAST_KNOWN:
            return match[0]
        best = max(_one_slip_away(word), key=lambda other: (frequency(other), other[0] == word[0]), default=word)
        if frequency(best) < LEAST_MEANT or (swaps_only and sorted(best) != sorted(word)):
            return match[0]
        changed = True
        return best

    found = _WORD.sub(better, text)
    return found if changed else ""


def _one_slip_away(word: str) -> Iterator[str]:
    """Two letters changed about, one left out, one too many, one wrong."""
    for i in range(min(_HEAD, len(word))):
        if i + 1 < len(word):
            yield word[:i] + word[i + 1] + word[i] + word[i + 2 :]
        yield word[:i] + word[i + 1 :]
        for letter in _LETTERS:
            yield word[:i] + letter + word[i:]
            if letter != word[i]:
                yield word[:i] + letter + word[i + 1 :]
