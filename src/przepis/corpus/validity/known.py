"""How far changes and ends of law are known: what is said to be in force is known to be so up to that day."""

from __future__ import annotations

import datetime as dt

from przepis.records import ActKind

READ_TO = dt.date(2024, 12, 31)
"""Statutes published by this day were read for what they change and end; of what changes regulations none was."""


def known_to(kind: ActKind, as_of: dt.date) -> dt.date:
    """The day up to which changes of a text of ``as_of``, and the end of its act, are known; nothing of a later day."""
    return max(as_of, READ_TO) if kind == "statute" else as_of


def known_before(kind: ActKind, as_of: dt.date, day: dt.date) -> dt.date | None:
    """The same day where it comes before ``day``; None: of ``day`` everything is known."""
    known = known_to(kind, as_of)
    return known if known < day else None
