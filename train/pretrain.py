"""Masked-language pretraining on one GPU, by the clock.

    python3 -m train.pretrain --data train/data --out $OUT --minutes 9

The whole token stream lies on the GPU; windows start at a new random offset each epoch. A second, early-exit loss
trains the lowest layers to be an encoder of their own: the document tower starts from them.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import time
from pathlib import Path
from typing import TextIO

import numpy as np
import torch
from torch import Tensor

from train.checkpoint import save_parts
from train.clock import Clock, half_precision, set_rate
from train.model import MASK, SPECIALS, MaskedLM, ModelConfig
from train.optimiser import build_optimisers
from train.packing import read_stream
from train.schedule import cosine


class Windows:
    """Endless random windows over two streams; the smaller one is repeated ``repeat`` times an epoch."""

    def __init__(self, streams: list[Tensor], length: int, batch: int, seed: int) -> None:
        self.stream = torch.cat(streams)
        self.length, self.batch = length, batch
        self.dice = torch.Generator(device=self.stream.device).manual_seed(seed)
        self.n_windows = len(self.stream) // length - 1
        if self.n_windows < batch:
            raise ValueError(f"{len(self.stream)} tokens do not fill one batch of {batch} windows of {length}")
        self.epoch, self.used = -1, self.n_windows
        self.reach = torch.arange(length, device=self.stream.device)

    def next(self) -> Tensor:
        if self.used + self.batch > self.n_windows:
            device = self.stream.device
            self.offset = int(torch.randint(self.length, (1,), generator=self.dice, device=device))
            self.order = torch.randperm(self.n_windows, generator=self.dice, device=device)
            self.epoch, self.used = self.epoch + 1, 0
        picked = self.order[self.used : self.used + self.batch] * self.length + self.offset
        self.used += self.batch
        return self.stream[picked[:, None] + self.reach].long()


def mask_tokens(ids: Tensor, share: float, vocab: int) -> tuple[Tensor, Tensor, Tensor]:
    """A fixed number of positions a window (so that shapes stay the same): 80 % masked, 10 % random, 10 % left."""
    n_windows, length = ids.shape
    chance = torch.rand(ids.shape, device=ids.device)
    chance = torch.where(ids < len(SPECIALS), -1.0, chance)
    columns = chance.topk(int(share * length), dim=1).indices
    positions = (columns + torch.arange(n_windows, device=ids.device)[:, None] * length).flatten()
    flat = ids.flatten()
    targets = flat[positions]
    kind = torch.rand(targets.shape, device=ids.device)
    noise = torch.randint(len(SPECIALS), vocab, targets.shape, device=ids.device)
    replaced = torch.where(kind < 0.8, MASK, torch.where(kind < 0.9, noise, targets))
    return flat.scatter(0, positions, replaced).view_as(ids), positions, targets


def load_streams(options: argparse.Namespace, device: torch.device) -> tuple[list[Tensor], Tensor]:
    """Training streams and held-out windows from the end of the statutes."""
    statutes = read_stream(options.data / "statutes.tok.xz")
    people = read_stream(options.data / "people.tok.xz") if (options.data / "people.tok.xz").exists() else None
    n_held = min(512, len(statutes) // options.length // 20) * options.length
    held = torch.from_numpy(statutes[len(statutes) - n_held :].astype(np.int32)).to(device)
    parts = [statutes[: len(statutes) - n_held]]
    if people is not None and len(people):
        wanted = options.people_share * len(statutes) / (1 - options.people_share)
        parts += [people] * max(1, min(options.people_repeat, round(wanted / len(people))))
    print(f"tokens: {[len(p) for p in parts]}, held out {n_held}", flush=True)
    return [torch.from_numpy(p.astype(np.int32)).to(device) for p in parts], held.view(-1, options.length).long()


def held_out_loss(model: MaskedLM, windows: Tensor, options: argparse.Namespace) -> list[float]:
    torch.manual_seed(0)
    totals, n_batches = [0.0, 0.0], 0
    with torch.no_grad():
        for batch in windows.split(options.batch):
            ids, positions, targets = mask_tokens(batch, options.mask, model.config.vocab)
            with half_precision(windows.device):
                losses = model(ids, positions, targets)
            totals = [t + float(loss) for t, loss in zip(totals, losses, strict=True)]
            n_batches += 1
    return [round(t / max(n_batches, 1), 4) for t in totals]


class Trainer:
    def __init__(self, options: argparse.Namespace, device: torch.device) -> None:
        self.options, self.device = options, device
        self.clock = Clock(options.minutes, options.reserve_s, options.max_steps)
        torch.manual_seed(options.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        streams, self.held = load_streams(options, device)
        self.windows = Windows(streams, options.length, options.batch, options.seed)
        config = ModelConfig(options.vocab, options.dim, options.layers, options.heads, options.ffn)
        self.model = MaskedLM(config, options.exit_layer).to(device)
        self.optimisers = build_optimisers(self.model, options.lr, muon=not options.adamw)
        self.forward: torch.nn.Module = self.model

    def losses(self) -> tuple[Tensor, Tensor]:
        batch = self.windows.next()
        ids, positions, targets = mask_tokens(batch, self.options.mask, self.model.config.vocab)
        with half_precision(self.device):
            return self.forward(ids, positions, targets)

    def compile(self) -> None:
        """Try the compiler on one batch, forward and backward; without it the run is slower, not lost."""
        if self.device.type == "cuda" and not self.options.eager:
            try:
                self.forward = torch.compile(self.model)
                loss, early = self.losses()
                (loss + early).backward()
                torch.cuda.synchronize()
            except Exception as error:  # any failure of the compiler means: go on without it
                print(f"torch.compile failed, running without it: {error!r:.500}", flush=True)
                self.forward = self.model
        self.model.zero_grad(set_to_none=True)
        self.clock.start()
        print(f"ready after {self.clock.elapsed_s():.1f} s", flush=True)

    def step(self, rate: float) -> tuple[Tensor, Tensor]:
        set_rate(self.optimisers, rate)
        loss, early = self.losses()
        weight = self.options.exit_weight
        ((loss + weight * early) / (1 + weight)).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0, foreach=True)
        for optimiser in self.optimisers:
            optimiser.step()
        self.model.zero_grad(set_to_none=True)
        return loss.detach(), early.detach()

    def save(self, step: int, **facts: object) -> None:
        meta = {
            "config": dataclasses.asdict(self.model.config),
            "exit_layer": self.options.exit_layer,
            "step": step,
            "tokens": step * self.options.batch * self.options.length,
            "seconds": round(self.clock.elapsed_s(), 1),
            "options": {k: str(v) for k, v in vars(self.options).items()},
            **facts,
        }
        save_parts(self.options.out, "pretrained", dict(self.model.state_dict()), meta)

    def run(self, log: TextIO) -> None:
        self.compile()
        step, saved, last = 0, 0.0, time.monotonic()
        while (progress := self.clock.progress(step)) < 1:
            losses = self.step(self.options.lr * cosine(progress, warmup=self.options.warmup))
            step += 1
            if step % 10 == 0 and self.device.type == "cuda":
                torch.cuda.synchronize()  # the clock must not run ahead of the GPU
            if step % self.options.log_every == 0 or step == 5:
                now = time.monotonic()
                entry = {
                    "step": step,
                    "progress": round(progress, 4),
                    "loss": round(float(losses[0]), 4),
                    "exit": round(float(losses[1]), 4),
                    "s": round(self.clock.elapsed_s(), 1),
                    "epoch": self.windows.epoch,
                }
                print(json.dumps(entry), file=log, flush=True)
                print(json.dumps({**entry, "since_s": round(now - last, 2)}), flush=True)
                last = now
            if progress - saved > 0.45:
                saved = progress
                self.save(step, finished=False)
        self.save(step, finished=True, held_out=held_out_loss(self.model, self.held, self.options))
        print(f"done: {step} steps in {self.clock.elapsed_s():.1f} s", flush=True)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with statutes.tok.xz and people.tok.xz")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=9.0, help="of wall clock, all included")
    parser.add_argument("--reserve-s", type=float, default=12.0)
    parser.add_argument("--max-steps", type=int, default=0, help="instead of the clock")
    parser.add_argument("--vocab", type=int, default=16384)
    parser.add_argument("--dim", type=int, default=384)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--heads", type=int, default=6)
    parser.add_argument("--ffn", type=int, default=1024)
    parser.add_argument("--exit-layer", type=int, default=3)
    parser.add_argument("--exit-weight", type=float, default=0.5)
    parser.add_argument("--length", type=int, default=256)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--mask", type=float, default=0.3)
    parser.add_argument("--lr", type=float, default=1.5e-3)
    parser.add_argument("--warmup", type=float, default=0.02)
    parser.add_argument("--adamw", action="store_true", help="AdamW for all weights")
    parser.add_argument("--eager", action="store_true", help="no torch.compile")
    parser.add_argument("--people-share", type=float, default=0.15, help="of the tokens, at most")
    parser.add_argument("--people-repeat", type=int, default=3, help="times in an epoch, at most")
    parser.add_argument("--log-every", type=int, default=200)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=17)
    return parser.parse_args(arguments)


def main() -> None:
    options = parse(sys.argv[1:])
    options.out.mkdir(parents=True, exist_ok=True)
    with (options.out / "pretrain.jsonl").open("w", encoding="utf-8") as log:
        Trainer(options, torch.device(options.device)).run(log)


if __name__ == "__main__":
    main()
