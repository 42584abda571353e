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
    def centred(self) -> bool:
        """Do components stand about 0, so that their signs alone tell much of a vector?"""
        ...

    def begin_query(self, text: str) -> None:
        """``encode_queries`` will soon be asked for this text: a hint, which an encoder may leave alone."""
        ...

    def encode_queries(self, texts: list[str]) -> np.ndarray: ...

    def encode_passages(self, texts: list[str]) -> np.ndarray: ...

    def forget(self) -> None:
        """Drop the vectors kept of questions asked: the next to ask the same one is timed in full."""
        ...
