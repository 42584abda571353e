"""Which texts get vectors, and in which order: acts that people need most first, none that is no longer in force."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from przepis.corpus.store import Store
from przepis.encode.packed import KINDS
from przepis.encode.protocol import Encoder
from przepis.index.local.beyond import FOLDER as BEYOND
from przepis.index.local.beyond import Beyond, texts_of
from przepis.index.local.dense import DENSE_FIELDS, NO_UNIT, SETTLED_BY, DenseField, passage_text
from przepis.index.vector_cache import VectorCache
from przepis.records import Article
from przepis.surrogates.beyond import BeyondNeed

ENDED = frozenset({"repealed", "expired"})
STAGES = (0.25, 0.6, 1.0)  # shares of all texts at which what there is becomes searchable
FEW = 15_000  # passages without a vector: so few take a minute or two, hardly longer than a stage without them
_AS_PASSAGES = {"chunks": 1.0, "questions": 0.1, "asked": 0.1}  # how long a text takes beside a passage
_KEPT_AS = {"asked": "questions", "questions": "questions", "chunks": "chunks"}

Tell = Callable[[str, float], None]
Item = tuple[int, str]  # the article's row, the text


@dataclass(frozen=True, slots=True)
class Stage:
    """The texts to encode up to here, by field, and their share of all."""

    share: float
    items: dict[str, list[Item]]


class Vectors:
    """Everything to encode for a corpus, in the order of need, and the vectors made so far."""

    def __init__(
        self,
        store: Store,
        home: Path,
        articles: list[Article],
        titles: dict[str, str],
        encoder: Encoder,
        *,
        bare_chunks: bool = False,
        packed: Collection[str] = KINDS,
        beyond: Sequence[BeyondNeed] = (),
    ) -> None:
        """``bare_chunks``: without title and headings. ``packed``: kinds whose shipped vectors are taken.
        ``beyond``: needs that no article answers."""
        self.encoder = encoder
        self._beyond = beyond
        self._how = {"bare_chunks": True} if bare_chunks else {}
        self._cache = VectorCache(home, encoder, packed=packed)
        self._n_articles = len(articles)
        rows = {a.article_id: row for row, a in enumerate(articles)}
        ended = {act.act_id for act in store.acts() if act.status in ENDED}
        place = act_places(store)
        self._place = np.array([place.get(a.act_id, len(place)) for a in articles])
        alive = [not a.repealed and a.act_id not in ended for a in articles]
        surrogates = ((rows[s.article_id], s) for s in store.surrogates() if s.article_id in rows)
        spoken = [(row, s) for row, s in surrogates if alive[row]]
        self._settled_by = {
            (row, question): numbered_units(articles[row]).get(path, NO_UNIT)
            for row, s in spoken
            if s.settles and not s.stale
            for question, path in zip(s.more, s.settles, strict=True)
        }
        asked = ((rows[q.article_id], q.text) for q in store.asked() if q.article_id in rows)
        self._items: dict[str, list[Item]] = {
            "asked": sorted(item for item in asked if alive[item[0]]),
            "questions": sorted((row, q) for row, s in spoken for q in s.spoken),
            "chunks": [
                (row, chunk.text if bare_chunks else passage_text(titles[article.act_id], article.headings, chunk.text))
                for row, article in enumerate(articles)
                if alive[row]
                for chunk in store.chunks(article)
            ],
        }

    def to_encode(self) -> float:
        """How many passages would take as long as the texts that have no vector yet."""
        return sum(
            _AS_PASSAGES[name] * self._cache.n_missing(_KEPT_AS[name], [text for _, text in items])
            for name, items in self._items.items()
        )

    def stages(self, shares: tuple[float, ...] = STAGES) -> Iterator[Stage]:
        """Each holds the texts of whole acts, and those of the stage before it."""
        n_texts = Counter(int(self._place[row]) for items in self._items.values() for row, _ in items)
        done = np.cumsum([n_texts[place] for place in range(max(n_texts, default=0) + 1)])
        for share in shares:
            last = int(np.searchsorted(done, share * done[-1]))
            kept = {n: [i for i in items if self._place[i[0]] <= last] for n, items in self._items.items()}
            yield Stage(float(done[last] / done[-1]) if done[-1] else 1.0, kept)

    def write(self, folder: Path, stage: Stage, tell: Tell) -> dict[str, Any]:
        """The dense fields of one stage; what has no vector yet is encoded and kept. Returns facts for the index."""
        facts = write_vectors(folder, stage.items, self._n_articles, self.encoder, self._cache, tell)
        units = [self._settled_by.get(item, NO_UNIT) for item in stage.items["questions"]]
        np.save(folder / "dense" / "questions" / SETTLED_BY, np.array(units, dtype=np.int16))
        if self._beyond:
            found = self._cache.vectors(_KEPT_AS["asked"], texts_of(self._beyond), self.encoder.encode_queries, tell)
            Beyond.of(self._beyond, *found).write(folder / "dense" / BEYOND)
        return facts | {"share": round(stage.share, 4)} | self._how


def write_vectors(
    folder: Path, items_of: Mapping[str, list[Item]], n_rows: int, encoder: Encoder, cache: VectorCache, tell: Tell
) -> dict[str, Any]:
    """Dense fields of a generation: what has no vector in the cache is encoded and kept there."""
    for name, items in items_of.items():
        encode = encoder.encode_passages if name == "chunks" else encoder.encode_queries
        vectors, scales = cache.vectors(_KEPT_AS[name], [text for _, text in items], encode, tell)
        rows = np.array([row for row, _ in items], dtype=np.int32)
        DenseField.of(rows, vectors, scales, n_rows).write(folder / "dense" / name, encoder.centred)
    return {"encoder": encoder.name, "dim": encoder.dim, "fields": list(DENSE_FIELDS)}


def numbered_units(article: Article) -> dict[str, int]:
    """By its path, the place of each unit among those with a number."""
    return {"/".join(unit.path): place for place, unit in enumerate(article.numbered)}


def act_places(store: Store) -> dict[str, int]:
    """The place of each act in the order of need: questions that people ask on it, then references to its articles."""
    asked = Counter(q.article_id.partition("#")[0] for q in store.asked())
    referred: dict[str, int] = defaultdict(int)
    for article_id, times in store.times_referred_to().items():
        referred[article_id.partition("#")[0]] += times
    acts = sorted((act.act_id for act in store.acts()), key=lambda a: (-asked[a], -referred[a], a))
    return {act_id: place for place, act_id in enumerate(acts)}
