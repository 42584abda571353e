"""Everything that a set of amending acts does to one act, in the order in which it takes effect."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from przepis.corpus.amend.acts import AmendingAct, Provision
from przepis.corpus.amend.commencement import Commencement, read_commencement
from przepis.corpus.amend.grammar import Unread, read_clause
from przepis.corpus.amend.operations import Instruction, Operation, Step
from przepis.corpus.amend.targets import Targets


@dataclass(frozen=True, slots=True)
class Change:
    """One operation with its day and its author."""

    day: dt.date | None  # None: the day depends on an event
    known: dt.date  # promulgation: nothing applies before it is published
    eli: str  # of the amending act
    address: tuple[Step, ...]
    operation: Operation
    position: tuple[int, int]  # Journal year and position

    @property
    def applies(self) -> dt.date | None:
        return max(self.day, self.known) if self.day else None


class Archive:
    """Amending acts, found by the act they change."""

    def __init__(self, acts: Iterable[AmendingAct], targets: Targets) -> None:
        self.acts: dict[str, AmendingAct] = {}
        self._provisions: dict[str, list[tuple[str, Provision, str]]] = defaultdict(list)
        self._days: dict[str, Commencement] = {}
        self.unknown: list[tuple[str, str, str]] = []  # (eli, article, words) of provisions on acts we do not know
        for act in acts:
            self.acts[act.eli] = act
            for provision in act.provisions:
                found = targets.resolve(provision.target_date, provision.target_words)
                if found is None:
                    self.unknown.append((act.eli, provision.label, provision.target_words[:80]))
                else:
                    self._provisions[found[0]].append((act.eli, provision, found[1]))

    def changed_acts(self) -> list[str]:
        return sorted(self._provisions)

    def authors(self, act_id: str) -> set[str]:
        """ELI of every act that changes this one."""
        return {eli for eli, _, _ in self._provisions.get(act_id, ())}

    def instructions(self, act_id: str) -> Iterator[tuple[AmendingAct, Instruction]]:
        """Every leaf that changes the act, read into operations or with the reason why not."""
        for eli, provision, rest in self._provisions.get(act_id, ()):
            for leaf in provision.leaves:
                clause = leaf.clause.replace("\x00", rest, 1)
                try:
                    operations, unread = read_clause(clause, leaf.quote), ""
                except Unread as reason:
                    operations, unread = (), str(reason)
                yield self.acts[eli], Instruction(leaf.address, clause, leaf.quote, operations, unread)

    def days(self, eli: str) -> Commencement:
        if eli not in self._days:
            self._days[eli] = read_commencement(self.acts[eli])
        return self._days[eli]

    def changes(self, act_id: str) -> tuple[list[Change], list[tuple[AmendingAct, Instruction]]]:
        """Operations in their order of effect; and the instructions that could not be read."""
        changes: list[Change] = []
        unread: list[tuple[AmendingAct, Instruction]] = []
        for author, instruction in self.instructions(act_id):
            if instruction.unread:
                unread.append((author, instruction))
            for operation in instruction.operations:
                day = self.days(author.eli).day(instruction.address, _article_named(operation))
                changes.append(
                    Change(day, author.promulgated, author.eli, instruction.address, operation, _position(author.eli))
                )
        changes.sort(key=lambda c: (c.applies or dt.date.max, c.position))
        return changes, unread


def _position(eli: str) -> tuple[int, int]:
    _, year, position = eli.split("/")
    return int(year), int(position)


def _article_named(operation: Operation) -> str:
    places = getattr(operation, "places", None) or [getattr(operation, "within", None)]
    place = places[0]
    return place.article[1] if place is not None and place.article else ""
