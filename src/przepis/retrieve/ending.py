"""What is asked stands at the end: "Mój pies ugryzł listonosza. Kto płaci?", "…; przepisu tego nie stosuje się do:"."""

from __future__ import annotations

import re

FEWEST_WORDS = 4  # "Co dalej?" asks nothing by itself
_BREAK = re.compile(r"[.?!;]\s+(?=\S)")
_WORD = re.compile(r"\w{3,}")
_ACCORDING = re.compile(
    r"^\s*(?:zgodnie z|według|w myśl|stosownie do|na podstawie|w świetle|w rozumieniu)\b[^,:]{3,150},\s*(?=\S)",
    re.IGNORECASE,
)
_OPEN = (":", "…", "–", "-")


def ending(text: str) -> str:
    """The last sentence or clause that says something; empty where the text has no other before it."""
    end = len(text)
    for found in reversed(list(_BREAK.finditer(text))):
        last = text[found.end() : end]
        if len(_WORD.findall(last)) >= FEWEST_WORDS:
            return last if len(_WORD.findall(text[: found.start()])) >= FEWEST_WORDS else ""
    return ""


def said(text: str) -> str:
    """The last clause without the act it names first: "Zgodnie z Kodeksem karnym, przestępstwo jest:" says the rest."""
    return _ACCORDING.sub("", ending(text) or text)


def is_open(text: str) -> bool:
    """A sentence that is to be completed rather than a question: "Zapis zwykły jest:"."""
    return text.rstrip().endswith(_OPEN)
