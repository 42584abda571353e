"""A checkpoint between two of one descent: weights averaged, as much of each as the development figures like best.

    python3 -m train.blend --data train/data/pairs --old train/data/ckpt --new train/data/new --out train/data/blend

What a further lesson teaches and what was known before both keep more of themselves in the mean than in either end
(Wortsman et al. 2022). ``--share`` is how much of the new one is tried; the best mean of hit@1 over the sets, by
passage and question together, is written.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from torch import Tensor

from train.checkpoint import load_parts, save_parts
from train.layout import Layout
from train.mining import Miner, embed_passages
from train.model import ModelConfig
from train.pool import PassagePool
from train.retriever import Retriever
from train.sampling import Sampler, read_xz

TOGETHER_AT_ONE = 3  # of a set's figures: hit@1, @10, @100 by passages, then the same with questions


def between(old: dict[str, Tensor], new: dict[str, Tensor], share: float) -> dict[str, Tensor]:
    """``share`` of the new weights and the rest of the old ones."""
    if old.keys() != new.keys():
        raise ValueError("the checkpoints are of different models: " + ", ".join(sorted(old.keys() ^ new.keys())[:4]))
    return {name: torch.lerp(old[name], value, share) for name, value in new.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="output of train.prepare")
    parser.add_argument("--old", type=Path, required=True, help="folder with the checkpoint before the lesson")
    parser.add_argument("--new", type=Path, required=True, help="folder with the one after it")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--share", type=float, nargs="+", default=[1.0, 0.75, 0.6, 0.45])
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    (old, _), (new, facts) = (load_parts(folder, "retriever") for folder in (options.old, options.new))
    layout, device = Layout(options.data), torch.device(options.device)
    sampler = Sampler(options.data, layout, 1, 1, facts["max_query"], 17)
    model = Retriever(ModelConfig(**facts["config"]), facts["doc_layers"]).to(device).eval()
    pool = PassagePool(layout, device, facts["max_passage"])
    miner = Miner(sampler, pool, list(read_xz(options.data / "dev.jsonl.xz")), 0.1)
    best = -1.0
    for share in options.share:
        state = between(old, new, share)
        model.load_trained(state)
        vectors = embed_passages(model.passage, pool)
        figures = miner.figures(model.query, vectors, miner.queries.embed(model.query))
        mean = sum(found[TOGETHER_AT_ONE] for found in figures.values()) / len(figures)
        print(json.dumps({"share": share, "mean": round(mean, 2), "dev": figures}), flush=True)
        if mean > best:
            best = mean
            save_parts(options.out, "retriever", state, {**facts, "share_of_new": share, "dev": figures})


if __name__ == "__main__":
    main()
