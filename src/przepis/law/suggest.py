"""What a person may be about to type: acts by name or abbreviation, articles by the beginning of their number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from przepis.errors import CitationError
from przepis.law.citations import LabelsOf
from przepis.law.labels import parse_label, provision_name, raise_marks
from przepis.law.names import ActNames
from przepis.law.printing import act_genitive

_NUMBER = r"\d+[a-ząćęłńóśźż]{0,3}(?:\^\d+[a-z]{0,2})?"
_ARTICLE_LAST = re.compile(rf"(?P<act>\D{{1,80}}?)[\s,]*(?:art\.?\s*)?(?P<label>{_NUMBER})\s*", re.IGNORECASE)
_ARTICLE_FIRST = re.compile(rf"(?:art\.?\s*)?(?P<label>{_NUMBER})\s+(?P<act>\D{{1,80}})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Suggestion:
    text: str  # what to search for when it is chosen
    note: str  # the act's title
    act_id: str
    label: str = ""  # empty: the act itself


def suggest(typed: str, names: ActNames, labels_of: LabelsOf, limit: int = 8) -> list[Suggestion]:
    typed = " ".join(raise_marks(typed).split())[:100]
    return (_articles(typed, names, labels_of, limit) or _acts(typed, names, limit))[:limit]


def _acts(typed: str, names: ActNames, limit: int) -> list[Suggestion]:
    return [Suggestion(names.abbreviation(a) or names.title(a), names.title(a), a) for a in names.suggest(typed, limit)]


def _articles(typed: str, names: ActNames, labels_of: LabelsOf, limit: int) -> list[Suggestion]:
    """``kc 41`` and ``art. 41 k.c.``: article 41 itself first, then those whose number begins so."""
    found = _ARTICLE_LAST.fullmatch(typed) or _ARTICLE_FIRST.fullmatch(typed)
    if not found:
        return []
    act_id = names.resolve(re.sub(r"^art\.?\s*", "", found["act"], flags=re.IGNORECASE).strip())
    if act_id is None:
        return []
    act = act_genitive(act_id, names)
    return [
        Suggestion(
            f"{provision_name(label, paragraphs=names.has_paragraphs(act_id))} {act}",
            names.title(act_id),
            act_id,
            label,
        )
        for label in _begin_with(found["label"], labels_of(act_id))[:limit]
    ]


def _begin_with(number: str, labels: Sequence[str]) -> list[str]:
    try:
        wanted = parse_label(number).canonical
    except CitationError:
        return []
    return sorted((label for label in labels if label.startswith(wanted)), key=lambda label: label != wanted)
