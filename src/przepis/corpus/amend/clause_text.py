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
    text = re.sub(r"\b(ust\.|pkt|art\.|§) l(?=[a-z]?\b)", r"\1 1", text)
    text = re.sub(r"(?<=\w) brzmieniu(?=:?$)(?<!w brzmieniu)", " w brzmieniu", text)
    text = re.sub(r"\bsię się\b", "się", text).replace("zastępuję się", "zastępuje się")
    text = re.sub(r"”\s*„(?=\s*(?:zastępuje|dodaje|użyt|[;,.]\s*$|$))", "””", text)
    return re.sub(r"\s+", " ", text).strip()


def outside_quotes(text: str) -> str:
    """Journal addresses, and who once added the unit, mean nothing to the operation unless they are quoted."""
    parts = re.split(r"(„[^”]*”)", text)
    plain = [p if p.startswith("„") else _ADDED_BY.sub(" ", _JOURNAL.sub(" ", p)) for p in parts]
    return re.sub(r"\s+", " ", "".join(plain)).strip()


_QUOTING = re.compile(r"brzmieni\w+\s*:?\s*(?=„)")


def inline_quote(clause: str) -> tuple[str, str]:
    """The clause and the wording that it quotes in the same line; nothing where it quotes none, or says more after."""
    found = _QUOTING.search(clause)
    if found is None:
        return clause, ""
    end = closing_quote(clause, found.end())
    if clause[end + 1 :].strip(" ;,."):
        return clause, ""
    return clause[: found.end()].rstrip(), clause[found.end() + 1 : end].strip()


def closing_quote(text: str, opening: int) -> int:
    """Where the quotation that opens at ``opening`` is closed; the end of the text where it is not."""
    depth = 0
    for i in range(opening, len(text)):
        depth += {"„": 1, "”": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return len(text)
