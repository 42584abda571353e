"""The numbers of § that our source drops, as they are known from elsewhere: facts that come with the package.

Told from amending acts, older texts and references (``python -m benchmarks.ship_numbers``). A fact belongs to one
wording of an article, by a hash of its words and lines; any other wording is counted, as ``units`` does.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path

from przepis.artifact import atomic_write_bytes, packed_text, unpacked_text
from przepis.corpus.units import NO_PARAGRAPH, Number

SHIPPED = "numbers.tsv.zst"
_NOT_WORD = re.compile(r"\W+")
_KEY_LENGTH = 8  # 48 bits: among 200,000 wordings one in a hundred thousand meets a fact of another
_UNKNOWN, _COUNTED = "?", "~"

Told = tuple[Number, ...]
"""Of every line of an article that begins a sentence and has lost its marker, in their order."""


def told_numbers(text: str) -> Told | None:
    """What is known of the § of exactly this wording."""
    return _shipped().get(wording_key(text))


def wording_key(text: str) -> str:
    """Of the words, line by line: case, signs and spaces do not count, and lines do."""
    lines = (_NOT_WORD.sub(" ", line.lower()).strip() for line in text.split("\n"))
    digest = hashlib.sha256("\n".join(filter(None, lines)).encode("utf-8")).digest()
    return base64.urlsafe_b64encode(digest)[:_KEY_LENGTH].decode("ascii")


def write_shipped(facts: Mapping[str, Told], path: Path) -> int:
    """One line for each series of numbers, with the keys of all wordings that have it; the size in bytes."""
    keys: dict[str, list[str]] = defaultdict(list)
    for key, told in sorted(facts.items()):
        keys[" ".join(map(_packed, told))].append(key)
    lines = [f"{series}\t{''.join(found)}" for series, found in sorted(keys.items())]
    data = packed_text("\n".join(lines))
    atomic_write_bytes(path, data)
    _shipped.cache_clear()
    facts_digest.cache_clear()
    return len(data)


@functools.cache
def facts_digest() -> str:
    """Of the facts that come with this package."""
    return hashlib.sha256(_shipped_bytes()).hexdigest()[:6]


@functools.cache
def _shipped() -> dict[str, Told]:
    return read_facts(_shipped_bytes())


def _shipped_bytes() -> bytes:
    return resources.files("przepis.corpus").joinpath(SHIPPED).read_bytes()


def read_facts(data: bytes) -> dict[str, Told]:
    facts: dict[str, Told] = {}
    for line in filter(None, unpacked_text(data).split("\n")):
        series, _, keys = line.partition("\t")
        told = tuple(map(_unpacked, series.split(" ")))
        for at in range(0, len(keys), _KEY_LENGTH):
            facts[keys[at : at + _KEY_LENGTH]] = told
    return facts


def _packed(number: Number) -> str:
    """ "1a" is known, "2~" was counted, "?" is not known, "-" is no §."""
    if not number.label:
        return _UNKNOWN
    return number.label if number.known or number.label == NO_PARAGRAPH else f"{number.label}{_COUNTED}"


def _unpacked(packed: str) -> Number:
    if packed == _UNKNOWN:
        return Number("", False)
    return Number(packed.removesuffix(_COUNTED), not packed.endswith(_COUNTED))


def differs_from_count(told: Sequence[Number]) -> bool:
    """Is there more to say of these § than that they were counted?"""
    return any(number.known or number.label != str(n) for n, number in enumerate(told, start=1))
