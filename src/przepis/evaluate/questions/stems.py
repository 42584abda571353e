"""Words cut to six letters: the rule by which stems are compared, free of most case endings."""

from __future__ import annotations

import re

PREFIX = 6
_WORD = re.compile(r"\w+")


def stem_prefixes(text: str) -> frozenset[str]:
    return frozenset(word[:PREFIX] for word in _WORD.findall(text.lower()))


def jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    union = len(left | right)
    return len(left & right) / union if union else 0.0
