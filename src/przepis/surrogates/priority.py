"""Which acts to annotate first: those people ask about most.

The Constitution and the codes, then the statutes that govern procedures, courts, professions and taxes,
then the rest; within a tier by number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from przepis.records import Act

_TIERS: tuple[tuple[int, re.Pattern[str]], ...] = (
    (1, re.compile(r"^(?:konstytucja|kodeks|ordynacja podatkowa)\b", re.IGNORECASE)),
    (
        2,
        re.compile(
            r"^prawo\b|\b(?:radcach prawnych|adwokatur\w*|notariat\w*|komornik\w* sądow\w*|sąd\w*|"
            r"trybunał\w*|prokuratur\w*|samorządzie|ksi[ęe]gach wieczystych|własności lokali|"
            r"ochronie praw lokatorów|podatku|prawach konsumenta|ubezpieczeń społecznych|"
            r"informacji publicznej|danych osobowych|minimalnym wynagrodzeniu|postępowaniu egzekucyjnym|"
            r"gospodarce nieruchomościami)",
            re.IGNORECASE,
        ),
    ),
)
LAST_TIER = 3


def act_tier(act: Act) -> int:
    """1 is first. An act no longer in force comes last whatever its name."""
    if act.status in ("repealed", "expired"):
        return LAST_TIER + 1
    return next((tier for tier, pattern in _TIERS if pattern.search(act.title)), LAST_TIER)


def by_priority(acts: Iterable[Act]) -> list[Act]:
    return sorted(acts, key=lambda a: (act_tier(a), a.act_id))
