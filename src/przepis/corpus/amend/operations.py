"""What an amending provision does to another act, in types that an applier can carry out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Step = tuple[str, str, str]
"""One step down: kind (art, para, pass, point, letter, indent), first label, last label of a range or ``""``."""

Part = Literal["", "intro", "tail", "heading", "footnote"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in an act: steps from the article down, then a sentence or a part of the unit."""

    steps: tuple[Step, ...] = ()
    sentence: tuple[int, ...] = ()  # numbers from 1; -1 is the last
    part: Part = ""
    division: str = ""  # "rozdział 5a", "dział II": a heading instead of an article

    @property
    def article(self) -> Step | None:
        return self.steps[0] if self.steps and self.steps[0][0] == "art" else None

    def describe(self) -> str:
        names = {"art": "art.", "para": "§", "pass": "ust.", "point": "pkt", "letter": "lit.", "indent": "tiret"}
        words = [f"{names[kind]} {first}{'-' + last if last else ''}" for kind, first, last in self.steps]
        words += [f"zdanie {n}" for n in self.sentence]
        return " ".join([*words, self.part, self.division]).strip()


@dataclass(frozen=True, slots=True)
class Replace:
    """ "otrzymuje brzmienie": whole units, sentences, or the part before or after a list."""

    places: tuple[Place, ...]
    quote: str


@dataclass(frozen=True, slots=True)
class Insert:
    """ "dodaje się": units of one kind after a given place, or where their numbers belong."""

    kind: str  # art, para, pass, point, letter, indent, sentence, division
    within: Place
    quote: str
    after: Place | None = None
    before: Place | None = None
    sentence: int = 0


@dataclass(frozen=True, slots=True)
class Repeal:
    """ "uchyla się", "skreśla się" a unit; ``but`` are those of a range that are repealed on another day."""

    places: tuple[Place, ...]
    but: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplaceWords:
    """ "wyrazy … zastępuje się wyrazami …"; ``new`` empty: the words are struck out."""

    places: tuple[Place, ...]
    old: str
    new: str
    inflected: bool = False


@dataclass(frozen=True, slots=True)
class InsertWords:
    """ "po wyrazach … dodaje się wyrazy …"; ``anchor`` empty: at the end, before the closing sign."""

    places: tuple[Place, ...]
    anchor: str
    new: str
    before: bool = False
    inflected: bool = False


@dataclass(frozen=True, slots=True)
class Punctuate:
    """ "kropkę zastępuje się średnikiem", "na końcu dodaje się przecinek"; empty: none."""

    places: tuple[Place, ...]
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Number:
    """ "dotychczasową treść oznacza się jako ust. 1"; with steps in ``place``: an old unit gets a new label.

    Kind ``text`` and no label: the unit bears no number any longer.
    """

    place: Place
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class Aside:
    """A change of what is no article: a heading, an annex, a footnote. Read, and left alone."""

    what: str


Operation = Replace | Insert | Repeal | ReplaceWords | InsertWords | Punctuate | Number | Aside


@dataclass(frozen=True, slots=True)
class Instruction:
    """One leaf of an amending article: its address, its whole clause, the wording it quotes."""

    address: tuple[Step, ...]  # in the amending act
    clause: str
    quote: str
    operations: tuple[Operation, ...] = field(default=())
    unread: str = ""  # why no operation was read


def kind_of(operation: Operation) -> str:
    """The row of a table that this operation belongs to."""
    match operation:
        case Replace(places=places) | Repeal(places=places):
            verb = "replaced" if isinstance(operation, Replace) else "repealed"
            place = places[0]
            if place.division:
                return f"division {verb}"
            if place.sentence:
                return f"sentence {verb}"
            if place.part:
                return f"list's {place.part} {verb}"
            return f"article {verb}" if len(place.steps) == 1 else f"unit {verb}"
        case Insert(kind=kind):
            return {"art": "article inserted", "division": "division inserted", "sentence": "sentence inserted"}.get(
                kind, "unit inserted"
            )
        case ReplaceWords() | InsertWords():
            return "words, inflected" if operation.inflected else "words"
        case Punctuate():
            return "punctuation"
        case Number():
            return "renumbered"
        case Aside():
            return "heading or annex"
