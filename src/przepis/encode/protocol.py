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

    def encode_queries(self, texts: list[str]) -> np.ndarray: ...

    def encode_passages(self, texts: list[str]) -> np.ndarray: ...
