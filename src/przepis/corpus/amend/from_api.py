"""Amending acts as the Sejm API serves them, HTML or PDF, kept and applied to the acts they change."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from przepis.corpus.amend.acts import AmendingAct, amending_act
from przepis.corpus.amend.applying import apply_amendments
from przepis.corpus.amend.keeping import READER, keep
from przepis.corpus.store import Store
from przepis.errors import PrzepisError, RemoteError
from przepis.sources.eli.act import amendments_of, fetch_articles
from przepis.sources.eli.client import EliClient
from przepis.sources.eli.meta import AMENDS, ActMeta, read_meta
from przepis.sources.parsed import ParsedArticle

_CLOSES = re.compile(r"”\s*[.,;]?\s*$")


@dataclass(slots=True)
class AmendingReport:
    n_kept: int = 0  # amending acts taken in
    n_unreachable: int = 0
    failed: list[str] = field(default_factory=list)
    n_amended: int = 0  # acts computed anew


def changed_acts(client: EliClient, meta: ActMeta, known: Collection[str]) -> list[str]:
    """Acts of the corpus that this statute changes; a list of the API may leave its references out."""
    if meta.kind != "statute" or meta.is_announcement:
        return []
    if not meta.references.get(AMENDS):
        meta = read_meta(client.act(meta.eli, 0.0))
    return [m.eli for m in meta.references.get(AMENDS, ()) if m.eli in known]


def take_in(store: Store, client: EliClient, act_ids: Iterable[str]) -> AmendingReport:
    """Everything that changed these acts since their newest text: fetched, kept, applied.

    An act is applied to only where all its amending acts could be read: one that is missing would leave a text that
    never was law.
    """
    report = AmendingReport()
    complete: list[str] = []
    for act_id in dict.fromkeys(act_ids):
        try:
            newest = store.version_on(act_id, None)
            since = newest.as_of if newest.consolidated else newest.published or newest.as_of
            wanted = [amendment.eli for amendment in amendments_of(client, act_id, since)]
        except PrzepisError as error:
            _failed(report, error)
            continue
        kept = [_keep_one(store, client, eli, report) for eli in wanted]  # each is tried, whatever befalls another
        if all(kept):
            complete.append(act_id)
    if complete:
        report.n_amended = apply_amendments(store, only=complete, workers=1).n_changed
    return report


def _keep_one(store: Store, client: EliClient, eli: str, report: AmendingReport) -> bool:
    """Is the act in the store, or could it be fetched and read?"""
    if store.db.execute("SELECT 1 FROM amending WHERE eli = ?", (eli,)).fetchone():
        return True
    try:
        meta = read_meta(client.act(eli, 0.0))
        act = read_fetched(meta, fetch_articles(client, meta))
    except PrzepisError as error:
        _failed(report, error)
        return False
    digest = hashlib.sha256(f"{READER} {meta.changed} {act.eli}".encode()).hexdigest()
    report.n_kept += keep(store, act, digest)
    return True


def _failed(report: AmendingReport, error: PrzepisError) -> None:
    report.failed.append(str(error))
    report.n_unreachable += isinstance(error, RemoteError)


def read_fetched(meta: ActMeta, articles: Iterable[ParsedArticle]) -> AmendingAct:
    """The act in the articles of its HTML or PDF, where quoted wordings are lines that begin with ``> ``."""
    return amending_act(
        meta.eli,
        meta.full_title,
        meta.date,
        meta.published or dt.date.min,
        meta.in_force_from,
        "",
        [(article.label, [_line(line) for line in article.text.split("\n")]) for article in articles],
    )


def _line(line: str) -> str:
    """A PDF keeps the mark that closes a quotation."""
    return _CLOSES.sub("", line) if line.startswith(">") else line
