"""How fast towers of several depths run on this machine's CPU: random weights, int8, one thread, one text at a time.

    python3 -m train.bench_cpu --tokens 22.2

Prints CPU time (not wall clock, so that other work on the machine disturbs it less), best of several rounds, and the
minutes that two cores would need for so many million tokens in passages of 154, the corpus's mean.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from train.export_onnx import session
from train.model import ModelConfig, Tower
from train.onnx_graph import tower_graph

LENGTHS = (16, 32, 64, 154, 200, 256)
PASSAGE = 154


def random_tower(layers: int, int8: bool, folder: Path) -> onnxruntime.InferenceSession:
    torch.manual_seed(layers)
    tower = Tower(ModelConfig(layers=layers))
    weights = {name: value.numpy() for name, value in tower.state_dict().items()}
    path = folder / f"{layers}-{int8}.onnx"
    onnx.save(tower_graph(weights, tower.config.heads, tower.trunk.rope.numpy(), int8=int8), str(path))
    return session(path)


def cpu_ms(model: onnxruntime.InferenceSession, length: int, rounds: int) -> float:
    """The best of several rounds of five."""
    given = {"ids": np.random.default_rng(1).integers(5, 16000, (1, length))}
    model.run(None, given)
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        for _ in range(5):
            model.run(None, given)
        best = min(best, (time.process_time() - started) / 5)
    return best * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=int, nargs="+", default=[2, 3, 4, 6])
    parser.add_argument("--tokens", type=float, default=22.2, help="of the corpus, in millions")
    parser.add_argument("--rounds", type=int, default=12)
    options = parser.parse_args()
    print("| layers x 384 | " + " | ".join(f"{n} tokens, ms" for n in LENGTHS) + " | tokens/s | corpus, 2 cores, min |")
    print("| --- |" + " --- |" * (len(LENGTHS) + 2))
    with tempfile.TemporaryDirectory() as folder:
        for layers, int8 in [(n, True) for n in options.layers] + [(max(options.layers), False)]:
            model = random_tower(layers, int8, Path(folder))
            times = {n: cpu_ms(model, n, options.rounds) for n in LENGTHS}
            rate = PASSAGE / times[PASSAGE] * 1000
            name = f"{layers}" if int8 else f"{layers}, full precision"
            shown = " | ".join(f"{times[n]:.1f}" for n in LENGTHS)
            print(f"| {name} | {shown} | {rate:,.0f} | {options.tokens * 1e6 / rate / 2 / 60:.0f} |", flush=True)


if __name__ == "__main__":
    main()
