"""The day of every line that a consolidated text prints as coming, as the act that makes the line tells it.

Found by the words (``read_coming``): the line stands in what one point of an amending act quotes, and that point has a
day. Kept are facts alone: a digest of the line, the day, the act and the point, the unit that the line is.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from przepis.artifact import atomic_write_bytes, packed_text, sha256_text, unpacked_text
from przepis.corpus.store import Store
from przepis.corpus.validity.shipped import shipped_bytes
from przepis.law.dates import stored_day

SHIPPED = "coming.tsv.zst"
_TAKEN = "coming:shipped"
_NOT_WORDS = re.compile(r"[^0-9a-ząćęłńóśźż]")


@dataclass(frozen=True, slots=True)
class LineDay:
    """One line to come. ``by_eli`` is the act itself where its own last article defers a part of it.

    It is empty where points of acts make the line and their days contradict each other, or the text: nothing else may
    then give it a day.
    """

    act_id: str
    label: str
    line: str  # digest of its words
    day: dt.date | None  # None: it waits for an event, such as an announcement, or is not sure
    by_eli: str
    place: str  # "art. 1 pkt 8 lit. b" of that act
    unit: str  # "§ 5": what the line is, where the source prints no number

    @property
    def waits(self) -> bool:
        return self.day is None and bool(self.by_eli)


def plain(text: str) -> str:
    """The words alone: spaces, dashes, signs and raised numbers are printed in many ways."""
    return _NOT_WORDS.sub("", text.lower())


def line_key(line: str) -> str:
    return hashlib.blake2b(plain(line).encode("utf-8"), digest_size=4).hexdigest()


# -- in the store -----------------------------------------------------------------------------------------------


def line_days(store: Store, act_id: str, label: str) -> dict[str, LineDay]:
    """By the digest of the line."""
    rows = store.db.execute("SELECT * FROM coming_days WHERE act_id = ? AND label = ?", (act_id, label))
    return {row[2]: _fact(row) for row in rows}


def keep(store: Store, facts: Iterable[LineDay]) -> None:
    rows = [(f.act_id, f.label, f.line, f.day.isoformat() if f.day else "", f.by_eli, f.place, f.unit) for f in facts]
    store.db.executemany("INSERT OR REPLACE INTO coming_days VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def take_shipped_days(store: Store) -> None:
    """The facts that come with the package, for the acts that the store has; done once for each set of acts."""
    acts = {row[0] for row in store.db.execute("SELECT act_id FROM acts")}
    stamp = sha256_text(hashlib.sha256(shipped_bytes(SHIPPED)).hexdigest(), *sorted(acts))
    if store.get_meta(_TAKEN) == stamp:
        return
    with store.transaction():
        keep(store, (fact for fact in shipped_days() if fact.act_id in acts))
        store.set_meta(_TAKEN, stamp)


# -- the facts that come with the package -----------------------------------------------------------------------


def write_shipped_days(facts: Iterable[LineDay], path: Path) -> int:
    """Tab-separated, one line a fact."""
    rows = sorted(
        "\t".join((f.act_id, f.label, f.line, f.day.isoformat() if f.day else "", f.by_eli, f.place, f.unit))
        for f in facts
    )
    atomic_write_bytes(path, packed_text("\n".join(rows)))
    return len(rows)


def shipped_days() -> Iterator[LineDay]:
    for row in unpacked_text(shipped_bytes(SHIPPED)).split("\n"):
        if row:
            yield _fact(row.split("\t"))


def _fact(row: list[str] | tuple[str, ...]) -> LineDay:
    act_id, label, line, day, by_eli, place, unit = row
    return LineDay(act_id, label, line, stored_day(day), by_eli, place, unit)
