"""The query tower alone learns on, against an index whose vectors stay: two CPU cores do it, no GPU is needed.

    python -m train.query_tower --home HOME --export train/data/export --start train/data/ckpt --out train/data/new \
        --minutes 60 [--layers 3]

A question learns to lie nearer to the chunks of its article, and to the other questions about it, than to those of the
articles that lie nearest (``frozen_index``), and not far from the vector it had. Nothing of the index need be made
again. With ``--layers`` the tower is a shallower one: it begins with the passage tower's layers where those are as
many, else with evenly chosen layers of the deep one. Prints the development figures before and after.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from torch import Tensor

from train.augment import query_text
from train.checkpoint import load_parts, save_parts
from train.clock import Clock, set_rate
from train.frozen_index import FrozenIndex, Side
from train.model import PAD, ModelConfig, Tower
from train.optimiser import build_optimisers
from train.retriever import Retriever
from train.sampling import pad_ids
from train.schedule import cosine

SHARES = {
    "lay": 0.34, "asked": 0.14, "practitioner": 0.13, "keywords": 0.11, "concepts": 0.04, "summary": 0.04,
    "exam": 0.13, "lqad": 0.07,
}  # fmt: skip
_AT_ONCE = 64
HELD_WEIGHT = 0.3  # of staying near the vector that the question had


@dataclass(frozen=True)
class Pair:
    """A question with its article's row, and where its own vector stands among the questions, if it has one."""

    text: str
    options: list[str]
    row: int
    place: int


@dataclass(frozen=True)
class Targets:
    """Places of vectors of one side, the article of each, and which is the right one of each question (-1: none)."""

    places: np.ndarray
    rows: np.ndarray
    right: np.ndarray


class Sampler:
    """Draws questions with right and wrong vectors of both sides."""

    def __init__(self, index: FrozenIndex, pairs: list[dict[str, Any]], wrong: int, seed: int) -> None:
        self.index, self.wrong = index, wrong
        self.near = index.neighbours()
        self.dice, self.random = random.Random(seed), np.random.default_rng(seed)
        self.by_kind: dict[str, list[Pair]] = defaultdict(list)
        self.visible: dict[int, set[int]] = defaultdict(set)  # places that training may see, by row
        for pair in pairs:
            row = index.rows.get(pair["article_id"], -1)
            if row < 0 or index.chunks.starts[row] == index.chunks.starts[row + 1]:
                continue
            texts = index.texts[row]
            place = int(index.questions.starts[row]) + texts.index(pair["query"]) if pair["query"] in texts else -1
            self.by_kind[pair["kind"]].append(Pair(pair["query"], pair.get("options") or [], row, place))
            if place >= 0:
                self.visible[row].add(place)
        kinds = [kind for kind in SHARES if self.by_kind[kind]]
        self.kinds, self.weights = kinds, [SHARES[kind] for kind in kinds]

    def draw(self, n: int) -> tuple[list[str], list[Pair]]:
        kinds = self.dice.choices(self.kinds, self.weights, k=n)
        pairs = [self.dice.choice(self.by_kind[kind]) for kind in kinds]
        texts = [query_text(k, p.text, p.options, self.dice) or "?" for k, p in zip(kinds, pairs, strict=True)]
        return texts, pairs

    def rivals(self, pairs: list[Pair]) -> np.ndarray:
        """Rows of articles near to those asked about, each once."""
        near = self.near[[p.row for p in pairs]]
        columns = self.random.integers(0, near.shape[1], (len(pairs), self.wrong))
        found = np.unique(np.take_along_axis(near, columns, 1))
        return found[found >= 0]

    def targets(self, side: Side, rows: np.ndarray, right: list[int]) -> Targets:
        places, owner = side.places(rows)
        at = {place: i for i, place in enumerate(places.tolist())}
        return Targets(places, rows[owner], np.array([at.get(place, -1) for place in right]))

    def right_question(self, pair: Pair) -> int:
        """Another question about the article, that training may see."""
        others = [p for p in self.visible[pair.row] if p != pair.place]
        return self.dice.choice(others) if others else -1


def right_chunks(side: Side, rows: np.ndarray, vectors: Tensor) -> list[int]:
    """Of each question's article the chunk nearest to the question as it is now."""
    found = []
    for row, vector in zip(rows.tolist(), vectors, strict=True):
        first, end = int(side.starts[row]), int(side.starts[row + 1])
        found.append(first + int((side.vectors[first:end] @ vector).argmax()))
    return found


def side_loss(vectors: Tensor, rows: np.ndarray, side: Side, targets: Targets, own: np.ndarray, heat: float) -> Tensor:
    """Cross-entropy of the right vector among all of other articles; ``own``: places that a question may not meet."""
    asked = np.flatnonzero(targets.right >= 0)
    scores = vectors[asked] @ side.vectors[targets.places].T / heat
    same = targets.rows[None, :] == rows[asked, None]
    same[np.arange(len(asked)), targets.right[asked]] = False
    same |= targets.places[None, :] == own[asked, None]
    scores = scores.masked_fill(torch.from_numpy(same), -1e4)
    return F.cross_entropy(scores, torch.from_numpy(targets.right[asked]))


def encode(tower: Tower, tokenizer: Tokenizer, texts: list[str], limit: int, half: bool) -> Tensor:
    """Unit vectors; texts of like length go together."""
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    parts = []
    for at in range(0, len(order), 64):
        ids = torch.from_numpy(pad_ids(tokenizer, [texts[i] for i in order[at : at + 64]], limit, step=4)).long()
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            parts.append(tower(ids, ids != PAD).float())
    back = torch.empty(len(order), dtype=torch.long)
    back[torch.tensor(order)] = torch.arange(len(order))
    return F.normalize(torch.cat(parts)[back], dim=-1)


def figures(index: FrozenIndex, vectors: Tensor, dev: list[dict[str, Any]]) -> dict[str, list[float]]:
    """set -> hit@1 and hit@10 by chunks, by questions, and by the mean of both, in per cent."""
    ranks: dict[str, list[list[int]]] = defaultdict(list)
    for at in range(0, len(dev), _AT_ONCE):
        found = [side.best(vectors[at : at + _AT_ONCE]) for side in (index.chunks, index.questions)]
        for by_chunks, by_questions, item in zip(*found, dev[at : at + _AT_ONCE], strict=True):
            right = [index.rows[a] for a in item["articles"] if a in index.rows]
            if right:
                lists = (by_chunks, by_questions, by_chunks + by_questions)
                ranks[item["set"]].append([int((own > own[right].max()).sum()) for own in lists])
    out = {}
    for name, own in sorted(ranks.items()):
        below = [np.mean(np.asarray(own) < k, axis=0) for k in (1, 10)]
        out[name] = [round(100 * float(v), 1) for v in np.stack(below, 1).ravel()]
    return out


def begun(model: Retriever, layers: int) -> Tower:
    """The tower to train."""
    if not layers or layers == model.query.config.layers:
        tower = model.query
    elif layers == model.passage.config.layers:
        tower = model.passage
    else:
        tower = shallow_tower(model.query, layers)
    tower.trunk.embed.weight.requires_grad_(False)  # shared with the passages, whose vectors stay
    return tower


def shallow_tower(deep: Tower, layers: int) -> Tower:
    """Evenly chosen layers, first and last among them."""
    chosen = [round(i * (deep.config.layers - 1) / max(1, layers - 1)) for i in range(layers)]
    places = {old: new for new, old in enumerate(chosen)}
    state = {}
    for name, value in deep.state_dict().items():
        head, found, rest = name.partition(".blocks.")
        number, _, weight = rest.partition(".")
        if not found:
            state[name] = value
        elif int(number) in places:
            state[f"{head}.blocks.{places[int(number)]}.{weight}"] = value
    tower = Tower(deep.config.with_layers(layers))
    tower.load_state_dict(state)
    return tower


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True, help="a built home, for the vectors")
    parser.add_argument("--export", type=Path, required=True, help="output of train.export, for the questions")
    parser.add_argument("--start", type=Path, required=True, help="folder with a trained checkpoint")
    parser.add_argument("--tokenizer", type=Path, default=Path("src/przepis/encode/model/tokenizer.json"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--layers", type=int, default=0, help="of the new tower; 0: as many as there are")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--max-steps", type=int, default=0, help="instead of the clock")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--wrong", type=int, default=6, help="near articles a question")
    parser.add_argument("--heat", type=float, default=0.04, help="temperature")
    parser.add_argument("--lr", type=float, default=3e-4)
    parser.add_argument("--dropout", type=float, default=0.05)
    parser.add_argument("--full", action="store_true", help="full precision, for processors without bfloat16")
    parser.add_argument("--seed", type=int, default=19)
    return parser.parse_args()


def main() -> None:
    options = parse()
    clock = Clock(options.minutes, 60.0, options.max_steps)
    torch.manual_seed(options.seed)
    state, facts = load_parts(options.start, "retriever")
    model = Retriever(ModelConfig(**facts["config"]), facts["doc_layers"])
    model.load_trained(state)
    kept = {name: value.clone() for name, value in model.trainable_state().items()}
    index = FrozenIndex(options.home)
    sampler = Sampler(index, list(read_rows(options.export / "pairs.jsonl")), options.wrong, options.seed)
    dev = list(read_rows(options.export / "dev.jsonl"))
    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    limit, half = facts["max_query"], not options.full

    def look(tower: Tower) -> dict[str, list[float]]:
        tower.eval()
        with torch.no_grad():
            found = figures(index, encode(tower, tokenizer, [row["query"] for row in dev], limit, half), dev)
        tower.train()
        return found

    print(
        json.dumps({"pairs": {k: len(v) for k, v in sampler.by_kind.items()}, "before": look(model.query)}), flush=True
    )
    tower = begun(model, options.layers)
    for block in tower.trunk.blocks:
        block.dropout = options.dropout
    optimisers = build_optimisers(tower, options.lr, False)
    clock.start()
    tower.train()
    step, total, looked = 0, 0.0, 0.0
    while (progress := clock.progress(step)) < 1:
        set_rate(optimisers, options.lr * cosine(progress, warmup=0.03, floor=0.02))
        texts, pairs = sampler.draw(options.batch)
        vectors = encode(tower, tokenizer, texts, limit, half)
        rows = np.array([p.row for p in pairs])
        own = np.array([p.place for p in pairs])
        near = np.union1d(sampler.rivals(pairs), rows)
        chunks = sampler.targets(index.chunks, near, right_chunks(index.chunks, rows, vectors.detach()))
        questions = sampler.targets(index.questions, near, [sampler.right_question(p) for p in pairs])
        loss = side_loss(vectors, rows, index.chunks, chunks, np.full(len(own), -1), options.heat)
        loss = loss + side_loss(vectors, rows, index.questions, questions, own, options.heat)
        known = torch.from_numpy(np.flatnonzero(own >= 0))
        before = index.questions.vectors[own[own >= 0]]
        loss = loss + HELD_WEIGHT * (1 - (vectors[known] * before).sum(-1)).mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(tower.parameters(), 1.0)
        for optimiser in optimisers:
            optimiser.step()
        tower.zero_grad(set_to_none=True)
        total, step = total + float(loss.detach()), step + 1
        if step % 50 == 0:
            print(json.dumps({"step": step, "progress": round(progress, 3), "loss": round(total / 50, 4)}), flush=True)
            total = 0.0
        if progress - looked > 0.2:
            looked = progress
            print(json.dumps({"step": step, "dev": look(tower)}), flush=True)
            _save(options, facts, kept, tower, step, clock, {})
    found = look(tower)
    print(json.dumps({"steps": step, "seconds": round(clock.elapsed_s(), 1), "after": found}), flush=True)
    _save(options, facts, kept, tower, step, clock, found)


def _save(
    options: argparse.Namespace,
    facts: dict[str, Any],
    kept: dict[str, Tensor],
    tower: Tower,
    step: int,
    clock: Clock,
    found: dict[str, list[float]],
) -> None:
    """The passage tower and the table as they were, the new query tower beside them."""
    state = {name: value for name, value in kept.items() if name.startswith("passage.")}
    state |= {f"query.{name}": value for name, value in tower.state_dict().items()}
    state["query.trunk.embed.weight"] = kept["query.trunk.embed.weight"]
    meta = {
        **{name: facts.get(name) for name in ("doc_layers", "max_query", "max_passage", "options", "step", "seconds")},
        "config": dataclasses.asdict(tower.config),
        "query_tower": {"steps": step, "seconds": round(clock.elapsed_s(), 1), "batch": options.batch},
        "dev": found,
    }
    save_parts(options.out, "retriever", state, meta)


if __name__ == "__main__":
    main()
