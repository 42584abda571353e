"""Changes of articles read from amending acts as published.

Stands apart from ``changes``: a search asks for facts that are kept, and need not load the reader of amending acts.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from przepis.corpus.amend.acts import AmendingAct, read_amending_act
from przepis.corpus.amend.operations import Insert, Operation, Place, Repeal
from przepis.corpus.amend.quoted import split_articles
from przepis.corpus.amend.schedule import Archive
from przepis.corpus.amend.targets import Targets
from przepis.corpus.store import Store
from przepis.corpus.validity.changes import LaterChange, change_row
from przepis.errors import CitationError, SourceError
from przepis.law.base_acts import bare_title
from przepis.law.labels import parse_label
from przepis.sources.articles import spread
from przepis.sources.legalize import read_documents


def import_changes(store: Store, path: Path, progress: Callable[[int, str], None] | None = None) -> int:
    """Amending acts of a folder or archive; how many changes of articles they make."""

    def documents() -> Iterator[tuple[str, str]]:
        for n, document in enumerate(read_documents(path), start=1):
            if progress is not None:
                progress(n, document.name)
            yield document.text(), document.name

    rows = [change_row(change) for change in read_changes(documents(), store)]
    with store.transaction():
        store.db.executemany("INSERT OR REPLACE INTO later_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    return len(rows)


def read_changes(documents: Iterable[tuple[str, str]], store: Store) -> Iterator[LaterChange]:
    """Of amending acts as (text, name) on the acts of a store; what is no act is passed over."""
    archive = Archive(_amending(documents), _targets(store))
    for act_id in archive.changed_acts():
        seen: dict[tuple[str, str, str], LaterChange] = {}
        for change in archive.changes(archive.instructions(act_id)):
            author = archive.acts[change.eli]
            by_label = change.address[0][1] if change.address else ""
            for label, whole in _articles(change.operation):
                key = (label, change.eli, by_label)
                found = LaterChange(
                    act_id, label, change.eli, by_label, bare_title(author.title), change.known, change.applies, whole
                )
                if key not in seen or (found.day or dt.date.max) < (seen[key].day or dt.date.max):
                    seen[key] = found
        yield from seen.values()


def _amending(documents: Iterable[tuple[str, str]]) -> Iterator[AmendingAct]:
    for text, name in documents:
        try:
            yield read_amending_act(text, name)
        except SourceError:
            continue


def _targets(store: Store) -> Targets:
    targets = Targets()
    for act in store.acts():
        if act.date is not None and act.kind == "statute":
            targets.add(act.act_id, act.date, act.title)
    return targets


def _articles(operation: Operation) -> Iterator[tuple[str, bool]]:
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
