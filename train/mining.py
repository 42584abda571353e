"""Embed everything with the model as it stands: hard negatives, best chunks, and the development figures."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from train.clock import half_precision
from train.model import PAD, Tower
from train.pool import PassagePool
from train.sampling import INDEXED_KINDS, KEPT, Sampler, pad_ids

LOOKED_AT = 60


@torch.no_grad()
def embed_passages(tower: Tower, pool: PassagePool, batch: int = 4096) -> Tensor:
    chunks = torch.arange(pool.n_chunks, device=pool.device)
    order = pool.lengths(chunks).argsort()
    out = torch.empty(pool.n_chunks, tower.config.dim, device=pool.device, dtype=torch.float32)
    for part in order.split(batch):
        ids, mask = pool.assemble(part)
        with half_precision(pool.device):
            out[part] = F.normalize(tower(ids, mask).float(), dim=-1)
    return out


class QuerySet:
    """Texts tokenised once, in batches of like length, to be embedded again and again."""

    def __init__(self, sampler: Sampler, texts: list[str], device: torch.device, batch: int = 4096) -> None:
        self.n_texts, self.device = len(texts), device
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        self.parts: list[tuple[Tensor, Tensor]] = []
        for at in range(0, len(order), batch):
            rows = order[at : at + batch]
            ids = pad_ids(sampler.tokenizer, [texts[i] for i in rows], sampler.max_query)
            self.parts.append((torch.tensor(rows), torch.from_numpy(ids)))

    @torch.no_grad()
    def embed(self, tower: Tower) -> Tensor:
        out = torch.empty(self.n_texts, tower.config.dim, device=self.device)
        for rows, ids in self.parts:
            given = ids.to(self.device).long()
            with half_precision(self.device):
                vectors = tower(given, given != PAD)
            out[rows.to(self.device)] = F.normalize(vectors.float(), dim=-1)
        return out


class Miner:
    """Looks through the corpus with the current towers; writes into the sampler's shared arrays."""

    def __init__(self, sampler: Sampler, pool: PassagePool, dev: list[dict[str, Any]], margin: float) -> None:
        self.sampler, self.pool, self.dev, self.margin = sampler, pool, dev, margin
        texts = [q.replace(";", "") for q in sampler.pairs.queries]
        self.queries = QuerySet(sampler, texts, pool.device)
        self.dev_queries = QuerySet(sampler, [row["query"] for row in dev], pool.device)
        self.own = torch.tensor(sampler.pairs.articles, device=pool.device)
        indexed = [i for i, kind in enumerate(sampler.pairs.kinds) if kind in INDEXED_KINDS]
        self.indexed = torch.tensor(indexed, device=pool.device)
        # Articles that no question asks about are never wrong for a person's question, neither mined nor met in a
        # batch: having no questions would come to mean being wrong, and the law without annotations would drift out of
        # reach (lay hit@10 there fell from 52 to 26 when they were mined).
        self.asked_for = torch.zeros(pool.n_articles, dtype=torch.bool, device=pool.device)
        self.asked_for[self.own] = True
        self.mineable = self.asked_for[pool.article]

    @torch.no_grad()
    def refresh(self, queries: Tensor, vectors: Tensor, limit_s: float) -> int:
        """New hard negatives and best chunks for the pairs whose ``queries`` these are, in a random order, as many as
        the time allows: what lies nearest by its wording, and what is asked about in the nearest questions. Returns how
        many pairs were looked at.
        """
        began = time.monotonic()
        half, asked = vectors.bfloat16(), queries[self.indexed].bfloat16()
        first_chunk = self.pool.first_chunk[self.own[self.indexed]]
        done = 0
        for rows in torch.randperm(len(queries), device=self.pool.device).split(1024):
            own, near = self.own[rows], queries[rows].bfloat16()
            best, best_score = self.best_own_chunk(queries[rows], own, vectors)
            scores = (near @ half.T).masked_fill_(~self.mineable[None, :], -2.0)
            by_wording = scores.topk(min(LOOKED_AT, self.pool.n_chunks), dim=1).indices
            by_question = (near @ asked.T).topk(min(LOOKED_AT, len(asked)), dim=1).indices
            found = torch.cat([by_wording, first_chunk[by_question]], dim=1)
            kept = self._wrong(scores.gather(1, found).float(), found, own, best_score)
            at = rows.cpu().numpy()
            self.sampler.mined[at, : kept.shape[1]] = kept.cpu().numpy()
            self.sampler.best[at] = best.cpu().numpy()
            done += len(rows)
            if time.monotonic() - began > limit_s:
                break
        return done

    def _by_questions(self, queries: Tensor, asked: Tensor) -> Tensor:
        """(queries, articles): cosine of the nearest question about an article, 0 where it has none."""
        scores = queries @ asked.T
        pooled = torch.zeros(len(queries), self.pool.n_articles, device=scores.device, dtype=scores.dtype)
        owner = self.own[self.indexed]
        return pooled.scatter_reduce_(1, owner[None].expand(len(queries), -1), scores, "amax")

    def _wrong(self, scores: Tensor, chunks: Tensor, own: Tensor, own_score: Tensor) -> Tensor:
        """A random choice among the best chunks that belong to other articles and texts; -1 where there are fewer.

        What scores far above the right passage (by more than ``margin``) is too likely to be right as well.
        """
        article = self.pool.article[chunks]
        wrong = (article != own[:, None]) & (self.pool.text_of[article] != self.pool.text_of[own][:, None])
        wrong &= scores < own_score[:, None] + self.margin
        order = torch.where(wrong, torch.rand_like(scores), 2.0).argsort(dim=1)[:, :KEPT]
        return torch.where(wrong, chunks, -1).gather(1, order)

    def best_own_chunk(self, queries: Tensor, own: Tensor, vectors: Tensor, most: int = 12) -> tuple[Tensor, Tensor]:
        """Among the first ``most`` chunks of the right article."""
        first = self.pool.first_chunk[own][:, None]
        chunks = first + torch.arange(most, device=queries.device)[None, :]
        real = chunks < self.pool.first_chunk[own + 1][:, None]
        chunks = torch.where(real, chunks, first).clamp(max=self.pool.n_chunks - 1)
        scores = (vectors[chunks] * queries[:, None, :]).sum(-1).masked_fill(~real, -1.0)
        score, place = scores.max(dim=1)
        return chunks.gather(1, place[:, None])[:, 0], score

    @torch.no_grad()
    def figures(self, tower: Tower, vectors: Tensor, written: Tensor) -> dict[str, list[float]]:
        """set -> hit@1, hit@10, hit@100 in per cent by passages, then by passages and questions together.

        Over all articles; a question without a known article misses. ``written``: vectors of the pairs' queries, of
        which an index has those of some kinds.
        """
        queries = self.dev_queries.embed(tower)
        asked = written[self.indexed]
        ranks: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for at in range(0, len(self.dev), 256):
            scores = queries[at : at + 256] @ vectors.T
            pooled = torch.full((len(scores), self.pool.n_articles), -2.0, device=self.pool.device)
            pooled.scatter_reduce_(1, self.pool.article[None].expand(len(scores), -1), scores, "amax")
            both = pooled + self._by_questions(queries[at : at + 256], asked)
            for alone, together, item in zip(pooled, both, self.dev[at : at + 256], strict=True):
                ranks[item["set"]].append((_rank(alone, item["articles"]), _rank(together, item["articles"])))
        return {
            name: [round(100 * float(v), 1) for side in (0, 1) for v in _hits(np.asarray(found)[:, side])]
            for name, found in sorted(ranks.items())
        }


def _rank(scores: Tensor, right: list[int]) -> int:
    """Of the best right article, the first being 1; beyond everything where there is none."""
    if not right:
        return 10**9
    return int((scores > max(float(scores[a]) for a in right)).sum()) + 1


def _hits(ranks: NDArray[np.int64]) -> list[float]:
    return [float(np.mean(ranks <= k)) for k in (1, 10, 100)]
