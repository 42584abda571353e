"""The kept amending acts applied to every act of the corpus: one transaction an act, resumed where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from przepis.corpus.amend.acts import AmendingAct
from przepis.corpus.amend.keeping import kept
from przepis.corpus.amend.schedule import Archive
from przepis.corpus.amend.targets import Targets
from przepis.corpus.amend.timeline import Anchor, Refusal, Timeline, Wording, build_timeline
from przepis.corpus.ingest import headings_id
from przepis.corpus.prepare import exact_hash, text_hash
from przepis.corpus.store import Store
from przepis.corpus.stored_units import pack_units
from przepis.corpus.units import UnitStyle
from przepis.errors import InputError
from przepis.law.base_acts import bare_title, base_acts
from przepis.records import Act, to_json
from przepis.sources.articles import is_repealed
from przepis.sources.parsed import ParsedArticle

Progress = Callable[[int, str], None]
APPLIER = 12  # raised whenever operations are read or applied otherwise than before


@dataclass(slots=True)
class ApplyReport:
    n_acts: int = 0
    n_changed: int = 0  # acts computed anew
    n_wordings: int = 0
    n_refusals: int = 0


def apply_amendments(
    store: Store, *, only: Collection[str] = (), workers: int = 2, progress: Progress | None = None
) -> ApplyReport:
    """Every act that a kept amending act changes. An act whose texts and amendments are as before is skipped."""
    if store.db.execute("SELECT 1 FROM amending LIMIT 1").fetchone() is None:
        raise InputError("no amending acts in the store; give a folder or .tar.zst of statutes as published")
    report = ApplyReport()
    for done in _timelines(store.path.parent, only, workers):
        report.n_acts += 1
        if done.timeline is not None:
            _write(store, done)
            report.n_changed += 1
            report.n_wordings += len(done.timeline.wordings)
            report.n_refusals += len(done.timeline.refusals)
        if progress is not None:
            progress(report.n_acts, done.act_id)
    return report


@dataclass(slots=True)
class _Done:
    act_id: str
    digest: str
    style: UnitStyle
    timeline: Timeline | None  # None: nothing has changed since the last run


def _timelines(home: Path, only: Collection[str], workers: int) -> Iterator[_Done]:
    if workers <= 1:
        yield from _share(home, frozenset(only), 0, 1)
        return
    with ProcessPoolExecutor(workers) as pool:
        futures = [
            pool.submit(_collected, home, frozenset(only), part, workers * _ROUNDS) for part in range(workers * _ROUNDS)
        ]
        for future in futures:
            yield from future.result()


_ROUNDS = 16  # parts per worker: results are written, and kept, as they come


def _collected(home: Path, only: frozenset[str], part: int, n_parts: int) -> list[_Done]:
    return list(_share(home, only, part, n_parts))


_archives: dict[Path, tuple[int, Archive]] = {}


def archive_of(store: Store) -> Archive:
    """Read once a process; again where acts have been added since."""
    n = store.db.execute("SELECT count(*) FROM amending").fetchone()[0]
    held = _archives.get(store.path)
    if held is None or held[0] != n:
        published = list(kept(store))
        _archives[store.path] = held = (n, Archive(published, _targets(store, published)))
    return held[1]


def _targets(store: Store, published: Collection[AmendingAct]) -> Targets:
    """Acts of the corpus by date and by every title they have borne."""
    targets = Targets()
    ids = set()
    for act in store.acts():
        if act.date is not None and act.kind in ("statute", "other"):
            targets.add(act.act_id, act.date, act.title)
            ids.add(act.act_id)
    for listed in base_acts():
        if listed.act_id in ids:
            targets.add(listed.act_id, listed.date, listed.title)
    for statute in published:
        if statute.eli in ids and statute.date is not None:
            targets.add(statute.eli, statute.date, bare_title(statute.title))
    return targets


def _share(home: Path, only: frozenset[str], part: int, n_parts: int) -> Iterator[_Done]:
    with Store(home) as store:
        archive = archive_of(store)
        known = dict(store.db.execute("SELECT act_id, digest FROM amended"))
        acts = [a for a in archive.changed_acts() if not only or a in only]
        for act_id in acts[part::n_parts]:
            act = store.act(act_id)
            digest = _digest(store, archive, act)
            if known.get(act_id) == digest:
                yield _Done(act_id, digest, "pass", None)
                continue
            style, anchors = _anchors(store, act)
            reads = list(archive.instructions(act_id))
            yield _Done(act_id, digest, style, build_timeline(anchors, archive.changes(reads), reads))


def _digest(store: Store, archive: Archive, act: Act) -> str:
    hasher = hashlib.sha256(f"{APPLIER}".encode())
    for row in store.db.execute(
        "SELECT content_hash FROM versions WHERE act_id = ? ORDER BY version_id", (act.act_id,)
    ):
        hasher.update(row[0].encode())
    authors = archive.authors_and_patches(act.act_id)
    for eli in sorted(authors):
        row = store.db.execute("SELECT digest FROM amending WHERE eli = ?", (eli,)).fetchone()
        hasher.update(f"{eli} {row[0] if row else ''}".encode())
    return hasher.hexdigest()


def _anchors(store: Store, act: Act) -> tuple[UnitStyle, list[Anchor]]:
    style: UnitStyle = store.db.execute("SELECT unit_style FROM acts WHERE act_id = ?", (act.act_id,)).fetchone()[0]
    anchors: list[Anchor] = []
    for version in store.versions(act.act_id):
        rows = store.db.execute(
            """SELECT e.label, t.text, h.path, e.repealed, coalesce(c.whole, 0) FROM entries e
            JOIN texts t USING (text_id) JOIN headings h USING (headings_id)
            LEFT JOIN coming c ON c.version_id = e.version_id AND c.label = e.label
            WHERE e.version_id = ? ORDER BY e.ordinal""",
            (version.version_id,),
        )
        articles = tuple(
            ParsedArticle(label, text, tuple(json.loads(path)), bool(repealed), not_yet=bool(whole))
            for label, text, path, repealed, whole in rows
        )
        anchor = Anchor(version.version_id, version.as_of, version.consolidated, style, articles)
        if anchors and anchors[-1].as_of == anchor.as_of:
            anchors[-1] = anchor  # two texts of one day: the one published later
        else:
            anchors.append(anchor)
    return style, anchors


def _write(store: Store, done: _Done) -> None:
    assert done.timeline is not None  # only what was computed anew is written
    told = {w.label for w in done.timeline.wordings if w.told} | {r.label for r in done.timeline.refusals}
    with store.transaction():
        store.db.execute("DELETE FROM wordings WHERE act_id = ?", (done.act_id,))
        store.db.execute("DELETE FROM unsettled WHERE act_id = ?", (done.act_id,))
        for wording in done.timeline.wordings:
            if wording.label in told:
                _write_wording(store, done, wording)
        store.db.executemany(
            "INSERT INTO unsettled VALUES (?, ?, ?, ?, ?, ?, ?)",
            [_refusal_row(done.act_id, refusal) for refusal in done.timeline.refusals],
        )
        store.db.execute("INSERT OR REPLACE INTO amended VALUES (?, ?)", (done.act_id, done.digest))


def _write_wording(store: Store, done: _Done, wording: Wording) -> None:
    store.db.execute(
        "INSERT OR REPLACE INTO wordings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            done.act_id,
            wording.label,
            wording.since.isoformat(),
            wording.until.isoformat() if wording.until else None,
            wording.ordinal,
            _text_id(store, wording.text, done.style),
            headings_id(store, wording.headings),
            int(is_repealed(wording.text)),
            wording.version_id,
            int(wording.exact),
            int(wording.ours),
            json.dumps(to_json(wording.made_by), ensure_ascii=False),
            wording.n_operations,
            wording.differs,
        ),
    )


def _refusal_row(act_id: str, refusal: Refusal) -> tuple[object, ...]:
    return (
        act_id,
        refusal.label,
        refusal.since.isoformat() if refusal.since else None,
        refusal.until.isoformat() if refusal.until else None,
        refusal.cause.eli,
        refusal.cause.provision,
        refusal.reason,
    )


def _text_id(store: Store, text: str, style: UnitStyle) -> int:
    exact = exact_hash(text)
    row = store.db.execute("SELECT text_id FROM texts WHERE exact_hash = ?", (exact,)).fetchone()
    if row is not None:
        return int(row[0])
    values = (exact, text_hash(text), text)
    cursor = store.db.execute("INSERT INTO texts (exact_hash, text_hash, text) VALUES (?, ?, ?)", values)
    text_id = int(cursor.lastrowid or 0)
    store.db.execute("INSERT OR IGNORE INTO units VALUES (?, ?, ?)", (text_id, style, pack_units(text, style)))
    return text_id
