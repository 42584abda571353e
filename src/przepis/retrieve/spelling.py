"""Words that no text has, because a letter is wrong: what was probably meant.

Only words whose first letters are unknown to the index count: endings never matter to a search by beginnings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from przepis.index.local.index import LocalIndex

FIELD = "all-prefix"
LEAST_KNOWN = 3  # articles that have the beginning of a word, for it to pass as a word
LEAST_MEANT = 20  # articles that must have the beginning of what is offered instead
SMALL = 2_000  # articles; the limits above are for a corpus of at least so many
_HEAD = 5  # letters in which a slip is looked for: the index tells words apart by no more of them
_LETTERS = "aąbcćdeęfghijklłmnńoóprsśtuwyzźż"
_WORD = re.compile(r"[^\W\d_]{5,}")

Frequency = Callable[[Sequence[str]], list[int]]
"""Of each word: in how many articles stands one that begins like it?"""


def frequency_in(index: LocalIndex) -> Frequency:
    field = index.field(FIELD)
    vocabulary = index.vocabulary(field.vocabulary)
    weight = max(1, SMALL // max(1, field.n_docs))  # in a small corpus every article tells more

    def frequency(words: Sequence[str]) -> list[int]:
        found = vocabulary.word_ids(words)
        return [weight * field.document_frequency(term) if term >= 0 else 0 for term in found]

    return frequency


def corrected(text: str, frequency: Frequency, *, swaps_only: bool = False) -> str:
    """The text with its misspelt words put right; empty where there is nothing to put right.

    ``swaps_only``: for a small corpus, which lacks many good words; only swapped letters are taken for a slip.
    """
    changed = False

    def better(match: re.Match[str]) -> str:
        nonlocal changed
        word = match[0].lower()
        if frequency((word,))[0] >= LEAST_KNOWN:
            return match[0]
        meant = list(_one_slip_away(word))
        times, _, at = max((n, meant[i][0] == word[0], -i) for i, n in enumerate(frequency(meant)))
        best = meant[-at]
        if times < LEAST_MEANT or (swaps_only and sorted(best) != sorted(word)):
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
