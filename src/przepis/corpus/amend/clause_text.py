"""A clause of an amending act in one spelling."""

from __future__ import annotations

import re

_JOURNAL = re.compile(r"\(\s*Dz\.\s?U\.(?:[^()]|\([^()]*\))*\)")
_ADDED_BY = re.compile(
    r",?\s*dodan\w+\s+przez\s+art\..*?(?=otrzymuj|oznacza|$|;)|,?\s*w\s+brzmieniu\s+nadanym\s+(?:przez\s+)?(?:art\.|ustaw).*?(?=otrzymuj|wprowadza|$|:)",
    re.I,
)


def tidy_clause(text: str) -> str:
    """Spaces and superscripts in one form: ``22^1^^c^`` is 22^1c, ``22^1^w§ 2`` is 22^1 w § 2; slips put right."""
    text = text.replace("\u00a0", " ").replace("*", "").replace("−", "-").replace("–", "-").replace("—", "-")
    text = re.sub(r"\^(\w+)\^\^(\w+)\^", r"^\1\2", text)
    text = re.sub(r"\^(\d+)\^([a-hj-np-vx-y])(?![a-ząćęłńóśźż])(?=[\s,.;:)-]|$)", r"^\1\2", text)
    text = re.sub(r"\^(\w{1,4})\^(?=[a-ząćęłńóśźż§])", r"^\1 ", text)
    text = re.sub(r"\^(\w{1,4})\^", r"^\1", text)
    text = re.sub(r"(?<=\w)§", " §", text).replace("§§", "§")
    text = re.sub(r"(?<=\d)(?=ust\.|pkt |otrzymuj|dodaje)", " ", text)
    text = re.sub(r"\b(art\.|ust\.|pkt|lit\.|§)(?=\d)", r"\1 ", text)
    text = re.sub(r"\bwbrzmieniu", "w brzmieniu", text)
    text = re.sub(r"\bi(?=\d+(?:\^|\b))", "i ", text)
    text = re.sub(r"\bust(?=\s\d)", "ust.", text)
    text = re.sub(r"\b(lit\. |oraz |i )I\b(?=\s)", r"\1l", text)
    text = re.sub(r"\bsię się\b", "się", text).replace("zastępuję się", "zastępuje się")
    text = re.sub(r"”\s*„(?=\s*(?:zastępuje|dodaje|użyt|[;,.]\s*$|$))", "””", text)
    return re.sub(r"\s+", " ", text).strip()


def outside_quotes(text: str) -> str:
    """Journal addresses, and who once added the unit, mean nothing to the operation unless they are quoted."""
    parts = re.split(r"(„[^”]*”)", text)
    plain = [p if p.startswith("„") else _ADDED_BY.sub(" ", _JOURNAL.sub(" ", p)) for p in parts]
    return re.sub(r"\s+", " ", "".join(plain)).strip()
