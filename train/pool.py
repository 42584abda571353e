"""The articles on the GPU: passages are assembled there from one flat array of tokens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from train.layout import Layout
from train.model import CLS, PAD


@dataclass(frozen=True)
class Cuts:
    """A span of tokens left out of a chunk, counted from the chunk's first; length 0 leaves it whole."""

    start: Tensor
    length: Tensor


class PassagePool:
    """Chunks by number; ``assemble`` gives [CLS] place line, chunk, padded to a multiple of ``step``."""

    def __init__(self, layout: Layout, device: torch.device, max_tokens: int = 256, step: int = 32) -> None:
        self.device, self.max_tokens, self.step = device, max_tokens, step
        self.n_chunks, self.n_articles = layout.n_chunks, layout.n_articles
        self.tokens = torch.from_numpy(layout.tokens.astype(np.int32)).to(device)
        self.article = self._put(layout.article)
        self.text_start, self.text_len = self._put(layout.text_start), self._put(layout.text_len)
        self.place_start, self.place_len = self._put(layout.place_start), self._put(layout.place_len)
        self.text_of, self.first_chunk = self._put(layout.text_of), self._put(layout.first_chunk)

    def _put(self, values: np.ndarray) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(values, dtype=np.int64)).to(self.device)

    def lengths(self, chunks: Tensor, cuts: Cuts | None = None) -> Tensor:
        cut = cuts.length if cuts is not None else 0
        return (1 + self.place_len[chunks] + self.text_len[chunks] - cut).clamp(max=self.max_tokens)

    def assemble(self, chunks: Tensor, cuts: Cuts | None = None, length: int = 0) -> tuple[Tensor, Tensor]:
        """Ids and mask, (n, length); length 0 takes the longest, rounded up."""
        lengths = self.lengths(chunks, cuts)
        width = length or -(-int(lengths.max()) // self.step) * self.step
        column = torch.arange(width, device=self.device)[None, :]
        place_len = self.place_len[chunks][:, None]
        in_text = column - 1 - place_len
        if cuts is not None:
            in_text = in_text + cuts.length[:, None] * (in_text >= cuts.start[:, None])
        source = torch.where(
            column - 1 < place_len,
            self.place_start[chunks][:, None] + column - 1,
            self.text_start[chunks][:, None] + in_text,
        )
        ids = self.tokens[source.clamp(0, len(self.tokens) - 1)].long()
        ids[:, 0] = CLS
        mask = column < lengths[:, None]
        return torch.where(mask, ids, PAD), mask

    def length_groups(self, chunks: Tensor, cuts: Cuts | None, n_groups: int) -> list[Tensor]:
        """Positions of ``chunks`` in groups of like length: little padding, few shapes."""
        order = self.lengths(chunks, cuts).argsort()
        return list(order.chunk(n_groups))
