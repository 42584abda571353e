"""Judgments of the Constitutional Tribunal, tied to the articles they are about.

The words of a judgment stay in the user's own store. With the package come the facts alone: which provision is contrary
to what, since when; that a scope limits it is told, the scope itself only where the judgments were imported.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import zstandard

from przepis.artifact import atomic_write_bytes
from przepis.corpus.store import Store
from przepis.errors import SourceError
from przepis.law.names import ActNames
from przepis.law.prefixes import prefixes
from przepis.law.rulings import Verdict, declares_contrary, read_ruling
from przepis.records import Act, to_json
from przepis.sources.legalize import read_documents
from przepis.sources.markdown import split_front_matter

SHIPPED = "rulings.jsonl.zst"
SAME_TITLE = 0.8
"""Share of the words of an act's title that must stand where a judgment names the act."""
_CASE = re.compile(r"sygn\.\s*(?:akt\s*)?(.+)", re.I)


@dataclass(frozen=True, slots=True)
class Ruling:
    """One judgment and what it declares contrary."""

    eli: str
    case: str  # „K 20/99”
    date: dt.date | None
    published: dt.date | None
    verdicts: tuple[Verdict, ...]

    @property
    def address(self) -> str:
        _, year, position = self.eli.split("/")
        return f"Dz.U. {year} poz. {position}"


@dataclass(slots=True)
class RulingReport:
    n_read: int = 0
    n_contrary: int = 0  # judgments that declare something contrary
    failed: list[str] = field(default_factory=list)  # no judgment, or in a form that is not known


def import_rulings(store: Store, path: Path, progress: Callable[[int, str], None] | None = None) -> RulingReport:
    """A folder or archive of judgments; those in an unknown form are named in the report and left out."""
    report = RulingReport()
    for document in read_documents(path):
        report.n_read += 1
        try:
            ruling = parse_ruling(document.text(), document.name)
        except SourceError as error:
            report.failed.append(str(error))
            continue
        if ruling.verdicts:
            report.n_contrary += 1
            body = json.dumps(to_json(ruling), ensure_ascii=False)
            with store.transaction():
                store.db.execute("INSERT OR REPLACE INTO rulings VALUES (?, ?)", (ruling.eli, body))
        if progress is not None:
            progress(report.n_read, document.name)
    if report.n_read and len(report.failed) == report.n_read:
        raise SourceError(report.failed[0])
    link_rulings(store)
    return report


def parse_ruling(text: str, name: str) -> Ruling:
    front, body = split_front_matter(text, name)
    case = _CASE.search(front["title"])
    if case is None or "trybunał" not in front["title"].lower():
        raise SourceError(f"{name}: {front['title'][:80]!r} is no judgment of the Constitutional Tribunal")
    published = _iso(front.get("promulgation_date")) or _iso(front.get("entry_into_force"))
    verdicts = tuple(read_ruling(body, published))
    if not verdicts and declares_contrary(body):
        raise SourceError(f"{name}: declares a provision contrary in a form that is not known")
    return Ruling(front["eli"], case[1].strip(), _iso(front.get("publication_date")), published, verdicts)


@dataclass(frozen=True, slots=True)
class Link:
    """A verdict with the articles it was tied to, or why it was not."""

    ruling: Ruling
    position: int
    act_id: str
    labels: tuple[str, ...]
    problem: str = ""


def ruling_links(store: Store) -> list[Link]:
    """Every verdict known, tied to articles of the corpus as far as they can be told."""
    acts = store.acts()
    by_date: dict[dt.date | None, list[Act]] = defaultdict(list)
    names = functools.cache(lambda: ActNames(acts))  # only judgments that give no date ask for them
    for act in acts:
        by_date[act.date].append(act)
    labels: dict[str, set[str]] = defaultdict(set)
    for act_id, label in store.db.execute("SELECT DISTINCT act_id, label FROM articles"):
        labels[act_id].add(label)
    found = []
    for ruling in all_rulings(store).values():
        for position, verdict in enumerate(ruling.verdicts):
            act_id = _find(verdict, by_date, names)
            known = tuple(label for label in verdict.labels if label in labels[act_id]) if act_id else ()
            found.append(Link(ruling, position, act_id, known, "" if known else _why(verdict, act_id)))
    return found


def link_rulings(store: Store) -> None:
    """Ties kept in the store, where articles look for them."""
    rows = [(k.act_id, label, k.ruling.eli, k.position) for k in ruling_links(store) for label in k.labels]
    with store.transaction():
        store.db.execute("DELETE FROM ruled")
        store.db.executemany("INSERT OR IGNORE INTO ruled VALUES (?, ?, ?, ?)", rows)


def rulings_on(store: Store, article_id: str) -> list[tuple[Ruling, Verdict]]:
    """Verdicts on an article, the newest first."""
    act_id, _, label = article_id.partition("#")
    rows = store.db.execute(
        "SELECT eli, position FROM ruled WHERE act_id = ? AND label = ?", (act_id, label)
    ).fetchall()
    if not rows:
        return []
    every = all_rulings(store) if len(rows) > 3 else {eli: _one(store, eli) for eli, _ in rows}
    found = [(every[eli], every[eli].verdicts[position]) for eli, position in rows]
    return sorted(found, key=lambda pair: pair[0].published or dt.date.min, reverse=True)


def all_rulings(store: Store) -> dict[str, Ruling]:
    """Those that came with the package, and over them those imported, which have their scopes."""
    own = {eli: ruling_from_json(json.loads(body)) for eli, body in store.db.execute("SELECT eli, body FROM rulings")}
    return {ruling.eli: ruling for ruling in shipped_rulings()} | own


def _one(store: Store, eli: str) -> Ruling:
    row = store.db.execute("SELECT body FROM rulings WHERE eli = ?", (eli,)).fetchone()
    return ruling_from_json(json.loads(row[0])) if row else _shipped_by_eli()[eli]


def _find(verdict: Verdict, by_date: dict[dt.date | None, list[Act]], names: Callable[[], ActNames]) -> str:
    if verdict.date is None:
        return (names().resolve(verdict.title) or "") if verdict.title else ""
    best, best_score = "", 0
    for act in by_date.get(verdict.date, ()):
        own = prefixes(act.title)
        shared = len(own & prefixes(verdict.title[: int(1.35 * len(act.title)) + 12]))
        if own and shared / len(own) >= SAME_TITLE and shared > best_score:
            best, best_score = act.act_id, shared
    return best


def _why(verdict: Verdict, act_id: str) -> str:
    if act_id:
        return "the whole act" if not verdict.labels else f"the act has no art. {', '.join(verdict.labels)} any more"
    if not verdict.title:
        return "no act could be read"
    return f"not in the corpus: {verdict.date or ''} {verdict.title[:90]}"


# -- as JSON, and the facts that come with the package ---------------------------------------------------------


def ruling_from_json(data: dict[str, Any]) -> Ruling:
    verdicts = [
        Verdict(
            **{
                **verdict,
                "date": _iso(verdict.get("date")),
                "loses_force": _iso(verdict.get("loses_force")),
                "labels": tuple(verdict.get("labels", ())),
            }
        )
        for verdict in data["verdicts"]
    ]
    return Ruling(data["eli"], data["case"], _iso(data["date"]), _iso(data["published"]), tuple(verdicts))


def write_shipped(rulings: Iterable[Ruling], path: Path) -> int:
    """Facts alone: no word of a scope."""
    lines = []
    for ruling in rulings:
        facts = tuple(dataclasses.replace(v, scope="") for v in ruling.verdicts if v.labels and v.title)
        if facts:
            lines.append(json.dumps(to_json(dataclasses.replace(ruling, verdicts=facts)), ensure_ascii=False))
    data = zstandard.ZstdCompressor(level=19).compress(("\n".join(lines) + "\n").encode("utf-8"))
    atomic_write_bytes(path, data)
    return len(lines)


@functools.cache
def shipped_rulings() -> tuple[Ruling, ...]:
    path = resources.files("przepis.corpus.validity").joinpath(SHIPPED)
    data = zstandard.ZstdDecompressor().decompress(path.read_bytes(), max_output_size=2**26)
    return tuple(ruling_from_json(json.loads(line)) for line in data.decode("utf-8").splitlines())


@functools.cache
def _shipped_by_eli() -> dict[str, Ruling]:
    return {ruling.eli: ruling for ruling in shipped_rulings()}


def _iso(value: str | None) -> dt.date | None:
    try:
        return dt.date.fromisoformat(value) if value else None
    except ValueError:
        return None
