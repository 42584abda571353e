"""What the corpus and the statutes as published say of each act: statuses, and clauses that end it."""

from __future__ import annotations

import datetime as dt
import json
from collections import defaultdict
from collections.abc import Iterator

from przepis.corpus.store import Store
from przepis.corpus.validity.clauses import Clause, clause_from_json
from przepis.corpus.validity.published import Published, published_from_json, shipped_acts
from przepis.corpus.validity.record import Witness
from przepis.law.prefixes import overlap, prefixes
from przepis.records import Act
from przepis.sources.statuses import act_status

SAME_TITLE = 0.75
"""Least overlap of prefixes at which the title in a clause is an act's: codes of one day differ by less."""
_INTRODUCES = "wprow"


class Witnesses:
    """Everything heard of the acts of a store; ``of`` gives what concerns one of them."""

    def __init__(self, store: Store) -> None:
        self.acts = {act.act_id: act for act in store.acts()}
        self.published = known_published(store)
        self._by_date: dict[dt.date, list[Act]] = defaultdict(list)
        for act in self.acts.values():
            if act.date is not None:
                self._by_date[act.date].append(act)
        self.unknown: list[tuple[str, Clause]] = []  # clauses that name an act the corpus does not have
        self._said: dict[str, list[Witness]] = defaultdict(list)
        self.since = _entries(store)
        self.last_text: dict[str, dt.date] = {
            act: dt.date.fromisoformat(day)
            for act, day in store.db.execute("SELECT act_id, max(as_of) FROM versions GROUP BY act_id")
        }
        self._hear_statuses(store)
        self._hear_clauses(store)

    def of(self, act_id: str) -> list[Witness]:
        return self._said.get(act_id, [])

    def title(self, eli: str) -> str:
        if eli in self.acts:
            return self.acts[eli].title
        return self.published[eli].title if eli in self.published else ""

    def find(self, date: dt.date | None, title: str, journal: str = "") -> str | None:
        """The act of the corpus with this date and title; a Journal address, where one is stated, decides twins."""
        if journal in self.acts:
            return journal
        wanted = prefixes(title)
        best, best_score = None, SAME_TITLE
        for act in self._by_date.get(date, ()) if date else ():
            own = prefixes(act.title)
            if (_INTRODUCES in own) != (_INTRODUCES in wanted) or _elsewhere(act, journal):
                continue
            if (score := overlap(wanted, own)) >= best_score:
                best, best_score = act.act_id, score
        return best

    def _hear_statuses(self, store: Store) -> None:
        query = """SELECT v.act_id, v.version_id, s.stated, s.status
            FROM versions v JOIN statements s USING (version_id) WHERE s.status != 'unknown'
            ORDER BY v.as_of DESC, v.published DESC, version_id DESC"""
        heard: set[str] = set()
        for act_id, version_id, stated, status in store.db.execute(query):
            if act_id not in heard:  # older texts speak of older days
                heard.add(act_id)
                self._said[act_id].append(Witness("status", version_id, status, stated or status))
        texts = {row[0] for row in store.db.execute("SELECT version_id FROM versions")}
        for act_id in self.acts:
            act = self._published_as(act_id)
            if act is None or act.eli in texts:
                continue
            if (status := act_status(act.stated, consolidated=False)) != "unknown":
                self._said[act_id].append(Witness("status", act.eli, status, act.stated))

    def _published_as(self, act_id: str) -> Published | None:
        found = self.published.get(act_id)
        return found if found is None or found.date == self.acts[act_id].date else None

    def _hear_clauses(self, store: Store) -> None:
        for eli, label, clause, day, exact in self._clauses(store):
            if clause.part:
                continue
            if clause.date is None:
                target, day, exact = eli, clause.day, True
            else:
                target = self.find(clause.date, clause.title, clause.journal) or ""
                if not target:
                    self.unknown.append((eli, clause))
            if target in self.acts and not self._repeats(target, eli, label):
                kind, status = ("expiry", "expired") if clause.date is None else ("clause", "repealed")
                self._said[target].append(
                    Witness(kind, eli, status, self.title(eli), label, day, exact, clause.left_out)  # type: ignore[arg-type]
                )

    def _repeats(self, target: str, eli: str, label: str) -> bool:
        return any(w.source == eli and w.label == label for w in self._said[target])

    def _clauses(self, store: Store) -> Iterator[tuple[str, str, Clause, dt.date | None, bool]]:
        """(act, article, clause, the day it takes effect, whether that day is exact)."""
        for act in self.published.values():
            for clause in act.clauses:
                yield act.eli, clause.label, clause, clause.day or act.day_of(clause.label), True
        query = """SELECT v.act_id, v.as_of, c.body FROM clauses c JOIN versions v USING (version_id)
            ORDER BY v.as_of, c.version_id, c.position"""
        for act_id, as_of, body in store.db.execute(query):
            clause = clause_from_json(json.loads(body))
            published = self._published_as(act_id)
            day = clause.day or (published.day_of(clause.label) if published else self.since.get(act_id))
            yield act_id, clause.label, clause, day or dt.date.fromisoformat(as_of), day is not None


def _elsewhere(act: Act, journal: str) -> bool:
    """The clause names the place of a twin: another act of the same year. Later years are consolidated texts."""
    if not journal or act.provisional or act.date is None:
        return False
    return journal != act.act_id and journal.split("/")[1] == act.act_id.split("/")[1]


def known_published(store: Store) -> dict[str, Published]:
    """Statutes as published: those whose facts come with the package, and those imported."""
    return {act.eli: act for act in shipped_acts()} | {
        eli: published_from_json(json.loads(body)) for eli, body in store.db.execute("SELECT eli, body FROM published")
    }


def _entries(store: Store) -> dict[str, dt.date]:
    """When acts entered into force, as their own texts say."""
    query = """SELECT act_id, min(in_force_from) FROM versions JOIN statements USING (version_id)
        WHERE in_force_from IS NOT NULL GROUP BY act_id"""
    return {act_id: dt.date.fromisoformat(day) for act_id, day in store.db.execute(query)}
