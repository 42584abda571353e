"""Train the reader: a cross-encoder that reads a question and an article together and gives one score.

    python3 -m train.reader --data train/data/pairs --start FOLDER --out OUT --minutes 6.7

FOLDER holds the pretrained checkpoint, from whose lowest layers it starts, and a trained retriever, whose nearest wrong
passages it learns to tell from the right one. An article is read with its surrogate's summary, where it has one. Last,
it rereads the default system's best for the development questions and prints hit@1 for sums of both scores.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from torch import Tensor, nn

from train.checkpoint import load_parts, save_parts
from train.clock import Clock, half_precision, set_rate
from train.feeding import Feeder
from train.layout import Layout
from train.mining import Miner, embed_passages
from train.model import PAD, SEP, ModelConfig, Norm, Trunk
from train.optimiser import build_optimisers
from train.pool import PassagePool
from train.retriever import Retriever
from train.sampling import Sampler, pad_ids, read_xz
from train.schedule import cosine

WEIGHTS = (0.0, 0.25, 0.3, 0.5, 1.0)
SHARES = {"lay": 0.41, "practitioner": 0.21, "keywords": 0.15, "exam": 0.16, "lqad": 0.07}
HIDE_ALL, HIDE_ONE = 0.2, 0.15  # how often no candidate's summary is shown, and how often one candidate's is not


class CrossEncoder(nn.Module):
    """One score for question and passage read together: the mean over real tokens through a small head."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.trunk = Trunk(config)
        self.norm = Norm(config.dim)
        self.hidden = nn.Linear(config.dim, config.dim)
        self.out = nn.Linear(config.dim, 1)

    def load_pretrained(self, state: dict[str, Tensor]) -> None:
        """The lowest layers of the pretrained trunk, with the norm that made them an encoder of their own."""
        depth = self.trunk.config.layers
        trunk = {k.removeprefix("trunk."): v for k, v in state.items() if k.startswith("trunk.")}
        kept = {k: v for k, v in trunk.items() if not k.startswith("blocks.") or int(k.split(".")[1]) < depth}
        self.trunk.load_state_dict(kept)
        self.norm.weight.data.copy_(state["exit_norm.weight"])

    def forward(self, ids: Tensor) -> Tensor:
        """(n,)"""
        mask = ids != PAD
        half = ids.is_cuda and torch.is_autocast_enabled()
        self.trunk.stream_dtype = torch.bfloat16 if half else None
        blocked = (~mask).to(torch.bfloat16 if half else torch.float32) * -1e4
        hidden, _ = self.trunk(ids, blocked[:, None, None, :].expand(-1, -1, ids.shape[1], -1))
        weights = mask.float()[:, :, None]
        mean = (self.norm(hidden.float()) * weights).sum(1) / weights.sum(1)
        return self.out(F.gelu(self.hidden(mean))).float()[:, 0]


def joined(parts: list[Tensor], step: int = 32) -> Tensor:
    """The parts' tokens one after the other without the padding between; the later ones' [CLS] becomes [SEP]."""
    lengths = [(part != PAD).sum(1) for part in parts]
    width = -(-int(torch.stack(lengths).sum(0).max()) // step) * step
    column = torch.arange(width, device=parts[0].device)[None, :]
    ids = torch.full((len(parts[0]), width), PAD, device=parts[0].device)
    begin = torch.zeros_like(lengths[0])
    for place, (part, length) in enumerate(zip(parts, lengths, strict=True)):
        inside = column - begin[:, None]
        own = part.gather(1, inside.clamp(0, part.shape[1] - 1))
        if place:
            own = torch.where(inside == 0, SEP, own)
        ids = torch.where((inside >= 0) & (inside < length[:, None]), own, ids)
        begin = begin + length
    return ids


class Summaries:
    """What the surrogates say of an article in plain words, as tokens; nothing for an article without one."""

    def __init__(self, path: Path, tokenizer: Tokenizer, n_articles: int, limit: int, device: torch.device) -> None:
        rows = list(read_xz(path))
        ids = pad_ids(tokenizer, [summary for _, summary in rows], limit)
        self.ids = torch.from_numpy(np.pad(ids, ((1, 0), (0, 0)), constant_values=PAD)).to(device).long()
        self.row_of = torch.zeros(n_articles, dtype=torch.long, device=device)
        self.row_of[[article for article, _ in rows]] = torch.arange(1, len(rows) + 1, device=device)

    def of(self, articles: Tensor, hidden: Tensor | None = None) -> Tensor:
        """Padded tokens; ``hidden`` marks articles whose summary is not shown."""
        rows = self.row_of[articles]
        return self.ids[rows if hidden is None else rows.masked_fill(hidden, 0)]


class Trainer:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.clock = Clock(options.minutes, 60.0, options.max_steps)
        layout = Layout(options.data)
        self.sampler = Sampler(
            options.data,
            layout,
            options.batch,
            options.negatives,
            options.max_query,
            options.seed,
            SHARES,
            (options.data / "later.jsonl.xz",),
        )
        self.feeder = Feeder(self.sampler, options.workers, options.seed)  # forks: before anything touches the GPU
        self.device = torch.device(options.device)
        torch.manual_seed(options.seed)
        self.pool = PassagePool(layout, self.device, options.max_passage)
        self.retriever = self._retriever().to(self.device).eval()
        self.vectors = embed_passages(self.retriever.passage, self.pool)
        self.miner = Miner(self.sampler, self.pool, [], options.margin)
        self.miner.refresh(self.retriever.query, self.vectors)
        path = options.data / "summaries.jsonl.xz"
        n_articles = self.pool.n_articles
        self.summaries = Summaries(path, self.sampler.tokenizer, n_articles, options.max_summary, self.device)
        self.model = self._cross_encoder().to(self.device)
        for block in self.model.trunk.blocks:
            block.dropout = options.dropout
        self.optimisers = build_optimisers(self.model, options.lr, True, 0.01, 2.0)

    def _retriever(self) -> Retriever:
        state, facts = load_parts(self.options.start, "retriever")
        model = Retriever(ModelConfig(**facts["config"]), facts["doc_layers"])
        model.load_trained(state)
        return model

    def _cross_encoder(self) -> CrossEncoder:
        state, facts = load_parts(self.options.start, "pretrained")
        self.config = ModelConfig(**facts["config"]).with_layers(facts["exit_layer"])
        model = CrossEncoder(self.config)
        model.load_pretrained(state)
        return model

    def scores(self, queries: Tensor, chunks: Tensor, hide: bool) -> Tensor:
        """(n, chunks a query), in groups of like length.

        With ``hide`` some summaries are not shown, at times none of a question's, so that an article that has one is
        not taken for right because it has.
        """
        n, width = chunks.shape
        flat = chunks.flatten()
        owners = torch.arange(n, device=self.device).repeat_interleave(width)
        hidden = None
        if hide:
            shown = torch.rand(n, 1, device=self.device) > HIDE_ALL
            hidden = ((torch.rand(n, width, device=self.device) < HIDE_ONE) | ~shown).flatten()
        summaries = self.summaries.of(self.pool.article[flat], hidden)
        lengths = (queries != PAD).sum(1)[owners] + (summaries != PAD).sum(1) + self.pool.lengths(flat)
        out = torch.empty(len(flat), device=self.device)
        parts = []
        for places in lengths.argsort().chunk(self.options.groups):
            passages = self.pool.assemble(flat[places])[0]
            parts.append((places, joined([queries[owners[places]], summaries[places], passages])))
        with half_precision(self.device):
            found = [self.model(ids) for _, ids in parts]
        out = out.index_put((torch.cat([places for places, _ in parts]),), torch.cat(found).float())
        return out.view(n, width)

    def loss(self) -> Tensor:
        batch = self.feeder.next()
        queries = torch.from_numpy(batch.query_ids).to(self.device).long()
        positives = torch.from_numpy(batch.positives).to(self.device)
        negatives = torch.from_numpy(batch.negatives).to(self.device)
        scores = self.scores(queries, torch.cat([positives[:, None], negatives], dim=1), hide=True)
        article = self.pool.text_of[self.pool.article[negatives]]
        same = article == self.pool.text_of[self.pool.article[positives]][:, None]
        masked = scores.masked_fill(F.pad(same, (1, 0)), -1e4)
        return F.cross_entropy(masked, torch.zeros(len(queries), dtype=torch.long, device=self.device))

    def train(self) -> None:
        self.model.train()
        self.clock.start()
        step, total = 0, 0.0
        while (progress := self.clock.progress(step)) < 1:
            set_rate(self.optimisers, self.options.lr * cosine(progress, warmup=0.05, floor=0.01))
            loss = self.loss()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            for optimiser in self.optimisers:
                optimiser.step()
            self.model.zero_grad(set_to_none=True)
            total += float(loss.detach())
            step += 1
            if step % self.options.log_every == 0:
                mean, total = total / self.options.log_every, 0.0
                print(f"step {step} loss {mean:.4f} {self.clock.elapsed_s():.0f} s", flush=True)
        self.feeder.stop()
        print(f"done: {step} steps in {self.clock.elapsed_s():.1f} s", flush=True)
        facts = {"config": dataclasses.asdict(self.config), "step": step, "seconds": round(self.clock.elapsed_s())}
        facts["options"] = {k: v for k, v in vars(self.options).items() if isinstance(v, (int, float))}
        save_parts(self.options.out, "reader", self.model.state_dict(), facts)

    @torch.no_grad()
    def rerank(self) -> list[dict[str, Any]]:
        """The candidates with the reader's scores, each article by its nearest chunk."""
        self.model.eval()
        rows = []
        for row in read_xz(self.options.data / "candidates.jsonl.xz"):
            ids = torch.from_numpy(pad_ids(self.sampler.tokenizer, [row["query"]], self.options.max_query))
            ids = ids.to(self.device).long()
            vector = F.normalize(self.retriever.query(ids, ids != PAD).float(), dim=-1)
            own = torch.tensor(row["articles"], device=self.device)
            chunks, _ = self.miner.best_own_chunk(vector.expand(len(own), -1), own, self.vectors)
            rows.append({**row, "read": self.scores(ids, chunks[None, :], hide=False)[0].tolist()})
        return rows


def report(rows: list[dict[str, Any]], n_first: int) -> list[str]:
    """hit@1 in per cent by set and weight of the reader; only the first ``n_first`` change places."""
    lines = ["| set | questions | " + " | ".join(f"+ {w}" for w in WEIGHTS) + " | reader alone |"]
    lines.append("| --- " * (len(WEIGHTS) + 3) + "|")
    sets: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        sets[row["set"]].append(row)
    for name, own in sorted(sets.items()):
        hits = []
        for weight in (*WEIGHTS, None):
            right = 0
            for row in own:
                read = row["read"][:n_first]
                base = row["scores"][: len(read)]
                both = [r if weight is None else s + weight * r for s, r in zip(base, read, strict=True)]
                right += bool(both) and row["articles"][both.index(max(both))] in row["right"]
            hits.append(f"{100 * right / len(own):.1f}")
        lines.append(f"| {name} | {len(own)} | " + " | ".join(hits) + " |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="of train.prepare and train.reader_data")
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--max-steps", type=int, default=0, help="instead of the clock")
    parser.add_argument("--batch", type=int, default=192, help="questions a step")
    parser.add_argument("--negatives", type=int, default=9, help="a question")
    parser.add_argument("--groups", type=int, default=6)
    parser.add_argument("--max-query", type=int, default=160)
    parser.add_argument("--max-summary", type=int, default=64)
    parser.add_argument("--max-passage", type=int, default=256)
    parser.add_argument("--margin", type=float, default=0.1)
    parser.add_argument("--workers", type=int, default=6)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--lr", type=float, default=3e-4)
    parser.add_argument("--log-every", type=int, default=50)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=17)
    options = parser.parse_args(sys.argv[1:])
    options.out.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(options)
    trainer.train()
    rows = trainer.rerank()
    (options.out / "reranked.json").write_text(json.dumps(rows), encoding="utf-8")
    for n_first in (3, 8):
        print(f"\nfirst {n_first} reranked\n" + "\n".join(report(rows, n_first)), flush=True)


if __name__ == "__main__":
    main()
