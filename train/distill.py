"""A shallower query tower that stands in for the deep one: a question is encoded in half the time.

    python3 -m train.distill --data train/data/pairs --start train/data/new --out train/data/small --minutes 4

The passage tower and the table of tokens stay as they are, and so may an index: its questions keep the deep tower's
vectors. The new tower begins with evenly chosen layers of the deep one and learns, of questions as people type them, to
give the deep one's vectors and its order of passages. Prints the development figures of both.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from train.checkpoint import load_parts, save_parts
from train.clock import Clock, half_precision, set_rate
from train.contrastive import encode_texts
from train.feeding import Feeder
from train.layout import Layout
from train.mining import Miner, embed_passages
from train.model import ModelConfig, Tower
from train.optimiser import build_optimisers
from train.pool import PassagePool
from train.retriever import Retriever
from train.sampling import Batch, Sampler, read_xz
from train.schedule import cosine

ORDER_WEIGHT = 0.1  # of the divergence of orders beside the distance of vectors
ORDERED = 16_384  # passages whose order is compared in a step


def chosen_layers(deep: int, shallow: int) -> list[int]:
    """Evenly spaced, first and last among them."""
    return [round(i * (deep - 1) / max(1, shallow - 1)) for i in range(shallow)]


def shallow_tower(teacher: Tower, layers: int) -> Tower:
    tower = Tower(teacher.config.with_layers(layers))
    places = {old: new for new, old in enumerate(chosen_layers(teacher.config.layers, layers))}
    state = {}
    for name, value in teacher.state_dict().items():
        if ".blocks." not in name:
            state[name] = value
            continue
        head, _, rest = name.partition(".blocks.")
        number, _, weight = rest.partition(".")
        if int(number) in places:
            state[f"{head}.blocks.{places[int(number)]}.{weight}"] = value
    tower.load_state_dict(state)
    tower.trunk.embed.weight.requires_grad_(False)  # shared with the passages, whose vectors stay
    return tower


def distance(student: Tensor, teacher: Tensor, passages: Tensor, temperature: float) -> Tensor:
    """How far a vector lies from the teacher's, and how far its order of the passages from the teacher's order."""
    student, teacher = F.normalize(student, dim=-1), F.normalize(teacher, dim=-1)
    apart = (1 - (student * teacher).sum(-1)).mean()
    wanted = torch.softmax((teacher.to(passages.dtype) @ passages.T).float() / temperature, dim=-1)
    found = torch.log_softmax((student.to(passages.dtype) @ passages.T).float() / temperature, dim=-1)
    return apart + ORDER_WEIGHT * F.kl_div(found, wanted, reduction="batchmean")


def batch_texts(batch: Batch) -> list[Tensor]:
    return [torch.from_numpy(ids) for ids in (batch.query_ids, batch.partner_ids, batch.rival_ids)]


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="output of train.prepare")
    parser.add_argument("--start", type=Path, required=True, help="folder with a trained checkpoint")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=4.0, help="of wall clock, all included")
    parser.add_argument("--max-steps", type=int, default=0, help="instead of the clock")
    parser.add_argument("--batch", type=int, default=1536)
    parser.add_argument("--temperature", type=float, default=0.04)
    parser.add_argument("--lr", type=float, default=8e-4)
    parser.add_argument("--workers", type=int, default=12, help="processes that draw batches")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=18)
    return parser.parse_args(arguments)


def main() -> None:
    options = parse(sys.argv[1:])
    clock = Clock(options.minutes, 15.0, options.max_steps)
    state, facts = load_parts(options.start, "retriever")
    layout = Layout(options.data)
    sampler = Sampler(options.data, layout, options.batch, 2, facts["max_query"], options.seed)
    feeder = Feeder(sampler, options.workers, options.seed, depth=48)  # forks: before anything touches the GPU
    device = torch.device(options.device)
    torch.manual_seed(options.seed)
    model = Retriever(ModelConfig(**facts["config"]), facts["doc_layers"])
    model.load_trained(state)
    model.to(device).eval()
    pool = PassagePool(layout, device, facts["max_passage"])
    miner = Miner(sampler, pool, list(read_xz(options.data / "dev.jsonl.xz")), 0.1)
    vectors = embed_passages(model.passage, pool)
    written = miner.queries.embed(model.query)
    print(json.dumps({"deep": miner.figures(model.query, vectors, written)}), flush=True)
    student = shallow_tower(model.query, options.layers).to(device)
    optimisers = build_optimisers(student, options.lr, True, 0.01, 2.0)
    passages = vectors.to(torch.bfloat16 if device.type == "cuda" else torch.float32)
    clock.start()
    step, total = 0, torch.zeros((), device=device)
    while (progress := clock.progress(step)) < 1:
        set_rate(optimisers, options.lr * cosine(progress, warmup=0.04, floor=0.01))
        texts = batch_texts(feeder.next())
        with half_precision(device):
            with torch.no_grad():
                wanted = torch.cat([encode_texts(model.query, ids, device) for ids in texts])
            found = torch.cat([encode_texts(student, ids, device) for ids in texts])
        drawn = passages[torch.randint(len(passages), (ORDERED,), device=device)]
        loss = distance(found, wanted, drawn, options.temperature)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0, foreach=True)
        for optimiser in optimisers:
            optimiser.step()
        student.zero_grad(set_to_none=True)
        total += loss.detach()
        step += 1
        if step % 100 == 0:
            print(json.dumps({"step": step, "progress": round(progress, 3), "loss": float(total) / 100}), flush=True)
            total.zero_()
    feeder.stop()
    student.eval()
    figures = miner.figures(student, vectors, written)
    print(json.dumps({"shallow": figures, "steps": step}), flush=True)
    kept = {name: value for name, value in model.trainable_state().items() if name.startswith("passage.")}
    kept |= {f"query.{name}": value for name, value in student.state_dict().items()}
    meta = {
        **{name: facts.get(name) for name in ("doc_layers", "max_query", "max_passage", "options")},
        "config": dataclasses.asdict(student.config),
        "step": facts.get("step"),
        "seconds": facts.get("seconds"),
        "distilled": {"layers": facts["config"]["layers"], "steps": step, "seconds": round(clock.elapsed_s(), 1)},
        "dev": figures,
    }
    save_parts(options.out, "retriever", kept, meta)


if __name__ == "__main__":
    main()
