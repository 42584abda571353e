"""An operation whose parts take effect on different days, taken apart.

"Art. 1 pkt 27 w zakresie art. 53j oraz art. 53k ust. 2 wchodzi w życie z dniem …": point 27 adds a chapter, of which
one article, and one unit of another, come later than the rest.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace

from przepis.corpus.amend.act_text import Refused, canonical, locate
from przepis.corpus.amend.commencement import Commencement, Rule, covers, in_range
from przepis.corpus.amend.lines import Line, render
from przepis.corpus.amend.operations import Insert, Number, Operation, Place, Repeal, Replace, Step
from przepis.corpus.amend.quoted import quoted_articles, quoted_units, split_articles
from przepis.errors import CitationError

Dated = tuple[Operation, dt.date | None]


def dated_parts(operation: Operation, address: Sequence[Step], days: Commencement) -> list[Dated]:
    """The operation with its day; where rules name parts of it, each part with its own."""
    day = days.day(address)
    rules = days.narrowed(address)
    if not rules:
        return [(operation, day)]
    try:
        return [dated for part, steps in _pieces(operation) for dated in _date(part, steps, day, rules)]
    except (Refused, CitationError):
        return [(operation, day)]


def _pieces(operation: Operation) -> Iterator[tuple[Operation, tuple[Step, ...]]]:
    """The smallest operations that the clause is made of, each with the place it makes or changes."""
    match operation:
        case Insert(kind="art" | "division"):
            for i, (label, part) in enumerate(split_articles(operation.quote)):
                after = operation.after if i == 0 else None
                yield replace(operation, quote=part, after=after), (("art", label, ""),)
        case Insert(kind="para" | "pass" | "point" | "letter"):
            after = operation.after
            for group in quoted_units(operation.quote, operation.kind):
                step = (operation.kind, group[0].label, "")
                yield replace(operation, quote=render(group), after=after), (*operation.within.steps, step)
                after = Place((*operation.within.steps, step))
        case Insert(within=place) | Number(place=place):
            yield operation, place.steps
        case Replace(places=(Place(steps=(*_, (_, _, last))),)) if last:
            for place in _each_label(operation):
                yield _at(operation, place), place.steps
        case Replace(places=places) | Repeal(places=places) if len(places) > 1:
            for place in places:
                yield _at(operation, place), place.steps
        case _:
            places = getattr(operation, "places", ())
            yield operation, places[0].steps if places else ()


def _each_label(operation: Replace) -> list[Place]:
    """ "art. 9a-9c otrzymują brzmienie": the places of a range, as they are quoted."""
    *above, (kind, _, _) = operation.places[0].steps
    if kind == "art":
        labels = [label for label, _ in split_articles(operation.quote)]
    elif kind == "indent":
        return list(operation.places)
    else:
        labels = [group[0].label for group in quoted_units(operation.quote, kind)]
    return [Place((*above, (kind, label, ""))) for label in labels]


def _at(operation: Replace | Repeal, place: Place) -> Replace | Repeal:
    """The operation at one of its places, with that part of the quotation which is about it."""
    if isinstance(operation, Repeal):
        return replace(operation, places=(place,))
    kind, first, last = place.steps[-1]
    if kind == "art":
        parts = [part for label, part in split_articles(operation.quote) if in_range(label, place.steps[-1])]
    else:
        groups = quoted_units(operation.quote, kind)
        parts = [render(group) for group in groups if in_range(group[0].label, (kind, first, last))]
    return Replace((place,), "\n".join(parts) or operation.quote)


def _date(part: Operation, steps: tuple[Step, ...], day: dt.date | None, rules: Sequence[Rule]) -> Iterator[Dated]:
    later: list[Dated] = []
    for rule in rules:
        for place in rule.only:
            if names(place, steps):
                yield part, rule.day
                return
            if isinstance(part, Repeal) and _in_range(place, steps):
                part = replace(part, but=(*part.but, place))
                later.append((Repeal((place,)), rule.day))
            elif isinstance(part, Insert) and _after(rule.day, day):
                carved = _carve(part, steps, place)
                if carved is not None:
                    part, unit = carved
                    later.append((unit, rule.day))
    yield part, day
    yield from later


def _after(day: dt.date | None, base: dt.date | None) -> bool:
    return base is not None and (day is None or day > base)


def names(place: Place, steps: Sequence[Step]) -> bool:
    """Is the place, said in full or from within its article, the one at ``steps``, or above it?"""
    if _in_range(place, steps):
        return False
    if place.article is not None:
        return covers(place, [(kind, _label(kind, label), last) for kind, label, last in steps])
    size = len(place.steps)
    return size > 0 and any(covers(place, steps[at : at + size]) for at in range(1, len(steps) - size + 1))


def _in_range(place: Place, steps: Sequence[Step]) -> bool:
    """Is the place, said in full, a part of the range at ``steps``, and not the whole of it?"""
    if not steps or not steps[-1][2] or len(place.steps) != len(steps):
        return False
    kind, label, last = place.steps[-1]
    within = kind == steps[-1][0] and in_range(_label(kind, label), steps[-1])
    above = all(covers(Place((own,)), [step]) for own, step in zip(place.steps[:-1], steps[:-1], strict=True))
    return within and above and (label, last) != steps[-1][1:]


def _label(kind: str, label: str) -> str:
    return canonical(label) if kind == "art" else label


def _carve(part: Insert, steps: tuple[Step, ...], place: Place) -> tuple[Insert, Insert] | None:
    """What is added without one of its units, and that unit to be added later."""
    inner = _below(place, steps)
    if not inner:
        return None
    lines, head = _lines_of(part)
    try:
        spans = locate(lines, inner)
    except Refused:
        return None
    cut = [line for start, end in spans for line in lines[start:end]]
    kept = [line for i, line in enumerate(lines) if not any(start <= i < end for start, end in spans)]
    if not kept or not cut or cut[0].kind != inner[-1][0]:
        return None
    within = Place((*steps, *inner[:-1]))
    return replace(part, quote=head + render(kept)), Insert(inner[-1][0], within, render(cut))


def _lines_of(part: Insert) -> tuple[list[Line], str]:
    if part.kind not in ("art", "division"):
        return [line for group in quoted_units(part.quote, part.kind) for line in group], ""
    label, heading, lines = quoted_articles(part.quote)[0]
    return lines, f"{heading} Art. {label}. ".lstrip()


def _below(place: Place, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps that lead from ``steps`` further down to the place; none where it lies elsewhere."""
    if place.article is None or len(place.steps) <= len(steps):
        return ()
    head = Place(place.steps[: len(steps)])
    return place.steps[len(steps) :] if names(head, steps) else ()
