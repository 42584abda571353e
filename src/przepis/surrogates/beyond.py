"""The bank of needs that no Polish statute answers, each with what governs it instead; ours, shipped with the package.

A search always has a best hit, and where the words fit well it may be sure of it: of the cooling-off of distance
contracts for shoes bought in a shop. Confidence cannot see that the answer lies in a regulation of the Union, in the
rules of a school or in no law at all. These needs are known in advance, so what is asked is compared with them, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Literal, get_args

from przepis.artifact import read_jsonl
from przepis.errors import StoreError, choices

FILE_NAME = "beyond.jsonl"

BeyondKind = Literal[
    "eu", "treaty", "foreign", "no_right", "contract", "own_rules", "local", "amount", "case_law", "fact"
]
"""What governs a need: law of the Union, a treaty, law of another state; nothing, though people think so; a contract;
rules of an institution; a resolution of a municipality or region; an amount announced from time to time; case law; it
is no question of law."""


@dataclass(frozen=True, slots=True)
class BeyondNeed:
    """A need, in several wordings, with a sentence on what governs it."""

    need_id: str
    kind: BeyondKind
    pl: str
    en: str
    asked: tuple[str, ...]
    see: tuple[str, ...] = ()  # articles that are near, and worth reading
    answered: tuple[str, ...] = ()  # questions that sound alike, and that a provision does answer


def read_beyond(path: Path | None = None) -> Iterator[BeyondNeed]:
    """The shipped bank, or another of the same form: one need per line."""
    path = path or Path(str(resources.files("przepis.surrogates").joinpath(FILE_NAME)))
    for data in read_jsonl(path):
        kinds = get_args(BeyondKind)
        if data["kind"] not in kinds:
            raise StoreError(f"{path}: {data['id']} has kind {data['kind']!r}; there are {choices(kinds)}")
        asked, see, answered = (tuple(data.get(name, ())) for name in ("asked", "see", "answered"))
        yield BeyondNeed(data["id"], data["kind"], data["pl"], data["en"], asked, see, answered)
