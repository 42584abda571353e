"""Which wordings of an article are so alike that one's vectors stand for the other."""

from __future__ import annotations

from collections.abc import Sequence

from przepis.corpus.past import Held
from przepis.law.prefixes import overlap, prefixes

ALIKE = 0.7  # Dice of five-letter beginnings of words (docs/lab/past.md)


def vector_owners(wordings: Sequence[Held], newest_hash: str) -> tuple[list[int], int]:
    """(for each wording the place of the one whose vectors it has, the place of the main one).

    The main one is that of the newest official text, or, where the article has gone from it or is repealed there, the
    last that was law. ``newest_hash``: of the newest official text; empty where it has no such article.
    """
    law = [place for place, held in enumerate(wordings) if not held.article.repealed]
    if not law:
        return list(range(len(wordings))), len(wordings) - 1
    main = next((p for p in reversed(law) if wordings[p].article.text_hash == newest_hash), law[-1])
    owners = list(range(len(wordings)))  # a wording of repeal has none, and so stands for itself
    words = {place: prefixes(wordings[place].article.text) for place in law}
    owning = [main]
    for place in reversed(law):
        near = next((own for own in owning if overlap(words[place], words[own]) >= ALIKE), None)
        if near is None:
            owning.append(place)
        else:
            owners[place] = near
    return owners, main
