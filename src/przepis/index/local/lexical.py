"""BM25 over one field: postings in flat memory-mapped arrays, k1 and b chosen at query time.

score(q, x) = sum over t in q of idf(t) * f (k1 + 1) / (f + k1 (1 - b + b |x| / avg|x|)),
idf(t) = ln(1 + (N - n_t + 0.5) / (n_t + 0.5)).

Robertson and Zaragoza (2009); the idf is Lucene's, which is never negative. A library would fix k1 and b when the
index is built, and keep a vocabulary to be read into memory at every start.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from przepis.artifact import atomic_write_json, read_json
from przepis.index.local.adding import add_postings

K1, B = 1.2, 0.75  # the paper's
_OPENING = threading.Lock()
"""numpy reads a header with ``ast``, which in Python 3.11 fails now and then in two threads at once."""
BLOCK_TOKENS = 32_000_000  # sorted at once when a field is written


@dataclass(frozen=True, slots=True)
class Bm25Settings:
    k1: float = K1
    b: float = B


class LexicalField:
    def __init__(self, folder: Path) -> None:
        facts = read_json(folder / "field.json")
        self.n_docs = int(facts["n_docs"])
        self.average = float(facts["average_length"])
        self.vocabulary = str(facts["vocabulary"])
        self.prepared = Bm25Settings(**facts["bm25"])
        self.starts = open_array(folder / "starts.npy")
        self.docs = open_array(folder / "docs.npy")
        self.counts = open_array(folder / "counts.npy")
        self.weights = open_array(folder / "weights.npy")
        self.lengths = open_array(folder / "lengths.npy")
        self._peaks = open_array(folder / "peaks.npy") if (folder / "peaks.npy").exists() else None
        self._norms: dict[tuple[float, float], np.ndarray] = {}

    def peaks(self, term_ids: np.ndarray, settings: Bm25Settings) -> np.ndarray:
        """No document's weight for a term is above this; k1 + 1, which f never reaches, where it was not prepared."""
        if settings != self.prepared or self._peaks is None:
            return np.full(len(term_ids), settings.k1 + 1.0)
        peaks: np.ndarray = self._peaks[term_ids].astype(np.float64)
        return peaks

    def norms(self, settings: Bm25Settings) -> np.ndarray:
        """k1 (1 - b + b |x| / avg|x|) for every document."""
        key = (settings.k1, settings.b)
        if key not in self._norms:
            self._norms[key] = length_norms(self.lengths, self.average, settings)
        return self._norms[key]

    def document_frequency(self, term_id: int) -> int:
        return int(self.starts[term_id + 1] - self.starts[term_id])

    def idf(self, term_ids: np.ndarray) -> np.ndarray:
        frequency = (self.starts[term_ids + 1] - self.starts[term_ids]).astype(np.float64)
        idf: np.ndarray = np.log1p((self.n_docs - frequency + 0.5) / (frequency + 0.5))
        return idf

    def has_term(self, term_id: int, docs: np.ndarray) -> np.ndarray:
        """Which of these documents have the term."""
        held = self.docs[int(self.starts[term_id]) : int(self.starts[term_id + 1])]
        if not len(held):
            return np.zeros(len(docs), dtype=bool)
        docs = docs.astype(held.dtype, copy=False)  # of another type, all postings would be copied into it
        found: np.ndarray = held.take(held.searchsorted(docs), mode="clip") == docs
        return found

    def scores(self, term_ids: np.ndarray, settings: Bm25Settings) -> np.ndarray:
        """BM25 of every document; a term that stands twice in the query counts twice."""
        total = np.zeros(self.n_docs, dtype=np.float32)
        if not len(term_ids):
            return total
        times = sorted(Counter(term_ids.tolist()).items())  # a query has few terms: numpy's own costs more than it adds
        factors = self.idf(np.array([term for term, _ in times])).tolist()
        prepared = settings == self.prepared
        norms = None if prepared else self.norms(settings)
        for (term, n), factor in zip(times, factors, strict=True):
            first, last = self.starts[term : term + 2].tolist()
            factor *= n
            docs = self.docs[first:last]
            if norms is None:
                weights = self.weights[first:last]
            else:
                weights = saturate(self.counts[first:last], norms[docs], settings.k1)
            add_postings(total, docs, weights, factor)
        return total

    def overlaps(self, term_ids: np.ndarray) -> np.ndarray:
        """How many different query terms each document has."""
        total = np.zeros(self.n_docs, dtype=np.float32)
        for term in np.unique(term_ids).tolist():
            total[self.docs[int(self.starts[term]) : int(self.starts[term + 1])]] += 1.0
        return total


def length_norms(lengths: np.ndarray, average: float, settings: Bm25Settings) -> np.ndarray:
    """k1 (1 - b + b |x| / avg|x|)."""
    relative = lengths / np.float32(average or 1.0)
    return (settings.k1 * (1.0 - settings.b + settings.b * relative)).astype(np.float32)


def saturate(counts: np.ndarray, norms: np.ndarray, k1: float) -> np.ndarray:
    """f (k1 + 1) / (f + norm)."""
    f = counts.astype(np.float32)
    weights: np.ndarray = f * np.float32(k1 + 1.0) / (f + norms)
    return weights


def open_array(path: Path) -> np.ndarray:
    """Memory-mapped, but as a plain array: slicing the mapped class costs more than reading a short slice."""
    with _OPENING:
        mapped: np.ndarray = np.load(path, mmap_mode="r").view(np.ndarray)
    return mapped


def write_field(
    folder: Path,
    vocabulary: str,
    n_terms: int,
    n_docs: int,
    doc_of: np.ndarray,
    term_of: np.ndarray,
    bm25: Bm25Settings,
) -> None:
    """Postings from parallel arrays of (document, term) for every token.

    Tokens are sorted by ranges of terms: beside the two arrays and the postings, memory is needed for one range.
    """
    folder.mkdir(parents=True)
    lengths = np.bincount(doc_of, minlength=n_docs).astype(np.int32)
    starts = np.zeros(n_terms + 1, dtype=np.int64)
    blocks = []
    for first, last in _term_ranges(np.bincount(term_of, minlength=n_terms)):
        terms, docs, counts = _postings(first, last, n_docs, doc_of, term_of)
        starts[first + 1 : last + 1] = np.bincount(terms - first, minlength=last - first)
        blocks.append((docs, counts))
    np.cumsum(starts, out=starts)
    used = lengths[lengths > 0]
    average = float(used.mean()) if len(used) else 0.0
    norms = length_norms(lengths, average, bm25)
    total = int(starts[-1])
    all_docs, all_counts, weights = (
        np.lib.format.open_memmap(folder / f"{name}.npy", mode="w+", dtype=dtype, shape=(total,))
        for name, dtype in (("docs", np.int32), ("counts", np.uint16), ("weights", np.float32))
    )
    at = 0
    for docs, counts in blocks:
        end = at + len(docs)
        all_docs[at:end] = docs
        all_counts[at:end] = counts
        weights[at:end] = saturate(counts, norms[docs], bm25.k1)
        at = end
    np.save(folder / "starts.npy", starts)
    np.save(folder / "peaks.npy", _peaks(starts, weights))
    np.save(folder / "lengths.npy", lengths)
    for mapped in (all_docs, all_counts, weights):
        mapped.flush()
    facts = {"n_docs": n_docs, "average_length": average, "vocabulary": vocabulary, "bm25": asdict(bm25)}
    atomic_write_json(folder / "field.json", facts)


def _term_ranges(tokens_of_term: np.ndarray) -> list[tuple[int, int]]:
    """Ranges of terms that together have about BLOCK_TOKENS tokens each; all terms, each once."""
    ends = np.cumsum(tokens_of_term)
    n_blocks = max(1, -(-int(ends[-1]) // BLOCK_TOKENS)) if len(ends) else 1
    cuts = np.searchsorted(ends, np.arange(1, n_blocks) * BLOCK_TOKENS)
    bounds = np.unique(np.concatenate([[0], cuts, [len(tokens_of_term)]])).tolist()
    return list(pairwise(bounds))


def _postings(
    first: int, last: int, n_docs: int, doc_of: np.ndarray, term_of: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(terms, documents, counts) of the terms from ``first`` to before ``last``, by term and document."""
    inside = np.flatnonzero((term_of >= first) & (term_of < last))
    keys = term_of[inside].astype(np.int64) * n_docs + doc_of[inside]
    keys.sort()
    at = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]]) if len(keys) else np.zeros(0, dtype=np.int64)
    counts = np.diff(np.append(at, len(keys)))
    unique = keys[at]
    return unique // n_docs, (unique % n_docs).astype(np.int32), np.minimum(counts, 65535).astype(np.uint16)


def _peaks(starts: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The largest weight of every term: what it can add to a score at most."""
    peaks = np.zeros(len(starts) - 1, dtype=np.float32)
    used = np.flatnonzero(np.diff(starts))
    if len(used):
        peaks[used] = np.maximum.reduceat(weights, starts[used])
    return peaks
