"""Words that no text has, because a letter is wrong: what was probably meant.

Only words whose first letters are unknown to the index count: endings never matter to a search by beginnings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from przepis.index.analyser import spelt_stopwords
from przepis.index.local.index import LocalIndex

BEGINNINGS = "all-prefix"
WHOLE = ("full", "surrogate")
LEAST_KNOWN = 3  # articles that have the beginning of a word, for it to pass as a word
LEAST_MEANT = 20  # articles that must have the beginning of what is offered instead
SMALL = 2_000  # articles; the limits above are for a corpus of at least so many
_HEAD = 5  # letters in which a slip is looked for: the index tells words apart by no more of them
_LETTERS = "aąbcćdeęfghijklłmnńoóprsśtuwyzźż"
_WORD = re.compile(r"[^\W\d_]{5,}")

Frequency = Callable[[Sequence[str]], list[int]]
"""Of each word: how many articles have it?"""


@dataclass(frozen=True, slots=True)
class Known:
    """The words of an index."""

    begins: Frequency  # articles with a word that begins like it
    whole: Frequency  # articles with this very word, in the law or in what is asked of it


def known_words(index: LocalIndex) -> Known:
    weight = max(1, SMALL // max(1, index.field(BEGINNINGS).n_docs))  # in a small corpus every article tells more
    wholes = [
        _frequency(index, name, 1) for name in WHOLE if name in index.lexical_fields
    ]  # the past has the law alone
    return Known(
        _frequency(index, BEGINNINGS, weight),
        lambda words: [sum(times) for times in zip(*(frequency(words) for frequency in wholes), strict=True)],
    )


def _frequency(index: LocalIndex, name: str, weight: int) -> Frequency:
    field = index.field(name)
    vocabulary = index.vocabulary(field.vocabulary)

    def frequency(words: Sequence[str]) -> list[int]:
        found = vocabulary.word_ids(words)
        return [weight * field.document_frequency(term) if term >= 0 else 0 for term in found]

    return frequency


def corrected(text: str, known: Known, *, swaps_only: bool = False) -> str:
    """The text with its misspelt words put right; empty where there is nothing to put right.

    ``swaps_only``: for a small corpus, which lacks many good words; only swapped letters are taken for a slip.
    """
    changed = False

    def better(match: re.Match[str]) -> str:
        nonlocal changed
        word = match[0].lower()
        if word in spelt_stopwords() or known.begins((word,))[0] >= LEAST_KNOWN:
            return match[0]
        best = _meant(word, known, swaps_only)
        changed = changed or best is not None
        return best or match[0]

    found = _WORD.sub(better, text)
    return found if changed else ""


def _meant(word: str, known: Known, swaps_only: bool) -> str | None:
    """The commonest word one slip away that stands somewhere as it is, its first letter kept if possible."""
    slips = [s for s in dict.fromkeys(_one_slip_away(word)) if not swaps_only or sorted(s) == sorted(word)]
    common = [(n, s) for n, s in zip(known.begins(slips), slips, strict=True) if n >= LEAST_MEANT]
    whole = known.whole([s for _, s in common])
    # of equal ones the first: letters changed about are the likeliest slip
    ranked = [(n, s[0] == word[0], -i, s) for i, ((n, s), has) in enumerate(zip(common, whole, strict=True)) if has]
    return max(ranked)[-1] if ranked else None


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
