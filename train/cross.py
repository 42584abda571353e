"""Would a cross-encoder pay? One is trained from the same pretrained trunk and reranks the default system's best.

    python3 -m train.cross --data train/data/pairs --start FOLDER --out OUT --minutes 8

It reads a question and a passage together and gives one score. FOLDER holds the pretrained checkpoint, from which it
starts, and a trained retriever, whose nearest wrong passages it learns to tell from the right one. Two depths are
trained at once: the whole trunk, and its lowest layers with a head of their own, which is what a CPU could afford.
Prints hit@1 on the development questions for the default system's order, the cross-encoder's, and sums of both.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from train.checkpoint import load_parts
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

WEIGHTS = (0.0, 0.25, 0.5, 1.0, 2.0)


class CrossEncoder(nn.Module):
    """Scores at the last layer and at ``exit_layer``, each from the mean over real tokens."""

    def __init__(self, config: ModelConfig, exit_layer: int) -> None:
        super().__init__()
        self.exit_layer = exit_layer
        self.trunk = Trunk(config)
        self.norms = nn.ModuleList(Norm(config.dim) for _ in range(2))
        self.heads = nn.ModuleList(
            nn.Sequential(nn.Linear(config.dim, config.dim), nn.GELU(), nn.Linear(config.dim, 1)) for _ in range(2)
        )

    def load_pretrained(self, state: dict[str, Tensor]) -> None:
        self.trunk.load_state_dict({k.removeprefix("trunk."): v for k, v in state.items() if k.startswith("trunk.")})
        for norm, name in zip(self.norms, ("norm.weight", "exit_norm.weight"), strict=True):
            norm.weight.data.copy_(state[name])

    def forward(self, ids: Tensor) -> Tensor:
        """(n, 2): the deep score and the shallow one."""
        mask = ids != PAD
        half = ids.is_cuda and torch.is_autocast_enabled()
        self.trunk.stream_dtype = torch.bfloat16 if half else None
        blocked = (~mask).to(torch.bfloat16 if half else torch.float32) * -1e4
        deep, early = self.trunk(ids, blocked[:, None, None, :].expand(-1, -1, ids.shape[1], -1), self.exit_layer)
        assert early is not None
        weights = mask.float()[:, :, None]
        scores = []
        for hidden, norm, head in zip((deep, early), self.norms, self.heads, strict=True):
            mean = (norm(hidden.float()) * weights).sum(1) / weights.sum(1)
            scores.append(head(mean).float())
        return torch.cat(scores, dim=1)


def joined(queries: Tensor, passages: Tensor, step: int = 32) -> Tensor:
    """Question, separator, passage, without the padding between them; the passage's own [CLS] gives way."""
    n_query, n_passage = (queries != PAD).sum(1), (passages != PAD).sum(1)
    width = -(-int((n_query + n_passage).max()) // step) * step
    column = torch.arange(width, device=queries.device)[None, :]
    behind = (column - n_query[:, None]).clamp(0, passages.shape[1] - 1)
    marked = passages.clone()
    marked[:, 0] = SEP
    ahead = queries.gather(1, column.clamp(max=queries.shape[1] - 1).expand(len(queries), -1))
    ids = torch.where(column < n_query[:, None], ahead, marked.gather(1, behind))
    return torch.where(column < (n_query + n_passage)[:, None], ids, PAD)


class Trial:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.clock = Clock(options.minutes, 60.0, options.max_steps)
        layout = Layout(options.data)
        self.sampler = Sampler(options.data, layout, options.batch, options.negatives, options.max_query, options.seed)
        self.feeder = Feeder(self.sampler, options.workers, options.seed)  # forks: before anything touches the GPU
        self.device = torch.device(options.device)
        torch.manual_seed(options.seed)
        self.pool = PassagePool(layout, self.device, options.max_passage)
        self.retriever = self._retriever().to(self.device).eval()
        self.vectors = embed_passages(self.retriever.passage, self.pool)
        self.miner = Miner(self.sampler, self.pool, [], options.margin)
        self.miner.refresh(self.retriever.query, self.vectors)
        state, facts = load_parts(options.start, "pretrained")
        self.model = CrossEncoder(ModelConfig(**facts["config"]), facts["exit_layer"])
        self.model.load_pretrained(state)
        self.model.to(self.device)
        for block in self.model.trunk.blocks:
            block.dropout = options.dropout
        self.optimisers = build_optimisers(self.model, options.lr, True, 0.01, 2.0)

    def _retriever(self) -> Retriever:
        state, facts = load_parts(self.options.start, "retriever")
        model = Retriever(ModelConfig(**facts["config"]), facts["doc_layers"])
        model.load_trained(state)
        return model

    def scores(self, queries: Tensor, chunks: Tensor) -> Tensor:
        """(n, chunks a query, 2), in groups of like length."""
        n, width = chunks.shape
        flat = chunks.flatten()
        owners = torch.arange(n, device=self.device).repeat_interleave(width)
        lengths = (queries != PAD).sum(1)[owners] + self.pool.lengths(flat)
        out = torch.empty(len(flat), 2, device=self.device)
        parts = []
        for places in lengths.argsort().chunk(self.options.groups):
            ids = joined(queries[owners[places]], self.pool.assemble(flat[places])[0])
            parts.append((places, ids))
        with half_precision(self.device):
            found = [self.model(ids) for _, ids in parts]
        out = out.index_put((torch.cat([places for places, _ in parts]),), torch.cat(found).float())
        return out.view(n, width, 2)

    def loss(self) -> Tensor:
        batch = self.feeder.next()
        queries = torch.from_numpy(batch.query_ids).to(self.device).long()
        positives = torch.from_numpy(batch.positives).to(self.device)
        negatives = torch.from_numpy(batch.negatives).to(self.device)
        scores = self.scores(queries, torch.cat([positives[:, None], negatives], dim=1))
        article = self.pool.text_of[self.pool.article[negatives]]
        same = article == self.pool.text_of[self.pool.article[positives]][:, None]
        masked = scores.masked_fill(F.pad(same, (1, 0))[:, :, None], -1e4)
        target = torch.zeros(len(queries), dtype=torch.long, device=self.device)
        deep, early = (F.cross_entropy(masked[:, :, i], target) for i in range(2))
        return deep + early

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

    @torch.no_grad()
    def rerank(self) -> list[dict[str, Any]]:
        """The candidates with the cross-encoder's scores, each article by its nearest chunk."""
        self.model.eval()
        rows = []
        for row in read_xz(self.options.data / "candidates.jsonl.xz"):
            ids = torch.from_numpy(pad_ids(self.sampler.tokenizer, [row["query"]], self.options.max_query))
            ids = ids.to(self.device).long()
            vector = F.normalize(self.retriever.query(ids, ids != PAD).float(), dim=-1)
            own = torch.tensor(row["articles"], device=self.device)
            chunks, _ = self.miner.best_own_chunk(vector.expand(len(own), -1), own, self.vectors)
            rows.append({**row, "cross": self.scores(ids, chunks[None, :])[0].tolist()})
        return rows


def report(rows: list[dict[str, Any]], n_first: int) -> list[str]:
    """hit@1 in per cent by set, depth and weight of the cross-encoder; only the first ``n_first`` change places."""
    lines = ["| set | questions | depth | " + " | ".join(f"+ {w} cross" for w in WEIGHTS) + " | cross alone |"]
    lines.append("| --- " * (len(WEIGHTS) + 4) + "|")
    sets: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        sets[row["set"]].append(row)
    for name, own in sorted(sets.items()):
        for at, depth in enumerate(("deep", "shallow")):
            hits = []
            for weight in (*WEIGHTS, None):
                right = 0
                for row in own:
                    cross = [c[at] for c in row["cross"]][:n_first]
                    base = row["scores"][: len(cross)]
                    both = [c if weight is None else s + weight * c for s, c in zip(base, cross, strict=True)]
                    right += bool(both) and row["articles"][both.index(max(both))] in row["right"]
                hits.append(f"{100 * right / len(own):.1f}")
            lines.append(f"| {name} | {len(own)} | {depth} | " + " | ".join(hits) + " |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="of train.prepare and train.cross_candidates")
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--max-steps", type=int, default=0, help="instead of the clock")
    parser.add_argument("--batch", type=int, default=192, help="questions a step")
    parser.add_argument("--negatives", type=int, default=7, help="a question")
    parser.add_argument("--groups", type=int, default=6)
    parser.add_argument("--max-query", type=int, default=160)
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
    trial = Trial(options)
    trial.train()
    rows = trial.rerank()
    (options.out / "cross.json").write_text(json.dumps(rows), encoding="utf-8")
    for n_first in (8, 20):
        print(f"\nfirst {n_first} reranked\n" + "\n".join(report(rows, n_first)), flush=True)


if __name__ == "__main__":
    main()
