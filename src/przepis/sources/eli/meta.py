"""What the API's JSON says of an act, in our terms."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from przepis.errors import SourceError
from przepis.law.dates import parse_date
from przepis.law.technical import only_amends
from przepis.records import ActKind, ActStatus
from przepis.sources.titles import tidy_title

BASE_ACT = "Tekst jednolity dla aktu"
CONSOLIDATED_TEXTS = "Inf. o tekście jednolitym"
LATER_AMENDMENTS = "Nowelizacje po tekście jednolitym"
AMENDED_BY = "Akty zmieniające"
AMENDS = "Akty zmienione"

_KINDS: tuple[tuple[str, ActKind], ...] = (
    ("rozporządzenie z mocą ustawy", "statute"),
    ("rozporządzeni", "regulation"),
    ("konstytucj", "constitution"),
    ("ustaw", "statute"),
    ("dekret", "statute"),
    ("kodeks", "statute"),
    ("uchwał", "resolution"),
    ("umow", "treaty"),
    ("konwencj", "treaty"),
    ("protok", "treaty"),
    ("porozumieni", "treaty"),
    ("traktat", "treaty"),
)
_ANNOUNCED = re.compile(
    r"jednolitego tekstu (?P<what>ustawy|rozporządzenia|dekretu|uchwały)\b[\s,–-]*(?P<title>.*)", re.I
)
_HEAD = re.compile(r"^.{0,160}?\bz\s+dnia\s+\d{1,2}\s+\w+\s+\d{4}\s*r(?:\.|oku)[\s,–-]*", re.I | re.S)
_REPEALED = re.compile(r"uchylon|utrat|utraci", re.I)


@dataclass(frozen=True, slots=True)
class Mention:
    """An act named in another's references, with the day that goes with it where the API gives one."""

    eli: str
    date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class ActMeta:
    eli: str
    full_title: str
    type_name: str
    address: str
    status: ActStatus
    date: dt.date | None  # in the title
    published: dt.date | None
    in_force_from: dt.date | None
    legal_status_date: dt.date | None
    keywords: tuple[str, ...]
    has_html: bool
    texts: tuple[tuple[str, str], ...]  # (type, file name)
    references: Mapping[str, tuple[Mention, ...]]
    changed: str  # changeDate as given: compared, never computed with

    @property
    def is_announcement(self) -> bool:
        """Whether it carries another act's consolidated text."""
        return bool(self.references.get(BASE_ACT)) or _ANNOUNCED.search(self.full_title) is not None

    @property
    def base_eli(self) -> str:
        named = self.references.get(BASE_ACT, ())
        return named[0].eli if named else ""

    @property
    def kind(self) -> ActKind:
        announced = _ANNOUNCED.search(self.full_title)
        if announced:
            return kind_of(announced["what"])
        return "constitution" if self.full_title.startswith("Konstytucja") else kind_of(self.type_name)

    @property
    def title(self) -> str:
        """Of the act itself: without the announcement's words, without „Ustawa z dnia …”."""
        announced = _ANNOUNCED.search(self.full_title)
        if announced:
            return tidy_title(announced["title"])
        if self.full_title.startswith("Konstytucja"):
            return tidy_title(re.split(r"\s+z\s+dnia\s", self.full_title, maxsplit=1)[0])
        return tidy_title(_HEAD.sub("", self.full_title)) or tidy_title(self.full_title)

    @property
    def is_amending(self) -> bool:
        """An act that only changes others."""
        return only_amends(self.title)

    def newest_first(self, kind: str) -> list[Mention]:
        """Journal addresses sort by year and position, which is their order in time."""
        return sorted(self.references.get(kind, ()), key=lambda m: eli_key(m.eli), reverse=True)


def kind_of(type_name: str) -> ActKind:
    words = type_name.strip().lower()
    return next((kind for start, kind in _KINDS if words.startswith(start)), "other")


def eli_key(eli: str) -> tuple[int, int, str]:
    publisher, year, position = eli.split("/")
    return int(year), int(position), publisher


def read_meta(data: Mapping[str, Any]) -> ActMeta:
    """The act in the API's JSON; a field of the wrong shape is named."""
    eli, title = data.get("ELI"), data.get("title")
    if not isinstance(eli, str) or not re.fullmatch(r"(?:DU|MP)/\d{4}/\d+", eli) or not isinstance(title, str):
        raise SourceError(f"not an act: ELI {eli!r}, title {title!r}; the JSON of one act of the API was expected")
    references = data.get("references") or {}
    if not isinstance(references, dict):
        raise SourceError(f"{eli}: references are a {type(references).__name__}; an object was expected")
    day = _Days(data, eli)
    return ActMeta(
        eli=eli,
        full_title=" ".join(title.split()),
        type_name=str(data.get("type") or ""),
        address=str(data.get("displayAddress") or ""),
        status=_status(str(data.get("inForce") or ""), str(data.get("status") or "")),
        date=day("announcementDate") or parse_date(title),
        published=day("promulgation"),
        in_force_from=day("entryIntoForce") or day("validFrom"),
        legal_status_date=day("legalStatusDate"),
        keywords=tuple(str(k) for k in data.get("keywords") or ()),
        has_html=bool(data.get("textHTML")),
        texts=tuple(_texts(data.get("texts"))),
        references={str(kind): tuple(_mentions(rows)) for kind, rows in references.items()},
        changed=str(data.get("changeDate") or ""),
    )


class _Days:
    def __init__(self, data: Mapping[str, Any], eli: str) -> None:
        self.data, self.eli = data, eli

    def __call__(self, name: str) -> dt.date | None:
        value = self.data.get(name)
        if not value:
            return None
        try:
            return dt.date.fromisoformat(str(value)[:10])
        except ValueError as error:
            raise SourceError(f"{self.eli}: {name} {value!r} is not a date like 2024-06-19") from error


def _texts(rows: Any) -> Iterable[tuple[str, str]]:
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and row.get("type") and row.get("fileName"):
            yield str(row["type"]), str(row["fileName"])


def _mentions(rows: Any) -> Iterable[Mention]:
    """Both spellings of the API: ``{"id": …}`` in an act, ``{"act": {"ELI": …}}`` under /references."""
    for row in rows if isinstance(rows, list) else ():
        if not isinstance(row, dict):
            continue
        act = row.get("act")
        eli = row.get("id") or (act.get("ELI") if isinstance(act, dict) else None)
        if isinstance(eli, str) and re.fullmatch(r"(?:DU|MP)/\d{4}/\d+", eli):
            try:
                date = dt.date.fromisoformat(str(row["date"])[:10]) if row.get("date") else None
            except ValueError:
                date = None
            yield Mention(eli, date)


def _status(in_force: str, words: str) -> ActStatus:
    if in_force == "IN_FORCE":
        return "in_force"
    if in_force == "NOT_IN_FORCE":
        return "repealed" if _REPEALED.search(words) else "expired"
    return "unknown"
