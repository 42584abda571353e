"""Which texts of a whole archive of the Journal to take: the newest of each act in force.

Such an archive holds every publication: base acts, announcements of consolidated texts, acts that only change others.
Only front matter and titles are read here; what a text says of its act decides, the base act's word on its status
first.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from przepis.corpus.ingest import title_key
from przepis.errors import SourceError
from przepis.law.base_acts import base_act
from przepis.law.technical import only_amends
from przepis.records import ActKind, ActStatus
from przepis.sources.legalize import Document, read_documents
from przepis.sources.markdown import former_titles, front_dates, front_status, split_front_matter
from przepis.sources.titles import identify

KINDS: frozenset[str] = frozenset({"constitution", "statute", "regulation"})
_TREATY = re.compile(r"o (?:ratyfikacji|wyrażeniu zgody na|wypowiedzeniu) ", re.I)
_HEAD_CHARS = 60_000  # where an announcement names the day of the act it restates
_ENDED = ("repealed", "expired")

Progress = Callable[[int, str], None]


@dataclass(frozen=True, slots=True)
class Publication:
    """What one document says of itself before it is parsed."""

    name: str
    eli: str
    kind: ActKind
    key: tuple[dt.date | None, str]
    former_keys: tuple[tuple[dt.date | None, str], ...]  # of the titles that it bore before
    listed: str  # the base act's ELI by our table, or ""
    consolidated: bool
    own_law: bool  # False: it only changes other acts, or consents to a treaty
    status: ActStatus
    order: tuple[dt.date, dt.date, int]  # texts of one act, oldest first
    n_bytes: int


@dataclass(slots=True)
class Choice:
    """``names``: the documents to take, each with the ELI of its base act where that is known."""

    names: dict[str, str] = field(default_factory=dict)
    n_bytes: int = 0
    left_out: Counter[str] = field(default_factory=Counter)  # by reason: older, no_own_law, ended, kind


def read_publications(path: Path, progress: Progress | None = None) -> tuple[list[Publication], int]:
    """Of every document under ``path``; and how many are no acts (a README, a licence)."""
    found: list[Publication] = []
    n_others = 0
    for n, document in enumerate(read_documents(path), start=1):
        try:
            found.append(_publication(document))
        except SourceError:
            n_others += 1
        if progress is not None:
            progress(n, document.name)
    return found, n_others


def choose(
    publications: Iterable[Publication], kinds: Collection[str] = KINDS, *, ended: bool = False, history: bool = False
) -> Choice:
    """The newest text of each act of these kinds. ``ended``: acts no longer in force too; ``history``: every text."""
    choice = Choice()
    texts: dict[object, list[Publication]] = defaultdict(list)
    publications = list(publications)
    bases = {key: p.eli for p in publications if not p.consolidated for key in (*p.former_keys, p.key)}
    for publication in publications:
        if publication.kind not in kinds:
            choice.left_out["kind"] += 1
        elif not publication.own_law and not publication.consolidated:
            choice.left_out["no_own_law"] += 1
        else:
            texts[_act(publication, bases)].append(publication)
    for act, own in texts.items():
        own.sort(key=lambda p: p.order)
        if _status(own) in _ENDED and not ended:
            choice.left_out["ended"] += len(own)
            continue
        wanted = own if history else own[-1:]
        choice.left_out["older"] += len(own) - len(wanted)
        choice.n_bytes += sum(p.n_bytes for p in wanted)
        choice.names |= {p.name: act if isinstance(act, str) else "" for p in wanted}
    return choice


def _act(publication: Publication, bases: dict[tuple[dt.date | None, str], str]) -> object:
    """The base act's ELI, or date and title where the archive and our table do not have it."""
    if not publication.consolidated:
        return publication.eli
    return publication.listed or bases.get(publication.key) or publication.key


def _status(texts: list[Publication]) -> ActStatus:
    """The base act's own word, else the newest text's that has one."""
    said = [p for p in texts if p.status != "unknown"]
    base = next((p for p in said if not p.consolidated), None)
    return base.status if base else (said[-1].status if said else "unknown")


def _publication(document: Document) -> Publication:
    front, body = split_front_matter(document.text(), document.name)
    act = identify(front["title"], front.get("rank", ""), body[:_HEAD_CHARS])
    as_of, published = front_dates(front, document.name)
    listed = base_act(act.act_date, act.title) if act.consolidated and act.act_date else None
    return Publication(
        name=document.name,
        eli=front["eli"],
        kind=act.kind,
        key=(act.act_date, title_key(act.title)),
        former_keys=tuple((act.act_date, title_key(title)) for title in former_titles(front)),
        listed=listed.act_id if listed else "",
        consolidated=act.consolidated,
        own_law=not only_amends(act.title) and _TREATY.match(act.title) is None,
        status=front_status(front, act.consolidated),
        order=(as_of, published or as_of, int(front["eli"].rsplit("/", 1)[1])),
        n_bytes=len(document.data),
    )
