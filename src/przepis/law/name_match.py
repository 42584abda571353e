"""Names of acts as people type them: diacritics and endings left out, words abbreviated, one letter wrong.

``ActNames.resolve`` is for running text, where a name may run on and most of its words are enough. Here the words are
nothing but a name, and every one of them must belong to it: "ustawa o ochronie zwierząt łownych" is not the act on the
protection of animals.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from przepis.law.prefixes import STOPWORDS
from przepis.law.years import Said

_WORD = re.compile(r"[^\W\d_]+\.?")
_LONG = {"kod": "kodeks", "pr": "prawo", "ord": "ordynacja", "konst": "konstytucja"}
_HEADS = frozenset(
    {"ustawa", "ustawy", "ustawie", "ustawe", "rozporzadzenie", "rozporzadzenia", "rozporzadzeniu", "sprawie"}
)

_ENDINGS = tuple("y a e u i ego emu ej ym ych owi em om ow ach ami ie ia iu".split())

_REMEMBERED = 20_000  # words asked about whose being known is remembered

How = Literal["name", "beginning", "misspelt"]
Preference = Callable[[str], tuple[object, ...]]
OfTime = Callable[[str, Said], bool]


@dataclass(frozen=True, slots=True)
class Match:
    act_id: str
    how: How


def fold(text: str) -> str:
    """Lower case without diacritics: ``Kodeks postępowania`` -> ``kodeks postepowania``."""
    plain = unicodedata.normalize("NFD", text.lower().replace("ł", "l"))
    return plain if plain.isascii() else "".join(c for c in plain if c < "\u0300" or not unicodedata.combining(c))


_STOP = frozenset(fold(word) for word in STOPWORDS) | _HEADS


class NameMatcher:
    """Finds the one act that words name wholly. ``prefer`` orders acts of one title, the one meant last; ``of_time``
    says whether an act can be of the time that was said."""

    def __init__(self, names: Mapping[str, Iterable[tuple[str, ...]]], of_time: OfTime, prefer: Preference) -> None:
        self._of_time = of_time
        self._prefer = prefer
        self._names: list[tuple[str, tuple[str, ...]]] = []
        self._postings: dict[str, set[int]] = defaultdict(set)  # names by the first letters of each of their words
        self._vocabulary: dict[str, set[str]] = defaultdict(set)  # words of all names by their first letters
        self._by_length: dict[int, list[int]] = defaultdict(list)
        self._knows: dict[str, bool] = {}
        folded_word = functools.cache(fold)  # titles have 70,000 words, and few different ones
        for act_id, own in names.items():
            for name in own:
                words = tuple(folded for word in name if (folded := folded_word(word)) not in _STOP)
                if words:
                    for word in words:
                        self._postings[word[:3]].add(len(self._names))
                        self._vocabulary[word[:3]].add(word)
                    self._by_length[len(words)].append(len(self._names))
                    self._names.append((act_id, words))

    def match(self, said: Said) -> Match | None:
        written = [w for w in _written_words(said.words) if w not in _STOP]
        if not written:
            return None
        ways: tuple[tuple[How, Callable[[list[str], tuple[str, ...]], bool]], ...] = (
            ("name", _same),
            ("beginning", _begins),
        )
        near = self._near(written)
        for how, fits in ways:
            found = self._acts(i for i in near if fits(written, self._names[i][1]))
            act_id = self._one(found, said, how)
            if act_id is not None:
                return Match(act_id, how)
        act_id = self._misspelt(written, said)
        return Match(act_id, "misspelt") if act_id else None

    def _near(self, written: list[str]) -> list[int]:
        """Names that may have every word written, in order: forms of a word share its first three letters, and only
        an abbreviation to two letters ("po.") says less."""
        telling = [w for w in written if _tells(w)]
        if not telling:
            return sorted(set().union(*(self._postings.get(word[:3], set()) for word in written)))
        sets = sorted((self._postings.get(word[:3], set()) for word in telling), key=len)
        return sorted(sets[0].intersection(*sets[1:]))

    def _acts(self, indexes: Iterable[int]) -> dict[str, tuple[str, ...]]:
        return {self._names[i][0]: self._names[i][1] for i in indexes}

    def _one(self, found: dict[str, tuple[str, ...]], said: Said, how: How) -> str | None:
        acts = [a for a in found if self._of_time(a, said)]
        if how != "name" and len({found[a] for a in acts}) > 1:
            return None  # the beginning of several titles
        return max(acts, key=self._prefer, default=None)

    def _misspelt(self, written: list[str], said: Said) -> str | None:
        """One word in two may be misspelt, and only a word that is no word of any title."""
        if len(written) not in self._by_length:
            return None
        strange = {w for w in written if len(w) >= 4 and not self._known(w)}
        if not strange or len(strange) > max(1, len(written) // 2):
            return None
        right = [w for w in written if w not in strange and _tells(w)]
        near = self._near(right) if right else self._by_length[len(written)]
        found = self._acts(i for i in near if _same(written, self._names[i][1], strange))
        return self._one(found, said, "misspelt")

    def _known(self, word: str) -> bool:
        if word not in self._knows:
            if len(self._knows) > _REMEMBERED:
                self._knows.clear()
            self._knows[word] = any(same_word(word, other) for other in self._like(word))
        return self._knows[word]

    def _like(self, word: str) -> Iterable[str]:
        """Words of names that may be forms of this one: those of five letters and more share four of them."""
        like = self._vocabulary.get(word[:3], set())
        if len(word) < 5 or word.endswith("."):
            return like
        return (other for other in like if len(other) < 5 or other.startswith(word[:4]))


def _tells(word: str) -> bool:
    return not word.endswith(".") or len(word) > 3


def _written_words(text: str) -> Iterator[str]:
    found = _WORD.findall(fold(text))
    if found and len(found[-1]) > 2 and any(word.endswith(".") for word in found[:-1]):
        found[-1] = found[-1].rstrip(".") + "."  # the last dot of "kod. post. adm" ended the sentence
    if found and found[0].rstrip(".") == "ust" and len(found) > 1:
        del found[0]  # "ust. o ochronie zwierząt"; further on it is a unit
    for word in found:
        plain = word.rstrip(".")
        yield _LONG.get(plain, word if word.endswith(".") and len(plain) > 1 else plain)


def _same(written: list[str], name: tuple[str, ...], strange: frozenset[str] | set[str] = frozenset()) -> bool:
    """The same words in any order and form; those in ``strange`` may be misspelt."""
    if len(written) != len(name):
        return False
    left = list(name)
    for word in sorted(written, key=lambda w: w in strange):
        fits = next((other for other in left if same_word(word, other)), None)
        if fits is None and word in strange:
            fits = next((other for other in left if _one_slip(word, other)), None)
        if fits is None:
            return False
        left.remove(fits)
    return True


def _begins(written: list[str], name: tuple[str, ...]) -> bool:
    """The first words of a longer title: "o ochronie praw lokatorów" without what else that act is about."""
    return 2 <= len(written) < len(name) and _same(written, name[: len(written)])


def same_word(word: str, other: str) -> bool:
    """Folded words. Forms of one word share all but their endings; a dot says that the rest was left out."""
    if word.endswith("."):
        return other.startswith(word[:-1]) or (len(word) > 5 and same_word(word[:-1], other))
    shared = next((i for i, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    shorter = min(len(word), len(other))
    if shorter <= 3:
        return shared == shorter and abs(len(word) - len(other)) <= 2 * (shorter == 3)
    return shared >= max(3 if shorter == 4 else 4, shorter - 3) and max(len(word), len(other)) - shared <= 3


def _one_slip(word: str, other: str) -> bool:
    """One letter left out, added, wrong, or two changed about; two such slips in a long word."""
    allowed = 2 if len(other) >= 9 else 1
    return len(other) >= 4 and any(_distance(word, form) <= allowed for form in _inflected(other))


def _inflected(word: str) -> Iterator[str]:
    """The word with the endings that a title's words take after "ustawy" or "kodeksu"."""
    yield word
    stem = word.rstrip("aeiouy")
    if len(stem) >= 3:
        yield from (stem + ending for ending in _ENDINGS)


def _distance(one: str, other: str) -> int:
    """Damerau-Levenshtein distance (optimal string alignment)."""
    if abs(len(one) - len(other)) > 2:
        return 3
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        row = [i]
        for j, b in enumerate(other, start=1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
