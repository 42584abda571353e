"""Two towers over one embedding table, and the loss that trains them."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint

from train.model import MATRYOSHKA, ModelConfig, Tower

DIM_WEIGHTS = {64: 0.2, 128: 0.3, 256: 0.5, 384: 1.0}


class Retriever(nn.Module):
    """A tower for queries, one for passages, as deep as is given; ``doc_layers`` 0 makes them one."""

    def __init__(self, config: ModelConfig, doc_layers: int) -> None:
        super().__init__()
        self.query = Tower(config)
        self.passage = self.query if not doc_layers else Tower(config.with_layers(doc_layers))
        self.passage.trunk.embed = self.query.trunk.embed

    def load_pretrained(self, state: dict[str, Tensor], exit_layer: int) -> None:
        """The whole trunk to the query tower, its lowest layers to the passage tower."""
        trunk = {k.removeprefix("trunk."): v for k, v in state.items() if k.startswith("trunk.")}
        self.query.trunk.load_state_dict(trunk)
        self.query.norm.weight.data.copy_(state["norm.weight"])
        if self.passage is self.query:
            return
        depth = self.passage.config.layers
        kept = {k: v for k, v in trunk.items() if not k.startswith("blocks.") or int(k.split(".")[1]) < depth}
        self.passage.trunk.load_state_dict(kept)
        self.passage.norm.weight.data.copy_(state["exit_norm.weight" if depth == exit_layer else "norm.weight"])

    def trainable_state(self) -> dict[str, Tensor]:
        """Without the second name of the shared table."""
        state = self.state_dict()
        return {k: v for k, v in state.items() if k != "passage.trunk.embed.weight"}

    def load_trained(self, state: dict[str, Tensor]) -> None:
        self.load_state_dict({**state, "passage.trunk.embed.weight": state["query.trunk.embed.weight"]})


def encode_groups(
    tower: Tower, groups: list[tuple[Tensor, Tensor, Tensor]], n_rows: int, recompute: bool = False
) -> Tensor:
    """Rows from groups of (positions, ids, mask); with ``recompute`` activations are made again going back."""
    parts, places = [], []
    for positions, ids, mask in groups:
        parts.append(checkpoint(tower, ids, mask, use_reentrant=False) if recompute else tower(ids, mask))
        places.append(positions)
    order = torch.cat(places)
    back = torch.empty_like(order)
    back[order] = torch.arange(n_rows, device=order.device)
    return torch.cat(parts).float()[back]


def matryoshka_dims(dim: int) -> dict[int, float]:
    """Prefix lengths with their weights, summing to one; the full length is always among them."""
    weights = {d: DIM_WEIGHTS[d] for d in MATRYOSHKA if d < dim} | {dim: 1.0}
    total = sum(weights.values())
    return {d: w / total for d, w in weights.items()}


def info_nce(
    queries: Tensor, sides: tuple[Tensor, ...], allowed: Tensor, temperature: float, back: float = 0.25
) -> Tensor:
    """Row i of ``queries`` belongs to row i of every side; further rows are wrong for all.

    A candidate has one vector on each side (its passage, a question about it), and its score is the mean of their
    cosines. ``allowed`` (queries, candidates) is False where one may be right as well: it is left out of the sum.
    """
    n = len(queries)
    target = torch.arange(n, device=queries.device)
    total = queries.new_zeros(())
    for dim, weight in matryoshka_dims(queries.shape[1]).items():
        q = F.normalize(queries[:, :dim], dim=-1)
        p = torch.stack([F.normalize(side[:, :dim], dim=-1) for side in sides]).mean(0)
        scores = (q @ p.T / temperature).masked_fill(~allowed, -1e4)
        loss = F.cross_entropy(scores, target)
        if back:
            loss = (loss + back * F.cross_entropy(scores[:, :n].T, target)) / (1 + back)
        total = total + weight * loss
    return total


def allowed_pairs(query_keys: list[Tensor], passage_keys: list[Tensor]) -> Tensor:
    """False where any key (article, text) is the same, except on the diagonal."""
    n = len(query_keys[0])
    same = torch.zeros(n, len(passage_keys[0]), dtype=torch.bool, device=query_keys[0].device)
    for q, p in zip(query_keys, passage_keys, strict=True):
        same |= q[:, None] == p[None, :]
    same[:, :n].fill_diagonal_(False)
    return ~same
