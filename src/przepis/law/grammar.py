"""The patterns citations are made of: articles, units, connectives, names of acts.

Every pattern tolerates the spaces that PDF puts inside words ("a rt.", "pk t", "u stawy"), dots and diacritics left
out ("ust 2", "artykul 5") and spelled signs ("par 1", "indeks 1").
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
_NO_UNIT_WORD = r"(?!u\s?st\.?\s?\d|p\s?kt\.?\s?\d|par\.?\s?\d|lit\.?\s?[a-z]\b|zd\.?\s?\d|ind\w*\.?\s?\d)"
_LETTERS = rf"(?:{_NO_UNIT_WORD}{_L}{{1,7}}(?![\w.]{_L}))?"
LABEL = rf"(?!0+(?!\d))\d{{1,6}}{_LETTERS}{_RAISED}?(?!\d)"
_FLAGS = re.IGNORECASE

ARTICLE_SIGN = r"(?<!\w)a\s?r\s?t\s?(?:\.{1,2}|yku[łl]\w*|:|(?=\s*\d)|(?=\s+nr\b))\s*(?:nr\s*)?"
ARTICLE = re.compile(rf"{ARTICLE_SIGN}(?P<label>{LABEL})", _FLAGS)
PARAGRAPH = re.compile(rf"(?P<sign>§§?|(?<!\w)par(?:\.|agraf\w*))\s*(?P<label>{LABEL})", _FLAGS)
"""The § of a regulation, which stands where a statute has its article."""
UNREAD_ARTICLE = re.compile(rf"{ARTICLE_SIGN}\W{{0,3}}\Z", _FLAGS)
BARE_LABEL = re.compile(rf"(?P<label>{LABEL})(?!\w)", _FLAGS)
SPOKEN_SUPERSCRIPT = re.compile(
    rf"\s*(?:(?:z\s+)?(?:indeks\w*|ind\s?\.|indx)(?:\s+g[óo]rn\w+)?|ze?\s+zn(?:aczki?\w*|akiem|\s?\.)|do\s+pot[ęe]gi)\s*"
    rf"(?P<sup>\d{{1,2}}{_L}?)(?!\w)|\s+(?P<prim>prim)(?!\w)",
    _FLAGS,
)
"""``385 indeks 1``, ``94 ze znaczkiem 3``: said, not guessed."""
LOOSE_SUPERSCRIPT = re.compile(
    rf"\s+(?P<sup>\d{{1,2}}{_L}?)(?=\s*(?:§|u\s?st\b|p\s?kt\b|par\b|{_L}{{1,2}}\s?\.\s?{_L}|{_L}{{2,4}}\s*$|kodeks|ustaw))",
    _FLAGS,
)
LAST_SUPERSCRIPT = re.compile(rf"\s+(?P<sup>\d{{1,2}}{_L}?)\s*$", _FLAGS)
"""``k.c. art. 22 1``: where a text is nothing but a citation, a number that is left over at its end."""
BRACKETED_SUPERSCRIPT = re.compile(rf"\s+\(\s?(?P<sup>\d{{1,2}}{_L}?)\s?\)", _FLAGS)
SPACED_LETTER = re.compile(
    r"\s(?P<letter>[a-hj-np-tvxy])(?!\w|\s?\.)"
    r"(?P<sure>(?=\s*(?:§|u\s?st\b|p\s?kt\b|par\b|kodeksu|ustawy|prawa|ordynacji|konstytucji|$)))?",
    _FLAGS,
)
"""``178 a kk``: the letter of a label set off by a space; sure where a unit or an act follows."""
DISPLACED = re.compile(rf"^\s*(?P<first>\d{{1,2}}{_L}?)(?:\s+(?P<second>\d{{1,2}}{_L}?))?\s+(?=a\s?rt\s?\.)", _FLAGS)

UNIT_KINDS: tuple[tuple[str, str, str], ...] = (
    ("para", r"§§?|par(?:\s?\.|agraf\w*)?(?=\s*\d)", "§ {}"),
    ("pass", r"u\s?s\s?t\s?\.|u\s?s\s?t(?=\s*\d)|ust[ęe]p\w*", "ust. {}"),
    ("point", r"p\s?k\s?t\s?\.?(?=\s*\d)|punkt\w*|p\s?\.?(?=\s*\d)", "pkt {}"),
    ("letter", r"l\s?i\s?t\s?\.|lit(?=\s)|liter\w+", "lit. {}"),
    ("indent", r"tiret|tir\.", "tiret {}"),
)
"""Kind, how it is written, how it is printed; from the outermost. § and ust. are alternatives of one level."""
UNIT_LEVEL = {"para": 0, "pass": 0, "point": 1, "letter": 2, "indent": 3}


def level_of(unit: str) -> int:
    """Of ``point:2``."""
    return UNIT_LEVEL[unit.partition(":")[0]]


UNIT_PRINT = {kind: template for kind, _, template in UNIT_KINDS}
_SPACED_LETTER = r"\s[a-hj-np-tvxy](?!\w|\s?\.|\s+także)"
_NO_WORD = rf"(?!(?![{SUPERSCRIPTS}])\w|\.\w)"
_UNIT_NUMBER = rf"\d{{1,3}}(?:{_SPACED_LETTER}|{_NO_UNIT_WORD}{_L}{{1,4}}{_NO_WORD})?{_RAISED}?(?!\d)"
_INDENT = r"pierwsz\w+|drugi\w*|trzeci\w*|czwart\w+|pi[ąa]t\w+|\d+"
_RAISED_LETTER = rf"{_L}{{1,3}}(?:\^\d{{1,2}}\^?|[{SUPERSCRIPTS}]+)?"
_NUMBERS = {"letter": rf"[„\"']?(?P<number>{_RAISED_LETTER})(?!\w)[”\"']?\)?", "indent": rf"(?P<number>{_INDENT})"}
_NUMBER = rf"(?P<number>{_UNIT_NUMBER})"
UNITS = {
    kind: re.compile(rf"\s*,?\s*(?:{written})\s*{_NUMBERS.get(kind, _NUMBER)}", _FLAGS)
    for kind, written, _ in UNIT_KINDS
}
_ANY_UNIT = "|".join(written for _, written, _ in UNIT_KINDS)
UNITS_BEFORE = re.compile(rf"(?<!\w)(?:(?:{_ANY_UNIT})\s*(?:\d{{1,3}}{_L}{{0,2}}|{_L})(?!\w)\s+){{1,4}}\Z", _FLAGS)
"""``§ 1 art. 118``: units said before their article."""
UNIT_SIGN = re.compile(rf"[\s,;)\]]+(?=(?:{_ANY_UNIT})\s*\w)", _FLAGS)
"""Where a unit may begin."""
_NEXT_LETTER = r"[a-hj-np-vxy](?!\w|\s?\.)"
"""A further letter in a list: never the connectives i, o, w, z, nor the first letter of an abbreviation."""
UNIT_CONTINUES = {
    kind: re.compile(
        rf"(?P<number>{ {'letter': _NEXT_LETTER, 'indent': _INDENT}.get(kind, _UNIT_NUMBER) })(?!\w)", _FLAGS
    )
    for kind, _, _ in UNIT_KINDS
}
SENTENCE = re.compile(
    r"\s*,?\s*(?:zd\s?\.|zd(?=\s*\d)|zdani\w+|in\s+fine|in\s+principio)\s*(?:pierwsz\w+|drugi\w*|trzeci\w*|\d)?", _FLAGS
)

DASH = re.compile(r"\s*[-–—]\s*(?=\d|a\s?rt)", _FLAGS)
UNTIL = re.compile(r"\s+do\s+(?=a\s?rt|\d)", _FLAGS)
CONNECTIVE = re.compile(
    r"\s*(?:,\s*(?:a\s+także\s+|oraz\s+|i\s+|lub\s+|albo\s+|jak\s+i\s+)?|;|(?:i|oraz|lub|albo|a\s+także|w\s+zw\s?\.?\s+z"
    r"|w\s+związku\s+z|w\s+zbiegu\s+z|zw\s?\.?\s+z)(?=\s))\s*(?:w\s+|z\s+|do\s+|o\s+)?(?:przepis\w+\s+)?",
    _FLAGS,
)
UNIT_CONNECTIVE = re.compile(r"\s*(?:,|;|i\s|oraz\s|lub\s|albo\s|a\s+także\s)\s*(?:w\s+)?", _FLAGS)

_DATE = (
    r"(?:\d[\d\s]?\s+[^\W\d]+(?:\s[^\W\d]{1,9})?\s+\d[\d\s]{3,5}\s?r\s?\."
    r"|\d{1,2}\s+[^\W\d]+\s+\d{4}(?:\s+roku|\s?r\b)?"
    r"|\d{1,2}\.\d{1,2}\.\d{4}(?:\s?r\s?\.|\s+roku)?|\d{4}-\d{2}-\d{2}(?:\s?r\s?\.)?)"
)
_MANNER = r"(?:\s*[-–—/(\[]\s*|\s+(?:z|ze|w|wg|według)\s+)?"
"""What may stand between a typed article and its act: ``art. 415 (kc)``, ``art. 148 z kodeksu karnego``."""
MANNER = re.compile(_MANNER, _FLAGS)
_ISSUER = (
    r"(?:\s+(?:rad[ay]|ministr|prezes|prezydent|krajow|przewodnicz|komisji)\w*[^.;:()\d]{0,200}?"
    r"(?=\s+z\s+d\s?nia\s|\s+w\s+sprawie\s))?"
)
"""Who issued a regulation stands between the word and its date."""
ACT_HEAD = re.compile(
    rf"\s*,?\s*(?P<words>(?:u\s?stawy|ustawa|ustawie|ustaw[ąę]|ust\b\.?(?=\s+(?:o|z\s+dnia)\s)|dekret\w*|rozporz[ąa]dzeni\w+{_ISSUER}|traktat\w*|konwencj\w+"
    r"|konstytucj\w+|kodeks\w*|praw(?:[ao]|ie|em)|ordynacj\w+|kart(?:[yaąę])|karcie|przepis[óo]w\s+wprowadzaj[ąa]cych)"
    rf"(?P<dated>\s+z\s+d\s?nia(?:\s+{_DATE})?|\s+z\s+{_DATE})?)(?=[\s,;.:)\]–—-]|$)",
    _FLAGS,
)
ACT_STOP = re.compile(
    r"\s*(?:[;:()\[\]„”\"*?!]|\.\s|\.$|,\s*(?:o\s+któr|w\s+brzmieniu|stosuje|jeżeli|chyba|gdy|a\s+także|z\s+późn)|[-–—]\s+tekst|$)"
    r"|\s+(?:a\s?r\s?t\s?\.|w\s+zw|(?:lub|oraz|i)\s+(?:a\s?r\s?t\s?\.|ustawy))|\s+ustawy\s+z\s+dnia",
    _FLAGS,
)
"""Where the words after an act's first word can no longer be its title."""
ACT_BEFORE = re.compile(r"(?<!\w)(?P<words>konstytucj\w+(?:\s+RP)?|kodeks\w*(?:\s+[^\W\d]+){1,5})\s*[,:]?\s*\Z", _FLAGS)
_FOREIGN = (
    "zagraniczn|niemieck|francusk|austriack|szwajcarsk|rosyjsk|ukraińsk|czesk|włosk|angielsk|amerykańsk"
    "|białorusk|słowack|litewsk|brytyjsk|hiszpańsk"
)
OTHER_LAW = re.compile(rf"(?<!\w)(?:mał|dawn|star|poprzedni|był|przedwojenn|{_FOREIGN})\w*\s+\Z", _FLAGS)
"""What makes a name that of another act: "mała konstytucja", "dawny kodeks karny", "francuski kodeks cywilny"."""
OTHER_STATE = re.compile(
    rf"(?:(?:{_FOREIGN}|ukrain|francj|rosji|białorusi|słowacj|austri|szwajcari|hiszpani|irlandi|norwegi"
    r"|szwecj|holandi|niderland|belgi)\w*|niemiec|włoch|czech|litwy|usa|chin|stanów\s+zjednoczonych|wielkiej\s+brytanii)(?!\w)",
    _FLAGS,
)
"""Right behind a name: "kodeks pracy Ukrainy", "kodeks karny niemiecki". (Our law may speak of work "w Niemczech".)"""
SAME_ACT = re.compile(r"\s*(?P<words>(?:niniejszej|tej(?:że)?)\s+ustawy|niniejszego\s+kodeksu)\b", _FLAGS)
OWN_REGULATION = re.compile(r"\s*(?P<words>(?:niniejszego|tego)\s+rozporządzenia)\b", _FLAGS)
NAMED_ELSEWHERE = re.compile(
    r"\s*(?P<words>ustaw[yąie]\s*,?\s*(?:o\s+któr\w+|zmienian\w+|uchylan\w+|wymienion\w+|wprowadzan\w+|określon\w+))",
    _FLAGS,
)


def abbreviation_pattern(written: Iterable[str], *, glued: bool = False) -> re.Pattern[str]:
    """One pattern for all abbreviations, the longest first, so that k.p. never matches inside k.p.k.

    Dots and spaces are free (``k. r. i o.``, ``kro``), but single letters with nothing between them must stand
    as one word, and a further lettered dot after the match means that another abbreviation was meant. ``glued``
    also finds those that touch a number (``kk148``, ``§1kc``).
    """
    forms = sorted({form for each in written for form in _forms(each)}, key=lambda f: (-len(f), f))
    by_letter: dict[str, list[str]] = {}  # at most places in a text one look at a letter rules out all that begin so
    for form in forms:
        by_letter.setdefault(form[0].lower(), []).append(form[1:])
    alternatives = [f"{letter}(?:{'|'.join(rest)})" for letter, rest in by_letter.items()]
    begin, end = (r"(?<![^\W\d_])", r"(?:(?!\w)|(?=\d))") if glued else (r"(?<!\w)", r"(?!\w)")
    return re.compile(
        rf"\s*,?\s*(?P<words>{begin}(?:{'|'.join(alternatives)}){end}(?!\s?\.?\s?{_L}\s?\.)(?:\s?\.)?)", _FLAGS
    )


def _forms(written: str) -> list[str]:
    tokens = [re.escape(token) for token in re.split(r"[.\s]+", written) if token]
    single = all(len(token) == 1 for token in tokens)
    between = r"\s?\.\s?" if single and len(tokens) == 2 else r"(?:\s?\.\s?|\s)"
    return [between.join(tokens), "".join(tokens)]
