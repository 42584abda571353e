"""Plain-text operations that the tokenizer, the data preparation and the augmentation share."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_POLISH = str.maketrans("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "acelnoszzACELNOSZZ")
_SPACE = re.compile(r"\s+")
_DIGITS = re.compile(r"\d+")


def fold(text: str) -> str:
    """Without diacritics: what a person types on a keyboard set to English."""
    text = text.translate(_POLISH)
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def squeeze(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def sameness_key(paragraph: str) -> bytes:
    """Equal for paragraphs that differ only in case, spacing or numbers: amended amounts and dates."""
    plain = _DIGITS.sub("0", squeeze(paragraph).lower())
    return hashlib.blake2b(plain.encode("utf-8"), digest_size=8).digest()
