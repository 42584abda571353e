"""The scale-out engine: large lexical fields and vectors are searched in Milvus, small facts stay in the local index.

Ids, acts, filter columns, vocabularies, the forward index and the small surrogate fields are read from the local
generation, so every pipeline runs as it does on the embedded engine. What grows with the corpus is asked of Milvus, in
the collections that were copied from this very generation: an index and its copy cannot drift apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from przepis.errors import EngineError, PipelineError
from przepis.index.arrays import quantise
from przepis.index.embedded.searcher import EmbeddedSearcher
from przepis.index.engine import Filter, Health, Ranked
from przepis.index.local.index import LocalIndex
from przepis.index.local.lexical import Bm25Settings
from przepis.index.milvus.connection import Connection
from przepis.index.milvus.generations import Generations
from przepis.index.milvus.load import item_rows
from przepis.index.milvus.schema import (
    DEFAULT_PREFIX,
    LOCAL_FIELDS,
    MAX_LIMIT,
    DensePart,
    LexicalPart,
    Part,
    collection_name,
    filter_expression,
    fingerprint,
)
from przepis.settings import EngineSettings

_MARGIN = 20  # hits asked for beyond k, among which ties across the cut are broken by id


class MilvusSearcher:
    """Searches the copy in Milvus; the small fields, which were not copied, in the local index."""

    name = "milvus"
    n_beside = 8

    def __init__(self, index: LocalIndex, settings: EngineSettings, prefix: str = DEFAULT_PREFIX) -> None:
        self.index = index
        self._small = EmbeddedSearcher(index)
        self.connection = Connection(settings)
        self.prefix = prefix
        self.generation = fingerprint(index.folder)
        self._loaded: set[str] = set()
        self._owners: dict[str, np.ndarray] = {}
        try:
            self.server_version = self.connection.check_version()
            self.manifest = self._manifest()
        except BaseException:
            self.connection.close()
            raise

    def close(self) -> None:
        self._small.close()
        self.connection.close()

    def health(self) -> Health:
        n_articles = self._manifest()["n_articles"]
        return Health(self.name, self.generation, n_articles, self.connection.version())

    def _manifest(self) -> dict[str, Any]:
        manifest = Generations(self.connection, self.prefix).manifest(self.generation)
        if manifest is None:
            raise EngineError(
                f"Milvus at {self.connection.uri} has no whole copy of this index (generation {self.generation}); "
                f"run `przepis engine copy --to {self.connection.uri}`"
            )
        return manifest

    # -- lexical --------------------------------------------------------------------------------------------

    def lexical(
        self, field: str, text: str, k: int, bm25: Bm25Settings | None = None, where: Filter | None = None
    ) -> Ranked:
        if field in LOCAL_FIELDS:
            return self._small.lexical(field, text, k, bm25, where)
        part = self._part(field, bm25)
        query = self._query(field, text)
        return self._top(part, query, k, filter_expression(self.index, where)) if query else _nothing()

    def lexical_scores(self, field: str, text: str, rows: np.ndarray, bm25: Bm25Settings | None = None) -> np.ndarray:
        if field in LOCAL_FIELDS:
            return self._small.lexical_scores(field, text, rows, bm25)
        query = self._query(field, text)
        if not query:
            return np.zeros(len(rows), dtype=np.float32)
        return self._scores_of(self._part(field, bm25), query, rows, missing=0.0)

    def _query(self, field: str, text: str) -> dict[int, float]:
        """Term id -> idf times how often it stands in the query."""
        terms, times = np.unique(self.index.terms(field, text), return_counts=True)
        if not len(terms):
            return {}
        factors = (self.index.field(field).idf(terms) * times).astype(np.float32)
        return dict(zip(terms.tolist(), factors.tolist(), strict=True))

    def _part(self, field: str, bm25: Bm25Settings | None) -> LexicalPart:
        part = LexicalPart(field, bm25 or self.index.field(field).prepared)
        if part.key not in self.manifest["parts"]:
            raise PipelineError(
                f"field {field!r} was not copied to Milvus with k1 {part.bm25.k1:g} and b {part.bm25.b:g}; "
                f"run `przepis engine copy --to {self.connection.uri} --bm25 {field}:{part.bm25.k1:g}:{part.bm25.b:g}`"
            )
        return part

    # -- dense ----------------------------------------------------------------------------------------------

    def dense(self, field: str, vector: np.ndarray, k: int, where: Filter | None = None) -> Ranked:
        return self._top(self._dense_part(field), _packed(vector), k, filter_expression(self.index, where))

    def dense_scores(self, field: str, vector: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return self._scores_of(self._dense_part(field), _packed(vector), rows, missing=-1.0)

    def _dense_part(self, field: str) -> DensePart:
        self.index.dense_field(field)  # refuses a field that the index does not have
        return DensePart(field)

    # -- Milvus ---------------------------------------------------------------------------------------------

    def _top(self, part: Part, query: Any, k: int, expression: str) -> Ranked:
        """The best k articles. More is fetched while several vectors of one article, or ties, may hide one."""
        limit = min(MAX_LIMIT, (k if isinstance(part, LexicalPart) else 3 * k) + _MARGIN)
        while True:
            rows, scores = self._search(part, query, limit, expression)
            pooled, best = _pool(rows, scores)
            enough = len(pooled) > k and best[k] < best[k - 1]  # nothing unseen ties with the last that is kept
            if enough or len(rows) < limit or limit == MAX_LIMIT:
                break
            limit = min(MAX_LIMIT, 4 * limit)
        order = np.lexsort((self.index.tie_order[pooled], -best))[:k]
        return Ranked(pooled[order], best[order])

    def _scores_of(self, part: Part, query: Any, rows: np.ndarray, missing: float) -> np.ndarray:
        """Scores of given articles: the same search, among their items alone."""
        wanted = np.asarray(rows, dtype=np.int64)
        places = np.flatnonzero(np.isin(self._items(part), wanted))
        found: dict[int, float] = {}
        for at in range(0, len(places), MAX_LIMIT):
            some = places[at : at + MAX_LIMIT]
            hit_rows, scores = self._search(part, query, len(some), f"place in {some.tolist()}")
            for row, score in zip(hit_rows.tolist(), scores.tolist(), strict=True):
                found[row] = max(score, found.get(row, missing))
        return np.array([found.get(row, missing) for row in wanted.tolist()], dtype=np.float32)

    def _search(self, part: Part, query: Any, limit: int, expression: str) -> tuple[np.ndarray, np.ndarray]:
        """Rows (an article as often as it has items that were found) and scores, best first."""
        name = collection_name(self.prefix, self.generation, part.key)
        if name not in self._loaded:
            self.connection.call("load_collection", name)
            self._loaded.add(name)
        params = {"ef": max(64, 2 * limit)} if isinstance(part, DensePart) else {"drop_ratio_search": 0.0}
        try:
            hits = self.connection.call(
                "search",
                name,
                data=[query],
                anns_field="vector",
                limit=limit,
                filter=expression,
                search_params={"metric_type": "IP", "params": params},
            )[0]
        except EngineError:
            self._loaded.discard(name)  # a server that was restarted may have to load it again
            raise
        places = np.array([hit["id"] for hit in hits], dtype=np.int64)
        scores = np.array([hit["distance"] for hit in hits], dtype=np.float32)
        return self._items(part)[places], scores

    def _items(self, part: Part) -> np.ndarray:
        """The row of every item of a collection."""
        if part.key not in self._owners:
            self._owners[part.key] = item_rows(self.index, part).astype(np.int64)
        return self._owners[part.key]


def _packed(vector: np.ndarray) -> list[float]:
    """The query rounded as the embedded engine rounds it, so that the two give the same cosines."""
    packed, scale = quantise(np.asarray(vector, dtype=np.float32)[None, :])
    unpacked: list[float] = (packed[0].astype(np.float32) * scale[0]).tolist()
    return unpacked


def _pool(rows: np.ndarray, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The best score of each article, best first: items come best first, so an article's first is its best."""
    first = np.sort(np.unique(rows, return_index=True)[1])
    return rows[first], scores[first]


def _nothing() -> Ranked:
    return Ranked(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32))
