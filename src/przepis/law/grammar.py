"""The patterns citations are made of: articles, units, connectives, names of acts.

Every pattern tolerates the spaces that PDF puts inside words ("a rt.", "pk t", "u stawy").
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from przepis.law.labels import SUPERSCRIPT_LETTERS, SUPERSCRIPTS

_L = "[a-ząćęłńóśźż]"
_RAISED = (
    rf"(?:[{SUPERSCRIPTS}]+[{SUPERSCRIPT_LETTERS}]*(?:{_L}(?!\w))?"
    rf"|\s?\^\s?\{{?\d+(?:{_L}{{1,3}}(?!{_L}))?\}}?\^?"
    rf"|\s?\[\d+{_L}?\](?:{_L}(?!\w))?"
    rf"|\(\d{{1,2}}{_L}?\)"
    rf"|\s?<sup>\s*\d+{_L}*\s*</sup>(?:{_L}(?!\w))?)"
)
LABEL = rf"(?!0+(?!\d))\d{{1,6}}(?:{_L}{{1,7}}(?![\w.]{_L}))?{_RAISED}?(?!\d)"
_FLAGS = re.IGNORECASE

ARTICLE = re.compile(rf"(?<!\w)a\s?r\s?t\s?(?:\.|ykuł\w*|(?=\s*\d))\s*(?P<label>{LABEL})", _FLAGS)
BARE_LABEL = re.compile(rf"(?P<label>{LABEL})(?!\w)", _FLAGS)
LOOSE_SUPERSCRIPT = re.compile(
    rf"\s+(?P<sup>\d{{1,2}}{_L}?)(?=\s*(?:§|u\s?st\b|p\s?kt\b|{_L}{{1,2}}\s?\.\s?{_L}|{_L}{{2,4}}\s*$))", _FLAGS
)
DISPLACED = re.compile(rf"^\s*(?P<first>\d{{1,2}}{_L}?)(?:\s+(?P<second>\d{{1,2}}{_L}?))?\s+(?=a\s?rt\s?\.)", _FLAGS)

UNIT_KINDS: tuple[tuple[str, str, str], ...] = (
    ("para", r"§§?", "§ {}"),
    ("pass", r"u\s?s\s?t\s?\.|ustęp\w*", "ust. {}"),
    ("point", r"p\s?k\s?t\s?\.?(?!\w)|punkt\w*", "pkt {}"),
    ("letter", r"l\s?i\s?t\s?\.|liter\w+", "lit. {}"),
    ("indent", r"tiret", "tiret {}"),
)
"""Kind, how it is written, how it is printed; from the outermost. § and ust. are alternatives of one level."""
UNIT_LEVEL = {"para": 0, "pass": 0, "point": 1, "letter": 2, "indent": 3}
UNIT_PRINT = {kind: template for kind, _, template in UNIT_KINDS}
_SPACED_LETTER = r"\s[a-hj-np-tvxy](?!\w|\s?\.|\s+także)"
_UNIT_NUMBER = rf"\d{{1,3}}(?:{_SPACED_LETTER}|{_L}{{1,4}}(?!\w|\.\w))?{_RAISED}?(?!\d)"
_INDENT = r"pierwsz\w+|drugi\w*|trzeci\w*|czwart\w+|piąt\w+|\d+"
_NUMBERS = {"letter": rf"{_L}{{1,3}}(?!\w)", "indent": _INDENT}
UNITS = {
    kind: re.compile(rf"\s*,?\s*(?:{written})\s*(?P<number>{_NUMBERS.get(kind, _UNIT_NUMBER)})", _FLAGS)
    for kind, written, _ in UNIT_KINDS
}
_NEXT_LETTER = r"[a-hj-np-vxy](?!\w|\s?\.)"
"""A further letter in a list: never the connectives i, o, w, z, nor the first letter of an abbreviation."""
UNIT_CONTINUES = {
    kind: re.compile(
        rf"(?P<number>{ {'letter': _NEXT_LETTER, 'indent': _INDENT}.get(kind, _UNIT_NUMBER) })(?!\w)", _FLAGS
    )
    for kind, _, _ in UNIT_KINDS
}
SENTENCE = re.compile(r"\s*,?\s*(?:zd\s?\.|zdani\w+|in\s+fine)\s*(?:pierwsz\w+|drugi\w*|trzeci\w*|\d)?", _FLAGS)

DASH = re.compile(r"\s*[-–—]\s*(?=\d|a\s?rt)", _FLAGS)
CONNECTIVE = re.compile(
    r"\s*(?:,\s*(?:a\s+także\s+|oraz\s+|i\s+|lub\s+|albo\s+|jak\s+i\s+)?|;|(?:i|oraz|lub|albo|a\s+także|w\s+zw\s?\.\s+z"
    r"|w\s+związku\s+z|w\s+zbiegu\s+z)(?=\s))\s*(?:w\s+|z\s+|do\s+|o\s+)?(?:przepis\w+\s+)?",
    _FLAGS,
)
UNIT_CONNECTIVE = re.compile(r"\s*(?:,|;|i\s|oraz\s|lub\s|albo\s|a\s+także\s)\s*(?:w\s+)?", _FLAGS)
NOT_A_LABEL = re.compile(
    r"\s*(?:%|‰|r\s?\.|rok\w*|lat\w*|dni\w*|miesi\w+|tygodni\w*|godz\w*|zł\w*|tys\w*|proc\w*|stycz|lut|mar[cz]|kwie|maj|"
    r"czerw|lip|sierp|wrze|paźd|listop|grud|razy|[.,]\d)",
    _FLAGS,
)
"""What follows a number that is a period, a sum or a date and no article."""

_DATE = r"\d[\d\s]?\s+[^\W\d]+(?:\s[^\W\d]{1,9})?\s+\d[\d\s]{3,5}\s?r\s?\."
ACT_HEAD = re.compile(
    r"\s*,?\s*(?P<words>(?:u\s?stawy|ustawa|ustawie|ustawą|dekret\w*|rozporządzenia|traktat\w*|konwencj\w+|konstytucj\w+|"
    r"kodeks\w*|praw[ao]|ordynacj\w+|kart[ya]|przepisów\s+wprowadzających)"
    rf"(?P<dated>\s+z\s+d\s?nia(?:\s+{_DATE})?)?)(?=[\s,;.:)–—-]|$)",
    _FLAGS,
)
ACT_STOP = re.compile(
    r"\s*(?:[;:()„”\"*]|\.\s|\.$|,\s*(?:o\s+któr|w\s+brzmieniu|stosuje|jeżeli|chyba|gdy|a\s+także|z\s+późn)|[-–—]\s+tekst|$)"
    r"|\s+(?:a\s?r\s?t\s?\.|w\s+zw|(?:lub|oraz|i)\s+(?:a\s?r\s?t\s?\.|ustawy))|\s+ustawy\s+z\s+dnia",
    _FLAGS,
)
"""Where the words after an act's first word can no longer be its title."""
ACT_BEFORE = re.compile(r"(?<!\w)(?P<words>konstytucj\w+(?:\s+RP)?|kodeks\w*(?:\s+[^\W\d]+){1,5})\s*[,:]?\s*\Z", _FLAGS)
SAME_ACT = re.compile(r"\s*(?P<words>(?:niniejszej|tej(?:że)?)\s+ustawy|niniejszego\s+kodeksu)\b", _FLAGS)
NAMED_ELSEWHERE = re.compile(
    r"\s*(?P<words>ustaw[yąie]\s*,?\s*(?:o\s+któr\w+|zmienian\w+|uchylan\w+|wymienion\w+|wprowadzan\w+|określon\w+))",
    _FLAGS,
)


def abbreviation_pattern(written: Iterable[str]) -> re.Pattern[str]:
    """One pattern for all abbreviations, the longest first, so that k.p. never matches inside k.p.k.

    Dots and spaces are free (``k. r. i o.``, ``kro``), but single letters with nothing between them must stand
    as one word, and a further lettered dot after the match means that another abbreviation was meant.
    """
    alternatives = sorted({form for each in written for form in _forms(each)}, key=lambda f: (-len(f), f))
    return re.compile(
        rf"\s*,?\s*(?P<words>(?<!\w)(?:{'|'.join(alternatives)})(?!\w)(?!\s?\.?\s?{_L}\s?\.)(?:\s?\.)?)", _FLAGS
    )


def _forms(written: str) -> list[str]:
    tokens = [re.escape(token) for token in re.split(r"[.\s]+", written) if token]
    single = all(len(token) == 1 for token in tokens)
    between = r"\s?\.\s?" if single and len(tokens) == 2 else r"(?:\s?\.\s?|\s)"
    return [between.join(tokens), "".join(tokens)]
