"""Is an act in force on a day, and how do we know."""

from __future__ import annotations

import dataclasses
import datetime as dt
from dataclasses import dataclass
from typing import Any, Literal

from przepis.law.dates import stored_day
from przepis.records import ActStatus

WitnessKind = Literal["status", "clause", "expiry", "basis"]
Void = Literal["", "text_later", "source_ended"]
"""Why a witness was not believed: a text states the law of a later day; the act with the clause was itself ended."""


@dataclass(frozen=True, slots=True)
class Witness:
    """One source that says whether an act is in force."""

    kind: WitnessKind
    source: str  # ELI of the text that says so
    says: ActStatus
    words: str = ""  # the status field's own words, or the title of the act with the clause
    label: str = ""  # article in which the clause stands; of a basis, the article that is gone, empty: the whole act
    day: dt.date | None = None  # the act loses force on it
    exact: bool = True  # False: not later than ``day``
    left_out: str = ""  # what the clause leaves in force
    void: Void = ""  # believed
    void_day: dt.date | None = None  # the day that the text states the law of; that on which the source ended


@dataclass(frozen=True, slots=True)
class Validity:
    """``until`` is the first day on which the act is no longer in force; None: not known, or not ended."""

    act_id: str
    status: ActStatus = "unknown"
    since: dt.date | None = None
    until: dt.date | None = None
    exact: bool = True  # False: the act ended not later than ``until``
    last_text: dt.date | None = None  # the newest day whose law a text of the act states
    replaced_by: str = ""  # act_id
    replaced_by_title: str = ""
    ended_by: str = ""  # ELI of the act with the clause, which may only introduce the one that replaces
    ended_by_title: str = ""
    ended_by_article: str = ""
    witnesses: tuple[Witness, ...] = ()
    disagreement: str = ""
    known_to: dt.date | None = None  # ends after this day are not known
    end_known_by: dt.date | None = None  # an end without a day came by this one: on it the status was read

    def in_force_on(self, day: dt.date) -> bool | None:
        """None: cannot be told. What ended on a day unknown was in force as long as there are texts of it, and has
        ended only by the day on which that is known."""
        if self.since is not None and day < self.since:
            return False
        if self.until is not None:
            return day < self.until
        if self.status in ("repealed", "expired"):
            if self.last_text is None:
                return False
            later = None if self.end_known_by and day < self.end_known_by else False
            return True if day <= self.last_text else later
        return None if self.status == "unknown" else True

    def in_force_known_to(self, day: dt.date) -> dt.date | None:
        """The day before ``day`` up to which the act is known to be in force; None: ``day``, or not in force."""
        return self.known_to if self.in_force_on(day) and self.known_to and self.known_to < day else None

    def status_on(self, day: dt.date) -> ActStatus:
        """``repealed`` and ``expired`` only once the day has come; ``unknown`` where it may have."""
        if self.status not in ("repealed", "expired"):
            return self.status
        in_force = self.in_force_on(day)
        return "unknown" if in_force is None else "in_force" if in_force else self.status


def validity_from_json(data: dict[str, Any]) -> Validity:
    days = {name: stored_day(data.get(name)) for name in ("since", "until", "last_text", "known_to", "end_known_by")}
    seen = tuple(_witness(w) for w in data.get("witnesses", ()))
    known = {f.name for f in dataclasses.fields(Validity)}
    return Validity(**{**{k: v for k, v in data.items() if k in known}, **days, "witnesses": seen})


def _witness(data: dict[str, Any]) -> Witness:
    void, void_day = data.get("void", ""), data.get("void_day")
    if " " in void:  # a corpus settled by an older release keeps a sentence that ends with the day
        void, void_day = "text_later" if void.startswith("a text ") else "source_ended", void[-10:]
    return Witness(**{**data, "day": stored_day(data.get("day")), "void": void, "void_day": stored_day(void_day)})
