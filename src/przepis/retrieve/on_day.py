"""What a search on a day looks into: the index of past wordings; without one today's, and that is said."""

from __future__ import annotations

import datetime as dt
import threading
from pathlib import Path

from przepis.corpus.past import first_day, has_other_wordings
from przepis.corpus.store import Store
from przepis.corpus.validity.standing import present_day
from przepis.index.past.index import PastIndex, past_state
from przepis.index.past.searcher import PastSearcher
from przepis.records import Note, note


class PastLaw:
    """The index of past wordings of a home, opened at first use. It is searched in this process by every engine."""

    def __init__(self, home: Path, store: Store) -> None:
        self._home = home
        self._store = store
        self._index: PastIndex | None = None
        self._searcher: PastSearcher | None = None
        self._other: dict[dt.date, bool] = {}
        self._lock = threading.RLock()

    def close(self) -> None:
        if self._searcher is not None:
            self._searcher.close()
        if self._index is not None:
            self._index.close()

    def opened(self, encoder_name: str) -> tuple[PastIndex | None, PastSearcher | None]:
        """Neither where there is no such index, or none of this corpus. ``encoder_name``: of the index of today."""
        with self._lock:
            if self._index is None and past_state(self._home, self._store, encoder_name) == "fresh":
                self._index = PastIndex(self._home)
                self._searcher = PastSearcher(self._index)
            return self._index, self._searcher

    def missing(self, on: dt.date, encoder_name: str) -> tuple[Note, ...]:
        """That old wordings are not searched, and what adds them; nothing where that day has no other wordings."""
        if on not in self._other:
            if len(self._other) > 64:
                self._other.clear()
            self._other[on] = has_other_wordings(self._store, on)
        if not self._other[on]:
            return ()
        stale = past_state(self._home, self._store, encoder_name) == "stale"
        return (note("note_past_stale" if stale else "note_past_missing", day=on),)

    def about_day(self, on: dt.date) -> tuple[Note, ...]:
        """What must be said of a day itself: before every text of the corpus, or still to come."""
        first = first_day(self._store)
        if first is not None and on < first:
            return (note("note_day_before_texts", day=on, first=first),)
        return (note("note_day_to_come", day=on),) if on > present_day(self._store) else ()
