"""Units as they lie in the corpus, counted once: with the numbers of § known from elsewhere and those raised.

Every row is stamped with what it was counted by. Where that has changed since, the text is counted again when it is
read, and ``renew`` writes all such rows anew.
"""

from __future__ import annotations

import functools
import json

from przepis.corpus.corpus_file import CorpusFile
from przepis.corpus.numbering import facts_digest, told_numbers
from przepis.corpus.units import UnitSpan, UnitStyle, build_unit, parse_units
from przepis.records import Unit

_COUNTED_AS = 1  # raised whenever ``units`` or ``raised`` count otherwise than before
_AT_ONCE = 5000


def pack_units(text: str, style: UnitStyle) -> str:
    spans = parse_units(text, style)
    if any(span.inferred for span in spans) and (told := told_numbers(text)) is not None:
        spans = parse_units(text, style, told)
    rows = [[span.path, span.start, span.end, int(span.inferred), int(span.restored)] for span in spans]
    return _stamp() + json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def read_units(stored: str | None, text: str, style: UnitStyle) -> tuple[Unit, ...]:
    """``stored``: None of an act whose style was decided anew by a later import."""
    if stored is None or not stored.startswith(_stamp()):
        stored = pack_units(text, style)
    rows = json.loads(stored[len(_stamp()) :])
    return tuple([build_unit(text, UnitSpan(tuple(path), a, b, bool(i), bool(r))) for path, a, b, i, r in rows])


def renew(store: CorpusFile) -> int:
    """Rows that were counted otherwise, counted as now; how many there were."""
    select = """SELECT u.text_id, u.style, t.text FROM units u JOIN texts t USING (text_id)
        WHERE substr(u.spans, 1, ?) != ? LIMIT ?"""
    n = 0
    while rows := store.db.execute(select, (len(_stamp()), _stamp(), _AT_ONCE)).fetchall():
        packed = [(pack_units(text, style), text_id, style) for text_id, style, text in rows]
        with store.transaction():
            store.db.executemany("UPDATE units SET spans = ? WHERE text_id = ? AND style = ?", packed)
        n += len(rows)
    return n


@functools.cache
def _stamp() -> str:
    return f"{_COUNTED_AS}{facts_digest()} "
