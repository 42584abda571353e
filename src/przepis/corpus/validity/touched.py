"""Which articles an operation of an amending act touches."""

from __future__ import annotations

from collections.abc import Iterator

from przepis.corpus.amend.operations import Insert, Operation, Place, Repeal
from przepis.corpus.amend.quoted import split_articles
from przepis.errors import CitationError
from przepis.law.labels import parse_label
from przepis.sources.articles import spread


def articles_touched(operation: Operation) -> Iterator[tuple[str, bool]]:
    """(label, whether the whole article is repealed) of every article that an operation touches."""
    if isinstance(operation, Insert) and operation.kind in ("art", "division"):
        yield from (
            (canonical, False) for label, _ in split_articles(operation.quote) if (canonical := _canonical(label))
        )
        return
    places: list[Place | None] = list(getattr(operation, "places", ()))
    places += [getattr(operation, "within", None), getattr(operation, "place", None)]
    for place in places:
        if place is None or place.article is None:
            continue
        _, first, last = place.article
        whole = isinstance(operation, Repeal) and len(place.steps) == 1
        try:
            ends = parse_label(first), parse_label(last or first)
        except CitationError:
            continue
        yield from ((label.canonical, whole) for label in spread(*ends))


def _canonical(label: str) -> str:
    try:
        return parse_label(label).canonical
    except CitationError:
        return ""
