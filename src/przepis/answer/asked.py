"""What was asked: a query that can be searched for, or why not: empty, too long, no words, not Polish."""

from __future__ import annotations

import functools
import operator
import re
import tomllib
from collections.abc import Iterable
from importlib import resources

from przepis.errors import InputError
from przepis.law.citation_parser import units_alone
from przepis.records import Note, note

MAX_QUERY_CHARS = 10_000
MOST_HITS = 100
MOST_OPTIONS = 10
_MOST_HINTS = 4  # words
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d")
_LATIN = re.compile(r"[a-ząćęłńóśźż]", re.IGNORECASE)
_VOWELS = frozenset("aeiouyąęó")
_ENGLISH = frozenset(
    "the is are was were how what which who when where why can could my your his her their does did for of with "
    "without from if must should would have has been be am an and or not this that will get much many long after "
    "before under you someone there any about into".split()
)
_POLISH = frozenset(
    "nie czy jak na się sie jest mogę moge ile kto co gdzie kiedy dlaczego po od przez przy za bez już juz mam ma są "
    "sa ale i w z ze u o do że może moze muszę musze jaki jaka jakie który która które mnie mi".split()
)
_DIACRITICS = frozenset("ąćęłńóśźż")


def check_k(k: int) -> int:
    """Any whole number will do, those of numpy too; True is none."""
    try:
        n = 0 if isinstance(k, bool) else operator.index(k)
    except TypeError:
        n = 0
    if not 1 <= n <= MOST_HITS:
        raise InputError(
            f"k is {k!r}; between 1 and {MOST_HITS} hits can be asked for", note("error_k", k=k, most=MOST_HITS)
        )
    return n


def as_text(given: str, what: str) -> str:
    """Text that can be stored and sent: halves of characters, left behind by bytes that are no UTF-8, become ``?``."""
    if not isinstance(given, str):
        raise InputError(f"{what} is of type {type(given).__name__}; give text")
    return given if given.isascii() else given.encode("utf-8", "replace").decode("utf-8")


def check_options(options: Iterable[str]) -> tuple[str, ...]:
    """A text alone would be taken for its letters."""
    if isinstance(options, str) or not isinstance(options, Iterable):
        raise InputError(f"options is of type {type(options).__name__}; give a list of texts, one for each answer")
    found = tuple(as_text(option, "an option") for option in options)
    if len(found) > MOST_OPTIONS:
        raise InputError(f"{len(found)} options are given; at most {MOST_OPTIONS} are taken")
    return found


def check_query(text: str) -> str:
    text = " ".join(as_text(text, "the query").split())
    if not text:
        raise InputError(
            "the query is empty; ask a question, give a citation such as `art. 415 k.c.`, or a few words",
            note("error_empty_query"),
        )
    if len(text) > MAX_QUERY_CHARS:
        raise InputError(
            f"the query has {len(text):,} characters; at most {MAX_QUERY_CHARS:,} are taken",
            note("error_long_query", n=len(text), most=MAX_QUERY_CHARS),
        )
    return text


_NAME = re.compile(r"(?<!\w)(?:(?!(.)\1+\b)[A-ZĆŁŃŚŹŻ]{2,5}|[A-Za-z]\d{1,2}|\d{3}\s?\+)(?!\w)")
"""Names without a vowel that people type alone: PPK, KRS, L4, 800+."""


def not_searchable(text: str) -> Note | None:
    """Why nothing can be found for these words, told to the reader; None where they can be searched for."""
    words = [word.lower() for word in _WORD.findall(text)]
    if words and not _LATIN.search(text):
        return note("note_english")  # Cyrillic and others have words, and none that the law has
    if units_alone(text):
        return note("note_no_article_said", units=text.strip(" .,;?!"))
    if not any(_like_a_word(word) for word in words) and not _NAME.search(text):
        return note("note_nonsense")
    if is_english(words):
        hint = "" if _NUMBER.search(text) else polish_hint(words)  # words alone are no citation
        return note("note_english_hint", query=hint) if hint else note("note_english")
    return None


def _like_a_word(word: str) -> bool:
    """Two letters or more, a vowel among them, no letter four times in a row."""
    return len(word) > 1 and bool(_VOWELS & set(word)) and not re.search(r"(.)\1{3}", word)


def is_english(words: list[str]) -> bool:
    if any(_DIACRITICS & set(word) for word in words):
        return False
    english = sum(word in _ENGLISH for word in words)
    polish = sum(word in _POLISH for word in words)
    known = sum(word in _ENGLISH or word in _hints() for word in words)
    return (polish < english and english >= 2) or (known == len(words) and known >= 2 and english + known > polish)


def polish_hint(words: list[str]) -> str:
    """Polish words for those that are known, to search with instead."""
    found = dict.fromkeys(_hints()[word] for word in words if word in _hints() and word not in _ENGLISH)
    return " ".join(list(found)[:_MOST_HINTS])


@functools.cache
def _hints() -> dict[str, str]:
    text = resources.files("przepis.answer").joinpath("english.toml").read_text(encoding="utf-8")
    return {english: str(polish) for english, polish in tomllib.loads(text).items()}
