"""Amending acts in the store, packed, so that a later one can be applied after them."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import zstandard

from przepis.corpus.amend.acts import AmendingAct, Provision, read_amending_act
from przepis.corpus.store import Store
from przepis.errors import SourceError
from przepis.law.dates import stored_day
from przepis.sources.legalize import read_documents

Progress = Callable[[int, str], None]
READER = 2  # raised whenever amending acts are read otherwise than before


@dataclass(slots=True)
class KeepingReport:
    n_read: int = 0
    n_new: int = 0
    failed: list[str] = field(default_factory=list)


def keep_folder(store: Store, path: Path, progress: Progress | None = None) -> KeepingReport:
    """Every statute as published of a folder or archive that changes another. What is kept already is skipped."""
    report = KeepingReport()
    known = dict(store.db.execute("SELECT eli, digest FROM amending"))
    for document in read_documents(path):
        report.n_read += 1
        digest = hashlib.sha256(f"{READER} ".encode() + document.data).hexdigest()
        if known.get(_eli(document.name)) != digest:
            try:
                report.n_new += keep(store, read_amending_act(document.text(), document.name), digest)
            except SourceError as error:
                report.failed.append(str(error))
        if progress is not None:
            progress(report.n_read, document.name)
    return report


def keep(store: Store, act: AmendingAct, digest: str) -> bool:
    """One act; False where the very same is there. Acts that change no other are remembered, without their text."""
    row = store.db.execute("SELECT digest FROM amending WHERE eli = ?", (act.eli,)).fetchone()
    if row is not None and row[0] == digest:
        return False
    body = zstandard.ZstdCompressor(level=9).compress(json.dumps(_to_json(act), ensure_ascii=False).encode("utf-8"))
    with store.transaction():
        store.db.execute("INSERT OR REPLACE INTO amending VALUES (?, ?, ?)", (act.eli, digest, body))
    return True


def kept(store: Store) -> Iterator[AmendingAct]:
    unpack = zstandard.ZstdDecompressor()
    for (body,) in store.db.execute("SELECT body FROM amending ORDER BY eli"):
        yield _from_json(json.loads(unpack.decompress(body)))


def _eli(name: str) -> str:
    return "/".join(name.removesuffix(".md").split("-"))


def _to_json(act: AmendingAct) -> dict[str, Any]:
    return {
        "eli": act.eli,
        "title": act.title,
        "date": act.date.isoformat() if act.date else None,
        "promulgated": act.promulgated.isoformat(),
        "in_force": act.in_force.isoformat() if act.in_force else None,
        "notes": act.notes,
        "commencement": act.commencement if act.provisions else ("", []),
        "provisions": [[p.label, p.target_date.isoformat(), p.target_words, p.lines] for p in act.provisions],
    }


def _from_json(data: dict[str, Any]) -> AmendingAct:
    return AmendingAct(
        eli=data["eli"],
        title=data["title"],
        date=stored_day(data["date"]),
        promulgated=dt.date.fromisoformat(data["promulgated"]),
        in_force=stored_day(data["in_force"]),
        notes=data["notes"],
        commencement=(data["commencement"][0], data["commencement"][1]),
        provisions=[Provision(a, dt.date.fromisoformat(b), c, d) for a, b, c, d in data["provisions"]],
    )
