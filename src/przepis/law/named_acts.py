"""Which act words name: one that is here, or one that is not, because it has ended or is of another time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from przepis.law.citations import Problem
from przepis.law.name_match import Match
from przepis.law.names import ActNames
from przepis.law.years import time_said

EndedName = Callable[[str], int | None]
"""The year in which the ended act was made that the words name; None where they name none. Asked only of names that the
corpus does not have, or that are said with another year than the act's own."""


@dataclass(frozen=True, slots=True)
class Absent:
    """An act that is named and is not here: it has ended, or the one of that name is of another time (``act_id``)."""

    words: str
    problem: Problem
    act_id: str = ""


class NamedActs:
    """The names of a corpus together with those of acts that are gone, which ``ended`` looks up."""

    def __init__(self, names: ActNames, ended: EndedName | None = None) -> None:
        self._names = names
        self._ended = ended

    def find(self, words: str) -> Match | None:
        """The act that the words name; None where that one is not in the corpus because it has ended."""
        found = self._names.named(words)
        if found is None or self._ended is None:
            return found
        if found.act_id in self._names.in_corpus:
            return None if self._ended_namesake(found.act_id, words) else found
        return None if self._ended(words) is not None else found

    def _ended_namesake(self, act_id: str, words: str) -> bool:
        """Was an act of the same title, which has ended since, made in the year that is said?"""
        said, own = time_said(words), self._names.date(act_id)
        if self._ended is None or said.year is None or own is None or own.year == said.year:
            return False
        return self._ended(said.retimed(self._names.title(act_id))) == said.year

    def _namesake(self, words: str) -> str | None:
        """The act that has the name, where the time said with it is not its own but another's."""
        found = self._names.named(words)
        if found is not None and found.act_id in self._names.in_corpus and self._ended_namesake(found.act_id, words):
            return found.act_id
        return self._names.of_another_time(words)

    def find_with_slip(self, words: str) -> tuple[str, str] | None:
        """The act, and its title where its name was misspelt: the reader is told what was understood."""
        found = self.find(words)
        if found is None:
            return None
        return found.act_id, self._names.title(found.act_id) if found.how == "misspelt" else ""

    def absent(self, words: str) -> Absent | None:
        """``prawo telekomunikacyjne z 2004 r.``: an act that is not in the corpus, though one of its name may be."""
        other = self._namesake(words)
        spelled = (words, time_said(words).retimed(self._names.title(other))) if other is not None else (words,)
        gone = next((name for name in spelled if self._ended is not None and self._ended(name) is not None), None)
        if gone is not None:
            return Absent(gone, "ended_act", other or "")
        return Absent(words, "another_time", other) if other is not None else None
