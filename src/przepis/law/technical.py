"""Provisions that rule nothing themselves: they change another act, bring law into force or end it.

People who ask what the law is do not ask for these; so they give way to the others, unless the question is about them.
"""

from __future__ import annotations

import re

from przepis.law.name_match import fold

_AMENDING = re.compile(
    r"(?:\d+[a-z]?\.\s*)?W\s+(?:ustawie|dekrecie|rozporządzeniu)\b.{0,400}?"
    r"(?:wprowadza się|otrzymuj[eą] brzmienie|dodaje się|uchyla się|skreśla się|zastępuje się|po wyrazach|wyrazy)",
    re.I | re.S,
)
_ENTERS = re.compile(
    r"(?:\d+\.\s*)?(?:niniejsz[ay]\s+)?(?:ustawa|rozporządzenie|dekret)\b[^.]{0,60}?wchodzi\s+w\s+życie", re.I
)
_ENDS = re.compile(
    r"(?:\d+\.\s*)?(?:z\s+dniem\s+[^,]{5,60}\s+)?(?:traci|tracą)\s+moc\b|(?:\d+\.\s*)?uchyla\s+się\s+ustaw", re.I
)
_INTRODUCING = re.compile(r"przepisy wprowadzające|o uchyleni", re.I)
_HEAD = r"(?:(?:ustawa|rozporządzenie|dekret)\b.{0,200}?\b\d{4}(?:\s+r\.)?\s+)?"  # where a title has it still
_ONLY_AMENDS = re.compile(_HEAD + r"(?:o\s+zmian\w+|zmieniając\w+)\s+(?!imi\w+|nazw)", re.I)
_ASKED = re.compile(  # of a question without diacritics
    r"wchodz\w*\s+w\s+zycie|wejsci\w+\s+w\s+zycie|vacatio|traci\w*\s+moc|utrat\w+\s+mocy|uchyl\w+\s+(?:ustaw|przepis)"
    r"|przepis\w*\s+(?:wprowadzajac|przejsciow|koncow|intertemporaln)|nowelizacj|zmian\w*\s+ustaw|\bzmieniajac\w+\s+ustaw"
    r"|\buchylon\w+|\bod\s+(?:kiedy|ktorego\s+roku)\s+(?:\w+\s+){0,2}(?:obowiazuj|dzialaj)|\b(?:jeszcze|nadal|wciaz)\s+obowiazuj",
    re.I,
)


def only_amends(act_title: str) -> bool:
    """Does the act only change others? "O zmianie imienia i nazwiska" does not, nor what rules something first ("o
    ochronie praw lokatorów … i o zmianie Kodeksu cywilnego")."""
    return _ONLY_AMENDS.match(act_title) is not None


def is_technical(act_title: str, text: str) -> bool:
    """Does the article only change, begin, end or introduce other law?"""
    if _INTRODUCING.match(act_title) or only_amends(act_title):
        return True
    return any(pattern.match(text) for pattern in (_AMENDING, _ENTERS, _ENDS))


def asks_for_technical(question: str) -> bool:
    """Is the question about the change, the beginning or the end of law?"""
    return _ASKED.search(fold(question)) is not None
