"""One published text into the store, in one transaction."""

from __future__ import annotations

import functools
import hashlib
import json
import re

from przepis.artifact import sha256_text
from przepis.corpus.delegation import keep_preamble
from przepis.corpus.store import Store
from przepis.corpus.units import parse_units, unit_style
from przepis.law.base_acts import base_act, namings
from przepis.law.prefixes import prefixes
from przepis.sources.parsed import ParsedAct, ParsedArticle

_LINE_MARKER = re.compile(r"^\s*(?:§\s*)?\d+[a-ząćęłńóśźż]*(?:\^\d+[a-z]*)?[.)]\s+", re.M)
_NOT_WORD = re.compile(r"\W+")


def text_hash(text: str) -> str:
    """Of the wording alone: unit markers, spacing, punctuation and case do not count.

    So the same wording read from HTML (which keeps ``§ 1.``) and from Markdown (which drops it) is one wording, and
    the surrogate written for it stays valid.
    """
    plain = _NOT_WORD.sub(" ", _LINE_MARKER.sub("", text).lower()).strip()
    return hashlib.sha256(plain.encode("utf-8")).hexdigest()[:20]


def title_key(title: str) -> str:
    """Equal for the same title in any spelling: the order and the endings of words do not count."""
    return " ".join(sorted(prefixes(title)))


def content_hash(parsed: ParsedAct) -> str:
    parts = [parsed.eli, parsed.title, str(parsed.as_of), parsed.address, parsed.stated_status, parsed.status]
    parts += (parsed.kind, "\x1e".join(parsed.keywords), str(parsed.in_force_from))
    for article in parsed.articles:
        parts += (article.label, article.text, "\x1e".join(article.headings), article.coming, str(article.not_yet))
    return sha256_text(*parts)


def ingest(store: Store, parsed: ParsedAct) -> bool:
    """False when the very same text was there already: nothing changes then."""
    digest = content_hash(parsed)
    row = store.db.execute("SELECT content_hash FROM versions WHERE version_id = ?", (parsed.eli,)).fetchone()
    if row and row[0] == digest:
        return False
    with store.transaction():
        act_id = _act_for(store, parsed)
        store.db.execute("DELETE FROM entries WHERE version_id = ?", (parsed.eli,))
        store.db.execute(
            "INSERT OR REPLACE INTO versions VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                parsed.eli,
                act_id,
                parsed.as_of.isoformat(),
                parsed.published.isoformat() if parsed.published else None,
                parsed.address,
                int(parsed.consolidated),
                parsed.source,
                digest,
            ),
        )
        style = unit_style(" ".join(a.text for a in parsed.articles))
        _insert_entries(store, parsed, style)
        newest = store.versions(act_id)[-1].version_id
        if newest == parsed.eli:
            store.db.execute(
                "UPDATE acts SET title = ?, unit_style = ?, keywords = ?, title_key = ? WHERE act_id = ?",
                (
                    parsed.title,
                    style,
                    json.dumps(parsed.keywords, ensure_ascii=False),
                    title_key(parsed.title),
                    act_id,
                ),
            )
        rebuild_intervals(store, act_id)
        _keep_statement(store, parsed)
        _keep_coming(store, parsed)
        settle_status(store, act_id)
        keep_preamble(store, parsed.eli, parsed.preamble)
        store.db.execute("DELETE FROM linked WHERE act_id = ?", (act_id,))
    return True


def _act_for(store: Store, parsed: ParsedAct) -> str:
    """The act this text belongs to, made if it is new; a provisional id gives way to the real one."""
    date = parsed.act_date.isoformat() if parsed.act_date else None
    key = title_key(parsed.title)
    listed = base_act(parsed.act_date, parsed.title) if parsed.act_date else None
    real = parsed.base_eli or (listed.act_id if listed else "")
    sure = bool(parsed.base_eli) or (listed is not None and (listed.source == "stated" or listed.act_id in _named()))
    known = store.db.execute(
        """SELECT acts.act_id, provisional FROM acts WHERE act_id = ? OR (date IS ? AND title_key = ?)
        UNION SELECT versions.act_id, provisional FROM versions JOIN acts USING (act_id) WHERE version_id = ?
        ORDER BY provisional LIMIT 1""",
        (real, date, key, parsed.eli),
    ).fetchone()
    if known is None:
        act_id = real or _provisional_id(date, key)
        store.db.execute(
            "INSERT INTO acts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (act_id, parsed.title, parsed.kind, date, parsed.status, "[]", int(not sure), "pass", key),
        )
        return act_id
    act_id = str(known[0])
    if real and known[1] and real != act_id:
        rename_act(store, act_id, real, provisional=not sure)
        act_id = real
    return act_id


@functools.cache
def _named() -> frozenset[str]:
    """Acts with an abbreviation of their own: known too well for their Journal position to be in doubt."""
    return frozenset(naming.act_id for naming in namings())


def rename_act(store: Store, old: str, new: str, *, provisional: bool) -> None:
    """Give an act its real ELI; everything that names it follows."""
    store.db.execute("UPDATE acts SET act_id = ?, provisional = ? WHERE act_id = ?", (new, int(provisional), old))
    store.db.execute("UPDATE refs SET target_act = ? WHERE target_act = ?", (new, old))
    store.db.execute("UPDATE surrogates SET act_id = ? WHERE act_id = ?", (new, old))


def _provisional_id(date: str | None, key: str) -> str:
    year = date[:4] if date else "0000"
    return f"DU/{year}/x{hashlib.sha256(f'{date} {key}'.encode()).hexdigest()[:8]}"


def _insert_entries(store: Store, parsed: ParsedAct, style: str) -> None:
    rows = []
    for ordinal, article in enumerate(parsed.articles):
        text_id = _text_id(store, article, style)
        headings_id = _headings_id(store, article.headings)
        rows.append((parsed.eli, ordinal, article.label, text_id, headings_id, int(article.repealed)))
    store.db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", rows)


def _keep_statement(store: Store, parsed: ParsedAct) -> None:
    store.db.execute(
        "INSERT OR REPLACE INTO statements VALUES (?, ?, ?, ?)",
        (
            parsed.eli,
            parsed.stated_status,
            parsed.status,
            parsed.in_force_from.isoformat() if parsed.in_force_from else None,
        ),
    )


def _keep_coming(store: Store, parsed: ParsedAct) -> None:
    store.db.execute("DELETE FROM coming WHERE version_id = ?", (parsed.eli,))
    store.db.executemany(
        "INSERT OR REPLACE INTO coming VALUES (?, ?, ?, ?)",
        [
            (parsed.eli, a.label, a.text if a.not_yet else a.coming, int(a.not_yet))
            for a in parsed.articles
            if a.coming or a.not_yet
        ],
    )


def settle_status(store: Store, act_id: str) -> None:
    """The act's status as its newest text that says anything of it states it."""
    row = store.db.execute(
        """SELECT s.status FROM versions v JOIN statements s USING (version_id)
        WHERE v.act_id = ? AND s.status != 'unknown'
        ORDER BY v.as_of DESC, v.published DESC, version_id DESC LIMIT 1""",
        (act_id,),
    ).fetchone()
    store.db.execute("UPDATE acts SET status = ? WHERE act_id = ?", (row[0] if row else "unknown", act_id))


def _text_id(store: Store, article: ParsedArticle, style: str) -> int:
    exact = hashlib.sha256(article.text.encode("utf-8")).hexdigest()[:32]
    row = store.db.execute("SELECT text_id FROM texts WHERE exact_hash = ?", (exact,)).fetchone()
    if row is None:
        cursor = store.db.execute(
            "INSERT INTO texts (exact_hash, text_hash, text) VALUES (?, ?, ?)",
            (exact, text_hash(article.text), article.text),
        )
        text_id = int(cursor.lastrowid or 0)
    else:
        text_id = int(row[0])
    spans = parse_units(article.text, style)  # type: ignore[arg-type]
    packed = json.dumps([[s.path, s.start, s.end, int(s.inferred)] for s in spans], ensure_ascii=False)
    store.db.execute("INSERT OR IGNORE INTO units VALUES (?, ?, ?)", (text_id, style, packed))
    return text_id


def _headings_id(store: Store, headings: tuple[str, ...]) -> int:
    path = json.dumps(headings, ensure_ascii=False)
    row = store.db.execute("SELECT headings_id FROM headings WHERE path = ?", (path,)).fetchone()
    if row is not None:
        return int(row[0])
    return int(store.db.execute("INSERT INTO headings (path) VALUES (?)", (path,)).lastrowid or 0)


def rebuild_intervals(store: Store, act_id: str) -> None:
    """Wordings of an act in time: each holds from the first version that has it to the next that differs."""
    versions = store.versions(act_id)
    order = {v.version_id: i for i, v in enumerate(versions)}
    entries: dict[str, list[tuple[int, int, int, int, int]]] = {}
    for version in versions:
        seen: set[str] = set()
        for label, ordinal, text_id, headings_id, repealed in store.db.execute(
            "SELECT label, ordinal, text_id, headings_id, repealed FROM entries WHERE version_id = ? ORDER BY ordinal",
            (version.version_id,),
        ):
            if label not in seen:  # a label doubled in the source keeps its first text
                seen.add(label)
                entries.setdefault(label, []).append(
                    (order[version.version_id], ordinal, text_id, headings_id, repealed)
                )
    hashes = _hashes(store, {row[2] for rows in entries.values() for row in rows})
    last = len(versions) - 1
    rows_out = []
    for label, rows in entries.items():
        for first, final, row in _runs(rows, hashes):
            until = versions[final + 1].as_of.isoformat() if final < last else None
            rows_out.append(
                (
                    act_id,
                    label,
                    versions[first].version_id,
                    versions[final].version_id,
                    row[1],
                    row[2],
                    row[3],
                    row[4],
                    versions[first].as_of.isoformat(),
                    until,
                    int(final == last),
                )
            )
    store.db.execute("DELETE FROM articles WHERE act_id = ?", (act_id,))
    store.db.executemany("INSERT OR REPLACE INTO articles VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows_out)


def _hashes(store: Store, text_ids: set[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    ids = sorted(text_ids)
    for at in range(0, len(ids), 500):
        part = ids[at : at + 500]
        marks = ",".join("?" * len(part))
        found.update(store.db.execute(f"SELECT text_id, text_hash FROM texts WHERE text_id IN ({marks})", part))
    return found


def _runs(
    rows: list[tuple[int, int, int, int, int]], hashes: dict[int, str]
) -> list[tuple[int, int, tuple[int, int, int, int, int]]]:
    """Consecutive versions with the same wording, as (first, final, newest row of the run)."""
    runs: list[tuple[int, int, tuple[int, int, int, int, int]]] = []
    for row in rows:
        if runs and row[0] == runs[-1][1] + 1 and hashes[row[2]] == hashes[runs[-1][2][2]]:
            runs[-1] = (runs[-1][0], row[0], row)
        else:
            runs.append((row[0], row[0], row))
    return runs
