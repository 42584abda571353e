"""Chunks for dense retrieval: a few hundred tokens, overlapping a little, never across articles."""

from __future__ import annotations

import re

CHUNK_WORDS = 150  # Polish words run to about 1.7 subword tokens: some 250 tokens
OVERLAP_WORDS = 25

_WORD = re.compile(r"\S+")


def chunk_spans(text: str, size: int = CHUNK_WORDS, overlap: int = OVERLAP_WORDS) -> list[tuple[int, int]]:
    """Character spans. A short rest joins the chunk before it: no chunk is mostly overlap."""
    words = [m.span() for m in _WORD.finditer(text)]
    if not words:
        return []
    spans = []
    first = 0
    while True:
        last = first + size
        if len(words) - last < overlap:  # what would remain is not worth a chunk
            spans.append((words[first][0], words[-1][1]))
            return spans
        spans.append((words[first][0], words[last - 1][1]))
        first = last - overlap
