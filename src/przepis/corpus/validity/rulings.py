"""Judgments of the Constitutional Tribunal, tied to the articles they are about.

The words of a judgment stay in the user's own store. With the package come the facts alone: which provision is contrary
to what, since when; that a scope limits it is told, the scope itself only where the judgments were imported.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from przepis.artifact import atomic_write_bytes, packed_jsonl, unpacked_text
from przepis.corpus.store import Store
from przepis.corpus.validity.shipped import shipped_bytes
from przepis.law.dates import iso_day
from przepis.law.journal import journal_address
from przepis.law.names import ActNames
from przepis.law.prefixes import prefixes
from przepis.law.rulings import Verdict
from przepis.records import Act, to_json

SHIPPED = "rulings.jsonl.zst"
SAME_TITLE = 0.8
"""Share of the words of an act's title that must stand where a judgment names the act."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One judgment and what it declares contrary."""

    eli: str
    case: str  # „K 20/99”
    date: dt.date | None
    published: dt.date | None
    verdicts: tuple[Verdict, ...]

    @property
    def address(self) -> str:
        return journal_address(self.eli)


@dataclass(frozen=True, slots=True)
class Link:
    """A verdict with the articles it was tied to, or why it was not."""

    ruling: Ruling
    position: int
    act_id: str
    labels: tuple[str, ...]
    problem: str = ""


def ruling_links(store: Store) -> list[Link]:
    """Every verdict known, tied to articles of the corpus as far as they can be told."""
    acts = store.acts()
    by_date: dict[dt.date | None, list[Act]] = defaultdict(list)
    names = functools.cache(lambda: ActNames(acts))  # only judgments that give no date ask for them
    for act in acts:
        by_date[act.date].append(act)
    labels: dict[str, set[str]] = defaultdict(set)
    for act_id, label in store.db.execute("SELECT DISTINCT act_id, label FROM articles"):
        labels[act_id].add(label)
    found = []
    for ruling in all_rulings(store).values():
        for position, verdict in enumerate(ruling.verdicts):
            act_id = _find(verdict, by_date, names)
            known = tuple(label for label in verdict.labels if label in labels[act_id]) if act_id else ()
            found.append(Link(ruling, position, act_id, known, "" if known else _why(verdict, act_id)))
    return found


def link_rulings(store: Store) -> None:
    """Ties kept in the store, where articles look for them."""
    rows = [(k.act_id, label, k.ruling.eli, k.position) for k in ruling_links(store) for label in k.labels]
    with store.transaction():
        store.db.execute("DELETE FROM ruled")
        store.db.executemany("INSERT OR IGNORE INTO ruled VALUES (?, ?, ?, ?)", rows)


def rulings_on(store: Store, article_id: str) -> list[tuple[Ruling, Verdict]]:
    """Verdicts on an article, the newest first."""
    act_id, _, label = article_id.partition("#")
    rows = store.db.execute(
        "SELECT eli, position FROM ruled WHERE act_id = ? AND label = ?", (act_id, label)
    ).fetchall()
    if not rows:
        return []
    every = all_rulings(store) if len(rows) > 3 else {eli: _one(store, eli) for eli, _ in rows}
    found = [(every[eli], every[eli].verdicts[position]) for eli, position in rows]
    return sorted(found, key=lambda pair: pair[0].published or dt.date.min, reverse=True)


def all_rulings(store: Store) -> dict[str, Ruling]:
    """Those that came with the package, and over them those imported, which have their scopes."""
    own = {eli: ruling_from_json(json.loads(body)) for eli, body in store.db.execute("SELECT eli, body FROM rulings")}
    return {ruling.eli: ruling for ruling in shipped_rulings()} | own


def _one(store: Store, eli: str) -> Ruling:
    row = store.db.execute("SELECT body FROM rulings WHERE eli = ?", (eli,)).fetchone()
    return ruling_from_json(json.loads(row[0])) if row else _shipped_by_eli()[eli]


def _find(verdict: Verdict, by_date: dict[dt.date | None, list[Act]], names: Callable[[], ActNames]) -> str:
    if verdict.date is None:
        return (names().resolve(verdict.title) or "") if verdict.title else ""
    best, best_score = "", 0
    for act in by_date.get(verdict.date, ()):
        own = prefixes(act.title)
        shared = len(own & prefixes(verdict.title[: int(1.35 * len(act.title)) + 12]))
        if own and shared / len(own) >= SAME_TITLE and shared > best_score:
            best, best_score = act.act_id, shared
    return best


def _why(verdict: Verdict, act_id: str) -> str:
    if act_id:
        return "the whole act" if not verdict.labels else f"the act has no art. {', '.join(verdict.labels)} any more"
    if not verdict.title:
        return "no act could be read"
    return f"not in the corpus: {verdict.date or ''} {verdict.title[:90]}"


# -- as JSON, and the facts that come with the package ---------------------------------------------------------


def ruling_from_json(data: dict[str, Any]) -> Ruling:
    verdicts = [
        Verdict(
            **{
                **verdict,
                "date": iso_day(verdict.get("date")),
                "loses_force": iso_day(verdict.get("loses_force")),
                "labels": tuple(verdict.get("labels", ())),
            }
        )
        for verdict in data["verdicts"]
    ]
    return Ruling(data["eli"], data["case"], iso_day(data["date"]), iso_day(data["published"]), tuple(verdicts))


def write_shipped(rulings: Iterable[Ruling], path: Path) -> int:
    """Facts alone: no word of a scope."""
    rows = []
    for ruling in rulings:
        facts = tuple(dataclasses.replace(v, scope="") for v in ruling.verdicts if v.labels and v.title)
        if facts:
            rows.append(to_json(dataclasses.replace(ruling, verdicts=facts)))
    atomic_write_bytes(path, packed_jsonl(rows))
    return len(rows)


@functools.cache
def shipped_rulings() -> tuple[Ruling, ...]:
    lines = unpacked_text(shipped_bytes(SHIPPED)).splitlines()
    return tuple(ruling_from_json(json.loads(line)) for line in lines)


@functools.cache
def _shipped_by_eli() -> dict[str, Ruling]:
    return {ruling.eli: ruling for ruling in shipped_rulings()}
