"""Acts of the Sejm API into the store: fetched a few at once, stored one transaction a text, resumed by stamp."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from przepis.corpus.importing import ImportReport, Progress
from przepis.corpus.ingest import ingest
from przepis.corpus.store import Store
from przepis.corpus.validity.changes import ANNOUNCED
from przepis.corpus.validity.settle import settle_validity
from przepis.errors import PrzepisError, RemoteError
from przepis.records import to_json
from przepis.sources.eli.act import FetchedAct, Publication, choose_texts, fetch_text
from przepis.sources.eli.client import JSON_FRESH_S, EliClient, check_eli
from przepis.sources.eli.meta import read_meta

DEFAULT_KINDS = frozenset({"statute", "constitution"})
GIVE_UP_AFTER = 5  # acts in a row that the service failed on: it is down, and asking on would only add to it

_STAMP = "eli:"

_Texts = list[tuple[Publication, FetchedAct | None]]


@dataclass(slots=True)
class EliReport(ImportReport):
    n_unreachable: int = 0  # acts that the service failed on: worth another run
    n_amending: int = 0  # amending acts taken in by an update
    n_amended: int = 0  # acts that they were applied to


def import_eli(
    store: Store,
    client: EliClient,
    elis: Sequence[str],
    *,
    kinds: Collection[str] | None = None,
    history: bool = False,
    fresh_s: float = JSON_FRESH_S,
    progress: Progress | None = None,
) -> EliReport:
    """Acts by their Journal addresses. Texts that the store has, and that did not change, are not fetched."""
    report = EliReport()
    errors: list[PrzepisError] = []
    stamps = _stamps(store)
    in_a_row = 0

    def fetch(eli: str) -> list[Publication]:
        texts = choose_texts(client, eli, history=history, fresh_s=fresh_s)
        return [p for p in texts if kinds is None or p.base.kind in kinds]

    names = list(dict.fromkeys(check_eli(eli) for eli in elis))
    for n, (eli, result) in enumerate(_in_parallel(client, names, fetch, stamps, fresh_s), start=1):
        if isinstance(result, PrzepisError):
            errors.append(result)
            report.failed.append(str(result))
            is_remote = isinstance(result, RemoteError)
            report.n_unreachable += is_remote
            in_a_row = in_a_row + 1 if is_remote else 0
            if in_a_row >= GIVE_UP_AFTER:
                raise result
        else:
            in_a_row = 0
            for publication, fetched in result:
                report.n_read += 1
                _put(store, publication, fetched, report)
        if progress is not None:
            progress(n, eli)
    settle_validity(store)
    if names and len(errors) == len(names):
        raise next((e for e in errors if isinstance(e, RemoteError)), errors[0])
    return report


def _in_parallel(
    client: EliClient,
    elis: Sequence[str],
    choose: Callable[[str], list[Publication]],
    stamps: dict[str, str],
    fresh_s: float,
) -> Iterator[tuple[str, _Texts | PrzepisError]]:
    """Texts in the order asked for, fetched a few at once; None in place of a text that the store has."""

    def work(eli: str) -> _Texts | PrzepisError:
        try:
            texts = choose(eli)
            return [(p, None if stamps.get(p.meta.eli) == p.stamp else fetch_text(client, p, fresh_s)) for p in texts]
        except PrzepisError as error:
            return error

    n_ahead = 2 * client.politeness.parallel
    with ThreadPoolExecutor(client.politeness.parallel) as pool:
        waiting: list[tuple[str, Future[_Texts | PrzepisError]]] = []
        try:
            for eli in elis:
                waiting.append((eli, pool.submit(work, eli)))
                if len(waiting) >= n_ahead:
                    name, future = waiting.pop(0)
                    yield name, future.result()
            for name, future in waiting:
                yield name, future.result()
        finally:
            for _, future in waiting:
                future.cancel()


def _put(store: Store, publication: Publication, fetched: FetchedAct | None, report: ImportReport) -> None:
    if fetched is None:
        report.n_unchanged += 1
        return
    act = fetched.act
    if ingest(store, act):
        report.n_stored += 1
    else:
        report.n_unchanged += 1
    act_id = store.version(act.eli).act_id
    if store.versions(act_id)[-1].version_id == act.eli:
        amendments = json.dumps(to_json(fetched.later_amendments), ensure_ascii=False)
        store.set_meta(ANNOUNCED + act_id, amendments)
    store.set_meta(_STAMP + act.eli, publication.stamp)  # last: a kill before it makes the next run repeat this text
    report.warnings.extend(f"{act.eli}: {warning}" for warning in act.warnings)


def _stamps(store: Store) -> dict[str, str]:
    rows = store.db.execute("SELECT key, value FROM meta WHERE key LIKE 'eli:%'")
    versions = {row[0] for row in store.db.execute("SELECT version_id FROM versions")}
    return {key[len(_STAMP) :]: value for key, value in rows if key[len(_STAMP) :] in versions}


def published_since(
    client: EliClient, since: dt.date, *, kinds: Collection[str] = DEFAULT_KINDS, amending: bool = False
) -> list[str]:
    """Addresses of acts and consolidated texts from that day on. Acts that only change others need ``amending``."""
    before = since - dt.timedelta(days=1)  # the service leaves out the day it is given
    found = []
    for item in client.search(publisher="DU", dateFrom=before.isoformat()):
        meta = read_meta(item)
        if meta.kind in kinds and (amending or meta.is_announcement or not meta.is_amending):
            found.append(meta.eli)
    return found
