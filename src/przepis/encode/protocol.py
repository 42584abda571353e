"""What the index and retrieval ask of an encoder."""

from __future__ import annotations

from typing import Protocol

import numpy as np


class Encoder(Protocol):
    """Texts to L2-normalised float32 vectors, one row a text."""

    @property
    def name(self) -> str: ...

    @property
    def dim(self) -> int: ...

    @property
    def head(self) -> int:
        """So many first components are a coarse vector of their own (Matryoshka training); 0: they are not."""
        ...

    def encode_queries(self, texts: list[str]) -> np.ndarray: ...

    def encode_passages(self, texts: list[str]) -> np.ndarray: ...
