"""Which act an amending article is about: told by the date and the title, since Journal positions are lost."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict

_NOT_WORD = re.compile(r"[^\w]+")
_CHANGES = re.compile(
    r"\s*,?\s*(?:wprowadza\s+się\s+|(?:w|we)\s+(?:art\.|tytule|rozdziale|oddziale|dziale|księdze|części|załączniku|ust\.|całej|preambule)|do\s+(?:tytułu|art\.)|po\s+art\.|art\.\s*\d|uchyla\s+się"
    r"|dodaje\s+się|skreśla\s+się|wyrazy\s+„|użyte\s|załącznik|tytuł\s|po\s+(?:rozdziale|dziale)|rozdział\s|w\s+(?:załączniku|wykazie)|dotychczasow)",
    re.I,
)


def plain_title(title: str) -> str:
    """Lower case, words only: a title in one form, for comparison."""
    return _NOT_WORD.sub(" ", title.lower()).strip()


class Targets:
    """The acts that can be changed: date and every title they have borne."""

    def __init__(self) -> None:
        self._titles: dict[dt.date, dict[str, str]] = defaultdict(dict)
        self._twins: set[tuple[dt.date, str]] = set()

    def add(self, act_id: str, date: dt.date, title: str) -> None:
        plain = plain_title(title)
        if self._titles[date].setdefault(plain, act_id) != act_id:
            self._twins.add((date, plain))

    def resolve(self, date: dt.date, words: str) -> tuple[str, str] | None:
        """The act, and what is said after its title; None where no act of that date bears such a title."""
        candidates = self._titles.get(date)
        if not candidates:
            return None
        for title in sorted(candidates, key=len, reverse=True):
            rest = _after_title(words, title)
            if rest is not None:
                return None if (date, title) in self._twins else (candidates[title], rest)
        return self._by_title_before_change(candidates, words)

    def _by_title_before_change(self, candidates: dict[str, str], words: str) -> tuple[str, str] | None:
        """An act whose title has changed since, or is cut short: enough words in common, and no rival."""
        change = _CHANGES.search(words)
        if change is None:
            return None
        wanted = set(plain_title(words[: change.start()]).split())
        scored = sorted(
            ((len(wanted & set(t.split())) / max(1, len(wanted | set(t.split()))), a) for t, a in candidates.items()),
            reverse=True,
        )
        best = scored[0]
        rival = next((score for score, act in scored if act != best[1]), 0.0)
        if best[0] >= 0.6 and best[0] > rival + 0.1:
            return best[1], words[change.start() :]
        return None


def _after_title(words: str, title: str) -> str | None:
    """What follows the title at the beginning of ``words``, or None where they do not begin with it."""
    at = 0
    for wanted in title.split():
        found = re.compile(r"[^\w]*(\w+)").match(words, at)
        if found is None or found[1].lower() != wanted:
            return None
        at = found.end()
    rest = words[at:]
    # "Kodeks karny" must not stand for "Kodeks karny wykonawczy"
    if (
        rest.strip()
        and not re.match(r"\s*[,;:.(\"”]*\s*(?:\(.*?\)\s*)?(?:$|[,:])", rest)
        and not _CHANGES.match(re.sub(r"^[\s\"”,]*(?:\([^)]*\))?[\s,]*", " ", rest))
    ):
        return None
    return rest
