"""The language of amending provisions, read clause by clause into operations.

A clause is everything said on the way from the amending article down to one leaf: "w art. 39 w pkt 8 kropkę zastępuje
się średnikiem i dodaje się pkt 9 w brzmieniu". Reading goes from left to right: "w …" moves the scope, every verb makes
an operation in it. Whatever cannot be read to its end is refused as a whole.
"""

from __future__ import annotations

import re

from przepis.corpus.amend.clause_state import State, move_scope, resolve
from przepis.corpus.amend.clause_text import outside_quotes, tidy_clause
from przepis.corpus.amend.clauses_of_units import (
    RECEIVES,
    added,
    added_again,
    after_wording,
    aside,
    inserted_after,
    is_aside,
    receives_too,
    relabelled,
    repealed,
    replaced,
    sentence_added,
    unnumbered,
    whole_numbered,
)
from przepis.corpus.amend.clauses_of_words import (
    punctuated,
    words_appended,
    words_deleted,
    words_deleted_after,
    words_inserted,
    words_replaced,
    words_used_first,
)
from przepis.corpus.amend.operations import Aside, Number, Operation, Place, Replace
from przepis.corpus.amend.places import read_division, read_places

_WHOLE_ACT = re.compile(r"(?:całej\s+)?(?:ustawie|ustawy|tekście ustawy)", re.I)
_SAME_UNIT = re.compile(
    r"w\s+(?:tym|tak oznaczon\w+)\s+(?:ustępie|paragrafie|punkcie|ust\.?|§|pkt|lit\.)(?!\s?\d)", re.I
)
_SCOPE = re.compile(r"(?:w:?|we|do|z)\s+(?:dotychczasow\w+\s+|tym\s+)?", re.I)
_SKIP = re.compile(
    r"(?:[\s,;:.”]|\b(?:i|oraz|a|a także|jednocześnie|ponadto|wprowadza się następujące zmiany"
    r"|wprowadza się następujące zamiany|wprowadza się następującą zmianę|wprowadza się zmiany"
    r"|następujące zmiany|w ten sposób, że|po przecinku"
    r"|odpowiednio)(?=[\s:,;.]|$))+",
    re.I,
)


_GOES_ON = re.compile(r":|\s+(?:w\s+(?:ust\.|§|pkt|lit\.)\s?[\da-z]|(?:po\s+)?wyraz\w*\s+„)")
_NEXT_ITEM = re.compile(
    r"(?:-\s+)+(?=(?:we?|po|przed)\s|(?:uchyla|dodaje)\s+się\s+(?:pkt|lit\.|ust\.|tiret|§)|(?:pkt|lit\.|ust\.|tiret|§)\s)"
)
_TITLE_BESIDE = re.compile(
    r"w\s+tytule\s+(?:ustawy|(?:działu|rozdziału|oddziału)\s+\w+)(?:\s*,|\s+oraz|\s+i)\s+(?=w\s+art\.)", re.I
)


class Unread(Exception):
    """A clause outside the grammar; the message is where reading stopped."""


def read_clause(clause: str, quote: str) -> tuple[Operation, ...]:
    """The operations of a clause, in their order. Raises ``Unread`` where a part of it has no reading."""
    state = State(outside_quotes(tidy_clause(clause)), quote)
    at = 0
    while True:
        skipped = _SKIP.match(state.text, at)
        state.separated = bool(skipped and re.search(r",|\bi\b|oraz", skipped[0]))
        at = skipped.end() if skipped else at
        if at >= len(state.text):
            break
        step = _next(state, at)
        if step is None:
            raise Unread(state.text[at : at + 60])
        at = step
    if not state.operations:
        raise Unread("no verb: " + state.text[-60:])
    return tuple(state.operations)


def _next(state: State, at: int) -> int | None:
    for reader in (
        words_used_first,
        sentence_added,
        whole_numbered,
        unnumbered,
        relabelled,
        receives_too,
        words_deleted_after,
        words_inserted,
        words_replaced,
        words_deleted,
        inserted_after,
        added,
        added_again,
        words_appended,
        punctuated,
        repealed,
        replaced,
        _scope,
        _scope_without_w,
        _next_item,
        aside,
    ):
        end = reader(state, at)
        if end is not None:
            return end
    return None


def _next_item(state: State, at: int) -> int | None:
    """The dash of an item that the source ran together with the one before; it names its own place."""
    found = _NEXT_ITEM.match(state.text, at)
    return found.end() if found else None


def _scope(state: State, at: int) -> int | None:
    if beside := _TITLE_BESIDE.match(state.text, at):
        state.operations.append(Aside(beside[0]))  # a heading, and articles beside it
        return beside.end()
    lead = _SCOPE.match(state.text, at)
    if lead is None:
        return None
    if is_aside(state.text, lead.end()):
        return aside(state, lead.end())
    if again := _SAME_UNIT.match(state.text, at):
        numbered = [o for o in state.operations if isinstance(o, Number)]
        if not numbered:
            return None
        state.beside = []
        state.current = [Place((*o.place.steps, (o.kind, o.label, ""))) for o in numbered]
        return again.end()
    found = read_places(state.text, lead.end())
    if found is not None:
        if verb := RECEIVES.match(state.text, found.end):
            state.operations.append(Replace(tuple(resolve(state.current, found)), state.quote))
            return after_wording(state, verb.end())
        move_scope(state, found)
        return found.end
    division = read_division(state.text, lead.end())
    if division is not None:
        if verb := RECEIVES.match(state.text, division[1]):
            state.operations.append(Replace((Place(division=division[0]),), state.quote))
            return after_wording(state, verb.end())
        state.beside, state.current = [], [Place(division=division[0])]
        return division[1]
    if whole := _WHOLE_ACT.match(state.text, lead.end()):
        state.beside, state.current = [], [Place()]
        return whole.end()
    return None


def _scope_without_w(state: State, at: int) -> int | None:
    """ "art. 53: ust. 4 otrzymuje brzmienie": the preposition is missing."""
    found = read_places(state.text, at)
    if found is None or not _GOES_ON.match(state.text, found.end):
        return None
    move_scope(state, found)
    return found.end
