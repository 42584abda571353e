"""Whether an annotation is fit to be indexed: language, lengths, counts, registers, no copying.

Each rule gives a line that says what is wrong and what would be right; the same lines go to the model as
the request for a repair and to the user in a report.
"""

from __future__ import annotations

import functools
import re

from przepis.records import Surrogate
from przepis.surrogates.language import looks_polish

SUMMARY_CHARS = (30, 500)
THEME_CHARS = (3, 90)
CONCEPT_CHARS = (2, 60)
LAY_CHARS = (12, 220)
PRACTITIONER_CHARS = (20, 280)
KEYWORDS_WORDS = (2, 10)
COUNTS = {"concepts": (3, 14), "lay": (2, 6), "practitioner": (1, 4), "keywords": (1, 4)}
COPIED_WORDS = 8
"""A question with this many consecutive words of the article is a copy, not a question."""

_WORDS = re.compile(r"[^\W_]+")
_CITATION = re.compile(r"\b(?:art\.|artykuł\w*|ust\.|§)\s*\d", re.IGNORECASE)


def problems(surrogate: Surrogate, article_text: str) -> list[str]:
    """Empty when the annotation may be kept."""
    found = _count_problems(surrogate)
    found += _length_problems(surrogate)
    found += _register_problems(surrogate)
    found += _language_problems(surrogate)
    if not found:  # the costliest rule last
        found += _copy_problems(surrogate, article_text)
    return found


def longest_copy(question: str, article_text: str) -> int:
    """The longest run of consecutive words of ``question`` that stands so in the article."""
    words = [w.lower() for w in _WORDS.findall(question)]
    text = _plain(article_text)
    best = 0
    for start in range(len(words)):
        while start + best < len(words) and f" {' '.join(words[start : start + best + 1])} " in text:
            best += 1
    return best


@functools.lru_cache(maxsize=8)
def _plain(text: str) -> str:
    """Words alone, between spaces; kept because one article is compared with many questions in a row."""
    return " " + " ".join(w.lower() for w in _WORDS.findall(text)) + " "


def has_address(question: str) -> bool:
    """Whether it names a provision by number, as nobody who looks for it would."""
    return bool(_CITATION.search(question))


def _count_problems(surrogate: Surrogate) -> list[str]:
    found = []
    for name, (low, high) in COUNTS.items():
        n = len(getattr(surrogate, name))
        if not low <= n <= high:
            found.append(f"{name}: liczba pozycji {n}, powinno być {low}-{high}")
    return found


def _length_problems(surrogate: Surrogate) -> list[str]:
    found = []
    checked = [("summary", surrogate.summary, SUMMARY_CHARS), ("theme", surrogate.theme, THEME_CHARS)]
    checked += [("concepts", c, CONCEPT_CHARS) for c in surrogate.concepts]
    checked += [("lay", q, LAY_CHARS) for q in surrogate.lay]
    checked += [("practitioner", q, PRACTITIONER_CHARS) for q in surrogate.practitioner]
    for name, text, (low, high) in checked:
        if not low <= len(text) <= high:
            found.append(f"{name}: {len(text)} znaków, powinno być {low}-{high}: {text[:60]!r}")
    low, high = KEYWORDS_WORDS
    for text in surrogate.keywords:
        if not low <= len(text.split()) <= high:
            found.append(f"keywords: {len(text.split())} słów, powinno być {low}-{high}: {text[:60]!r}")
    return found


def _register_problems(surrogate: Surrogate) -> list[str]:
    """Lay and practitioner are questions without addresses; keywords are words, not a question."""
    found = []
    for name in ("lay", "practitioner"):
        for question in getattr(surrogate, name):
            if not question.endswith("?"):
                found.append(f"{name}: na końcu pytania brak znaku zapytania: {question[:60]!r}")
            if has_address(question):
                found.append(f"{name}: pytanie podaje numer przepisu: {question[:60]!r}")
    found += [f"keywords: znak zapytania w haśle: {k[:60]!r}" for k in surrogate.keywords if "?" in k]
    everything = [q.lower() for q in surrogate.questions]
    if len(set(everything)) < len(everything):
        found.append("pytania powtarzają się między polami")
    return found


def _language_problems(surrogate: Surrogate) -> list[str]:
    found = []
    parts = {
        "summary": surrogate.summary,
        "lay": " ".join(surrogate.lay),
        "practitioner": " ".join(surrogate.practitioner),
        "theme, concepts, keywords": " ".join((surrogate.theme, *surrogate.concepts, *surrogate.keywords)),
    }
    for name, text in parts.items():
        whole = text if name != "theme, concepts, keywords" else f"{text} {surrogate.summary}"
        if text and not looks_polish(whole):
            found.append(f"{name}: to nie jest po polsku: {text[:60]!r}")
    return found


def _copy_problems(surrogate: Surrogate, article_text: str) -> list[str]:
    found = []
    for question in surrogate.lay + surrogate.practitioner:
        n = longest_copy(question, article_text)
        if n >= COPIED_WORDS:
            found.append(f"pytanie przepisuje {n} kolejnych słów artykułu: {question[:60]!r}")
    return found
