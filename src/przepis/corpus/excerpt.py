"""What a list of hits shows of the law, shortened. Imports nothing: a client of a server needs no more than this."""

SNIPPET = 420
"""Characters that a list of hits shows of each."""


def excerpt(text: str, unit: str, most: int) -> str:
    """``whole_text`` on one line and shortened; long words around a unit give way to the unit's own."""
    lead, own, ending = (" ".join(part.split()) for part in (text.partition(unit) if unit else ("", text, "")))
    if len(" ".join(text.split())) > most and own:
        lead = lead_in(lead, max(most - len(own) - len(ending), most // 3))
    words = " ".join(part for part in (lead, own, ending) if part)
    return words if len(words) <= most else words[:most].rsplit(" ", 1)[0] + " …"


def lead_in(words: str, most: int) -> str:
    """Words before a list, shortened in their middle: who is spoken of stands first, the condition last."""
    if len(words) <= most:
        return words
    begins, ends = words[: most // 2].rsplit(" ", 1)[0], words[-(most // 2) :].partition(" ")[2]
    return f"{begins} […] {ends}"
