"""Queries as people type them: without diacritics, with slips of the finger, cut short, a word missing.

Every function takes its own ``random.Random``, so that a run can be repeated.
"""

from __future__ import annotations

import random

from train.texts import fold

NEIGHBOURS = {
    "q": "wa", "w": "qes", "e": "wrd", "r": "etf", "t": "ryg", "y": "tuh", "u": "yij", "i": "uok", "o": "ipl",
    "p": "ol", "a": "qsz", "s": "awdx", "d": "sefc", "f": "drgv", "g": "fthb", "h": "gyjn", "j": "hukm", "k": "jil",
    "l": "ko", "z": "asx", "x": "zsdc", "c": "xdfv", "v": "cfgb", "b": "vghn", "n": "bhjm", "m": "njk",
}  # fmt: skip
FOLDED = 0.33  # share of queries without diacritics
LOOSE_KINDS = frozenset({"lay", "asked", "practitioner", "keywords", "concepts", "summary"})


def with_typo(word: str, dice: random.Random) -> str:
    """One slip: a neighbouring key, two letters swapped, one lost, one doubled."""
    if len(word) < 4:
        return word
    at = dice.randrange(1, len(word) - 1)
    slip = dice.randrange(4)
    if slip == 0:
        near = NEIGHBOURS.get(fold(word[at]).lower())
        return word[:at] + dice.choice(near) + word[at + 1 :] if near else word
    if slip == 1:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if slip == 2:
        return word[:at] + word[at + 1 :]
    return word[:at] + word[at] + word[at:]


def drop_words(words: list[str], share: float, dice: random.Random) -> list[str]:
    kept = [w for w in words if dice.random() >= share]
    return kept or words[:1]


def shorten(words: list[str], dice: random.Random) -> list[str]:
    """A run of half to nine tenths of a long query."""
    if len(words) < 8:
        return words
    n_kept = max(5, int(len(words) * dice.uniform(0.5, 0.9)))
    start = dice.randrange(len(words) - n_kept + 1)
    return words[start : start + n_kept]


def as_typed(query: str, dice: random.Random, roughness: float = 1.0) -> str:
    """The query with a few of these accidents; ``roughness`` 0 leaves it alone but for diacritics."""
    words = query.split()
    if dice.random() < 0.15 * roughness:
        words = shorten(words, dice)
    if dice.random() < 0.25 * roughness:
        words = drop_words(words, 0.12, dice)
    if dice.random() < 0.2 * roughness:
        for _ in range(1 + len(words) // 12):
            at = dice.randrange(len(words))
            words[at] = with_typo(words[at], dice)
    text = " ".join(words)
    if dice.random() < 0.3:
        text = text.rstrip("?.!: ")
    return fold(text) if dice.random() < FOLDED else text


def with_options(stem: str, options: list[str], dice: random.Random) -> str:
    """The stem alone, with all options, or with some: examinations are asked either way."""
    if not options or dice.random() < 0.45:
        return stem
    chosen = list(options)
    if dice.random() < 0.3:
        dice.shuffle(chosen)
        chosen = chosen[: dice.randint(1, len(chosen))]
    return " ".join((stem, *chosen))


def some_concepts(concepts: str, dice: random.Random) -> str:
    parts = concepts.split("; ")
    return " ".join(dice.sample(parts, k=min(len(parts), dice.randint(2, 3))))


def query_text(kind: str, query: str, options: list[str], dice: random.Random) -> str:
    """What the query tower is shown of a pair this time."""
    if kind == "concepts":
        return as_typed(some_concepts(query, dice), dice, 0.5)
    if kind in LOOSE_KINDS:
        return as_typed(query, dice)
    return as_typed(with_options(query, options, dice), dice, 0.4)


def span_query(text: str, dice: random.Random) -> str:
    """A span of an article with a tenth to half of its words gone."""
    words = drop_words(text.split(), dice.uniform(0.1, 0.5), dice)
    joined = " ".join(words)
    return fold(joined) if dice.random() < FOLDED / 2 else joined
