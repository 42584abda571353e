"""The texts of an act's articles as the store has them, each cut into the lines that lost their numbers."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict

from benchmarks.numbering.chain import Text
from przepis.corpus.store import Store
from przepis.corpus.units import parse_units


def texts_of(store: Store, act_id: str) -> dict[str, list[Text]]:
    """Article -> its wordings with more than one unmarked line, in the order of their days."""
    found: dict[str, list[Text]] = defaultdict(list)
    for version in store.versions(act_id):
        rows = store.db.execute(
            "SELECT label, text FROM entries JOIN texts USING (text_id) WHERE version_id = ? ORDER BY ordinal",
            (version.version_id,),
        )
        seen: set[str] = set()
        for label, text in rows:
            if label in seen:
                continue
            seen.add(label)
            if made := unmarked(text, version.as_of):
                found[label].append(made)
    return dict(found)


def unmarked(text: str, as_of: dt.date) -> Text | None:
    spans = [span for span in parse_units(text, "para") if span.inferred]
    lines = [text[span.start : span.end] for span in spans]
    return Text(as_of, text, lines) if lines else None
