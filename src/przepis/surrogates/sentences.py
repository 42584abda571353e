"""An article's wording as plain sentences, without the marks of its units."""

from __future__ import annotations

import re

_MARK = re.compile(r"^\s*(?:§\s*\d+\w*(?:\^\w+)?\.?|\d+\w*(?:\^\w+)?[.)]|[a-ząćęłńóśźż]{1,2}\)|[-–—])\s*")
# A full stop ends a sentence unless it belongs to an abbreviation or a number.
_END = re.compile(r"(?<=[a-ząćęłńóśźż)”0-9]{3})\.\s+(?=[A-ZĄĆĘŁŃÓŚŹŻ])")
_SPACE = re.compile(r"\s+")
_UNIT = r"(?:§|art\.|ust\.|pkt|lit\.)"
_ADDRESS = re.compile(
    # "…, o którym mowa w art. 5 ust. 1 i 2 pkt 3": units, numbers, and the words that join them.
    rf",?\s*o (?:któr\w+|jak\w+) mowa w (?:{_UNIT}\s*\**[\w^]+\**(?:\s*(?:[-–,]|i|oraz|lub|albo)\s*"
    rf"(?=\d|{_UNIT})\d*\w?)*\s*)+|\s*\((?:Dz\.|uchylon\w+)[^)]*\)",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """In order; what a unit's introduction and its points say stay apart, as they are printed."""
    found: list[str] = []
    for line in text.splitlines():
        bare = line
        while (shorter := _MARK.sub("", bare, count=1)) != bare:
            bare = shorter
        bare = _SPACE.sub(" ", bare).strip()
        found.extend(part.strip() for part in _END.split(bare) if len(part.strip()) > 2)
    return found


def without_addresses(sentence: str) -> str:
    """References ("o którym mowa w art. 5 ust. 1") mean nothing in a question."""
    return _SPACE.sub(" ", _ADDRESS.sub("", sentence)).strip(" ,;.:")


def clip(text: str, n_words: int) -> str:
    """At most ``n_words``, ended where a phrase ends if that keeps more than half, never on a loose word."""
    words = text.split()
    kept = words[:n_words]
    if len(words) > n_words:
        comma = max((i for i, w in enumerate(kept) if w.endswith((",", ";", ":"))), default=-1)
        if comma + 1 > n_words // 2:
            kept = kept[: comma + 1]
    while len(kept) > 1 and kept[-1].lower().strip(" ,;.:–-") in _LOOSE:
        kept.pop()
    return " ".join(kept).strip(" ,;.:–-")


_LOOSE_WORDS = """
    w z na do o i oraz lub albo a od po za przez dla przy ze we pod nad przed bez u ku że aby jeżeli gdy który
    która które jest nie jako niż jego jej ich tego tej tym której którego których ustawy
"""
_LOOSE = frozenset({"", *_LOOSE_WORDS.split()})
