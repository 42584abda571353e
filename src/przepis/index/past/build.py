"""Builds the index of past wordings, beside that of today, which it leaves as it is."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from przepis import __version__
from przepis.artifact import atomic_write_json, current_generation, new_generation
from przepis.corpus.past import Held, held_wordings, past_fingerprint
from przepis.corpus.store import Store
from przepis.encode.protocol import Encoder
from przepis.errors import StoreError
from przepis.index.build import INDEX_FORMAT, past_root
from przepis.index.fields import FIELDS
from przepis.index.forward import WordReader
from przepis.index.local.dense import passage_text
from przepis.index.local.writing import Progress, RowFacts, write_facts, write_words
from przepis.index.past.alike import vector_owners
from przepis.index.vector_cache import VectorCache
from przepis.index.vectors import Item, write_vectors
from przepis.records import Surrogate

PAST_FIELDS = tuple(
    spec
    for spec in FIELDS
    if spec.name in ("full", "text-prefix", "full-prefix", "surrogate-prefix", "lay-prefix", "all-prefix", "headings")
)
"""What the shipped pipelines ask for; each field is several times as large as that of today."""
NO_END = 2**31 - 1  # of a wording that still holds, in place of an ordinal of a day


def build_past(store: Store, home: Path, encoder: Encoder | None, *, progress: Progress | None = None) -> Path:
    """The folder of a new generation, made current when whole.

    What has been encoded is kept: an interrupted build goes on.
    """
    tell = progress or (lambda what, share: None)
    started = time.perf_counter()
    rows = _Rows(store)
    rows.read(tell)
    with new_generation(past_root(home)) as folder:
        write_words(folder, rows.reader.words, [f.act_id for f in rows.facts], PAST_FIELDS, tell)
        write_facts(folder, store, rows.facts)
        for name, values in rows.days.items():
            np.save(folder / f"wording_{name}.npy", np.array(values, dtype=np.int32))
        dense: dict[str, Any] = {}
        if encoder is not None:
            cache = VectorCache(home, encoder)
            dense = write_vectors(folder, rows.items, len(rows.facts), encoder, cache, tell)
        facts = {
            "format": INDEX_FORMAT,
            "program": __version__,
            "corpus": store.fingerprint(),
            "past": past_fingerprint(store),
            "n_articles": rows.n_articles,
            "n_wordings": len(rows.facts),
            "n_own_vectors": len(set(rows.days["vectors_of"])),
            "fields": [spec.name for spec in PAST_FIELDS],
            "dense": dense,
            "build_s": round(time.perf_counter() - started, 1),
        }
        atomic_write_json(folder / "index.json", facts)
    built = current_generation(past_root(home))
    assert built is not None  # made current just now
    return built


class _Rows:
    """Every wording of the corpus, read once: its words, its facts, its days, the texts to encode."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._acts = store.acts()
        self._titles = {act.act_id: act.title for act in self._acts}
        self._surrogates: dict[str, Surrogate] = {s.article_id: s for s in store.surrogates()}
        self._asked: dict[str, list[str]] = defaultdict(list)
        for question in store.asked():
            self._asked[question.article_id].append(question.text)
        self._newest = dict(_newest_hashes(store))
        self.reader = WordReader(store, self._titles)
        self.facts: list[RowFacts] = []
        self.days: dict[str, list[int]] = {"since": [], "until": [], "vectors_of": [], "main": []}
        self.items: dict[str, list[Item]] = {"asked": [], "questions": [], "chunks": []}
        self.n_articles = 0

    def read(self, tell: Progress) -> None:
        for n, act in enumerate(self._acts, start=1):
            for wordings in held_wordings(self._store, act.act_id):
                self._add(wordings)
            tell("wordings", n / len(self._acts))
        if not self.facts:
            raise StoreError("the corpus is empty; run `przepis setup`, or `przepis corpus import …`, first")

    def _add(self, wordings: list[Held]) -> None:
        first = len(self.facts)
        article_id = wordings[0].article.article_id
        owners, main = vector_owners(wordings, self._newest.get(article_id, ""))
        self.n_articles += 1
        for place, (held, owner) in enumerate(zip(wordings, owners, strict=True)):
            described = owner == main and article_id in self._newest
            self.reader.add(held.article, described=described)
            self.facts.append(RowFacts.of(held.article))
            self.days["since"].append(held.since.toordinal())
            self.days["until"].append(held.until.toordinal() if held.until else NO_END)
            self.days["vectors_of"].append(first + owner)
            self.days["main"].append(place == main)
            if owner == place and not held.article.repealed:
                self._add_texts(first + place, held, described)

    def _add_texts(self, row: int, held: Held, described: bool) -> None:
        article = held.article
        title = self._titles[article.act_id]
        for chunk in self._store.chunks(article):
            self.items["chunks"].append((row, passage_text(title, article.headings, chunk.text)))
        if described:
            surrogate = self._surrogates.get(article.article_id)
            self.items["questions"] += [(row, q) for q in surrogate.spoken] if surrogate else []
            self.items["asked"] += [(row, q) for q in self._asked.get(article.article_id, ())]


def _newest_hashes(store: Store) -> Iterator[tuple[str, str]]:
    query = "SELECT act_id, label, text_hash FROM articles JOIN texts USING (text_id) WHERE newest = 1"
    for act_id, label, text_hash in store.db.execute(query):
        yield f"{act_id}#{label}", text_hash
