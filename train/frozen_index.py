"""The vectors of a built index as something to train against: they stay, only the questions' tower moves.

Rows are articles. The vectors of an article's questions (its surrogate's and those that people ask) stand together, and
so do those of its chunks; an article's neighbours are the articles whose vectors lie nearest to its own.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from przepis.corpus.store import Store
from przepis.index.arrays import ranges
from przepis.index.local.dense import DenseField
from przepis.index.local.index import LocalIndex

N_NEIGHBOURS = 48
_AT_ONCE = 2048


class Side:
    """The vectors of one kind of text, by article."""

    def __init__(self, vectors: Tensor, starts: np.ndarray) -> None:
        self.vectors = vectors  # unit rows
        self._half = vectors.to(torch.bfloat16)
        self.starts = starts  # of every article, and the end of the last

    @classmethod
    def of(cls, fields: list[DenseField], n_articles: int) -> Side:
        """Several fields as one: an article's vectors of the first field stand before those of the next."""
        rows = np.concatenate([field.owners[field._owner_of] for field in fields])
        order = np.argsort(rows, kind="stable")
        whole = np.concatenate([f.vectors.astype(np.float32) * f.scales[:, None] for f in fields])[order]
        starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=n_articles))])
        return cls(torch.nn.functional.normalize(torch.from_numpy(whole), dim=-1), starts)

    def places(self, articles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the vectors of these articles stand, and for each which of the articles it belongs to."""
        lengths = self.starts[articles + 1] - self.starts[articles]
        return ranges(self.starts[articles], lengths), np.repeat(np.arange(len(articles)), lengths)

    def best(self, queries: Tensor) -> np.ndarray:
        """Of every article its best cosine with each query; 0 where it has no vector."""
        scores = (queries.to(torch.bfloat16) @ self._half.T).float().numpy()
        has = np.flatnonzero(np.diff(self.starts) > 0)
        best = np.zeros((len(queries), len(self.starts) - 1), dtype=np.float32)
        best[:, has] = np.maximum.reduceat(scores, self.starts[has], axis=1)
        return best

    def owners(self) -> np.ndarray:
        """The article of every vector."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def means(self) -> Tensor:
        """The mean direction of every article; 0 where it has no vector."""
        owner = torch.from_numpy(self.owners())
        sums = torch.zeros(len(self.starts) - 1, self.vectors.shape[1])
        return torch.nn.functional.normalize(sums.index_add_(0, owner, self.vectors), dim=-1)


class FrozenIndex:
    """Questions and chunks of a home's index."""

    def __init__(self, home: Path) -> None:
        index = LocalIndex(home)
        n = len(index.article_ids)
        self.rows = {article_id: row for row, article_id in enumerate(index.article_ids)}
        fields = {name: index.dense_field(name) for name in ("questions", "asked", "chunks")}
        self.questions = Side.of([fields["questions"], fields["asked"]], n)
        self.chunks = Side.of([fields["chunks"]], n)
        self.texts = self._texts(home)

    def _texts(self, home: Path) -> list[list[str]]:
        """Of every article the questions, in the order of their vectors."""
        written: list[list[str]] = [[] for _ in self.rows]
        asked: list[list[str]] = [[] for _ in self.rows]
        with Store(home) as store:
            for surrogate in store.surrogates():
                if surrogate.article_id in self.rows:
                    written[self.rows[surrogate.article_id]] = sorted(surrogate.spoken)
            for question in store.asked():
                if question.article_id in self.rows:
                    asked[self.rows[question.article_id]].append(question.text)
        counts = np.diff(self.questions.starts)
        together = [[*own, *sorted(others)] for own, others in zip(written, asked, strict=True)]
        # law that has ended has questions, and no vectors
        return [own if len(own) == n else [] for own, n in zip(together, counts.tolist(), strict=True)]

    def neighbours(self) -> np.ndarray:
        """Of every article with questions, the articles with questions nearest to it; -1 for the others."""
        mean = torch.nn.functional.normalize(self.questions.means() + self.chunks.means(), dim=-1)
        has = np.flatnonzero(np.diff(self.questions.starts) > 0)
        among = mean[has].to(torch.bfloat16)
        near = np.full((len(mean), N_NEIGHBOURS), -1, dtype=np.int32)
        for at in range(0, len(has), _AT_ONCE):
            part = (among[at : at + _AT_ONCE] @ among.T).float()
            part[torch.arange(len(part)), torch.arange(at, at + len(part))] = -2.0
            near[has[at : at + _AT_ONCE]] = has[part.topk(min(N_NEIGHBOURS, len(has) - 1), dim=1).indices.numpy()]
        return near
