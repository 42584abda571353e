"""A clause of an amending act in one spelling."""

from __future__ import annotations

import re

_JOURNAL = re.compile(r"\(\s*Dz\.\s?U\.(?:[^()]|\([^()]*\))*\)")
_ADDED_BY = re.compile(
    r",?\s*dodan\w+\s+przez\s+art\..*?(?=otrzymuj|oznacza|$|;)|,?\s*w\s+brzmieniu\s+nadanym\s+(?:przez\s+)?(?:art\.|ustaw).*?(?=otrzymuj|wprowadza|$|:)",
    re.I,
)
_QUOTED = re.compile(r"(„[^”]*”)")
_RAISED = str.maketrans({"¹": "^1", "²": "^2", "³": "^3", "˛": "^2"})
_SLIPS = tuple(
    (re.compile(slip), right)
    for slip, right in (
        (r"\b(\d+[a-z]?)wbrzmieniu", r"\1 w brzmieniu"),
        (r"\bwbrzmieniu", "w brzmieniu"),
        (r"\bi(?=\d+(?:\^|\b))", "i "),
        (r"\bust(?=\s\d)", "ust."),
        (r"\b(ust\. \d+[a-z]?)\.(?= otrzymuj)", r"\1"),
        (r"\b(lit\. |oraz |i )I\b(?=\s)", r"\1l"),
        (r"\b(ust\.|pkt|art\.|§) [lI](?=[a-z]?\b)", r"\1 1"),
        (r"\b(ust\.|pkt|art\.|§) l(?=\d+[a-z]?\b)", r"\1 1"),
        (r"(?<=\w) brzmieniu(?=:?$)(?<!w brzmieniu)", " w brzmieniu"),
        (r"\bw(?=(?:ust|art|pkt|lit)\.? \d|zdaniu\b)", "w "),
        (r"\bi(?=(?:art|ust)\. \d|pkt \d|dodaje\b)", "i "),
        (r"\bart\. art\.", "art."),
        (r"\bsię się\b", "się"),
        (r"\b(dodaje|uchyla|skreśla|zastępuje) si[ąe]\b", r"\1 się"),
        (r"\b(doda|zastępu)ję się\b", r"\1je się"),
        (r"\buchyla (?=(?:art|ust|lit)\. |pkt )", "uchyla się "),
        (r"\bstawia się\b", "dodaje się"),
        (r"\bdodać (?=art|ust|pkt|lit|rozdzia|dzia|zdani|wyraz|§)", "dodaje się "),
        (r"\bzastąpić (?=wyraz|odpowiedni|użyt)", "zastępuje się "),
        (r"\bnadać brzmienie\b", "otrzymuje brzmienie"),
        (r"\botrzymuj e\b", "otrzymuje"),
        (r"\bwprowadzani(?=[eu] do wylicz)", "wprowadzeni"),
        (r"\bdo wyliczenie\b", "do wyliczenia"),
        (r"\bwstęp(?:ie)? do wyliczenia", "wprowadzenie do wyliczenia"),
        (r"\b(cz[ęe]ś\w* wspóln\w+) kończąc\w+ wyliczenie\b", r"\1"),
        (r"\b(wyraz\w*):(?: -)? ?$", r"\1 "),
        (r"\bw (?=\d+(?:\^\d+)? § \d)", "w art. "),
        (r'^" (?=w )', ""),
        (r"\bpo kropce dodaje się (?=średnik|przecinek)", "kropkę zastępuje się "),
    )
)


def _put_right(text: str) -> str:
    """What is said outside quotations, without the slips that printers and scanners make."""
    text = text.translate(_RAISED)
    for slip, right in _SLIPS:
        text = slip.sub(right, text)
    return text


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
    text = "".join(part if part.startswith("„") else _put_right(part) for part in _QUOTED.split(text))
    text = re.sub(r"”\s*„(?=\s*(?:zastępuje|dodaje|użyt|[;,.]\s*$|$))", "””", text)
    return re.sub(r"\s+", " ", text).strip()


def outside_quotes(text: str) -> str:
    """Journal addresses, and who once added the unit, mean nothing to the operation unless they are quoted."""
    parts = _QUOTED.split(text)
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
