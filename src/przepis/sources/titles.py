"""What a published text is, by its title: the act's own title, its kind, its issuer, its date."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from przepis.law.dates import parse_date
from przepis.records import ActKind

_CONSOLIDATED = re.compile(
    r"jednolitego tekstu (?P<what>ustawy|rozporządzenia|dekretu|uchwały)\b[\s,–-]*(?P<title>.*)", re.I
)
_ACT = re.compile(
    r"(?P<what>Ustawa|Rozporządzenie|Dekret|Uchwała|Umowa|Konwencja|Protokół)\b(?P<issuer>.{0,250}?)"
    r"\s+z\s+dnia\s+.{3,25}?\d{4}\s*r\.[\s,–-]*(?P<title>.*)",
    re.I,
)
_ISSUED = re.compile(
    r"(?P<issuer>[A-ZŁŚŻ].{3,250}?)(?:\s+z\s+dnia\s+.{3,25}?\d{4}\s*r\.)?[\s,–-]+(?P<title>(?:w\s)?sprawie\b.*)"
)
_ISSUED_CODE = re.compile(r"(?P<issuer>[A-ZŁŚŻ][^–-]{3,250}?)\s+[–-]\s+(?P<title>.*)")
_KINDS: dict[str, ActKind] = {
    "ustawa": "statute",
    "ustawy": "statute",
    "dekret": "statute",
    "dekretu": "statute",
    "konstytucja": "constitution",
    "rozporządzenie": "regulation",
    "rozporządzenia": "regulation",
    "uchwała": "resolution",
    "uchwały": "resolution",
    "umowa": "treaty",
    "konwencja": "treaty",
    "protokół": "treaty",
}


@dataclass(frozen=True, slots=True)
class Identity:
    """``issuer`` stands in the genitive, as titles have it: „Ministra Zdrowia”; empty for statutes."""

    title: str
    kind: ActKind
    act_date: dt.date | None
    consolidated: bool
    issuer: str = ""


def identify(full_title: str, rank: str, body: str) -> Identity:
    """From the publication's title, and for an announcement the date that its body states."""
    full = " ".join(full_title.split())
    if match := _CONSOLIDATED.search(full):
        return _announced(match["what"].lower(), match["title"], body)
    if rank == "konstytucja" or full.lower().startswith("konstytucja"):
        title = re.split(r"\s+z\s+dnia\s", full, maxsplit=1)[0]
        return Identity(tidy_title(title), "constitution", parse_date(full), False)
    match = _ACT.match(full)
    if match is None:
        return Identity(full, "regulation" if rank == "rozporzadzenie" else "other", parse_date(full), False)
    kind = _KINDS[match["what"].lower()]
    # The date of the act follows its issuer; one later in the title is another act's.
    day = parse_date(full[match.end("issuer") : match.start("title")])
    return Identity(tidy_title(match["title"]), kind, day, False, tidy_title(match["issuer"]))


def _announced(what: str, title: str, body: str) -> Identity:
    """A consolidated text: the announcement names the act, its body the day on which the act was passed."""
    kind = _KINDS[what]
    between = r"(?:[^:;\n]{3,300}? )?" if kind == "regulation" else ""  # its issuer stands before its date
    stated = re.search(rf"jednolity tekst \w+ {between}z dnia (.{{5,40}}?\d{{4}})", body[:40000])
    attached = re.search(rf"Tekst jednolity \w+ {between}z dnia (.{{5,40}}?\d{{4}})", body)
    day = next((d for m in (stated, attached) if m and (d := parse_date(m.group(1)))), None)
    issued = (_ISSUED.fullmatch(title) or _ISSUED_CODE.fullmatch(title)) if kind == "regulation" else None
    if issued is None:
        return Identity(tidy_title(title), kind, day, True)
    title = re.sub(r"^sprawie\b", "w sprawie", issued["title"])  # an announcement that lost the word
    return Identity(tidy_title(title), kind, day, True, tidy_title(issued["issuer"]))


def tidy_title(title: str) -> str:
    return re.sub(r"\s+", " ", title).strip(' -–—.,"')
