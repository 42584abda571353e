"""One published text into the store, in one transaction."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import TypeVar

from przepis.corpus.annexes import keep_annexes
from przepis.corpus.delegation import keep_preamble
from przepis.corpus.prepare import PreparedAct, prepare
from przepis.corpus.store import Store
from przepis.corpus.validity.clauses import clause_to_json, clauses_of
from przepis.law.base_acts import base_act, namings
from przepis.law.prefixes import prefixes
from przepis.sources.parsed import ParsedAct

T = TypeVar("T")


def title_key(title: str) -> str:
    """Equal for the same title in any spelling: the order and the endings of words do not count."""
    return " ".join(sorted(prefixes(title)))


def ingest(store: Store, act: ParsedAct | PreparedAct) -> bool:
    """False when the very same text was there already: nothing changes then."""
    prepared = act if isinstance(act, PreparedAct) else prepare(act)
    parsed, style = prepared.parsed, prepared.style
    row = store.db.execute("SELECT content_hash FROM versions WHERE version_id = ?", (parsed.eli,)).fetchone()
    if row and row[0] == prepared.content_hash:
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
                prepared.content_hash,
            ),
        )
        _insert_entries(store, prepared)
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
        _keep_clauses(store, parsed)
        settle_status(store, act_id)
        keep_preamble(store, parsed.eli, parsed.preamble)
        keep_annexes(store, parsed.eli, parsed.annexes)
        if parsed.issuer:
            store.set_meta(f"issuer:{act_id}", parsed.issuer)
        store.db.execute("DELETE FROM linked WHERE act_id = ?", (act_id,))
    return True


def _act_for(store: Store, parsed: ParsedAct) -> str:
    """The act this text belongs to, made if it is new; a provisional id gives way to the real one."""
    date = parsed.act_date.isoformat() if parsed.act_date else None
    key = title_key(parsed.title)
    listed = base_act(parsed.act_date, parsed.title) if parsed.act_date else None
    real = parsed.base_eli or (listed.act_id if listed else "")
    sure = bool(parsed.base_eli) or (listed is not None and (listed.source == "stated" or listed.act_id in _named()))
    keys = (key, *map(title_key, parsed.former_titles))
    for former in keys[1:]:
        store.set_meta(_renamed(date, former), real)
    known = store.db.execute(
        f"""SELECT acts.act_id, provisional FROM acts WHERE act_id = ?
        OR (date IS ? AND title_key IN ({",".join("?" * len(keys))})) OR act_id = ?
        UNION SELECT versions.act_id, provisional FROM versions JOIN acts USING (act_id) WHERE version_id = ?
        ORDER BY provisional LIMIT 1""",
        (real, date, *keys, store.get_meta(_renamed(date, key)), parsed.eli),
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


def _renamed(date: str | None, former_key: str) -> str:
    """Under which the store keeps the act that bore a title once."""
    return f"renamed:{date}:{former_key}"


@functools.cache
def _named() -> frozenset[str]:
    """Acts with an abbreviation of their own: known too well for their Journal position to be in doubt."""
    return frozenset(naming.act_id for naming in namings())


def rename_act(store: Store, old: str, new: str, *, provisional: bool) -> None:
    """Give an act its real ELI; everything that names it follows."""
    store.db.execute("UPDATE acts SET act_id = ?, provisional = ? WHERE act_id = ?", (new, int(provisional), old))
    store.db.execute("UPDATE refs SET target_act = ? WHERE target_act = ?", (new, old))
    store.db.execute("UPDATE OR REPLACE meta SET key = ? WHERE key = ?", (f"issuer:{new}", f"issuer:{old}"))
    store.db.execute("UPDATE surrogates SET act_id = ? WHERE act_id = ?", (new, old))


def _provisional_id(date: str | None, key: str) -> str:
    year = date[:4] if date else "0000"
    return f"DU/{year}/x{hashlib.sha256(f'{date} {key}'.encode()).hexdigest()[:8]}"


def _insert_entries(store: Store, prepared: PreparedAct) -> None:
    parsed = prepared.parsed
    text_ids = _text_ids(store, prepared)
    headings_ids: dict[tuple[str, ...], int] = {}
    rows = []
    for ordinal, article in enumerate(parsed.articles):
        if article.headings not in headings_ids:
            headings_ids[article.headings] = headings_id(store, article.headings)
        path_id = headings_ids[article.headings]
        rows.append((parsed.eli, ordinal, article.label, text_ids[ordinal], path_id, int(article.repealed)))
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


def _keep_clauses(store: Store, parsed: ParsedAct) -> None:
    """Clauses of repeal that stand in the text itself."""
    store.db.execute("DELETE FROM clauses WHERE version_id = ?", (parsed.eli,))
    found = [clause for article in parsed.articles for clause in clauses_of(article.label, article.text)]
    rows = [(parsed.eli, i, json.dumps(clause_to_json(c), ensure_ascii=False)) for i, c in enumerate(found)]
    store.db.executemany("INSERT INTO clauses VALUES (?, ?, ?)", rows)


def settle_status(store: Store, act_id: str) -> None:
    """The act's status as its newest text that says anything of it states it."""
    row = store.db.execute(
        """SELECT s.status FROM versions v JOIN statements s USING (version_id)
        WHERE v.act_id = ? AND s.status != 'unknown'
        ORDER BY v.as_of DESC, v.published DESC, version_id DESC LIMIT 1""",
        (act_id,),
    ).fetchone()
    store.db.execute("UPDATE acts SET status = ? WHERE act_id = ?", (row[0] if row else "unknown", act_id))


def _text_ids(store: Store, prepared: PreparedAct) -> list[int]:
    """Of every article's wording; wordings that are new are stored with their units."""
    articles, texts = prepared.parsed.articles, prepared.texts
    store.db.executemany(
        "INSERT OR IGNORE INTO texts (exact_hash, text_hash, text) VALUES (?, ?, ?)",
        [(t.exact_hash, t.text_hash, a.text) for a, t in zip(articles, texts, strict=True)],
    )
    known: dict[str, int] = {}
    hashes = [t.exact_hash for t in texts]
    for part in _parts(hashes):
        marks = ",".join("?" * len(part))
        known.update(store.db.execute(f"SELECT exact_hash, text_id FROM texts WHERE exact_hash IN ({marks})", part))
    store.db.executemany(
        "INSERT OR IGNORE INTO units VALUES (?, ?, ?)", [(known[t.exact_hash], prepared.style, t.units) for t in texts]
    )
    return [known[exact] for exact in hashes]


def _parts(items: Sequence[T], size: int = 500) -> Iterator[Sequence[T]]:
    return (items[at : at + size] for at in range(0, len(items), size))


def headings_id(store: Store, headings: tuple[str, ...]) -> int:
    """The row of a path of headings, made where it is new."""
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
    for part in _parts(sorted(text_ids)):
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
