"""An index of as many articles as wanted, drawn from the statistics of the real statutes; no text of theirs.

Measured on the 99,154 articles of the statutes in force (2026): how often the n-th most frequent term stands in the
wording, lengths of wordings, headings, titles and acts, the share of function words, chunks, annotated articles.
An act prefers some terms, as real ones do, and its articles repeat them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from przepis.artifact import atomic_write_json, atomic_write_text, new_generation
from przepis.corpus.chunks import CHUNK_WORDS, OVERLAP_WORDS
from przepis.index.analyser import hash_terms
from przepis.index.build import INDEX_FORMAT, index_root
from przepis.index.fields import PREFIX, STANDARD, WORDS
from przepis.index.local.dense import DENSE_FIELDS, packed_signs
from przepis.index.local.lexical import write_field
from przepis.index.local.writing import write_ids

# (rank, share of all tokens) of folded five-letter prefixes without function words
RANK_SHARE = ((1, 2.3e-2), (10, 7.7e-3), (100, 1.8e-3), (1000, 1.55e-4), (10_000, 3e-6), (100_000, 3e-8))
N_TERMS = 20_000  # in 100,000 articles; grows as the square root of their number (Heaps)
FUNCTION_SHARE, N_FUNCTION = 0.25, 60  # tokens that are function words, and how many of these there are
N_FORMS = 4  # inflected forms of one prefix
LENGTH_LOG = (4.0, 1.05)  # mean and deviation of log words in a wording
ACT_LOG = (3.79, 1.21)  # of log articles in an act
HEADINGS, TITLE = 6, 6  # terms
ACT_TERMS, ACT_SHARE = 150, 0.35  # terms that an act prefers, and the share of tokens they make up
ASKED = 3300  # questions asked before; they do not grow with the corpus
ANNOTATED, SURROGATE, LAY, QUESTIONS = 0.05, 73, 23, 6.6  # share of articles; terms, terms, questions an article


@dataclass(frozen=True, slots=True)
class Words:
    """Parallel arrays of tokens: document, term (prefix), form; terms below N_FUNCTION are function words."""

    doc: np.ndarray
    term: np.ndarray
    form: np.ndarray


def build(home: Path, n: int, dim: int, seed: int = 1) -> Path:
    """An index generation with what the default pipeline reads."""
    chance = np.random.default_rng(seed)
    with new_generation(index_root(home)) as folder:
        row_act = _acts(n, chance)
        n_acts = int(row_act[-1]) + 1
        n_terms = N_FUNCTION + int(N_TERMS * (n / 100_000) ** 0.5)
        shares = _term_shares(n_terms)
        lengths = np.minimum(4000, np.exp(chance.normal(*LENGTH_LOG, n))).astype(np.int32) + 3
        text = _text(lengths, row_act, n_acts, shares, chance)
        around = _constant(n, HEADINGS, shares, chance, n_distinct=n // 8 + 1)
        titles = _constant(n, TITLE, shares, chance, n_distinct=n_acts, of=row_act)
        _write_vocabularies(folder, n_terms)
        _write_lexical(folder, n, n_acts, n_terms, text, around, titles, row_act, shares, chance)
        _write_forward(folder, text, n)
        _write_facts(folder, n, row_act, n_acts, lengths, chance)
        _write_dense(folder, n, dim, lengths, chance)
        facts = {
            "format": INDEX_FORMAT,
            "corpus": "synthetic",
            "n_articles": n,
            "dense": {"encoder": "synthetic", "dim": dim, "fields": list(DENSE_FIELDS)},
        }
        atomic_write_json(folder / "index.json", facts)
    return index_root(home)


def word(term: int, form: int = 0) -> str:
    """Five letters for the term and one for the form, so that the prefix analyser gives the term back."""
    letters = []
    for _ in range(5):
        letters.append(chr(ord("a") + term % 26))
        term //= 26
    return "".join(letters) + (chr(ord("a") + form - 1) if form else "")


def _acts(n: int, chance: np.random.Generator) -> np.ndarray:
    sizes = np.maximum(1, np.exp(chance.normal(*ACT_LOG, n // 20 + 10))).astype(np.int64)
    return np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)[:n]


def _term_shares(n_terms: int) -> np.ndarray:
    """Probability of every term: function words first, then by rank along RANK_SHARE."""
    ranks, shares = zip(*RANK_SHARE, strict=True)
    content = np.exp(np.interp(np.log(np.arange(1, n_terms - N_FUNCTION + 1)), np.log(ranks), np.log(shares)))
    function = 1.0 / np.arange(2, N_FUNCTION + 2)
    both = np.concatenate([FUNCTION_SHARE * function / function.sum(), (1 - FUNCTION_SHARE) * content / content.sum()])
    return both / both.sum()


def _draw(shares: np.ndarray, size: int, chance: np.random.Generator) -> np.ndarray:
    edges = np.cumsum(shares)
    drawn = np.empty(size, dtype=np.int32)
    for at in range(0, size, 20_000_000):  # in slices: the random numbers take twice the room of the terms
        part = chance.random(min(20_000_000, size - at), dtype=np.float32)
        drawn[at : at + len(part)] = np.searchsorted(edges, part).clip(max=len(shares) - 1)
    return drawn


def _text(
    lengths: np.ndarray, row_act: np.ndarray, n_acts: int, shares: np.ndarray, chance: np.random.Generator
) -> Words:
    doc = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    term = _draw(shares, len(doc), chance)
    middle = shares[N_FUNCTION:] ** 0.5  # an act's own terms come from the whole vocabulary, rarer ones too
    own = N_FUNCTION + _draw(middle / middle.sum(), n_acts * ACT_TERMS, chance).reshape(n_acts, ACT_TERMS)
    at = np.flatnonzero(chance.random(len(doc), dtype=np.float32) < ACT_SHARE)
    at = at[term[at] >= N_FUNCTION]
    term[at] = own[row_act[doc[at]], chance.integers(0, ACT_TERMS, len(at))]
    form = chance.integers(0, N_FORMS, len(doc), dtype=np.int8)
    form[term < N_FUNCTION] = 0
    return Words(doc, term, form)


def _constant(
    n: int,
    length: int,
    shares: np.ndarray,
    chance: np.random.Generator,
    *,
    n_distinct: int,
    of: np.ndarray | None = None,
) -> Words:
    """So many terms for every document, which neighbours share: headings, titles."""
    lines = _draw(shares, n_distinct * length, chance).reshape(n_distinct, length)
    which = of if of is not None else np.arange(n, dtype=np.int64) * n_distinct // n
    term = lines[which].ravel()
    return Words(np.repeat(np.arange(n, dtype=np.int32), length), term, np.zeros(len(term), dtype=np.int8))


def _write_vocabularies(folder: Path, n_terms: int) -> None:
    """Sorted hashes; a word's id is its place among them, so the writers below ask ``_ids``."""
    for settings, forms, first in ((WORDS, N_FORMS, 0), (PREFIX, 1, N_FUNCTION)):
        target = folder / "vocabulary" / settings.key
        target.mkdir(parents=True)
        hashes = hash_terms(word(t, f) for t in range(first, n_terms) for f in range(forms))
        order = np.argsort(hashes)
        np.save(target / "hashes.npy", hashes[order])
        places = np.empty(len(order), dtype=np.int32)
        places[order] = np.arange(len(order), dtype=np.int32)
        np.save(target / "places.npy", places)
        atomic_write_json(target / "analyser.json", settings.model_dump())


def _write_lexical(
    folder: Path,
    n: int,
    n_acts: int,
    n_terms: int,
    text: Words,
    around: Words,
    titles: Words,
    row_act: np.ndarray,
    shares: np.ndarray,
    chance: np.random.Generator,
) -> None:
    annotated = np.flatnonzero(chance.random(n) < ANNOTATED).astype(np.int32)
    surrogate, lay = (
        Words(np.repeat(annotated, k), _draw(shares, k * len(annotated), chance), np.zeros(0, np.int8))
        for k in (SURROGATE, LAY)
    )
    prefix = np.load(folder / "vocabulary" / PREFIX.key / "places.npy")
    words = np.load(folder / "vocabulary" / WORDS.key / "places.npy")
    _field(folder, "full", WORDS.key, len(words), n, (text, around, titles), lambda w: words[w.term * N_FORMS + w.form])
    for name, parts in (
        ("text-prefix", (text,)),
        ("full-prefix", (text, around, titles)),
        ("all-prefix", (text, around, titles, surrogate)),
        ("surrogate-prefix", (surrogate,)),
        ("lay-prefix", (lay,)),
        ("headings", (around,)),
    ):
        _field(
            folder, name, PREFIX.key, len(prefix), n, tuple(map(_content, parts)), lambda w: prefix[w.term - N_FUNCTION]
        )
    first = np.unique(row_act, return_index=True)[1]
    once = _content(titles)
    keep = np.isin(once.doc, first)
    act_title = Words(row_act[once.doc[keep]], once.term[keep], once.form[keep])
    _field(folder, "act-title", PREFIX.key, len(prefix), n_acts, (act_title,), lambda w: prefix[w.term - N_FUNCTION])


def _content(words: Words) -> Words:
    keep = words.term >= N_FUNCTION
    form = words.form[keep] if len(words.form) else words.form
    return Words(words.doc[keep], words.term[keep], form)


def _field(folder: Path, name: str, key: str, n_terms: int, n: int, parts: tuple[Words, ...], ids: object) -> None:
    assert callable(ids)
    docs = np.concatenate([p.doc for p in parts])
    write_field(folder / "fields" / name, key, n_terms, n, docs, np.concatenate([ids(p) for p in parts]), STANDARD)


def _write_forward(folder: Path, text: Words, n: int) -> None:
    """One segment an article and no units: how an article is cut does not change with the number of articles."""
    target = folder / "forward"
    target.mkdir()
    kept = _content(text)
    np.save(target / "terms.npy", np.load(folder / "vocabulary" / PREFIX.key / "places.npy")[kept.term - N_FUNCTION])
    starts = np.searchsorted(kept.doc, np.arange(n + 1, dtype=np.int32))
    np.save(target / "segment_starts.npy", starts.astype(np.int64))
    np.save(target / "article_segments.npy", np.arange(n + 1, dtype=np.int64))
    np.save(target / "unit_bounds.npy", np.zeros((0, 2), dtype=np.int32))
    np.save(target / "article_units.npy", np.zeros(n + 1, dtype=np.int64))


def _write_facts(
    folder: Path, n: int, row_act: np.ndarray, n_acts: int, lengths: np.ndarray, chance: np.random.Generator
) -> None:
    zeros = np.zeros(n, dtype=np.int8)
    np.savez(
        folder / "facts.npz",
        repealed=chance.random(n) < 0.11,
        annotated=chance.random(n) < ANNOTATED,
        kind=zeros,
        status=zeros,
        valid_from=np.full(n, 738_000, dtype=np.int32),
        n_chars=lengths * 7,
    )
    atomic_write_json(folder / "facts.json", {"kinds": ["statute"], "statuses": ["in_force"]})
    acts = [f"DU/{1900 + i // 5000}/{i % 5000 + 1:04d}" for i in range(n_acts)]
    atomic_write_text(folder / "acts.txt", "\n".join(acts) + "\n")
    np.save(folder / "row_act.npy", row_act)
    first = np.unique(row_act, return_index=True)[1]
    labels = (np.arange(n) - first[row_act] + 1).tolist()
    write_ids(folder, [f"{acts[a]}#{label}" for a, label in zip(row_act.tolist(), labels, strict=True)])
    np.save(folder / "question_owner.npy", np.zeros(0, dtype=np.int32))


def _write_dense(folder: Path, n: int, dim: int, lengths: np.ndarray, chance: np.random.Generator) -> None:
    step = CHUNK_WORDS - OVERLAP_WORDS
    chunks = 1 + np.maximum(0, lengths - CHUNK_WORDS - OVERLAP_WORDS + step) // step
    annotated = np.flatnonzero(chance.random(n) < ANNOTATED)
    questions = np.zeros(n, dtype=np.int64)
    questions[annotated] = round(QUESTIONS)
    asked = np.zeros(n, dtype=np.int64)
    asked[:: max(1, n // ASKED)] = 1
    for name, counts in (("chunks", chunks), ("questions", questions), ("asked", asked)):
        target = folder / "dense" / name
        target.mkdir(parents=True)
        total = int(counts.sum())
        vectors = np.lib.format.open_memmap(target / "vectors.npy", mode="w+", dtype=np.int8, shape=(total, dim))
        for at in range(0, total, 500_000):
            vectors[at : at + 500_000] = chance.integers(-90, 90, (min(500_000, total - at), dim), dtype=np.int8)
        vectors.flush()
        np.save(target / "signs.npy", packed_signs(vectors))
        np.save(target / "scales.npy", np.full(total, 1.0 / (52.0 * dim**0.5), dtype=np.float32))
        owners = np.flatnonzero(counts).astype(np.int32)
        np.save(target / "owners.npy", owners)
        np.save(target / "starts.npy", np.concatenate([[0], np.cumsum(counts[owners])[:-1]]).astype(np.int64))
