"""Contrastive training of both towers on one GPU, by the clock.

    python3 -m train.contrastive --data train/data/pairs --start train/data/ckpt --out $OUT --minutes 9

The passage tower is trained shallow from the start: two CPU cores embed the whole corpus with it in minutes, and no
second stage of distillation is needed. Hard negatives are mined with the model itself several times on the way.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import time
from pathlib import Path
from typing import TextIO

import torch
from torch import Tensor

from train.checkpoint import load_parts, save_parts
from train.clock import Clock, half_precision, set_rate
from train.feeding import Feeder
from train.layout import Layout
from train.mining import Miner, embed_passages
from train.model import PAD, ModelConfig, Tower
from train.optimiser import build_optimisers
from train.pool import Cuts, PassagePool
from train.retriever import Retriever, allowed_pairs, encode_groups, info_nce
from train.sampling import SHARES, Batch, Sampler, read_xz
from train.schedule import cosine

REFRESH_AT = (0.06, 0.2, 0.4, 0.6, 0.8)


def encode_texts(tower: Tower, given: Tensor, device: torch.device, recompute: bool = False) -> Tensor:
    """Questions in groups of like length, as passages are."""
    ids = given.to(device).long()
    lengths = (ids != PAD).sum(1)
    groups = []
    for places in lengths.argsort().chunk(4):
        part = ids[places, : -(-int(lengths[places].max()) // 16) * 16]
        groups.append((places, part, part != PAD))
    return encode_groups(tower, groups, len(ids), recompute)


class Trainer:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.trained = False  # whether it goes on from a retriever
        self.clock = Clock(options.minutes, options.reserve_s, options.max_steps)
        layout = Layout(options.data)
        shares = {**SHARES, "span": options.spans}
        sampler = Sampler(
            options.data, layout, options.batch, options.negatives, options.max_query, options.seed, shares=shares
        )
        self.feeder = Feeder(sampler, options.workers, options.seed)  # forks: before anything touches the GPU
        self.sampler, self.device = sampler, torch.device(options.device)
        device = self.device
        torch.manual_seed(options.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.pool = PassagePool(layout, device, options.max_passage)
        self.miner = Miner(sampler, self.pool, list(read_xz(options.data / "dev.jsonl.xz")), options.margin)
        self.model = self._model().to(device)
        for tower in (self.model.query, self.model.passage):
            for block in tower.trunk.blocks:
                block.dropout = options.dropout
        self.optimisers = build_optimisers(self.model, options.lr, not options.adamw, 0.01, options.muon_factor)
        self.recompute = options.recompute
        print(f"{len(self.sampler.pairs)} pairs, shares {self.sampler.shares}", flush=True)

    def _model(self) -> Retriever:
        if (self.options.start / "retriever.json").exists() and not self.options.afresh:
            state, facts = load_parts(self.options.start, "retriever")
            model = Retriever(ModelConfig(**facts["config"]), facts["doc_layers"])
            model.load_trained(state)
            print("going on from a trained retriever", flush=True)
            self.trained = True
            return model
        state, facts = load_parts(self.options.start, "pretrained")
        model = Retriever(ModelConfig(**facts["config"]), self.options.doc_layers)
        model.load_pretrained(state, facts["exit_layer"])
        return model

    def loss(self, batch: Batch) -> Tensor:
        pool, device = self.pool, self.device
        chunks = torch.from_numpy(batch.positives).to(device)
        chunks = torch.cat([chunks, torch.from_numpy(batch.negatives.T.copy()).to(device).flatten()])
        rest = len(chunks) - len(batch.positives)
        cuts = Cuts(
            torch.cat([torch.from_numpy(batch.cut_start).to(device), chunks.new_zeros(rest)]),
            torch.cat([torch.from_numpy(batch.cut_length).to(device), chunks.new_zeros(rest)]),
        )
        groups = []
        for places in pool.length_groups(chunks, cuts, self.options.groups):
            part = Cuts(cuts.start[places], cuts.length[places])
            groups.append((places, *pool.assemble(chunks[places], part)))
        with half_precision(device):
            passages = encode_groups(self.model.passage, groups, len(chunks), self.recompute)
            queries = self._encode_queries(torch.from_numpy(batch.query_ids))
            partners = self._encode_queries(torch.from_numpy(batch.partner_ids))
            rivals = self._encode_queries(torch.from_numpy(batch.rival_ids))
        article = pool.article[chunks]
        keys = [article, pool.text_of[article]]
        n = len(queries)
        allowed = allowed_pairs([k[:n] for k in keys], keys)
        if not self.options.bare_negatives:
            of_people = torch.from_numpy(batch.of_people).to(device)
            allowed &= ~of_people[:, None] | self.miner.asked_for[article][None, :]
        loss = info_nce(queries, (passages,), allowed, self.options.temperature)
        return loss + self._question_loss(queries, passages, partners, rivals, keys, batch)

    def _encode_queries(self, ids: Tensor) -> Tensor:
        return encode_texts(self.model.query, ids, self.device, self.recompute)

    def _question_loss(
        self, queries: Tensor, passages: Tensor, partners: Tensor, rivals: Tensor, keys: list[Tensor], batch: Batch
    ) -> Tensor:
        """Two questions about one article belong together; those about the articles of hard negatives do not.

        Once by questions alone, once by question and passage together, which is how a search adds them up.
        """
        if len(batch.partner_rows) < 2:
            return queries.new_zeros(())
        rows = torch.from_numpy(batch.partner_rows).to(self.device)
        own = [k[rows] for k in keys]
        articles = torch.from_numpy(batch.rival_articles).to(self.device)
        all_keys = [torch.cat(pair) for pair in zip(own, (articles, self.pool.text_of[articles]), strict=True)]
        candidates = torch.cat([partners[: len(rows)], rivals[: len(articles)]])
        wrong = len(batch.positives) + torch.from_numpy(batch.rival_rows).to(self.device)  # first negatives stand next
        beside = passages[torch.cat([rows, wrong])]
        allowed, heat = allowed_pairs(own, all_keys), self.options.temperature
        alone = info_nce(queries[rows], (candidates,), allowed, heat)
        together = info_nce(queries[rows], (candidates, beside), allowed, heat)
        return self.options.partner_weight * alone + self.options.together_weight * together

    def step(self, batch: Batch, rate: float) -> Tensor:
        set_rate(self.optimisers, rate)
        loss = self.loss(batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0, foreach=True)
        for optimiser in self.optimisers:
            optimiser.step()
        self.model.zero_grad(set_to_none=True)
        return loss.detach()

    def rehearse(self) -> None:
        """Try the blocks' compiler and the memory on one batch; step down to what works."""
        if self.options.compile and self.device.type == "cuda":
            torch._dynamo.config.recompile_limit = 64
            for tower in {self.model.query, self.model.passage}:
                for block in tower.trunk.blocks:
                    block.compile(dynamic=True)
        for attempt in range(3):
            try:
                for _ in range(3):
                    self.loss(self.feeder.next()).backward()
                    self.model.zero_grad(set_to_none=True)
                break
            except torch.cuda.OutOfMemoryError:
                print("out of memory: activations will be recomputed", flush=True)
                self.recompute = True
                self.model.zero_grad(set_to_none=True)
                torch.cuda.empty_cache()
            except Exception as error:
                if attempt or not self.options.compile:
                    raise
                print(f"compiling the blocks failed, running without: {error!r:.500}", flush=True)
                for tower in {self.model.query, self.model.passage}:
                    for block in tower.trunk.blocks:
                        block._compiled_call_impl = None
        self.clock.start()
        if self.device.type == "cuda":
            print(f"peak memory {torch.cuda.max_memory_allocated() / 2**30:.1f} GiB", flush=True)
        print(f"ready after {self.clock.elapsed_s():.1f} s", flush=True)

    def look(self, log: TextIO, step: int, mine: bool = True) -> dict[str, list[float]]:
        """Embed the corpus: development figures, and new negatives."""
        started = time.monotonic()
        self.model.eval()
        vectors = embed_passages(self.model.passage, self.pool)
        written = self.miner.queries.embed(self.model.query)
        figures = self.miner.figures(self.model.query, vectors, written)
        mined = self.miner.refresh(written, vectors, self.options.mining_s) if mine else 0
        self.model.train()
        entry = {"step": step, "dev": figures, "mined": mined, "took_s": round(time.monotonic() - started, 1)}
        print(json.dumps(entry), file=log, flush=True)
        print(json.dumps(entry), flush=True)
        return figures

    def save(self, step: int, **facts: object) -> None:
        meta = {
            "config": dataclasses.asdict(self.model.query.config),
            "doc_layers": self.model.passage.config.layers,
            "max_query": self.options.max_query,
            "max_passage": self.options.max_passage,
            "step": step,
            "seconds": round(self.clock.elapsed_s(), 1),
            "options": {k: str(v) for k, v in vars(self.options).items()},
            **facts,
        }
        save_parts(self.options.out, "retriever", self.model.trainable_state(), meta)

    def progress(self, step: int) -> float:
        """Where in the whole schedule this run stands; a run may do only a part of it."""
        first, last = self.options.part
        return first + (last - first) * self.clock.progress(step)

    def run(self, log: TextIO) -> None:
        self.rehearse()
        first, last = self.options.part
        due = [at for at in REFRESH_AT if first < at < last and not self.options.no_mining]
        if self.trained and not self.options.no_mining:  # what it takes for right is known from the start
            due.insert(0, first)
        step, saved, total = 0, first, torch.zeros((), device=self.device)
        while (progress := self.progress(step)) < last and self.clock.progress(step) < 1:
            if due and progress >= due[0]:
                due.pop(0)
                self.look(log, step)
            rate = self.options.lr * cosine(progress, warmup=0.04, floor=0.01)
            if first > 0:  # fresh moments: a short climb
                rate *= min(1.0, (step + 1) / 40)
            total += self.step(self.feeder.next(), rate)
            step += 1
            if step % 5 == 0 and self.device.type == "cuda":
                torch.cuda.synchronize()
            if step % self.options.log_every == 0:
                entry = {
                    "step": step,
                    "progress": round(progress, 4),
                    "loss": round(float(total) / self.options.log_every, 4),
                }
                entry["s"] = round(self.clock.elapsed_s(), 1)
                print(json.dumps(entry), file=log, flush=True)
                print(json.dumps(entry), flush=True)
                total.zero_()
            if progress - saved > 0.3:
                saved = progress
                self.save(step, finished=False)
        self.feeder.stop()
        self.save(step, finished=False)
        self.save(step, finished=True, dev=self.look(log, step, mine=False))
        print(f"done: {step} steps in {self.clock.elapsed_s():.1f} s", flush=True)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="output of train.prepare")
    parser.add_argument("--start", type=Path, required=True, help="folder with a pretrained or a trained checkpoint")
    parser.add_argument("--afresh", action="store_true", help="from the pretrained one even where a trained one lies")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=9.0, help="of wall clock, all included")
    parser.add_argument(
        "--part", type=float, nargs=2, default=(0.0, 1.0), help="of the schedule, to go on in a second run"
    )
    parser.add_argument("--reserve-s", type=float, default=20.0)
    parser.add_argument("--max-steps", type=int, default=0, help="instead of the clock")
    parser.add_argument("--doc-layers", type=int, default=3, help="0: one tower for both")
    parser.add_argument("--batch", type=int, default=1536)
    parser.add_argument("--negatives", type=int, default=2, help="a query; the last is a neighbour in the act")
    parser.add_argument("--groups", type=int, default=6, help="of passages of like length in a step")
    parser.add_argument("--max-query", type=int, default=160)
    parser.add_argument("--max-passage", type=int, default=256)
    parser.add_argument("--temperature", type=float, default=0.025)
    parser.add_argument("--partner-weight", type=float, default=0.3)
    parser.add_argument("--together-weight", type=float, default=0.6, help="of passage and question added up")
    parser.add_argument("--margin", type=float, default=0.1, help="a mined negative may outdo the right one by this")
    parser.add_argument("--mining-s", type=float, default=20.0, help="at most, each time negatives are renewed")
    parser.add_argument(
        "--no-mining", action="store_true", help="neighbours and what words would take are the only hard negatives"
    )
    parser.add_argument(
        "--bare-negatives",
        action="store_true",
        help="law without questions counts as wrong for people's questions, too",
    )
    parser.add_argument(
        "--spans", type=float, default=SHARES["span"], help="share of a batch that is cut from the law itself"
    )
    parser.add_argument("--workers", type=int, default=6, help="processes that draw batches")
    parser.add_argument("--dropout", type=float, default=0.1, help="after attention and feed-forward")
    parser.add_argument("--lr", type=float, default=4e-4)
    parser.add_argument("--muon-factor", type=float, default=2.0)
    parser.add_argument("--adamw", action="store_true", help="AdamW for all weights")
    parser.add_argument("--compile", action="store_true", help="compile the blocks")
    parser.add_argument("--recompute", action="store_true", help="save memory, a third slower")
    parser.add_argument("--log-every", type=int, default=50)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=17)
    return parser.parse_args(arguments)


def main() -> None:
    options = parse(sys.argv[1:])
    options.out.mkdir(parents=True, exist_ok=True)
    with (options.out / "contrastive.jsonl").open("w", encoding="utf-8") as log:
        Trainer(options).run(log)


if __name__ == "__main__":
    main()
