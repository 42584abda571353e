"""Any sentence-transformers model, in a folder or by name; needs the extra ``st``.

A known name brings its prefixes and pooling. A folder of another model is used as it is configured: prompts named
``query`` and ``passage`` or ``document`` in it are applied.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np

from przepis.encode.hashing import unit_rows
from przepis.encode.known import KnownEncoder
from przepis.errors import StoreError


class SentenceEncoder:
    """``SentenceEncoder("BAAI/bge-m3", known)``; the model loads at first use."""

    centred = False  # a model may be; nothing says so

    def __init__(self, place: str, known: KnownEncoder | None = None, *, batch: int = 32) -> None:
        self.name = place
        self.known = known
        self.batch = batch
        self._model: Any = None
        self._lock = threading.Lock()

    @property
    def dim(self) -> int:
        return int(self.model.get_sentence_embedding_dimension())

    @property
    def model(self) -> Any:
        with self._lock:
            if self._model is None:
                self._model = load_model(self.name, self.known)
            return self._model

    def begin_query(self, text: str) -> None:
        """Begins nothing."""

    def encode_queries(self, texts: list[str]) -> np.ndarray:
        return self._encode(texts, self.prefix("query"))

    def forget(self) -> None:
        """Keeps nothing of the questions asked."""

    def encode_passages(self, texts: list[str]) -> np.ndarray:
        return self._encode(texts, self.prefix("passage"))

    def prefix(self, side: str) -> str:
        if self.known is not None:
            return self.known.query_prefix if side == "query" else self.known.passage_prefix
        prompts = getattr(self.model, "prompts", None) or {}
        names = ("query",) if side == "query" else ("passage", "document")
        return next((str(prompts[n]) for n in names if prompts.get(n)), "")

    def _encode(self, texts: list[str], prefix: str) -> np.ndarray:
        if not texts:
            return np.zeros((0, self.dim), dtype=np.float32)
        given = [prefix + text for text in texts]
        vectors = self.model.encode(
            given, batch_size=self.batch, show_progress_bar=False, convert_to_numpy=True, prompt=""
        )
        return unit_rows(np.asarray(vectors, dtype=np.float32))


def load_model(place: str, known: KnownEncoder | None) -> Any:
    """The model as its publisher configured it; a bare transformer folder gets the known pooling."""
    try:
        from sentence_transformers import SentenceTransformer, models
    except ImportError as error:
        raise StoreError(
            f"the encoder {place!r} needs sentence-transformers; install it with `pip install przepis[st]`"
        ) from error
    source = place if Path(place).is_dir() else (known.model if known else place)
    try:
        if known and Path(source).is_dir() and not (Path(source) / "modules.json").exists():
            word = models.Transformer(source, max_seq_length=known.max_tokens)
            mode = {"mean": "mean", "cls": "cls", "last": "lasttoken"}[known.pooling]
            model = SentenceTransformer(modules=[word, models.Pooling(word.get_word_embedding_dimension(), mode)])
        else:
            model = SentenceTransformer(source)
    except (OSError, ValueError) as error:
        raise StoreError(f"the encoder {place!r} cannot be loaded: {error}") from error
    if known:
        model.max_seq_length = min(known.max_tokens, model.max_seq_length or known.max_tokens)
    return model
