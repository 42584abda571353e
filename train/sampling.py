"""What stands in a batch: which pairs, which chunk of the right article, which wrong chunks beside it.

Plain arrays and strings only: this runs in processes of its own, beside the one that holds the GPU.
"""

from __future__ import annotations

import json
import lzma
import mmap
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from train.augment import as_typed, query_text, span_query
from train.layout import Ints, Layout
from train.tokenizer import PAD

SHARES = {
    "lay": 0.29,
    "asked": 0.14,
    "practitioner": 0.13,
    "keywords": 0.11,
    "concepts": 0.03,
    "summary": 0.03,
    "exam": 0.10,
    "lqad": 0.05,
    "span": 0.09,
    "place": 0.03,
}
PARTNER_KINDS = frozenset({"lay", "asked", "practitioner", "keywords", "summary"})
INDEXED_KINDS = frozenset({"lay", "asked", "practitioner"})  # questions whose vectors an index has
NEAR = 12  # a neighbour in the act stands at most so many articles away
LEXICAL_SHARE = 0.25  # of the hard negatives, once there are mined ones
KEPT = 32  # mined negatives kept of each pair


@dataclass(frozen=True)
class Pairs:
    """Parallel lists of all labelled queries."""

    kinds: list[str]
    articles: list[int]
    queries: list[str]
    options: list[list[str]]

    def __len__(self) -> int:
        return len(self.kinds)


@dataclass(frozen=True)
class Batch:
    """One step's choice. A partner is another question about the article of the row it belongs to."""

    query_ids: NDArray[np.int32]
    partner_ids: NDArray[np.int32]
    partner_rows: Ints
    rival_ids: NDArray[np.int32]  # questions about the articles of hard negatives
    rival_articles: Ints
    rival_rows: Ints  # whose hard negative it is
    positives: Ints  # chunks
    negatives: Ints  # chunks, (n, a query)
    of_people: NDArray[np.bool_]  # a person's question, not words cut from the law itself
    cut_start: Ints
    cut_length: Ints


def read_xz(path: Path) -> Iterator[Any]:
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def read_pairs(*files: Path) -> Pairs:
    rows = [row for path in files for row in read_xz(path)]
    return Pairs([r[0] for r in rows], [r[1] for r in rows], [r[2] for r in rows], [r[3] for r in rows])


def pad_ids(tokenizer: Tokenizer, texts: list[str], limit: int, step: int = 16) -> NDArray[np.int32]:
    rows = [e.ids[:limit] for e in tokenizer.encode_batch_fast(texts)]
    width = -(-max((len(r) for r in rows), default=1) // step) * step
    ids = np.full((len(rows), width), PAD, dtype=np.int32)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = row
    return ids


def shared_ints(shape: tuple[int, ...], fill: int) -> NDArray[np.int32]:
    """An array that forked processes see change."""
    size = max(4, 4 * int(np.prod(shape)))
    values = np.frombuffer(mmap.mmap(-1, size), dtype=np.int32, count=int(np.prod(shape))).reshape(shape)
    values[...] = fill
    return values


class Sampler:
    """Draws batches. ``mined`` and ``best`` are shared with the trainer, which renews them as the model learns."""

    def __init__(
        self,
        folder: Path,
        layout: Layout,
        batch: int,
        n_negatives: int,
        max_query: int,
        seed: int,
        shares: dict[str, float] = SHARES,
        more_pairs: tuple[Path, ...] = (),
    ) -> None:
        """``more_pairs``: files like ``pairs.jsonl.xz``; of theirs no lexical negatives are known."""
        self.layout, self.batch, self.n_negatives, self.max_query = layout, batch, n_negatives, max_query
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.pairs = read_pairs(folder / "pairs.jsonl.xz", *more_pairs)
        self.seed(seed)
        self.by_kind: dict[str, list[int]] = {kind: [] for kind in SHARES}
        self.by_article: dict[int, list[int]] = {}
        for i, (kind, article) in enumerate(zip(self.pairs.kinds, self.pairs.articles, strict=True)):
            self.by_kind[kind].append(i)
            if kind in PARTNER_KINDS:
                self.by_article.setdefault(article, []).append(i)
        present = {k: s for k, s in shares.items() if k in ("span", "place") or self.by_kind[k]}
        self.shares = {k: s / sum(present.values()) for k, s in present.items()}
        self.mined = shared_ints((len(self.pairs), KEPT), -1)
        self.best = shared_ints((len(self.pairs),), -1)
        path = folder / "negatives.npz"
        self.lexical: Ints | None = None
        if path.exists():
            known = np.load(path)["articles"].astype(np.int64)
            self.lexical = np.full((len(self.pairs), known.shape[1]), -1, dtype=np.int64)
            self.lexical[: len(known)] = known

    def seed(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def draw(self) -> Batch:
        kinds = self.dice.choices(list(self.shares), weights=list(self.shares.values()), k=self.batch)
        texts: list[str] = []
        positives: list[int] = []
        cuts: list[tuple[int, int]] = []
        pair_of: list[int] = []
        for kind in kinds:
            pair, cut = -1, (0, 0)
            if kind == "span":
                text, chunk, cut = self._span()
            elif kind == "place":
                text, chunk = self._place()
            else:
                pair = self.dice.choice(self.by_kind[kind])
                text = query_text(kind, self.pairs.queries[pair], self.pairs.options[pair], self.dice)
                chunk = self._chunk_of(pair)
            texts.append(text or "?")
            positives.append(chunk)
            cuts.append(cut)
            pair_of.append(pair)
        rows, partners = self._partners(pair_of)
        negatives = [self._wrong(p, c) for p, c in zip(pair_of, positives, strict=True)]
        rival_rows, rival_articles, rivals = self._rivals(rows, negatives)
        cut_array = np.asarray(cuts, dtype=np.int64)
        return Batch(
            query_ids=pad_ids(self.tokenizer, texts, self.max_query),
            partner_ids=pad_ids(self.tokenizer, partners or ["?"], self.max_query),
            partner_rows=np.asarray(rows, dtype=np.int64),
            rival_ids=pad_ids(self.tokenizer, rivals or ["?"], self.max_query),
            rival_articles=np.asarray(rival_articles, dtype=np.int64),
            rival_rows=np.asarray(rival_rows, dtype=np.int64),
            positives=np.asarray(positives, dtype=np.int64),
            negatives=np.asarray(negatives, dtype=np.int64),
            of_people=np.asarray(pair_of) >= 0,
            cut_start=cut_array[:, 0],
            cut_length=cut_array[:, 1],
        )

    def _partners(self, pair_of: list[int]) -> tuple[list[int], list[str]]:
        """Another question about the same article: the index also compares questions with questions."""
        rows, texts = [], []
        for row, pair in enumerate(pair_of):
            known = self.by_article.get(self.pairs.articles[pair], []) if pair >= 0 else []
            other = self.dice.choice(known) if known else pair
            if other != pair:
                rows.append(row)
                texts.append(as_typed(self.pairs.queries[other], self.dice, 0.5) or "?")
        return rows, texts

    def _rivals(self, rows: list[int], negatives: list[list[int]]) -> tuple[list[int], list[int], list[str]]:
        """A question about the article of each row's first wrong chunk, where it has one: near, and not about it."""
        of_rows, articles, texts = [], [], []
        for row in rows:
            article = int(self.layout.article[negatives[row][0]])
            if known := self.by_article.get(article):
                of_rows.append(row)
                articles.append(article)
                texts.append(as_typed(self.pairs.queries[self.dice.choice(known)], self.dice, 0.5) or "?")
        return of_rows, articles, texts

    def _chunk_of(self, pair: int) -> int:
        best = int(self.best[pair])
        if best >= 0 and self.dice.random() < 0.85:
            return best
        article = self.pairs.articles[pair]
        return int(self.layout.first_chunk[article]) if self.dice.random() < 0.4 else self._any_chunk(article)

    def _words(self, start: int, count: int) -> str:
        return str(self.tokenizer.decode(self.layout.tokens[start : start + count].tolist()))

    def _span(self) -> tuple[str, int, tuple[int, int]]:
        """A span as the query; more often than not it is cut out of the passage it must find."""
        chunk = self.dice.randrange(self.layout.n_chunks)
        length = int(self.layout.text_len[chunk])
        n_span = min(length, self.dice.randint(6, 40))
        start = self.dice.randrange(length - n_span + 1)
        text = span_query(self._words(int(self.layout.text_start[chunk]) + start, n_span), self.dice)
        cut = self.dice.random() < 0.6 and length - n_span >= 12
        return text, chunk, (start, n_span) if cut else (0, 0)

    def _place(self) -> tuple[str, int]:
        """The act and headings with a few words of the article: a person who knows roughly where to look."""
        chunk = self.dice.randrange(self.layout.n_chunks)
        offset = self.dice.randrange(max(1, int(self.layout.text_len[chunk]) - 8))
        words = self._words(int(self.layout.text_start[chunk]) + offset, 8)
        named = self._words(int(self.layout.place_start[chunk]), int(self.layout.place_len[chunk]))
        parts = [words, named]
        self.dice.shuffle(parts)
        return as_typed(" ".join(parts), self.dice), chunk

    def _wrong(self, pair: int, positive: int) -> list[int]:
        """Mined ones, at times what words alone would take instead; the last is always a neighbour in the act."""
        found: list[int] = []
        n_hard = max(1, self.n_negatives - 1)
        if pair >= 0:
            mined = [c for c in self.mined[pair].tolist() if c >= 0]
            near = [a for a in self.lexical[pair].tolist() if a >= 0] if self.lexical is not None else []
            if near and (not mined or self.dice.random() < LEXICAL_SHARE):
                found = [self._any_chunk(a) for a in self.dice.sample(near, k=min(n_hard, len(near)))]
            elif mined:
                found = self.dice.sample(mined, k=min(n_hard, len(mined)))
        while len(found) < self.n_negatives:
            found.append(self._neighbour(positive))
        return found[: self.n_negatives]

    def _any_chunk(self, article: int) -> int:
        first, end = int(self.layout.first_chunk[article]), int(self.layout.first_chunk[article + 1])
        return self.dice.randrange(first, end) if end > first else self.dice.randrange(self.layout.n_chunks)

    def _neighbour(self, chunk: int) -> int:
        """A chunk of another article of the act; articles of an act stand together."""
        article = int(self.layout.article[chunk])
        act = self.layout.act_of[article]
        for _ in range(8):
            other = article + self.dice.choice((-1, 1)) * self.dice.randint(1, NEAR)
            if 0 <= other < self.layout.n_articles and self.layout.act_of[other] == act:
                return self._any_chunk(other)
        return self.dice.randrange(self.layout.n_chunks)
