"""The index of past wordings, opened for reading. A row is a wording; on any day an article has one at most."""

from __future__ import annotations

import copy
import datetime as dt
from pathlib import Path

import numpy as np

from przepis.artifact import current_generation, read_json
from przepis.corpus.past import past_fingerprint
from przepis.corpus.store import Store
from przepis.index.build import INDEX_FORMAT, past_root
from przepis.index.engine import Filter
from przepis.index.local.index import LocalIndex
from przepis.index.local.memo import ArrayMemo

DAYS_KEPT = 16


class PastIndex(LocalIndex):
    """``on(day)`` gives the index as it is asked of that day: there ``row`` names the wording that held."""

    day: dt.date | None = None

    @staticmethod
    def root(home: Path) -> Path:
        return past_root(home)

    def _open(self, folder: Path) -> None:
        super()._open(folder)
        self.since, self.until, self.vectors_of, main = (
            np.load(folder / f"wording_{name}.npy") for name in ("since", "until", "vectors_of", "main")
        )
        main = main.astype(bool)
        # an article counts once, however often it was changed
        acts = self.row_act[main]
        self.act_sizes = np.bincount(acts, minlength=len(self.act_ids))
        self.act_demand = np.bincount(acts, self.columns["demand"][main], len(self.act_ids))
        self._holding = ArrayMemo(DAYS_KEPT)

    def on(self, day: dt.date) -> PastIndex:
        view = copy.copy(self)  # the arrays are shared
        view.day = day
        return view

    def holding(self, day: dt.date) -> np.ndarray:
        """Which wordings held on a day."""
        number = day.toordinal()
        return self._holding.get(day, lambda: (self.since <= number) & (self.until > number))

    def row(self, article_id: str) -> int | None:
        """The wording of the day; without a day the last."""
        rows = self.rows_of(article_id)
        if self.day is not None:
            number = self.day.toordinal()
            rows = [row for row in rows if self.since[row] <= number < self.until[row]]
        return rows[-1] if rows else None

    def _mask(self, where: Filter) -> np.ndarray:
        keep = super()._mask(where)
        return keep & self.holding(where.on) if where.on is not None else keep


def past_state(home: Path, store: Store, encoder_name: str) -> str:
    """``fresh``, ``absent`` or ``stale``: of another corpus, encoder or program than the index of today."""
    folder = current_generation(past_root(home))
    if folder is None:
        return "absent"
    facts = read_json(folder / "index.json")
    same = (
        facts["format"] == INDEX_FORMAT
        and facts["corpus"] == store.fingerprint()
        and facts["past"] == past_fingerprint(store)
        and facts["dense"].get("encoder", encoder_name) == encoder_name
    )
    return "fresh" if same else "stale"
