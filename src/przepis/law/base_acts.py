"""Which base act an announcement restates, and what people call the acts.

The Markdown source names only announcements of consolidated texts; the identity of an act is its base act's
ELI. ``base_acts.tsv`` gives it by date and title. Its ``source`` column says ``stated`` where the text of an
act names the Journal position, ``known`` where it comes from general legal knowledge and waits for the API to
confirm it, ``renamed`` where an act known by its later title alone bore this one before.
"""

from __future__ import annotations

import datetime as dt
import functools
import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from importlib import resources

from przepis.law.prefixes import overlap, prefixes

_HEAD = re.compile(
    r"^\s*(?:ustaw[ayąęi]\w*|dekretu?|rozporządzeni\w+)\s+z\s+dnia\s+\d+\s+\w+\s+\d{4}\s*r\.\s*"
    r"(?:z\s+dnia\s+\d+\s+\w+\s+\d{4}\s*r\.\s*)?|^\s*ustaw[ayąęi]\w*\b\s*",
    re.IGNORECASE,
)
_FROM_A_PAGE = re.compile(r"\s+\d{4}-\d\d-\d\d Pobierz dokument \S+$")
_ENDS_IN_A_YEAR = re.compile(r"\d{4} r$")
_SAME_TITLE = 0.5
"""Least overlap of prefixes at which two titles of one date are one act: titles change, dates do not."""
_SAME_MATTER = 0.9
"""The same for regulations, of which a minister issues many on one day whose titles differ by a word."""


@dataclass(frozen=True, slots=True)
class BaseAct:
    act_id: str
    date: dt.date
    title: str
    source: str


@dataclass(frozen=True, slots=True)
class Naming:
    """Abbreviations and popular names of one act; ``kind`` is set for Union law, which the corpus lacks."""

    act_id: str
    title: str
    date: dt.date | None
    abbreviations: tuple[str, ...]
    names: tuple[str, ...]
    kind: str = "statute"


def bare_title(text: str) -> str:
    """The title as records keep it: ``Ustawa z dnia 7 lipca 1994 r. - Prawo wodne`` -> ``Prawo wodne``."""
    return re.sub(r"\s+", " ", _HEAD.sub("", text)).strip().lstrip("-–— ").strip()


def whole_title(kept: str) -> str:
    """A title as it is shown: with the dot of „2025 r.” and the last quotation mark, which records leave off, and no
    word of the source's page."""
    if kept.endswith(".pdf"):
        kept = _FROM_A_PAGE.sub("", kept)
    if kept.count('"') % 2 or kept.count("„") > kept.count("”"):
        kept += '"' if kept.count('"') % 2 else "”"
    return f"{kept}." if _ENDS_IN_A_YEAR.search(kept) else kept


@functools.cache
def base_acts() -> tuple[BaseAct, ...]:
    lines = resources.files("przepis.law").joinpath("base_acts.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines[1:] if line)
    return tuple(BaseAct(act_id, dt.date.fromisoformat(date), title, source) for act_id, date, title, source in rows)


@functools.cache
def _by_date() -> dict[dt.date, tuple[BaseAct, ...]]:
    grouped: dict[dt.date, list[BaseAct]] = defaultdict(list)
    for act in base_acts():
        grouped[act.date].append(act)
    return {date: tuple(acts) for date, acts in grouped.items()}


def base_act(date: dt.date, title: str) -> BaseAct | None:
    """The base act with this date and title, or None where the table does not know it."""
    wanted = prefixes(bare_title(title))
    candidates = _by_date().get(date, ())
    best = max(candidates, key=lambda act: overlap(wanted, prefixes(act.title)), default=None)
    if best is None:
        return None
    least = _SAME_MATTER if best.title.startswith("w sprawie") else _SAME_TITLE
    return best if overlap(wanted, prefixes(best.title)) >= least else None


@functools.cache
def namings() -> tuple[Naming, ...]:
    text = resources.files("przepis.law").joinpath("abbreviations.toml").read_text(encoding="utf-8")
    return tuple(
        Naming(
            act_id=row["act_id"],
            title=row["title"],
            date=row.get("date"),
            abbreviations=tuple(row["abbreviations"]),
            names=tuple(row["names"]),
            kind=row.get("kind", "statute"),
        )
        for row in tomllib.loads(text)["act"]
    )
