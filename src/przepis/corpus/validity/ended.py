"""Statutes that have ended and that the corpus need not have: found by name, to say so when one of them is cited."""

from __future__ import annotations

import datetime as dt
import functools
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from przepis.corpus.store import Store
from przepis.corpus.validity.clauses import Clause
from przepis.corpus.validity.published import Published
from przepis.corpus.validity.record import Validity, Witness
from przepis.corpus.validity.settle import replaces, stays_in_part
from przepis.corpus.validity.witnesses import SAME_TITLE, known_published
from przepis.law.name_match import NameMatcher
from przepis.law.prefixes import overlap, prefixes, words
from przepis.law.years import Times, time_said, times_of
from przepis.sources.statuses import act_status

_NO_LAW_OF_ITS_OWN = re.compile(r"o zmian|o uchyleni|o ratyfikacji|przepisy wprowadzające", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EndedAct:
    title: str
    date: dt.date | None
    validity: Validity


class EndedActs:
    """Read when a name that the corpus does not have is first met; ``find`` then takes well under a millisecond."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def find(self, name: str) -> EndedAct | None:
        """The statute that the words name wholly: the newest of several of one name, unless the words have a date."""
        found = self._matcher.match(time_said(name))
        return self._acts[int(found.act_id)] if found is not None and found.how == "name" else None

    def year_of(self, name: str) -> int | None:
        """The year in which it was made (0 where nobody tells); None where the words name none."""
        act = self.find(name)
        return None if act is None else act.date.year if act.date is not None else 0

    @functools.cached_property
    def _acts(self) -> list[EndedAct]:
        return list(ended_statutes(known_published(self._store)))

    @functools.cached_property
    def _matcher(self) -> NameMatcher:
        names = {str(i): [tuple(words(act.title))] for i, act in enumerate(self._acts)}
        times = {str(i): _times(act) for i, act in enumerate(self._acts)}
        return NameMatcher(
            names, lambda key, said: times[key].fit(said), lambda key: (times[key].date or dt.date.min, key)
        )


def _times(act: EndedAct) -> Times:
    until = act.validity.until or act.date
    return times_of(act.validity.act_id, act.title, act.date, ended=until.year if until else None)


def ended_statutes(published: dict[str, Published]) -> Iterator[EndedAct]:
    """Those whose own status says so, and older ones that a statute as published ends whole."""
    clauses: dict[dt.date, list[tuple[Published, Clause]]] = defaultdict(list)
    for source in published.values():
        for clause in source.clauses:
            if clause.date is not None and not clause.part:
                clauses[clause.date].append((source, clause))
    read: dict[dt.date | None, list[Published]] = defaultdict(list)
    for act in published.values():
        read[act.date].append(act)
        status = act_status(act.stated, consolidated=False)
        if status not in ("repealed", "expired") or _NO_LAW_OF_ITS_OWN.match(act.title):
            continue
        stated = Validity(act.eli, status, witnesses=(Witness("status", act.eli, status, act.stated),))
        said = [each for each in clauses.get(act.date or dt.date.min, ()) if _alike(each[1].title, act.title)]
        yield EndedAct(act.title, act.date, _ended(stated, *said[-1]) if said else stated)
    for date, said in clauses.items():
        for source, clause in said:
            if stays_in_part(clause.left_out) or any(_alike(clause.title, act.title) for act in read[date]):
                continue  # of an act that was read its own status is believed
            if not _NO_LAW_OF_ITS_OWN.match(clause.title) and source.stated and not _gone(source):
                yield EndedAct(clause.title, date, _ended(Validity("", "repealed"), source, clause))


def _alike(one: str, other: str) -> bool:
    return overlap(prefixes(one), prefixes(other)) >= SAME_TITLE


def _gone(source: Published) -> bool:
    """An act that was ended itself may have been ended before its clauses worked."""
    return act_status(source.stated, consolidated=False) != "in_force"


def _ended(verdict: Validity, source: Published, clause: Clause) -> Validity:
    day = clause.day or source.day_of(clause.label)
    if day is None:
        return verdict
    successor = source if replaces(source.title) else None
    return replace(
        verdict,
        until=day,
        ended_by=source.eli,
        ended_by_title=source.title,
        ended_by_article=clause.label,
        replaced_by=successor.eli if successor else "",
        replaced_by_title=successor.title if successor else "",
    )
