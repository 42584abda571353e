"""Writes what a generation holds of its rows: postings of every field, the words in order, facts for filters."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from przepis.artifact import atomic_write_json, atomic_write_text
from przepis.corpus.store import Store
from przepis.index.fields import ACT_FIELDS, PREFIX, QUESTION_FIELD, FieldSpec
from przepis.index.forward import CorpusWords, Words, map_words
from przepis.index.local.lexical import write_field
from przepis.records import Article

GRADES: dict[str, int] = {"rare": 0, "special": 1, "common": 2, "core": 3}
AT_ONCE = 2  # fields written side by side: each takes some hundred megabytes for the whole law
Progress = Callable[[str, float], None]
"""Called with what is being done and the share of it that is."""


@dataclass(frozen=True, slots=True)
class RowFacts:
    """What is asked of a row beside its words."""

    article_id: str
    act_id: str
    repealed: bool
    valid_from: dt.date | None
    n_chars: int

    @classmethod
    def of(cls, article: Article) -> RowFacts:
        return cls(article.article_id, article.act_id, article.repealed, article.valid_from, len(article.text))


def write_words(
    folder: Path,
    words: CorpusWords,
    act_of_row: Sequence[str],
    fields: tuple[FieldSpec, ...],
    tell: Progress,
) -> None:
    maps: dict[str, tuple[np.ndarray, np.ndarray]] = {}
    for spec in (*fields, *ACT_FIELDS, QUESTION_FIELD):
        key = spec.analyser.key
        if key not in maps:
            maps[key] = map_words(words, spec.analyser)
            target = folder / "vocabulary" / key
            target.mkdir(parents=True)
            np.save(target / "hashes.npy", maps[key][0])
            atomic_write_json(target / "analyser.json", spec.analyser.model_dump())
    with ThreadPoolExecutor(AT_ONCE) as pool:  # most of the work is sorting, which numpy does outside Python's lock
        written = [pool.submit(_write_of_parts, folder, spec, maps, len(act_of_row), words) for spec in fields]
        for i, done in enumerate(as_completed(written), start=1):
            done.result()
            tell("fields", i / len(fields))
    acts = sorted(set(act_of_row))
    act_of = {act: i for i, act in enumerate(acts)}
    row_act = np.array([act_of[act] for act in act_of_row], dtype=np.int32)
    for spec in ACT_FIELDS:
        doc_of, word_of = _tokens(words, spec.parts)
        if spec.name == "act-title":  # every article repeats its act's title: once is enough
            first = np.unique(row_act, return_index=True)[1]
            keep = np.isin(doc_of, first)
            doc_of, word_of = doc_of[keep], word_of[keep]
        _write_mapped(folder, spec, maps, len(acts), row_act[doc_of], word_of)
    _write_questions(folder, words, maps)
    _write_forward(folder, words, maps[PREFIX.key][1])
    atomic_write_text(folder / "acts.txt", "\n".join(acts) + "\n")
    np.save(folder / "row_act.npy", row_act)


def _write_of_parts(
    folder: Path, spec: FieldSpec, maps: dict[str, tuple[np.ndarray, np.ndarray]], n_docs: int, words: CorpusWords
) -> None:
    doc_of, word_of = _tokens(words, spec.parts)
    _write_mapped(folder, spec, maps, n_docs, doc_of, word_of)


def _tokens(words: CorpusWords, parts: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Parallel arrays: the document and the word of every token of these parts."""
    docs, tokens = zip(*(_expand(words.parts[p]) for p in parts), strict=True)
    return np.concatenate(docs), np.concatenate(tokens)


def _expand(part: Words) -> tuple[np.ndarray, np.ndarray]:
    lengths = np.frombuffer(part.lengths, dtype=np.int32) if part.lengths else np.zeros(0, np.int32)
    tokens = np.frombuffer(part.tokens, dtype=np.int32) if part.tokens else np.zeros(0, np.int32)
    return np.repeat(np.arange(len(lengths), dtype=np.int32), lengths), tokens


def _write_mapped(
    folder: Path,
    spec: FieldSpec,
    maps: dict[str, tuple[np.ndarray, np.ndarray]],
    n_docs: int,
    doc_of: np.ndarray,
    word_of: np.ndarray,
) -> None:
    vocabulary, ids = maps[spec.analyser.key]
    terms = ids[word_of] if len(word_of) else np.zeros(0, np.int32)
    keep = terms >= 0
    write_field(
        folder / "fields" / spec.name,
        spec.analyser.key,
        len(vocabulary),
        n_docs,
        doc_of[keep],
        terms[keep],
        spec.bm25,
    )


def _write_questions(folder: Path, words: CorpusWords, maps: dict[str, tuple[np.ndarray, np.ndarray]]) -> None:
    doc_of, word_of = _expand(words.questions)
    n_questions = max(1, len(words.questions.lengths))
    _write_mapped(folder, QUESTION_FIELD, maps, n_questions, doc_of, word_of)
    np.save(folder / "question_owner.npy", np.array(words.question_owner, dtype=np.int32))


def _write_forward(folder: Path, words: CorpusWords, ids: np.ndarray) -> None:
    """Terms of every article in order, with the bounds of its units, for the features of ranker and units."""
    target = folder / "forward"
    target.mkdir()
    _, tokens = _expand(words.parts["text"])
    terms = ids[tokens] if len(tokens) else np.zeros(0, np.int32)
    keep = terms >= 0
    kept_before = np.zeros(len(terms) + 1, dtype=np.int64)
    np.cumsum(keep, out=kept_before[1:])
    ends = np.cumsum(np.frombuffer(words.segments.lengths, dtype=np.int32).astype(np.int64))
    np.save(target / "terms.npy", terms[keep])
    np.save(target / "segment_starts.npy", np.concatenate([[0], kept_before[ends]]))
    n_segments = np.frombuffer(words.segments_of, dtype=np.int32).astype(np.int64)
    np.save(target / "article_segments.npy", np.concatenate([[0], np.cumsum(n_segments)]))
    bounds = np.array(words.unit_bounds, dtype=np.int64).reshape(-1, 2)
    np.save(target / "unit_bounds.npy", kept_before[bounds].astype(np.int32))
    np.save(target / "article_units.npy", np.concatenate([[0], np.cumsum(np.array(words.units_of, dtype=np.int64))]))


def write_facts(folder: Path, store: Store, rows: Sequence[RowFacts]) -> None:
    """What filters and re-scoring ask of an article, by row."""
    acts = {a.act_id: a for a in store.acts()}
    grades = {s.article_id: s.grade for s in store.surrogates()}
    demand = Counter(q.article_id for q in store.asked())
    referred = store.times_referred_to()
    kinds = sorted({a.kind for a in acts.values()})
    statuses = sorted({a.status for a in acts.values()})
    np.savez(
        folder / "facts.npz",
        repealed=np.array([a.repealed for a in rows]),
        annotated=np.array([a.article_id in grades for a in rows]),
        grade=np.array([GRADES.get(grades.get(a.article_id, ""), -1) for a in rows], dtype=np.int8),
        demand=np.array([demand[a.article_id] for a in rows], dtype=np.int32),
        referred=np.array([referred.get(a.article_id, 0) for a in rows], dtype=np.int32),
        kind=np.array([kinds.index(acts[a.act_id].kind) for a in rows], dtype=np.int8),
        status=np.array([statuses.index(acts[a.act_id].status) for a in rows], dtype=np.int8),
        valid_from=np.array([a.valid_from.toordinal() if a.valid_from else 0 for a in rows], dtype=np.int32),
        n_chars=np.array([a.n_chars for a in rows], dtype=np.int32),
    )
    atomic_write_json(folder / "facts.json", {"kinds": kinds, "statuses": statuses})
    write_ids(folder, [a.article_id for a in rows])


def write_ids(folder: Path, article_ids: Sequence[str]) -> None:
    """The id of every row; its place among all in descending order, by which ties are broken and ids are found."""
    atomic_write_text(folder / "articles.txt", "\n".join(article_ids) + "\n")
    tie_order = np.empty(len(article_ids), dtype=np.int32)
    tie_order[sorted(range(len(article_ids)), key=article_ids.__getitem__, reverse=True)] = np.arange(len(article_ids))
    np.save(folder / "tie_order.npy", tie_order)
    np.save(folder / "in_annex.npy", np.array(["#z" in article_id for article_id in article_ids], dtype=bool))
