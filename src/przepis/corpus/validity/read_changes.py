"""Changes of articles read from amending acts as published.

Stands apart from ``changes``: a search asks for facts that are kept, and need not load the reader of amending acts.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from przepis.corpus.amend.acts import AmendingAct, read_amending_act
from przepis.corpus.amend.schedule import Archive
from przepis.corpus.amend.targets import Targets
from przepis.corpus.store import Store
from przepis.corpus.validity.changes import LaterChange, keep_changes
from przepis.corpus.validity.coming_days import keep
from przepis.corpus.validity.put_off import put_off_to
from przepis.corpus.validity.read_coming import read_coming
from przepis.corpus.validity.touched import articles_touched
from przepis.errors import SourceError
from przepis.law.base_acts import bare_title
from przepis.sources.legalize import read_documents


def import_changes(store: Store, path: Path, progress: Callable[[int, str], None] | None = None) -> int:
    """Amending acts of a folder or archive; how many changes of articles they make."""

    def documents() -> Iterator[tuple[str, str]]:
        for n, document in enumerate(read_documents(path), start=1):
            if progress is not None:
                progress(n, document.name)
            yield document.text(), document.name

    archive = open_archive(documents(), store)
    changes, days = list(read_changes(archive)), list(read_coming(archive, store))
    with store.transaction():
        keep_changes(store, changes)
        keep(store, days)
    return len(changes)


def open_archive(documents: Iterable[tuple[str, str]], store: Store) -> Archive:
    """Amending acts as (text, name) on the acts of a store; what is no act is passed over."""
    return Archive(_amending(documents), _targets(store))


def read_changes(archive: Archive) -> Iterator[LaterChange]:
    """One for each article, article that changes it, and day."""
    for act_id in archive.changed_acts():
        seen: dict[tuple[str, str, str, dt.date | None], LaterChange] = {}
        for change in archive.changes(archive.instructions(act_id)):
            author = archive.acts[change.eli]
            by_label = change.address[0][1] if change.address else ""
            day = put_off_to(archive, change) or change.applies
            for label, whole in articles_touched(change.operation):
                key = (label, change.eli, by_label, day)
                said = (bare_title(author.title), author.promulgated, day)
                found = LaterChange(act_id, label, change.eli, by_label, *said, whole)
                if key not in seen or whole:
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
