"""One catalogue of what people read, in Polish and English; the code holds keys."""

from __future__ import annotations

import datetime as dt
import functools
import tomllib
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Literal, get_args

from przepis.errors import InputError, PrzepisError, choices
from przepis.records import ActStatus, Note

Language = Literal["pl", "en"]


@functools.cache
def _catalogue() -> dict[str, dict[str, str]]:
    return tomllib.loads(resources.files("przepis").joinpath("messages.toml").read_text(encoding="utf-8"))


class Messages:
    """``say("results", n=3)`` in one language. A key without a text is a bug, and raises."""

    def __init__(self, language: Language) -> None:
        if language not in get_args(Language):
            raise InputError(f"language is {language!r}; there are {choices(get_args(Language))}")
        self.language = language

    def __call__(self, key: str, **values: object) -> str:
        return _catalogue()[key][self.language].format(**values)

    def counted(self, key: str, n: int, /, **values: object) -> str:
        """The form of a noun beside a number: 1 akt, 22 akty, 5 and 12 aktów; in English one or many."""
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return self(f"{key}_{'one' if n == 1 else 'few' if few else 'many'}", **values)

    def note(self, note: Note, near: Sequence[str] = ()) -> str:
        """A note in words; ``near`` are the citations of what it offers instead. A sentence that it brings in both
        languages, under their names, is ``sentence`` in the catalogue."""
        values = dict(note.values)
        said = self(note.key, **{"near": ", ".join(near), "sentence": values.get(self.language, ""), **values})
        return said[:-1] if said.endswith("..") else said  # "k.c." ends the sentence, too

    def confidence(self, share: float, of: str = "") -> str:
        """How sure a hit is. ``of``: the name of its article, where a unit is marked, of which nothing is known."""
        return self("confidence_of" if of else "confidence", share=percent(share), name=of)

    def status(self, status: ActStatus, known_to: dt.date | None = None) -> str:
        """Where law stands; in force is said with the day up to which that is known, where it is not the day asked."""
        if status == "in_force" and known_to is not None:
            return self("status_in_force_known", day=known_to)
        return self(f"status_{status}")

    def law_as_of(self, day: dt.date, known_to: dt.date | None) -> str:
        """Which day's law a text states, and up to which day its changes are known where that is not the whole time."""
        if known_to is None:
            return self("law_as_of", day=day)
        return self("law_as_of_read", day=day, known=known_to) if known_to > day else self("law_as_of_only", day=day)

    def error(self, error: PrzepisError) -> str:
        """What went wrong, for a person; a message that only its program knows keeps its own words."""
        if error.note is not None and self.has(error.note.key):
            return " ".join(self.note(each) for each in (error.note, *error.more))
        if self.language == "en":
            return str(error)
        key = f"error_{type(error).__name__}"
        return self(key if self.has(key) else "error_PrzepisError", detail=str(error))

    def has(self, key: str) -> bool:
        return key in _catalogue()

    def raw(self, key: str) -> str:
        """The text with its places for values unfilled."""
        return _catalogue()[key][self.language]


def percent(share: float) -> str:
    """A share as people read it. One that was estimated is never all or nothing: ``>99%``, ``<1%``."""
    if 0.995 <= share < 1:
        return ">99%"
    return "<1%" if share < 0.005 else f"{share:.0%}"


def in_words(notes: Iterable[Note], language: Language = "pl") -> tuple[str, ...]:
    """What notes say, a sentence each."""
    say = Messages(language)
    return tuple(say(note.key, **dict(note.values)) for note in notes)


def message_keys() -> frozenset[str]:
    return frozenset(_catalogue())
