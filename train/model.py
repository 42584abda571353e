"""The encoder: a small pre-norm transformer with rotary positions, gated feed-forward layers and no biases.

One ``Trunk`` serves the masked-language model and both towers of the retriever. The query tower keeps every layer; the
document tower is shallower, because two CPU cores must embed the whole corpus in minutes, and starts from the lowest
layers of the pretrained trunk, which were trained to be a complete encoder of their own (``exit_layer``).
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

PAD, UNK, CLS, SEP, MASK = 0, 1, 2, 3, 4
SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
MATRYOSHKA = (64, 128, 256, 384)


@dataclass(frozen=True)
class ModelConfig:
    """Everything that fixes the shapes of the weights."""

    vocab: int = 16384
    dim: int = 384
    layers: int = 6
    heads: int = 6
    ffn: int = 1024  # hidden width of the gated feed-forward layer
    max_len: int = 512
    rope_theta: float = 10000.0

    def with_layers(self, layers: int) -> ModelConfig:
        return dataclasses.replace(self, layers=layers)


class Norm(nn.Module):
    """Layer normalisation with a gain and no bias, in the precision of its input (autocast would widen it)."""

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x: Tensor) -> Tensor:
        with torch.autocast(x.device.type, enabled=False):
            return F.layer_norm(x, self.weight.shape, self.weight.to(x.dtype), None, 1e-5)


def rope_table(config: ModelConfig) -> Tensor:
    """(2, max_len, head_dim): cosines and sines for the two-halves form of rotary positions."""
    half = config.dim // config.heads // 2
    frequencies = config.rope_theta ** (-torch.arange(half, dtype=torch.float32) / half)
    angles = torch.arange(config.max_len, dtype=torch.float32)[:, None] * frequencies[None]
    angles = torch.cat([angles, angles], dim=-1)
    return torch.stack([angles.cos(), angles.sin()])


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    first, second = x.chunk(2, dim=-1)
    return x * cos + torch.cat([-second, first], dim=-1) * sin


class Attention(nn.Module):
    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.heads = config.heads
        self.qkv = nn.Linear(config.dim, 3 * config.dim, bias=False)
        self.out = nn.Linear(config.dim, config.dim, bias=False)
        self.explicit = False  # spelled-out attention, for export to ONNX

    def forward(self, x: Tensor, rope: Tensor, bias: Tensor | None) -> Tensor:
        batch, length, dim = x.shape
        qkv = self.qkv(x).view(batch, length, 3, self.heads, dim // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        rope = rope.to(q.dtype)
        q, k = rotate(q, rope[0], rope[1]), rotate(k, rope[0], rope[1])
        if self.explicit:
            scores = q @ k.transpose(-1, -2) * (1.0 / math.sqrt(dim // self.heads))
            mixed = torch.softmax(scores if bias is None else scores + bias, dim=-1) @ v
        else:
            mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        return self.out(mixed.transpose(1, 2).reshape(batch, length, dim))


class FeedForward(nn.Module):
    """GELU-gated: down(gelu(gate) * up)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.up = nn.Linear(config.dim, 2 * config.ffn, bias=False)
        self.down = nn.Linear(config.ffn, config.dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        gate, up = self.up(x).chunk(2, dim=-1)
        return self.down(F.gelu(gate) * up)


class Block(nn.Module):
    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.norm1 = Norm(config.dim)
        self.attention = Attention(config)
        self.norm2 = Norm(config.dim)
        self.ffn = FeedForward(config)

        self.dropout = 0.0  # set for training on few examples; pretraining has plenty

    def forward(self, x: Tensor, rope: Tensor, bias: Tensor | None) -> Tensor:
        x = x + F.dropout(self.attention(self.norm1(x), rope, bias), self.dropout, self.training)
        return x + F.dropout(self.ffn(self.norm2(x)), self.dropout, self.training)


class Trunk(nn.Module):
    """Token ids to contextual vectors, before the final norm."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embed = nn.Embedding(config.vocab, config.dim)
        self.norm0 = Norm(config.dim)
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.layers))
        self.stream_dtype: torch.dtype | None = None  # of the residual stream; None: full precision
        self.register_buffer("rope", rope_table(config), persistent=False)
        nn.init.normal_(self.embed.weight, std=0.02)
        scale = 0.02 / math.sqrt(2 * config.layers)
        for block in self.blocks:
            nn.init.normal_(block.attention.qkv.weight, std=0.02)
            nn.init.normal_(block.ffn.up.weight, std=0.02)
            nn.init.normal_(block.attention.out.weight, std=scale)
            nn.init.normal_(block.ffn.down.weight, std=scale)

    def forward(self, ids: Tensor, bias: Tensor | None = None, exit_layer: int = 0) -> tuple[Tensor, Tensor | None]:
        """The last layer's output and, where asked for, that of an earlier ``exit_layer``."""
        x = self.norm0(self.embed(ids)).to(self.stream_dtype or torch.float32)
        rope = self.rope[:, : ids.shape[1]]
        early: Tensor | None = None
        for number, block in enumerate(self.blocks, start=1):
            x = block(x, rope, bias)
            if number == exit_layer:
                early = x
        return x, early


class MaskedLM(nn.Module):
    """Trunk, and an output layer tied to the embeddings, applied to the masked positions alone."""

    def __init__(self, config: ModelConfig, exit_layer: int = 0) -> None:
        super().__init__()
        self.config = config
        self.exit_layer = exit_layer
        self.trunk = Trunk(config)
        self.norm = Norm(config.dim)
        self.exit_norm = Norm(config.dim)
        self.transform = nn.Linear(config.dim, config.dim, bias=False)
        self.exit_transform = nn.Linear(config.dim, config.dim, bias=False)

    def logits(self, hidden: Tensor, norm: Norm, transform: nn.Linear) -> Tensor:
        return F.linear(F.gelu(transform(norm(hidden))), self.trunk.embed.weight.to(hidden.dtype))

    def forward(self, ids: Tensor, positions: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
        """Losses of the last layer and of the early exit; ``positions`` index the flattened batch."""
        hidden, early = self.trunk(ids, None, self.exit_layer)
        picked = hidden.flatten(0, 1)[positions]
        loss = F.cross_entropy(self.logits(picked, self.norm, self.transform).float(), targets)
        if early is None:
            return loss, loss
        picked = early.flatten(0, 1)[positions]
        exit_logits = self.logits(picked, self.exit_norm, self.exit_transform)
        return loss, F.cross_entropy(exit_logits.float(), targets)


class Tower(nn.Module):
    """One side of the retriever: trunk, final norm, mean over real tokens, a linear map, unit length."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.trunk = Trunk(config)
        self.norm = Norm(config.dim)
        self.project = nn.Linear(config.dim, config.dim, bias=False)
        nn.init.eye_(self.project.weight)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """(batch, dim), not yet of unit length; ``mask`` is 1 at real tokens."""
        half = ids.is_cuda and torch.is_autocast_enabled()
        self.trunk.stream_dtype = torch.bfloat16 if half else None
        blocked = (~mask.bool()).to(torch.bfloat16 if half else torch.float32) * -1e4
        hidden, _ = self.trunk(ids, blocked[:, None, None, :].expand(-1, -1, ids.shape[1], -1))
        weights = mask.float()[:, :, None]
        mean = (self.norm(hidden.float()) * weights).sum(1) / weights.sum(1).clamp(min=1)
        return self.project(mean)
