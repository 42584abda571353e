"""An article as a list of lines, one per unit, each with its place in the hierarchy.

Operations name units by their labels and change them by whole lines, so a flat list with levels is all the tree they
need: a unit reaches from its own line to the next line of the same or a higher level. The part that closes a list
("- podlega karze …") has the level of the list's items: it ends the last item and belongs to the unit above.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

LineKind = Literal["para", "pass", "point", "letter", "indent", "text", "tail"]

LEVELS: dict[str, int] = {"para": 0, "pass": 0, "point": 1, "letter": 2, "indent": 3}

LABEL = r"\d+[a-ząćęłńóśźż]{0,9}(?:\^\d+[a-z]*)?"


@dataclass(slots=True)
class Line:
    """One line; ``label`` is empty where the source prints none."""

    level: int
    kind: LineKind
    label: str
    text: str

    def render(self) -> str:
        if self.kind == "para":
            return f"§ {self.label}. {self.text}" if self.label else self.text
        if self.kind == "pass":
            return f"{self.label}. {self.text}"
        if self.kind in ("point", "letter"):
            return f"{self.label}) {self.text}"
        return f"- {self.text}" if self.kind == "indent" else self.text


def copy_lines(lines: Sequence[Line]) -> list[Line]:
    return [Line(x.level, x.kind, x.label, x.text) for x in lines]


def render(lines: Sequence[Line]) -> str:
    """The article's text, one unit per line."""
    return "\n".join(line.render() for line in lines)


def is_next(previous: str, label: str) -> bool:
    """Does ``label`` come after ``previous`` without a gap that would make it a mere number in the text?"""
    if previous == label:
        return False
    a, b = _parts(previous), _parts(label)
    if a is None or b is None:
        return False
    if a[0] == b[0]:
        return b[1:] > a[1:]
    return 0 < b[0] - a[0] <= (1 if b[0] < 1000 else 0)


_PARTS = re.compile(r"(\d*)([a-ząćęłńóśźż]*)(?:\^(\d+)([a-z]*))?")
_ALPHABET = {letter: rank for rank, letter in enumerate("aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż")}
_PLAIN = "abcdefghijklmnopqrstuvwxyz"


def _parts(label: str) -> tuple[int, str, int, str] | None:
    found = _PARTS.fullmatch(label)
    if found is None or not label:
        return None
    number, letters, sup, sup_letters = found.groups()
    if not number:  # a letter: its rank is its number, so that b follows a and aa follows a too
        first = _PLAIN.find(letters[0]) if letters[0] in _PLAIN else _ALPHABET[letters[0]]
        return first, letters[1:], int(sup or 0), sup_letters or ""
    return int(number), letters, int(sup or 0), sup_letters or ""


def label_key(label: str) -> tuple[int, str, int, str]:
    """The order of labels within one list."""
    return _parts(label) or (0, label, 0, "")
