"""A sheet of random (article, day) pairs to be checked by hand against the sources.

``python -m benchmarks.amending.sheet HOME SHEET`` where HOME has `corpus amend` behind it and SHEET is the CSV to
write. Only ids, days, hashes and addresses go into it, never a wording. Verdicts that SHEET has already, of pairs whose
wording is still the same, are kept.
"""

from __future__ import annotations

import argparse
import csv
import datetime as dt
import hashlib
import json
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

from przepis.corpus.store import Store

N_PAIRS, N_UNBOUNDED, SEED = 200, 60, "nineteen"
COLUMNS = ("n", "article", "day", "since", "until", "stated_by", "changes", "made_by", "text", "verdict", "reason")
Row = dict[str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("sheet", type=Path)
    args = parser.parse_args()
    with Store(args.home) as store:
        rows = draw(store.db, store.present_day())
    before = _read(args.sheet)
    for row in rows:
        row.update(before.get((row["article"], row["day"], row["text"]), {"verdict": "", "reason": ""}))
    with args.sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    told = Counter(row["verdict"] or "not checked" for row in rows)
    unbounded = Counter(row["verdict"] or "not checked" for row in rows if not row["stated_by"])
    print(f"{len(rows)} pairs: {dict(told)}; of them in intervals that no official text states: {dict(unbounded)}")


def draw(db: sqlite3.Connection, today: dt.date) -> list[Row]:
    """Wordings that an amending act made, each with a random day of its interval; those no official text has apart."""
    found = db.execute(
        """SELECT act_id, label, since, until, version_id, ours, n_operations, made_by, text_hash
        FROM wordings JOIN texts USING (text_id) WHERE made_by != '[]' AND since <= ? ORDER BY 1, 2, 3""",
        (today.isoformat(),),
    ).fetchall()
    found.sort(key=lambda row: _chance(row[0], row[1], row[2]))
    unbounded = [row for row in found if row[5]][:N_UNBOUNDED]
    stated = [row for row in found if not row[5]][: N_PAIRS - len(unbounded)]
    return [_row(n, row, today) for n, row in enumerate(unbounded + stated, start=1)]


def _chance(*words: str) -> int:
    """A number that is the same in every run, so that a change elsewhere draws no other pairs."""
    return int.from_bytes(hashlib.sha256(" ".join((SEED, *words)).encode()).digest()[:8], "big")


def _row(n: int, row: tuple[Any, ...], today: dt.date) -> Row:
    act_id, label, since, until, version_id, ours, changes, made_by, text_hash = row
    first = dt.date.fromisoformat(since)
    last = dt.date.fromisoformat(until) if until else max(today, first + dt.timedelta(days=1))
    day = first + dt.timedelta(days=_chance(act_id, label, since, "day") % (last - first).days)
    causes = "; ".join(f"{cause['eli']} {cause['provision']}" for cause in json.loads(made_by))
    return {
        "n": str(n),
        "article": f"{act_id}#{label}",
        "day": day.isoformat(),
        "since": since,
        "until": until or "",
        "stated_by": "" if ours else version_id,
        "changes": str(changes),
        "made_by": causes,
        "text": text_hash[:12],
    }


def _read(path: Path) -> dict[tuple[str, str, str], Row]:
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {
            (row["article"], row["day"], row["text"]): {"verdict": row["verdict"], "reason": row["reason"]}
            for row in csv.DictReader(file)
        }


if __name__ == "__main__":
    main()
