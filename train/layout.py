"""Where articles, chunks and place lines lie in the flat array of tokens; plain arrays, for processes without a GPU."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from train.packing import read_stream

Ints = NDArray[np.int64]


class Layout:
    """Chunks are numbered in the order of their articles."""

    def __init__(self, folder: Path) -> None:
        facts = np.load(folder / "layout.npz")
        self.tokens: NDArray[np.uint16] = read_stream(folder / "texts.tok.xz")
        starts, places = facts["article_starts"], facts["place_starts"]
        self.article: Ints = facts["chunk_article"].astype(np.int64)
        place = facts["place_of"][self.article].astype(np.int64)
        self.text_start: Ints = starts[self.article] + facts["chunk_first"]
        self.text_len: Ints = (facts["chunk_end"] - facts["chunk_first"]).astype(np.int64)
        self.place_start: Ints = places[place]
        self.place_len: Ints = places[place + 1] - places[place]
        self.act_of: Ints = facts["act_of"].astype(np.int64)
        self.text_of: Ints = facts["text_of"].astype(np.int64)
        self.n_chunks, self.n_articles = len(self.article), len(self.act_of)
        counts = np.bincount(self.article, minlength=self.n_articles)
        self.first_chunk: Ints = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
