"""Citations printed again: ``art. 22¹ § 1 k.c.``, ``§ 12 ust. 1 rozporządzenia z dnia …``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from przepis.law import grammar
from przepis.law.citation_parser import Cite, Units
from przepis.law.dates import format_date
from przepis.law.labels import Label, provision_name, raise_display
from przepis.law.names import ActNames

_PART_NAME = re.compile(r"(?<=^Część )(?![IVXLCDM]+\b)[A-ZĄĆĘŁŃÓŚŹŻ]{4,}\b")


def printed_heading(heading: str) -> str:
    """„Część szczególna” for ``Część SZCZEGÓLNA``. The corpus keeps what the source has, for it was indexed so.

    Of one word alone, which is no name: in a longer heading "PESEL" and "RZECZYPOSPOLITEJ" want their capitals.
    """
    return _PART_NAME.sub(lambda m: m[0].lower(), heading)


def format_units(paths: Sequence[Units]) -> str:
    printed = []
    for path in paths:
        parts = []
        for unit in path:
            kind, _, number = unit.partition(":")
            if number.startswith("?"):
                break  # a § whose number cannot be told, and what is in it, cannot be cited
            parts.append(grammar.UNIT_PRINT[kind].format(raise_display(number)))
        printed.append(" ".join(parts))
    return " i ".join(filter(None, printed))


def format_citation(cited: Cite | str, names: ActNames | None = None, units: Units = ()) -> str:
    """``art. 22¹ § 1 k.c.`` from a Cite or an article_id; acts without an abbreviation by date and title."""
    if isinstance(cited, Cite):
        to_label = f"-{Label.from_canonical(cited.to_label).display}" if cited.to_label else ""
        sign, head, paths, act = cited.sign, cited.label, cited.paths, cited.act_words
    else:
        act_id, _, head = cited.partition("#")
        sign = "§" if names is not None and names.has_paragraphs(act_id) else "art."
        to_label, paths, act = "", (units,) if units else (), act_genitive(act_id, names)
    article = f"{provision_name(head, paragraphs=sign == '§')}{to_label}"
    return " ".join(part for part in (article, format_units(paths), act) if part)


def act_genitive(act_id: str, names: ActNames | None) -> str:
    """The act as it stands after an article: ``k.c.``, ``ustawy z dnia 6 lipca 1982 r. o radcach prawnych``."""
    title = names.title(act_id) if names else ""
    if names is None or not title:
        return act_id
    abbreviation, date = names.abbreviation(act_id), names.date(act_id)
    if abbreviation:
        return re.sub(r"^Konstytucja\b", "Konstytucji", abbreviation)
    what = f"rozporządzenia {names.issuer(act_id)}".strip() if names.has_paragraphs(act_id) else "ustawy"
    dated = f"{what} z dnia {format_date(date)}" if date else what
    return f"{dated} {title}" if title[0].islower() else f"{dated} – {title}"


def act_nominative(act_id: str, names: ActNames) -> str:
    """The act as a sentence begins with it: ``k.c.``, ``ustawa o radcach prawnych``."""
    title = names.title(act_id)
    what = "rozporządzenie" if names.has_paragraphs(act_id) else "ustawa"
    return names.abbreviation(act_id) or (f"{what} {title}" if title[:1].islower() else title)
