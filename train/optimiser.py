"""Muon for the matrices of the blocks, AdamW for the rest, one learning rate for both.

Muon orthogonalises the momentum of each matrix by a Newton-Schulz iteration; the update is scaled so that its
root-mean-square matches AdamW's, so that both take the same learning rate. Matrices of one shape are stacked and
treated together: six layers cost six launches' worth, not twenty-four.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

import torch
from torch import Tensor, nn

COEFFICIENTS = (3.4445, -4.7750, 2.0315)


def orthogonalise(stack: Tensor, steps: int = 5) -> Tensor:
    """The nearest half-orthogonal matrices to a stack (n, rows, columns), roughly."""
    a, b, c = COEFFICIENTS
    x = stack.to(torch.bfloat16 if stack.is_cuda else torch.float32)
    flipped = x.shape[-2] > x.shape[-1]
    if flipped:
        x = x.transpose(-1, -2)
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        gram = x @ x.transpose(-1, -2)
        x = a * x + (b * gram + c * gram @ gram) @ x
    return (x.transpose(-1, -2) if flipped else x).to(stack.dtype)


class Muon(torch.optim.Optimizer):
    def __init__(
        self, params: Iterable[Tensor], lr: float, momentum: float = 0.95, weight_decay: float = 0.05, factor: float = 1
    ) -> None:
        """``factor`` multiplies the common learning rate; ``clock.set_rate`` reads it."""
        held = {"lr": lr, "momentum": momentum, "weight_decay": weight_decay, "rate_factor": factor}
        super().__init__(params, held)

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]
        for group in self.param_groups:
            by_shape: dict[torch.Size, list[Tensor]] = defaultdict(list)
            for p in group["params"]:
                if p.grad is not None:
                    by_shape[p.shape].append(p)
            for shape, params in by_shape.items():
                self._step_stack(shape, params, group)

    def _step_stack(self, shape: torch.Size, params: list[Tensor], group: dict[str, float]) -> None:
        grads = [p.grad for p in params]
        held = []
        for p in params:
            state = self.state[p]
            if "momentum" not in state:
                state["momentum"] = torch.zeros_like(p)
            held.append(state["momentum"])
        torch._foreach_lerp_(held, grads, 1 - group["momentum"])
        nesterov = torch._foreach_lerp(grads, held, group["momentum"])
        update = orthogonalise(torch.stack(nesterov)) * (0.2 * math.sqrt(max(shape)))
        torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
        torch._foreach_add_(params, list(update.unbind(0)), alpha=-group["lr"])


def build_optimisers(
    model: nn.Module, lr: float, muon: bool = True, weight_decay: float = 0.02, factor: float = 3.0
) -> list[torch.optim.Optimizer]:
    """Matrices inside ``blocks`` to Muon; embeddings, norms and heads to AdamW, without decay for vectors."""
    named = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    matrices = [p for name, p in named if ".blocks." in name and p.ndim == 2]
    chosen = {id(p) for p in matrices} if muon else set()
    decayed = [p for _, p in named if id(p) not in chosen and p.ndim == 2]
    plain = [p for _, p in named if id(p) not in chosen and p.ndim != 2]
    fused = bool(named) and named[0][1].is_cuda
    adam = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}],
        lr=lr,
        betas=(0.9, 0.98),
        eps=1e-8,
        fused=fused,
    )
    return [Muon(matrices, lr=lr, weight_decay=weight_decay, factor=factor), adam] if muon else [adam]
