"""Reads a question together with an article and says how well the one answers the other: our own small cross-encoder.

Two vectors made apart lose what only a comparison shows, such as which of two neighbouring articles settles the case.
Reading both together costs ten milliseconds an article, so it is kept for the few that the ranker cannot tell apart.
"""

from __future__ import annotations

import functools
from importlib import resources
from pathlib import Path

import numpy as np

from przepis.artifact import read_json
from przepis.encode.onnx import TOKENIZER_FILE, open_session
from przepis.encode.registry import model_folder
from przepis.errors import StoreError
from przepis.rerank.learned import MODEL_FOLDER

CARD_FILE, MODEL_FILE = "reader.json", "reader.onnx"
SEPARATOR = "[SEP]"


class CrossEncoder:
    """Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        from tokenizers import Tokenizer

        for name in (CARD_FILE, MODEL_FILE):
            if not (folder / name).is_file():
                raise StoreError(f"{folder / name} is missing; install the package again")
        card = read_json(folder / CARD_FILE)
        self.name = f"{card['name']}@{card['revision']}"
        self._limits = [int(card[f"max_{part}_tokens"]) for part in ("question", "summary", "passage")]
        self._session = open_session(folder / MODEL_FILE)
        self._tokenizer = Tokenizer.from_file(str(model_folder() / TOKENIZER_FILE))
        self._separator = self._tokenizer.encode(SEPARATOR, add_special_tokens=False).ids[0]

    def score(self, question: str, summary: str, passage: str) -> float:
        """Higher is better; to be compared among articles of the same question. ``summary`` may be empty."""
        ids: list[int] = []
        for text, limit in zip((question, summary, passage), self._limits, strict=True):
            if text:
                own = self._tokenizer.encode(text).ids[:limit]
                ids += [self._separator, *own[1:]] if ids else own  # in place of a beginning of its own
        return float(self._session.run(None, {"ids": np.asarray([ids], dtype=np.int64)})[0][0, 0])


@functools.cache
def shipped_cross_encoder() -> CrossEncoder:
    return CrossEncoder(Path(str(resources.files(MODEL_FOLDER))))
