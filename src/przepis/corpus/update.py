"""The store kept up to date with what the Sejm API says has changed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass, field

from przepis.corpus.amend.from_api import changed_acts, take_in
from przepis.corpus.eli_import import EliReport, import_eli
from przepis.corpus.importing import Progress
from przepis.corpus.ingest import title_key
from przepis.corpus.store import Store
from przepis.errors import InputError, SourceError
from przepis.sources.eli.client import EliClient
from przepis.sources.eli.meta import ActMeta, read_meta

MARK = "eli_update:since"


@dataclass(slots=True)
class UpdateReport:
    since: str
    mark: str = ""  # where the next run begins; empty where this one must be repeated
    n_changed: int = 0  # acts the service named
    wanted: list[str] = field(default_factory=list)  # those of them that concern the corpus
    amended: list[str] = field(default_factory=list)  # acts of the corpus that new statutes change
    done: EliReport | None = None  # None: a dry run


def update(
    store: Store,
    client: EliClient,
    *,
    since: dt.date | None = None,
    new_kinds: Collection[str] = (),
    dry_run: bool = False,
    progress: Progress | None = None,
) -> UpdateReport:
    """Re-imports what changed since the last run. ``new_kinds``: also take in acts that the corpus lacks.

    New statutes that change an act of the corpus are taken in and applied to it.

    The mark moves only when every text was reached, so a run that was cut short is simply run again; a text that
    was reached but cannot be read is reported once and not asked for again until it changes.
    """
    start = _start(store, since)
    report = UpdateReport(since=start.isoformat())
    latest = ""
    known = _Known(store)
    for item in client.changes(start):
        meta = read_meta(item)
        report.n_changed += 1
        latest = max(latest, meta.changed[:19])
        if known.concerns(client, meta) or (meta.kind in new_kinds and not meta.is_amending):
            report.wanted.append(meta.eli)
        report.amended += changed_acts(client, meta, known.acts)
    report.wanted, report.amended = (list(dict.fromkeys(elis)) for elis in (report.wanted, report.amended))
    if dry_run:
        return report
    report.done = _import(store, client, report.wanted, progress)
    if report.amended:
        _apply(store, client, report.amended, report.done)
    if report.done.n_unreachable == 0:
        report.mark = max(latest, start.isoformat(), store.get_meta(MARK))
        store.set_meta(MARK, report.mark)
    return report


def _import(store: Store, client: EliClient, elis: list[str], progress: Progress | None) -> EliReport:
    try:
        return import_eli(store, client, elis, fresh_s=0.0, progress=progress)
    except SourceError as error:  # every one of them was reached, none can be read
        return EliReport(failed=[str(error)])


def _apply(store: Store, client: EliClient, act_ids: list[str], report: EliReport) -> None:
    taken = take_in(store, client, act_ids)
    report.n_amending, report.n_amended = taken.n_kept, taken.n_amended
    report.n_unreachable += taken.n_unreachable
    report.failed += taken.failed


def _start(store: Store, since: dt.date | None) -> dt.datetime:
    if since is not None:
        return dt.datetime.combine(since, dt.time())
    mark = store.get_meta(MARK)
    if mark:
        return dt.datetime.fromisoformat(mark)
    newest = store.db.execute("SELECT max(published) FROM versions").fetchone()[0]
    if not newest:
        raise InputError("the corpus has no dated text to update from; name a day with --since 2024-01-01")
    return dt.datetime.fromisoformat(newest)


class _Known:
    """What the corpus has, to tell whether a changed act concerns it."""

    def __init__(self, store: Store) -> None:
        self.acts = {row[0] for row in store.db.execute("SELECT act_id FROM acts")}
        self.versions = {row[0] for row in store.db.execute("SELECT version_id FROM versions")}
        self.unnamed = {row[0] for row in store.db.execute("SELECT title_key FROM acts WHERE provisional")}

    def concerns(self, client: EliClient, meta: ActMeta) -> bool:
        if meta.eli in self.acts or meta.eli in self.versions:
            return True
        if not meta.is_announcement:
            return False
        if not meta.base_eli:  # a list may leave references out
            meta = read_meta(client.act(meta.eli, 0.0))
        return meta.base_eli in self.acts or title_key(meta.title) in self.unnamed
