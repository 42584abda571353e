"""Everything that a set of amending acts does to one act, in the order in which it takes effect."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from przepis.corpus.amend.acts import AmendingAct, Provision
from przepis.corpus.amend.clause_text import inline_quote
from przepis.corpus.amend.commencement import Commencement, read_commencement
from przepis.corpus.amend.grammar import Unread, read_clause
from przepis.corpus.amend.operations import Instruction, Operation, Step
from przepis.corpus.amend.patched import Patch, State, states
from przepis.corpus.amend.staggering import dated_parts
from przepis.corpus.amend.targets import Targets
from przepis.law.base_acts import bare_title

_INSIDE_QUOTE = re.compile(r"\bart\. \S+ (?:w )?(?:pkt|lit\.)[^,;]* w art\. ")
""" "w art. 1 w pkt 14 w art. 44b": an article of the wording that a point quotes, not of the amending act."""


@dataclass(frozen=True, slots=True)
class Change:
    """One operation with its day and its author."""

    day: dt.date | None  # None: the day depends on an event
    known: dt.date  # promulgation: nothing applies before it is published
    eli: str  # of the amending act
    address: tuple[Step, ...]
    operation: Operation

    @property
    def applies(self) -> dt.date | None:
        return max(self.day, self.known) if self.day else None

    @property
    def position(self) -> tuple[int, int]:
        return _position(self.eli)


@dataclass(slots=True)
class _Entry:
    """An amending article that changes an act, in one state of its own act."""

    author: AmendingAct
    provision: Provision
    rest: str  # of the first clause, after the title
    since: dt.date
    until: dt.date


@dataclass(slots=True)
class Read:
    """One instruction and when it holds."""

    author: AmendingAct
    instruction: Instruction
    since: dt.date  # the state of the amending act that it belongs to
    until: dt.date


class Archive:
    """Amending acts, found by the act they change. Those that were changed themselves are patched first."""

    def __init__(self, acts: Iterable[AmendingAct], targets: Targets) -> None:
        self.acts: dict[str, AmendingAct] = {act.eli: act for act in acts}
        self.unknown: list[tuple[str, str, str]] = []  # (eli, article, words): provisions on acts not known
        self._entries: dict[str, list[_Entry]] = defaultdict(list)
        self._days: dict[int, Commencement] = {}
        self._patched_by: dict[str, set[str]] = defaultdict(set)
        patches = self._index_patches(targets)
        for act in self.acts.values():
            history = states(act, patches[act.eli]) if act.eli in patches else [State(dt.date.min, act)]
            ends = [state.since for state in history[1:]] + [dt.date.max]
            for state, until in zip(history, ends, strict=True):
                self._index(state, until, targets)

    def _index_patches(self, targets: Targets) -> dict[str, list[Patch]]:
        """Operations on acts that are amending acts themselves."""
        amending = Targets()
        for act in self.acts.values():
            if act.provisions and act.date:
                amending.add(act.eli, act.date, bare_title(act.title))
        patches: dict[str, list[Patch]] = defaultdict(list)
        for act in self.acts.values():
            for provision in act.provisions:
                if targets.resolve(provision.target_date, provision.target_words) is not None:
                    continue
                found = amending.resolve(provision.target_date, provision.target_words)
                if found is None:
                    self.unknown.append((act.eli, provision.label, provision.target_words[:80]))
                    continue
                self._patched_by[found[0]].add(act.eli)
                for read in self._read(_Entry(act, provision, found[1], dt.date.min, dt.date.max)):
                    day = self.days(act).day(read.instruction.address)
                    if day is not None and not _INSIDE_QUOTE.search(read.instruction.clause):
                        applies = max(day, act.promulgated)
                        patches[found[0]] += [(applies, o) for o in read.instruction.operations]
        return patches

    def _index(self, state: State, until: dt.date, targets: Targets) -> None:
        for provision in state.act.provisions:
            found = targets.resolve(provision.target_date, provision.target_words)
            if found is not None:
                self._entries[found[0]].append(_Entry(state.act, provision, found[1], state.since, until))

    def changed_acts(self) -> list[str]:
        return sorted(self._entries)

    def authors(self, act_id: str) -> set[str]:
        """ELI of every act that changes this one."""
        return {entry.author.eli for entry in self._entries.get(act_id, ())}

    def authors_and_patches(self, act_id: str) -> set[str]:
        """The same, with the acts that changed those."""
        authors = self.authors(act_id)
        return authors.union(*(self._patched_by.get(eli, set()) for eli in authors))

    def instructions(self, act_id: str) -> Iterator[Read]:
        """Every leaf that changes the act, read into operations or with the reason why not."""
        for entry in self._entries.get(act_id, ()):
            yield from self._read(entry)

    def _read(self, entry: _Entry) -> Iterator[Read]:
        for leaf in entry.provision.leaves():
            clause = leaf.clause.replace("\x00", entry.rest, 1)
            if clause.endswith(("(uchylony)", "(uchylona)", "(uchylone)")) and not leaf.quote:
                continue  # a point of the amending act that was itself repealed
            clause, quote = (clause, leaf.quote) if leaf.quote else inline_quote(clause)
            operations: tuple[Operation, ...] = ()
            unread = ""
            try:
                operations = read_clause(clause, quote)
            except Unread as reason:
                unread = str(reason)
            instruction = Instruction(leaf.address, clause, quote, operations, unread)
            yield Read(entry.author, instruction, entry.since, entry.until)

    def days(self, act: AmendingAct) -> Commencement:
        if id(act) not in self._days:
            self._days[id(act)] = read_commencement(act)
        return self._days[id(act)]

    def changes(self, reads: Iterable[Read]) -> list[Change]:
        """The operations of an act's instructions, in their order of effect."""
        changes: list[Change] = []
        for read in reads:
            days = self.days(read.author)
            address = read.instruction.address
            dated = (part for o in read.instruction.operations for part in dated_parts(o, address, days))
            for operation, day in dated:
                if day is not None and not read.since <= day < read.until:
                    continue  # by then the amending act read otherwise
                known = max(read.author.promulgated, read.since)
                changes.append(Change(day, known, read.author.eli, address, operation))
        changes.sort(key=lambda c: (c.applies or dt.date.max, c.position))
        return changes


def _position(eli: str) -> tuple[int, int]:
    _, year, position = eli.split("/")
    return int(year), int(position)
