"""What lies in Milvus: names of collections, their fields, filters as expressions.

A generation of the local index has one collection for every lexical field (with its k1 and b) and one for every dense
field. A lexical collection holds a sparse vector an article: term id -> f (k1 + 1) / (f + norm). The query's vector is
term id -> idf times its count, so that the inner product is BM25, the same number that the embedded engine computes:
idf and average length are those of the whole corpus, whatever the shards and segments.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from przepis.artifact import read_json
from przepis.index.engine import Filter
from przepis.index.local.index import LocalIndex
from przepis.index.local.lexical import Bm25Settings
from przepis.index.milvus.connection import Connection

DEFAULT_PREFIX = "przepis"
# Small, and read by array in several steps (overlaps with themes, concepts, headings): they stay local.
LOCAL_FIELDS = frozenset(
    {"headings", "theme", "concepts", "summary", "each-question", "act-title", "act-concepts", "act-summary"}
)
MAX_LIMIT = 16_384  # the most hits that Milvus gives for one query
NOTHING = "row < 0"
EXACT_VECTORS = 400_000  # more than these are searched by graph, fewer exactly (150 ms of CPU a million)


@dataclass(frozen=True, slots=True)
class LexicalPart:
    """One lexical field under one setting of k1 and b."""

    field: str
    bm25: Bm25Settings

    @property
    def key(self) -> str:
        return f"{_plain(self.field)}_k{_number(self.bm25.k1)}_b{_number(self.bm25.b)}"


@dataclass(frozen=True, slots=True)
class DensePart:
    field: str

    @property
    def key(self) -> str:
        return f"dense_{_plain(self.field)}"


Part = LexicalPart | DensePart


def remote_fields(index: LocalIndex) -> list[str]:
    return sorted(index.lexical_fields - LOCAL_FIELDS)


def parts_of(index: LocalIndex, extra: tuple[LexicalPart, ...] = ()) -> list[Part]:
    """Every collection a generation needs; ``extra``: further settings of k1 and b that pipelines ask for."""
    own = [LexicalPart(name, index.field(name).prepared) for name in remote_fields(index)]
    more = sorted({p for p in extra if p.field in remote_fields(index)} - set(own), key=lambda p: p.key)
    return [*own, *more, *(DensePart(name) for name in sorted(index.dense_fields))]


def fingerprint(folder: Path) -> str:
    """Equal for two builds of the same index; the time they took does not count."""
    files = read_json(folder / "MANIFEST.json")["files"]
    sums = {name: facts["sha256"] for name, facts in files.items() if name != "index.json"}
    return hashlib.sha256(json.dumps(sums, sort_keys=True).encode()).hexdigest()[:12]


def collection_name(prefix: str, generation: str, key: str) -> str:
    return f"{prefix}_{generation}_{key}"


def filter_expression(index: LocalIndex, where: Filter | None) -> str:
    """A filter in Milvus' language; empty: everything passes."""
    if where is None or where.empty:
        return ""
    terms: list[str] = []
    if where.acts is not None:
        terms.append(_one_of("act", [i for i, act in enumerate(index.act_ids) if act in where.acts]))
    if where.not_acts:
        ended = [i for i, act in enumerate(index.act_ids) if act in where.not_acts]
        terms += [f"act not in {ended}"] if ended else []  # the engine knows no "not" before brackets
    if where.not_articles:
        rows = sorted(row for article in where.not_articles if (row := index.row(article)) is not None)
        terms += [f"row not in {rows}"] if rows else []
    if where.kinds is not None:
        terms.append(_one_of("kind", [i for i, k in enumerate(index.names["kinds"]) if k in where.kinds]))
    if where.statuses is not None:
        terms.append(_one_of("status", [i for i, s in enumerate(index.names["statuses"]) if s in where.statuses]))
    if where.annotated is not None:
        terms.append(f"annotated == {str(where.annotated).lower()}")
    if where.repealed is not None:
        terms.append(f"repealed == {str(where.repealed).lower()}")
    return " and ".join(terms)


def ensure_collection(connection: Connection, name: str, part: Part, dim: int, n_items: int) -> None:
    """Make the collection and its index, whichever of the two a killed run has not made yet, and load it.

    The columns are those that filters ask of an article, and its id for whoever reads the collection.
    """
    import pymilvus as kinds

    types = kinds.DataType
    vector = (
        kinds.FieldSchema("vector", types.FLOAT_VECTOR, dim=dim)
        if isinstance(part, DensePart)
        else kinds.FieldSchema("vector", types.SPARSE_FLOAT_VECTOR)
    )
    columns = [
        kinds.FieldSchema("place", types.INT64, is_primary=True, auto_id=False),
        kinds.FieldSchema("row", types.INT64),
        kinds.FieldSchema("article_id", types.VARCHAR, max_length=128),
        kinds.FieldSchema("act", types.INT32),
        kinds.FieldSchema("kind", types.INT8),
        kinds.FieldSchema("status", types.INT8),
        kinds.FieldSchema("valid_from", types.INT32),
        kinds.FieldSchema("annotated", types.BOOL),
        kinds.FieldSchema("repealed", types.BOOL),
        vector,
    ]
    make_collection(connection, name, columns, _index(part, n_items), f"{part.key}, {n_items} items")


def make_collection(connection: Connection, name: str, columns: list[Any], index: dict[str, Any], about: str) -> None:
    import pymilvus as kinds

    if not connection.call("has_collection", name):
        schema = kinds.CollectionSchema(columns, description=about, enable_dynamic_field=False)
        connection.call("create_collection", name, schema=schema)
    if not connection.call("list_indexes", name):
        wanted = kinds.MilvusClient.prepare_index_params()
        wanted.add_index("vector", metric_type="IP", **index)
        connection.call("create_index", name, wanted, sync=False)  # waiting would be in steps of half a second
    connection.call("load_collection", name)


def _index(part: Part, n_items: int) -> dict[str, Any]:
    if isinstance(part, LexicalPart):
        return {"index_type": "SPARSE_INVERTED_INDEX", "params": {"drop_ratio_build": 0.0}}
    if n_items <= EXACT_VECTORS:
        return {"index_type": "FLAT", "params": {}}
    return {"index_type": "HNSW", "params": {"M": 24, "efConstruction": 200}}


def _one_of(column: str, values: list[int]) -> str:
    return f"{column} in {values}" if values else NOTHING


def _plain(name: str) -> str:
    """Collections are named with letters, digits and underscores alone; ``+`` and ``-`` must stay different."""
    return re.sub(r"\W", "_", name.replace("+", "_plus_"))


def _number(value: float) -> str:
    return f"{value:g}".replace(".", "_")
