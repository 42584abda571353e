"""The best k documents of a field without adding up every posting, and scores of given documents alone.

Terms are taken from the one that can add most to the one that can add least (MaxScore, Turtle and Flood 1995). Once
what the remaining terms could add together is less than the k-th best score so far, no new document can get in: the
remaining terms, which are the common ones with the long postings, are looked up for the surviving documents only.
The survivors' scores are then added up in the order in which ``LexicalField.scores`` adds, so that they are equal to
its scores to the last bit.
"""

from __future__ import annotations

import numpy as np

from przepis.index.local.adding import add_postings
from przepis.index.local.lexical import Bm25Settings, LexicalField, saturate

_WORTH = 0.3  # postings still to be added, as a share of the documents, for which it is worth asking
_HOPE = 0.7
_LOOKUP = 8  # a lookup costs about so many times as much as adding one posting
_SLACK = 1e-4  # relative; sums in another order differ by less


def row_scores(field: LexicalField, term_ids: np.ndarray, rows: np.ndarray, settings: Bm25Settings) -> np.ndarray:
    """``field.scores(term_ids, settings)[rows]``, looked up instead of added up."""
    total = np.zeros(len(rows), dtype=np.float32)
    if not len(term_ids) or not len(rows):
        return total
    terms, factors = _weighted(field, term_ids)
    if int(np.sum(field.starts[terms + 1] - field.starts[terms])) < _LOOKUP * len(rows) * len(terms):
        picked: np.ndarray = field.scores(term_ids, settings)[rows]
        return picked
    order = np.argsort(rows, kind="stable")  # neighbours in the postings are neighbours in memory
    ascending = rows[order]
    for term, factor in zip(terms.tolist(), factors.tolist(), strict=True):
        _look_up(field, term, factor, settings, ascending, total)
    unsorted = np.empty_like(total)
    unsorted[order] = total
    return unsorted


def best_rows(
    field: LexicalField, term_ids: np.ndarray, k: int, settings: Bm25Settings, allowed: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """(rows, scores): the k best that are ``allowed``, and a few more, ties with the last among them; in no order."""
    terms, factors = _weighted(field, term_ids)
    if not len(terms):
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
    bounds = factors * field.peaks(terms, settings)
    order = np.argsort(-bounds, kind="stable")
    # rest[i]: the most that the terms from the i-th on can add to a document
    rest = np.append(np.cumsum(bounds[order][::-1])[::-1], 0.0)
    lengths = (field.starts[terms + 1] - field.starts[terms])[order]
    waiting = np.append(np.cumsum(lengths[::-1])[::-1], 0)  # postings from the i-th term on
    total = np.zeros(field.n_docs, dtype=np.float32)
    at, asked = 0, np.inf
    rows: np.ndarray | None = None
    while at < len(order):
        # asking costs a pass over all documents: only where there is much to save, and more hope than last time
        if at and waiting[at] > _WORTH * field.n_docs and rest[at] < _HOPE * asked:
            asked = float(rest[at])
            rows = _survivors(total, k, asked, allowed)
            if rows is not None and _LOOKUP * len(rows) < lengths[at]:
                break
            rows = None
        _add(field, int(terms[order[at]]), float(factors[order[at]]), settings, total)
        at += 1
    if rows is None:
        rows = np.flatnonzero(total > 0) if allowed is None else np.flatnonzero((total > 0) & allowed)
    rows = _narrow(field, rows, total, k, terms[order[at:]], factors[order[at:]], rest[at:], settings)
    return rows, row_scores(field, term_ids, rows, settings)


def _survivors(total: np.ndarray, k: int, rest: float, allowed: np.ndarray | None) -> np.ndarray | None:
    """Documents that may still be among the best k; None while one without any score so far may be."""
    ahead = np.flatnonzero(total > rest * (1 + _SLACK))
    if allowed is not None:
        ahead = ahead[allowed[ahead]]
    if len(ahead) < k:
        return None
    worst = float(np.partition(total[ahead], -k)[-k])
    rows = np.flatnonzero(total >= worst * (1 - _SLACK) - rest)
    return rows if allowed is None else rows[allowed[rows]]


def _narrow(
    field: LexicalField,
    rows: np.ndarray,
    total: np.ndarray,
    k: int,
    terms: np.ndarray,
    factors: np.ndarray,
    rest: np.ndarray,
    settings: Bm25Settings,
) -> np.ndarray:
    """Add the remaining terms to the survivors, dropping those that fall too far behind."""
    scores = total[rows]
    for n in range(len(terms) + 1):
        if len(rows) > k:
            worst = float(np.partition(scores, -k)[-k])
            keep = scores >= worst * (1 - _SLACK) - float(rest[n])
            rows, scores = rows[keep], scores[keep]
        if n == len(terms):
            break
        if _LOOKUP * len(rows) < field.document_frequency(int(terms[n])):
            _look_up(field, int(terms[n]), float(factors[n]), settings, rows, scores)
        else:
            total[rows] = scores
            _add(field, int(terms[n]), float(factors[n]), settings, total)
            scores = total[rows]
    return rows


def _weighted(field: LexicalField, term_ids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    terms, times = np.unique(term_ids, return_counts=True)
    return terms, (field.idf(terms) * times if len(terms) else np.zeros(0))


def _add(field: LexicalField, term: int, factor: float, settings: Bm25Settings, total: np.ndarray) -> None:
    first, last = int(field.starts[term]), int(field.starts[term + 1])
    docs = field.docs[first:last]
    if settings == field.prepared:
        weights = field.weights[first:last]
    else:
        weights = saturate(field.counts[first:last], field.norms(settings)[docs], settings.k1)
    add_postings(total, docs, weights, factor)


def _look_up(
    field: LexicalField, term: int, factor: float, settings: Bm25Settings, rows: np.ndarray, total: np.ndarray
) -> None:
    """Add one term's weight to ``total`` for those of the ascending ``rows`` that have it."""
    first, last = int(field.starts[term]), int(field.starts[term + 1])
    docs = field.docs[first:last]
    if not len(docs) or not len(rows):
        return
    place = np.searchsorted(docs, rows.astype(docs.dtype, copy=False))
    place[place == len(docs)] = 0
    hit = np.flatnonzero(docs[place] == rows)
    found = first + place[hit]
    if settings == field.prepared:
        weights = field.weights[found]
    else:
        weights = saturate(field.counts[found], field.norms(settings)[rows[hit]], settings.k1)
    total[hit] += np.float32(factor) * weights
