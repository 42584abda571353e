"""Where reading a clause has come to: the scope it moves in and the operations made so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from przepis.corpus.amend.operations import Operation, Place
from przepis.corpus.amend.places import Found, within


@dataclass(slots=True)
class State:
    text: str
    quote: str
    operations: list[Operation] = field(default_factory=list)
    current: list[Place] = field(default_factory=lambda: [Place()])
    beside: list[Place] = field(default_factory=list)  # "w art. 3, w art. 5 i w art. 7 …": those already passed
    n_before_scope: int = 0  # operations made when the scope was last moved
    separated: bool = False  # a comma or "oraz" stood before what is being read

    @property
    def scope(self) -> list[Place]:
        return self.beside + self.current


def resolve(scope: list[Place], found: Found) -> list[Place]:
    return [within(base, place) for base in scope for place in found.places]


def move_scope(state: State, found: Found) -> None:
    """Down, or, after a comma, to one more place of the same list."""
    moved = resolve(state.current, found)
    same_list = state.separated and state.n_before_scope == len(state.operations) and state.current[-1].steps
    if same_list and len(moved[0].steps) <= len(state.current[-1].steps):
        state.beside = state.scope
        moved = resolve(state.current[-1:], found)
    elif not same_list and state.n_before_scope != len(state.operations):
        state.beside = []
        moved = resolve(state.current[-1:], found) if len(state.current) > 1 else moved
    state.current = moved
    state.n_before_scope = len(state.operations)
