"""The annexes of an act by name, also those that are only named; units of the others are stored as articles."""

from __future__ import annotations

import json
from collections.abc import Sequence

from przepis.corpus.store import Store
from przepis.sources.parsed import ParsedAnnex


def keep_annexes(store: Store, version_id: str, annexes: Sequence[ParsedAnnex]) -> None:
    """Beside the text that has them; the act's own id may still change."""
    key = f"annexes:{version_id}"
    store.db.execute("DELETE FROM meta WHERE key = ?", (key,))
    if annexes:
        rows = [[annex.label, annex.title, int(annex.only_named)] for annex in annexes]
        store.set_meta(key, json.dumps(rows, ensure_ascii=False))


def annexes_of(store: Store, version_id: str) -> list[ParsedAnnex]:
    """In the order of the text."""
    rows = json.loads(store.get_meta(f"annexes:{version_id}", "[]"))
    return [ParsedAnnex(label, title, bool(only_named)) for label, title, only_named in rows]
