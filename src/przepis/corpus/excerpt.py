"""What a list of hits shows of the law, shortened. Imports nothing: a client of a server needs no more than this."""

_FLAT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
SNIPPET = 420
"""Characters that a list of hits shows of each."""


def excerpt(text: str, unit: str, most: int) -> str:
    """``whole_text`` on one line and shortened; long words around a unit give way to the unit's own."""
    lead, own, ending = (" ".join(part.split()) for part in (_parted(text, unit) if unit else ("", text, "")))
    if len(" ".join(text.split())) > most and own:
        lead = lead_in(lead, max(most - len(own) - len(ending), most // 3))
    words = " ".join(part for part in (lead, own, ending) if part)
    return words if len(words) <= most else words[:most].rsplit(" ", 1)[0] + " …"


def _parted(text: str, unit: str) -> tuple[str, str, str]:
    """Before, the unit, after; what is shown has "4¹)" where the unit's own words may have "41)"."""
    start = text.translate(_FLAT).find(unit.translate(_FLAT))
    return (text, "", "") if start < 0 else (text[:start], text[start : start + len(unit)], text[start + len(unit) :])


def lead_in(words: str, most: int) -> str:
    """Words before a list, shortened in their middle: who is spoken of stands first, the condition last."""
    if len(words) <= most:
        return words
    begins, ends = words[: most // 2].rsplit(" ", 1)[0], words[-(most // 2) :].partition(" ")[2]
    return f"{begins} […] {ends}"
