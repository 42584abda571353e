"""Cross-references: every provision that an article's text cites, resolved to ids."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from przepis.corpus.delegation import delegation_rows
from przepis.corpus.store import Store
from przepis.corpus.validity.settle import settle_validity
from przepis.law.citations import CitationResolver, ResolvedCite
from przepis.law.names import ActNames

_Row = tuple[str, str, int, str, str | None, str | None, int, str]
_worker_resolver: CitationResolver | None = None
_worker_store: Store | None = None


@dataclass(frozen=True, slots=True)
class LinkReport:
    n_acts: int
    n_references: int
    n_resolved: int


def link_references(
    store: Store, *, workers: int = 2, progress: Callable[[int, int], None] | None = None
) -> LinkReport:
    """Resolve the references of every act whose newest text changed since it was last linked."""
    waiting = [row[0] for row in store.db.execute(_UNLINKED)]
    n_references = n_resolved = 0
    for done, (act_id, rows) in enumerate(_linked(store.path.parent, waiting, workers), start=1):
        with store.transaction():
            store.db.execute("DELETE FROM refs WHERE act_id = ?", (act_id,))
            store.db.executemany("INSERT OR IGNORE INTO refs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            store.db.execute("INSERT OR REPLACE INTO linked VALUES (?, ?)", (act_id, "linked"))
        n_references += len(rows)
        n_resolved += sum(row[6] for row in rows)
        if progress is not None:
            progress(done, len(waiting))
    if waiting:
        settle_validity(store)  # a regulation ends with what its references say that it rests on
    return LinkReport(len(waiting), n_references, n_resolved)


_UNLINKED = "SELECT act_id FROM acts WHERE act_id NOT IN (SELECT act_id FROM linked) ORDER BY act_id"


def _linked(home: Path, act_ids: list[str], workers: int) -> Iterator[tuple[str, list[_Row]]]:
    if workers <= 1 or len(act_ids) < 20:
        _start_worker(home)
        try:
            yield from map(_link_act, act_ids)
        finally:
            _stop_worker()
        return
    with ProcessPoolExecutor(workers, initializer=partial(_start_worker, home)) as pool:
        yield from pool.map(_link_act, act_ids, chunksize=8)


def _start_worker(home: Path) -> None:
    """One resolver a process: it remembers every act's labels."""
    global _worker_resolver, _worker_store
    _worker_store = Store(home)
    _worker_resolver = CitationResolver(ActNames(_worker_store.acts()), _worker_store.labels)


def _stop_worker() -> None:
    """In the caller's own process an open connection would keep the last writes out of the main file."""
    global _worker_resolver, _worker_store
    if _worker_store is not None:
        _worker_store.close()
    _worker_resolver = _worker_store = None


def _link_act(act_id: str) -> tuple[str, list[_Row]]:
    assert _worker_store is not None
    assert _worker_resolver is not None
    rows: list[_Row] = []
    for label, text in _worker_store.db.execute(
        """SELECT label, text FROM articles JOIN texts USING (text_id)
        WHERE newest = 1 AND repealed = 0 AND act_id = ? ORDER BY ordinal""",
        (act_id,),
    ):
        found = _worker_resolver.resolve(text, default_act=act_id)
        rows.extend(_row(act_id, label, n, cite, text) for n, cite in enumerate(found))
    return act_id, rows + delegation_rows(_worker_store, _worker_resolver, act_id)


def _row(act_id: str, label: str, position: int, found: ResolvedCite, text: str) -> _Row:
    mention = text[found.cite.start : found.cite.end]
    target_label = found.article_id.partition("#")[2] if found.article_id else None
    kind = "same_act" if found.act_id == act_id else "other_act"
    return act_id, label, position, mention, found.act_id, target_label, int(found.article_id is not None), kind
