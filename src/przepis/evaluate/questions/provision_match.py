"""Finds the article that holds a given wording, by shared runs of words. Sure matches only."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from przepis.records import Article

RUN = 4  # words
SURE = 0.6
"""Share of the wording's runs that the article must have; an amended provision keeps about so much of itself."""
MARGIN = 0.15
"""By so much the best article must lead: boilerplate is found in many acts alike."""

_WORD = re.compile(r"[^\W_]+")


class ProvisionMatcher:
    """Runs of the wordings are kept, the articles are streamed past them: memory grows with the wordings only."""

    def __init__(self, wordings: Sequence[str]) -> None:
        self._runs = [_runs(wording) for wording in wordings]
        self._wanted: dict[int, list[int]] = defaultdict(list)
        for place, runs in enumerate(self._runs):
            for run in runs:
                self._wanted[run].append(place)
        self._found: list[dict[str, int]] = [{} for _ in wordings]

    def read(self, articles: Iterable[Article]) -> None:
        wanted = self._wanted.keys()
        for article in articles:
            for run in _runs(article.text) & wanted:
                for place in self._wanted[run]:
                    counts = self._found[place]
                    counts[article.article_id] = counts.get(article.article_id, 0) + 1

    def best(self, place: int) -> tuple[str | None, str]:
        """The article, or None and the reason."""
        n = len(self._runs[place])
        if n < 2:
            return None, "the wording is too short to be found"
        ranked = sorted(((count / n, article_id) for article_id, count in self._found[place].items()), reverse=True)
        if not ranked or ranked[0][0] < SURE:
            return None, "no article holds this wording today"
        if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < MARGIN:
            return None, "several articles hold this wording"
        return ranked[0][1], ""


def _runs(text: str) -> set[int]:
    words = _WORD.findall(text.lower())
    return {hash(tuple(words[i : i + RUN])) for i in range(len(words) - RUN + 1)}
