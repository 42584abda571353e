"""Builds an index generation from the corpus: lexical fields, forward index, vectors, facts for filters."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from przepis import __version__
from przepis.artifact import (
    atomic_write_json,
    current_generation,
    link_files,
    new_generation,
    read_json,
)
from przepis.corpus.store import Store
from przepis.encode.packed import KINDS
from przepis.encode.protocol import Encoder
from przepis.encode.registry import is_own
from przepis.errors import StoreError
from przepis.index.fields import FIELDS, FieldSpec
from przepis.index.forward import read_words
from przepis.index.local.writing import Progress, RowFacts, write_facts, write_words
from przepis.index.vectors import FEW, Stage, Vectors
from przepis.surrogates.beyond import BeyondNeed, read_beyond

INDEX_FORMAT = 6  # 3: signs of vectors; 4: questions that people ask, demand; 5: bounds of units; 6: smaller cells


def index_root(home: Path) -> Path:
    return home / "index"


def past_root(home: Path) -> Path:
    """Of the index of past wordings (``index.past``)."""
    return home / "index-past"


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
    packed: Collection[str] = KINDS,
    beyond: Sequence[BeyondNeed] | None = None,
    progress: Progress | None = None,
) -> Path:
    """New generations beside the old one, each made current when whole: words, then vectors as they come.

    Vectors of unchanged texts are reused; where nearly all are, only the last generation is made. The words of a
    generation of this very corpus are reused too: an interrupted build goes on. ``bare_chunks``: vectors of chunks
    without title and headings. ``packed``: kinds of text whose shipped vectors are taken, the others encoded.
    ``beyond``: needs that no article answers; where none are given, the shipped ones with our encoder, for which it was
    chosen how near is near.
    """
    tell = progress or (lambda what, share: None)
    build = _Build(store, home, (*FIELDS, *extra_fields), tell)
    if encoder is None:
        build.generation(None, None)
        return index_root(home)
    if beyond is None:
        beyond = tuple(read_beyond()) if is_own(encoder) else ()
    vectors = Vectors(
        store, home, build.articles, build.titles, encoder, bare_chunks=bare_chunks, packed=packed, beyond=beyond
    )
    begun = _fresh(store, home)
    done = begun.share if begun is not None and begun.made_by == (encoder.name, bare_chunks) else 0.0
    if done == 1 or vectors.to_encode() < FEW:  # nobody waits: what there is stays until all is made
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
                write_words(folder, read, [a.act_id for a in self.articles], self._fields, self._tell)
                write_facts(folder, self._store, [RowFacts.of(a) for a in self.articles])
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
