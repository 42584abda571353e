"""Addresses of the Journal of Laws and our own ids: ``Dz.U. 2024 poz. 1061``, ``DU/1964/93#415/para:1``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from przepis.errors import CitationError
from przepis.law.labels import parse_label

_ID = re.compile(
    r"(?P<act>[a-z]{2,3}/\d{4}/[\w.-]+)(?:#(?P<label>[^\s/]+)(?P<units>(?:/(?:para|pass|point|letter|indent):[^\s/:]+)*))?",
    re.IGNORECASE,
)
_POSITION = r"(?:n(?:r|umer)\.?\s*\d+\s*,?\s*)?(?:poz\s?\.?\s*|pozycja\s+)(?P<position>\d{1,5})"
_JOURNAL = re.compile(
    r"[(\[]?\s*(?:t\.?\s?j\.?\s*:?\s*|tekst\s+jednolity\s*:?\s*)?(?:(?P<du>dz\s?\.?\s?u\s?\.?|dziennik\w*\s+ustaw)|m\s?\.\s?p\s?\.)"
    r"(?:\s*rp)?\s*(?:z\s+)?(?P<year>\d{4})\s*(?:r\.?|roku)?\s*"
    rf"(?:[,.]?\s*{_POSITION}|\.\s?(?:\d+\.)?(?P<dotted>\d{{1,5}}))(?!\d)"
    r"(?:\s*(?:,|ze?)\s*(?:z\s+)?(?:późn?|pozn?|zm)\.?\s*(?:zm(?:\.|ianami)?)?)?\.?(?:\s*t\.?\s?j\.?)?\s*[)\]]?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Address:
    """``publication_id`` is the ELI of what stands there: an act, or a consolidated text of one."""

    publication_id: str
    start: int
    end: int


def find_address(text: str) -> Address | None:
    """The first Journal address in the text."""
    found = _JOURNAL.search(text)
    if not found:
        return None
    journal = "DU" if found["du"] else "MP"
    position = int(found["position"] or found["dotted"])
    return Address(f"{journal}/{found['year']}/{position}", found.start(), found.end())


def is_address(text: str) -> bool:
    """Does the text say where an act stands, and not what it is called?"""
    return parse_id(text) is not None or find_address(text) is not None


def parse_id(text: str) -> tuple[str, str, tuple[str, ...]] | None:
    """Act, canonical label and units of one of our ids; the label is empty where the id is an act's."""
    found = _ID.fullmatch(text.strip().lstrip("/"))
    if not found:
        return None
    journal, _, rest = found["act"].partition("/")
    try:
        label = parse_label(found["label"]).canonical if found["label"] else ""
    except CitationError:
        return None
    return f"{journal.upper()}/{rest}", label, tuple(part for part in (found["units"] or "").split("/") if part)


def journal_address(eli: str) -> str:
    """ "Dz.U. 2024 poz. 17"; of a text that is in no Journal its own name."""
    journal, _, place = eli.partition("/")
    year, _, position = place.partition("/")
    return f"Dz.U. {year} poz. {position}" if journal == "DU" else eli
