"""Builds an index generation from the corpus: lexical fields, forward index, vectors, facts for filters."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from przepis import __version__
from przepis.artifact import (
    atomic_write_json,
    atomic_write_text,
    current_generation,
    link_files,
    new_generation,
    read_json,
)
from przepis.corpus.store import Store
from przepis.encode.protocol import Encoder
from przepis.errors import StoreError
from przepis.index.fields import ACT_FIELDS, FIELDS, PREFIX, QUESTION_FIELD, FieldSpec
from przepis.index.forward import CorpusWords, Words, map_words, read_words
from przepis.index.local.lexical import write_field
from przepis.index.vectors import FEW, Stage, Vectors
from przepis.records import Article

INDEX_FORMAT = 4  # 3: signs of vectors; 4: questions that people ask, demand
GRADES: dict[str, int] = {"rare": 0, "special": 1, "common": 2, "core": 3}
Progress = Callable[[str, float], None]
"""Called with what is being done and the share of it that is."""


def index_root(home: Path) -> Path:
    return home / "index"


def index_is_fresh(store: Store, home: Path) -> bool:
    """Is there an index of this very corpus, be it of words alone?"""
    return _fresh(store, home) is not None


def index_is_whole(store: Store, home: Path) -> bool:
    """Is there an index of this very corpus, with all its vectors?"""
    found = _fresh(store, home)
    return found is not None and found.share == 1


@dataclass(frozen=True, slots=True)
class _Fresh:
    """A generation of the corpus as it is now."""

    folder: Path
    fields: list[str]
    made_by: tuple[str, bool]  # its encoder, and whether chunks stand without title and headings
    share: float  # of its texts that have vectors


def _fresh(store: Store, home: Path) -> _Fresh | None:
    folder = current_generation(index_root(home))
    facts = read_json(folder / "index.json") if folder else {}
    if folder is None or facts["format"] != INDEX_FORMAT or facts["program"] != __version__:
        return None
    if facts["corpus"] != store.fingerprint():
        return None
    dense = facts["dense"]
    made_by = (str(dense.get("encoder", "")), bool(dense.get("bare_chunks", False)))
    return _Fresh(folder, facts["fields"], made_by, float(dense.get("share", 1.0)) if dense else 0.0)


def build_index(
    store: Store,
    home: Path,
    encoder: Encoder | None,
    *,
    extra_fields: tuple[FieldSpec, ...] = (),
    bare_chunks: bool = False,
    progress: Progress | None = None,
) -> Path:
    """New generations beside the old one, each made current when whole: words, then vectors as they come.

    Vectors of unchanged texts are reused; where nearly all are, only the last generation is made. The words of a
    generation of this very corpus are reused too: an interrupted build goes on. ``bare_chunks``: vectors of chunks
    without title and headings.
    """
    tell = progress or (lambda what, share: None)
    build = _Build(store, home, (*FIELDS, *extra_fields), tell)
    if encoder is None:
        build.generation(None, None)
        return index_root(home)
    vectors = Vectors(store, home, build.articles, build.titles, encoder, bare_chunks=bare_chunks)
    begun = _fresh(store, home)
    done = begun.share if begun is not None and begun.made_by == (encoder.name, bare_chunks) else 0.0
    if done == 1 or vectors.n_missing() < FEW:  # nobody waits: what there is stays until all is made
        build.generation(vectors, next(vectors.stages((1.0,))))
        return index_root(home)
    if begun is None:
        build.generation(None, None)
    for stage in vectors.stages():
        if stage.share > done:
            build.generation(vectors, stage)
    return index_root(home)


class _Build:
    """What all generations of one build share."""

    def __init__(self, store: Store, home: Path, fields: tuple[FieldSpec, ...], tell: Progress) -> None:
        self._store, self._home, self._fields, self._tell = store, home, fields, tell
        self._started = time.perf_counter()
        self.articles = list(store.articles())
        if not self.articles:
            raise StoreError("the corpus is empty; run `przepis setup`, or `przepis corpus import …`, first")
        self.titles = {act.act_id: act.title for act in store.acts()}
        tell("reading", 1.0)

    def generation(self, vectors: Vectors | None, stage: Stage | None) -> None:
        """One more, made current: the words, and the vectors of a stage where one is given."""
        names = [f.name for f in self._fields]
        begun = _fresh(self._store, self._home) if vectors is not None else None
        with new_generation(index_root(self._home)) as folder:
            if begun is not None and begun.fields == names and begun.share < 1:
                link_files(begun.folder, folder, without=("dense", "index.json", "MANIFEST.json"))
            else:
                read = read_words(self._store, self.articles, self.titles)
                _write_lexical(folder, read, self.articles, self._fields, self._tell)
                _write_facts(folder, self._store, self.articles)
            dense = vectors.write(folder, stage, self._tell) if vectors is not None and stage is not None else {}
            facts = {
                "format": INDEX_FORMAT,
                "program": __version__,
                "corpus": self._store.fingerprint(),
                "n_articles": len(self.articles),
                "fields": names,
                "dense": dense,
                "build_s": round(time.perf_counter() - self._started, 1),
            }
            atomic_write_json(folder / "index.json", facts)


def _write_lexical(
    folder: Path,
    words: CorpusWords,
    articles: list[Article],
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
    for i, spec in enumerate(fields):
        doc_of, word_of = _tokens(words, spec.parts)
        _write_mapped(folder, spec, maps, len(articles), doc_of, word_of)
        tell("fields", (i + 1) / len(fields))
    acts = sorted({a.act_id for a in articles})
    act_of = {act: i for i, act in enumerate(acts)}
    row_act = np.array([act_of[a.act_id] for a in articles], dtype=np.int32)
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
    """Terms of every article in order, with the bounds of its top-level units, for the ranker's features."""
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


def _write_facts(folder: Path, store: Store, articles: list[Article]) -> None:
    """What filters and re-scoring ask of an article, by row."""
    acts = {a.act_id: a for a in store.acts()}
    grades = {s.article_id: s.grade for s in store.surrogates()}
    demand = Counter(q.article_id for q in store.asked())
    referred = store.times_referred_to()
    kinds = sorted({a.kind for a in acts.values()})
    statuses = sorted({a.status for a in acts.values()})
    np.savez(
        folder / "facts.npz",
        repealed=np.array([a.repealed for a in articles]),
        annotated=np.array([a.article_id in grades for a in articles]),
        grade=np.array([GRADES.get(grades.get(a.article_id, ""), -1) for a in articles], dtype=np.int8),
        demand=np.array([demand[a.article_id] for a in articles], dtype=np.int32),
        referred=np.array([referred.get(a.article_id, 0) for a in articles], dtype=np.int32),
        kind=np.array([kinds.index(acts[a.act_id].kind) for a in articles], dtype=np.int8),
        status=np.array([statuses.index(acts[a.act_id].status) for a in articles], dtype=np.int8),
        valid_from=np.array([a.valid_from.toordinal() if a.valid_from else 0 for a in articles], dtype=np.int32),
        n_chars=np.array([len(a.text) for a in articles], dtype=np.int32),
    )
    atomic_write_json(folder / "facts.json", {"kinds": kinds, "statuses": statuses})
    atomic_write_text(folder / "articles.txt", "\n".join(a.article_id for a in articles) + "\n")
