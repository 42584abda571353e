"""The index of a home as every engine needs it: ids, facts, masks, vocabularies, the words in order, the fields.

What is searched in bulk is asked of a ``Searcher``; what is looked up by row is read here, from the same generation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from przepis.artifact import check_sizes, current_generation, read_json
from przepis.errors import PipelineError, StoreError, choices
from przepis.index.analyser import Vocabulary
from przepis.index.arrays import distinct
from przepis.index.build import INDEX_FORMAT, index_root
from przepis.index.engine import FEW, Filter, Ranked, top, top_of
from przepis.index.local.beyond import FOLDER as BEYOND
from przepis.index.local.beyond import Beyond
from przepis.index.local.dense import DenseField
from przepis.index.local.lexical import LexicalField, open_array
from przepis.index.local.memo import ArrayMemo, Memo
from przepis.records import note


class Forward:
    """Terms of every article in order, under the prefix analyser, with the bounds of its units."""

    def __init__(self, folder: Path) -> None:
        self.terms = open_array(folder / "terms.npy")
        self.segment_starts = open_array(folder / "segment_starts.npy")
        self.article_segments = open_array(folder / "article_segments.npy")
        self.unit_bounds = open_array(folder / "unit_bounds.npy")
        self.article_units = open_array(folder / "article_units.npy")

    def article(self, row: int) -> np.ndarray:
        """Terms of an article."""
        begin, end = self._bounds(row)
        return self.terms[begin:end]

    def units(self, row: int) -> tuple[np.ndarray, np.ndarray]:
        """Terms of an article; and of each numbered unit, in order, where its terms begin and end."""
        begin, end = self._bounds(row)
        first, last = self.article_units[row : row + 2].tolist()
        return self.terms[begin:end], self.unit_bounds[first:last] - begin

    def _bounds(self, row: int) -> tuple[int, int]:
        first, last = self.article_segments[row : row + 2].tolist()
        return int(self.segment_starts[first]), int(self.segment_starts[last])

    def segments(self, row: int) -> list[np.ndarray]:
        """Terms of each segment of an article."""
        first, last = int(self.article_segments[row]), int(self.article_segments[row + 1])
        bounds = self.segment_starts[first : last + 1].tolist()
        return [self.terms[a:b] for a, b in pairwise(bounds)]


class LocalIndex:
    """One generation, opened for reading; rows are places in it, ``article_ids[row]`` names the article."""

    def __init__(self, home: Path, corpus_fingerprint: str | None = None) -> None:
        """``corpus_fingerprint``: where given, an index built from another corpus is refused."""
        folder = current_generation(self.root(home))
        if folder is None:
            raise StoreError(f"no index in {home}; run `przepis index build`", note("error_no_index", home=home))
        self.folder = folder
        self.facts = read_json(folder / "index.json")
        if self.facts["format"] != INDEX_FORMAT:
            raise StoreError(f"{folder} has index format {self.facts['format']}; run `przepis index build` again")
        if corpus_fingerprint is not None and self.facts["corpus"] != corpus_fingerprint:
            raise StoreError(
                "the corpus or its surrogates changed after the index was built; run `przepis index build`"
            )
        check_sizes(folder)
        self._open(folder)

    @staticmethod
    def root(home: Path) -> Path:
        """Where its generations lie."""
        return index_root(home)

    def _open(self, folder: Path) -> None:
        self.article_ids = (folder / "articles.txt").read_text(encoding="utf-8").split("\n")[:-1]
        self.in_annex = np.load(folder / "in_annex.npy")
        self.act_ids = (folder / "acts.txt").read_text(encoding="utf-8").split("\n")[:-1]
        self._act_rows = {act: i for i, act in enumerate(self.act_ids)}
        self.row_act = np.load(folder / "row_act.npy")
        self.act_sizes = np.bincount(self.row_act, minlength=len(self.act_ids))
        self.tie_order = np.load(folder / "tie_order.npy")
        self._by_id = np.empty_like(self.tie_order)  # rows, their ids descending
        self._by_id[self.tie_order] = np.arange(len(self.tie_order), dtype=np.int32)
        acts = sorted(range(len(self.act_ids)), key=self.act_ids.__getitem__, reverse=True)
        self.act_tie_order = np.empty(len(acts), dtype=np.int32)
        self.act_tie_order[acts] = np.arange(len(acts), dtype=np.int32)
        with np.load(folder / "facts.npz") as facts:
            self.columns = {name: facts[name] for name in facts.files}
        self.names = read_json(folder / "facts.json")
        self.act_demand = np.bincount(self.row_act, self.columns["demand"], len(self.act_ids))
        self.lexical_fields = frozenset(p.name for p in (folder / "fields").iterdir())
        self.dense_fields = frozenset(self.facts["dense"].get("fields", ()))
        self.encoder_name = self.facts["dense"].get("encoder", "")
        self.vector_share = float(self.facts["dense"].get("share", 1.0)) if self.dense_fields else 0.0
        self._fields: dict[str, LexicalField] = {}
        self._vocabularies: dict[str, Vocabulary] = {}
        self._dense: dict[str, DenseField] = {}
        self._masks = ArrayMemo(4)
        self._n_allowed: Memo[int] = Memo(16)
        self._terms = ArrayMemo(32)
        self._weighted: Memo[tuple[np.ndarray, np.ndarray]] = Memo(32)
        self.question_owner = open_array(folder / "question_owner.npy")
        self.forward = Forward(folder / "forward")
        self.beyond = Beyond.open(folder / "dense" / BEYOND)

    def close(self) -> None:
        self._fields.clear()
        self._dense.clear()
        self._masks.clear()
        self._n_allowed.clear()
        self._terms.clear()
        self._weighted.clear()

    def row(self, article_id: str) -> int | None:
        rows = self.rows_of(article_id)
        return rows[0] if rows else None

    def rows_of(self, article_id: str) -> list[int]:
        """All rows of an article: one, or none. Looked for by halves: a table of all ids would take long to make."""
        ids, order = self.article_ids, self._by_id
        first, last = 0, len(order)
        while first < last:
            middle = (first + last) // 2
            if ids[order[middle]] > article_id:
                first = middle + 1
            else:
                last = middle
        rows = []
        while first < len(order) and ids[order[first]] == article_id:
            rows.append(int(order[first]))
            first += 1
        return rows

    def act_row(self, act_id: str) -> int | None:
        """The place of an act in ``act_ids``."""
        return self._act_rows.get(act_id)

    def kind_number(self, kind: str) -> int:
        """How the column ``kind`` writes a kind of act; -1 where the index has none of it."""
        kinds: list[str] = self.names["kinds"]
        return kinds.index(kind) if kind in kinds else -1

    def field(self, name: str) -> LexicalField:
        if name not in self.lexical_fields:
            raise PipelineError(f"the index has no lexical field {name!r}; it has {choices(self.lexical_fields)}")
        if name not in self._fields:
            self._fields[name] = LexicalField(self.folder / "fields" / name)
        return self._fields[name]

    def vocabulary(self, key: str) -> Vocabulary:
        if key not in self._vocabularies:
            folder = self.folder / "vocabulary" / key
            settings = Vocabulary.check(read_json(folder / "analyser.json"))
            self._vocabularies[key] = Vocabulary(settings, open_array(folder / "hashes.npy"))
        return self._vocabularies[key]

    def terms(self, field: str, text: str) -> np.ndarray:
        """Term ids of a text under a field's analyser; lists and features ask for those of the same few texts."""
        key = self.field(field).vocabulary
        return self._terms.get((key, text), lambda: self.vocabulary(key).ids(text))

    def weighted_terms(self, field: str, text: str) -> tuple[np.ndarray, np.ndarray]:
        """The different terms of a text, ascending, and the idf of each in a field."""

        def weigh() -> tuple[np.ndarray, np.ndarray]:
            terms = distinct(self.terms(field, text))
            weights = self.field(field).idf(terms) if len(terms) else np.zeros(0)
            terms.flags.writeable = weights.flags.writeable = False
            return terms, weights

        return self._weighted.get((field, text), weigh)

    def heading_coverage(self, terms: np.ndarray, weights: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Weight of the terms that stand in the headings above each article."""
        field = self.field("headings")
        total = np.zeros(len(rows), dtype=np.float32)
        for term, weight in zip(terms.tolist(), weights.tolist(), strict=True):
            total += np.float32(weight) * field.has_term(term, rows)
        return total

    def mask(self, where: Filter) -> np.ndarray:
        """True for the rows that a filter lets through."""
        return self._masks.get(where, lambda: self._mask(where))

    def n_allowed(self, where: Filter) -> int:
        """How many rows a filter lets through; every list asks for it."""
        return self._n_allowed.get(where, lambda: int(np.count_nonzero(self.mask(where))))

    def _mask(self, where: Filter) -> np.ndarray:
        if where.acts is not None:  # which a question names: the rest is the same for many
            known = np.zeros(len(self.act_ids), dtype=bool)
            known[[i for act in where.acts if (i := self.act_row(act)) is not None]] = True
            among: np.ndarray = self.mask(replace(where, acts=None)) & known[self.row_act]
            return among
        keep = np.ones(len(self.article_ids), dtype=bool)
        if where.not_acts:
            left_out = np.zeros(len(self.act_ids), dtype=bool)
            left_out[[i for act in where.not_acts if (i := self.act_row(act)) is not None]] = True
            keep &= ~left_out[self.row_act]
        if where.not_articles:
            keep[[row for article in where.not_articles for row in self.rows_of(article)]] = False
        if where.kinds is not None:
            keep &= np.isin(self.columns["kind"], _positions(self.names["kinds"], where.kinds))
        if where.statuses is not None:
            keep &= np.isin(self.columns["status"], _positions(self.names["statuses"], where.statuses))
        if where.annotated is not None:
            keep &= self.columns["annotated"] == where.annotated
        if where.repealed is not None:
            keep &= self.columns["repealed"] == where.repealed
        return keep

    def dense_field(self, name: str) -> DenseField:
        if name not in self.dense_fields:
            have = choices(self.dense_fields) or "none: it was built without an encoder"
            raise PipelineError(f"the index has no dense field {name!r}; it has {have}")
        if name not in self._dense:
            self._dense[name] = DenseField.open(self.folder / "dense" / name, len(self.article_ids))
        return self._dense[name]

    def best(self, scores: np.ndarray, k: int, where: Filter | None = None, floor: float = 0.0) -> Ranked:
        if where is None or where.empty:
            return top(scores, k, self.tie_order, floor)
        allowed = self.mask(where)
        if self.n_allowed(where) < FEW * len(scores):
            rows = np.flatnonzero(allowed)
            return top_of(rows, scores[rows], k, self.tie_order, floor)
        return top(scores, k, self.tie_order, floor, allowed)


def _positions(names: list[str], wanted: Iterable[str]) -> list[int]:
    return [names.index(w) for w in wanted if w in names]
