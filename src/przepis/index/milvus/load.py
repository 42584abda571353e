"""Copies a generation of the local index into Milvus: in batches, resumable, the same however often it is run.

Items go in in their order, a batch at a time. What a killed run left is a prefix of whole batches and perhaps a part of
one more; the next run counts what is there, goes back to the start of that batch and replaces it, then goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from przepis.errors import EngineError
from przepis.index.local.dense import DenseField
from przepis.index.local.index import LocalIndex
from przepis.index.local.lexical import LexicalField, saturate
from przepis.index.milvus.connection import Connection
from przepis.index.milvus.generations import Generations
from przepis.index.milvus.schema import (
    DEFAULT_PREFIX,
    DensePart,
    LexicalPart,
    Part,
    collection_name,
    ensure_collection,
    fingerprint,
    parts_of,
)

BATCH = 1000
_SLICE = 200_000  # rows whose postings are turned into documents at once: bounds the loader's memory
Progress = Callable[[str, int, int], None]
"""Called with the collection's part, how many of its items are there, and how many there will be."""


def copy_index(
    index: LocalIndex,
    connection: Connection,
    *,
    extra: tuple[LexicalPart, ...] = (),
    prefix: str = DEFAULT_PREFIX,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Load what is missing, check the counts, switch to the generation, keep the one before it; the manifest."""
    started = time.perf_counter()
    connection.check_version()
    generation, generations = fingerprint(index.folder), Generations(connection, prefix)
    before = generations.current()
    parts = parts_of(index, extra)
    known = (generations.manifest(generation) or {}).get("parts", {})
    tell = progress or (lambda what, done, total: None)
    counts = dict(known)
    for part in parts:
        if part.key not in known:
            counts[part.key] = load_part(index, connection, part, collection_name(prefix, generation, part.key), tell)
    facts = {
        "generation": generation,
        "corpus": index.facts["corpus"],
        "n_articles": len(index.article_ids),
        "parts": counts,
        "seconds": round(time.perf_counter() - started, 1),
    }
    generations.write_manifest(generation, facts)
    generations.switch(generation)
    generations.drop_superseded({generation, before or generation})
    return facts


def load_part(index: LocalIndex, connection: Connection, part: Part, name: str, tell: Progress) -> int:
    """One collection to its end; the number of its items."""
    owners = item_rows(index, part)
    ensure_collection(connection, name, part, int(index.facts["dense"].get("dim", 2)), len(owners))
    done = count_items(connection, name)
    first = done // BATCH * BATCH
    columns = _Columns(index)
    for start, vectors in _batches(index, part, owners, first):
        items = [
            {"place": start + n, "vector": vector, **columns.of(int(owners[start + n]))}
            for n, vector in enumerate(vectors)
        ]
        # only what a killed run may have left half done needs replacing, which costs more than adding
        connection.call("upsert" if start < done else "insert", name, items)
        tell(part.key, start + len(items), len(owners))
    if not connection.lite:
        connection.call("flush", name)
    found = count_items(connection, name)
    if found != len(owners):
        raise EngineError(f"{name} has {found} items after loading, {len(owners)} expected; run the copy again")
    return found


def count_items(connection: Connection, name: str) -> int:
    found = connection.call("query", name, filter="", output_fields=["count(*)"], consistency_level="Strong")
    return int(found[0]["count(*)"])


def item_rows(index: LocalIndex, part: Part) -> np.ndarray:
    """The article's row of every item: articles with any term, or the vectors' owners."""
    if isinstance(part, LexicalPart):
        return np.flatnonzero(index.field(part.field).lengths)
    dense = index.dense_field(part.field)
    lengths = np.diff(np.append(dense.starts, len(dense.vectors)))
    return np.repeat(dense.owners, lengths)


class _Columns:
    """The filter columns of a row, as plain values."""

    def __init__(self, index: LocalIndex) -> None:
        self.article_ids, self.acts, self.columns = index.article_ids, index.row_act, index.columns

    def of(self, row: int) -> dict[str, Any]:
        facts = self.columns
        return {
            "row": row,
            "article_id": self.article_ids[row],
            "act": int(self.acts[row]),
            "kind": int(facts["kind"][row]),
            "status": int(facts["status"][row]),
            "valid_from": int(facts["valid_from"][row]),
            "annotated": bool(facts["annotated"][row]),
            "repealed": bool(facts["repealed"][row]),
        }


def _batches(index: LocalIndex, part: Part, owners: np.ndarray, first: int) -> Iterator[tuple[int, list[Any]]]:
    """(place of the first item, vectors) from ``first`` on, BATCH at a time."""
    if isinstance(part, DensePart):
        yield from _dense_batches(index.dense_field(part.field), first)
        return
    field = index.field(part.field)
    for at in range(first - first % _SLICE, len(owners), _SLICE):
        rows = owners[at : at + _SLICE]
        documents = _documents(field, part, rows)
        for start in range(max(at, first), at + len(rows), BATCH):
            yield start, [documents(n - at) for n in range(start, min(start + BATCH, at + len(rows)))]


def _dense_batches(dense: DenseField, first: int) -> Iterator[tuple[int, list[Any]]]:
    for start in range(first, len(dense.vectors), BATCH):
        packed = dense.vectors[start : start + BATCH].astype(np.float32)
        yield start, list(packed * dense.scales[start : start + BATCH, None])


def _documents(field: LexicalField, part: LexicalPart, rows: np.ndarray) -> Callable[[int], dict[int, float]]:
    """Postings of these rows turned round: from a place among them to the document's terms and weights."""
    docs = field.docs
    at = np.flatnonzero((docs >= rows[0]) & (docs <= rows[-1]))
    terms = (np.searchsorted(field.starts, at, side="right") - 1).astype(np.int64)
    owner = docs[at]
    if part.bm25 == field.prepared:
        weights = field.weights[at]
    else:
        weights = saturate(field.counts[at], field.norms(part.bm25)[owner], part.bm25.k1)
    order = np.argsort(owner, kind="stable")
    owner, terms, weights = owner[order], terms[order], weights[order]
    begin, end = np.searchsorted(owner, rows, side="left"), np.searchsorted(owner, rows, side="right")

    def document(n: int) -> dict[int, float]:
        a, b = int(begin[n]), int(end[n])
        return dict(zip(terms[a:b].tolist(), weights[a:b].tolist(), strict=True))

    return document
