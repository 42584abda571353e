"""Changes put off by acts that were not read: the source's notes, kept up to date, know a later day than the acts."""

from __future__ import annotations

import datetime as dt

from przepis.corpus.amend.schedule import Archive, Change


def put_off_to(archive: Archive, change: Change) -> dt.date | None:
    """The day that the notes give to the point of a change where it is later than the one read; else None.

    Not of a point whose parts have days of their own: which of the days would be meant is not said.
    """
    days = archive.days(archive.acts[change.eli])
    noted = days.day(change.address)
    if noted is None or change.applies is None or days.narrowed(change.address):
        return None
    return noted if noted > change.applies else None
