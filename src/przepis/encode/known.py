"""Public encoders by name, with the prefixes and the pooling that their authors trained them with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Pooling = Literal["mean", "cls", "last"]

_RETRIEVE = "Given a web search query, retrieve relevant passages that answer the query"
_STELLA = f"Instruct: {_RETRIEVE}.\nQuery: "
_QWEN = f"Instruct: {_RETRIEVE}\nQuery:"


@dataclass(frozen=True, slots=True)
class KnownEncoder:
    """What a text needs before it, how token vectors become one, and how long a text may be."""

    model: str
    query_prefix: str = ""
    passage_prefix: str = ""
    pooling: Pooling = "mean"
    max_tokens: int = 512


KNOWN: dict[str, KnownEncoder] = {
    "multilingual-e5-large": KnownEncoder("intfloat/multilingual-e5-large", "query: ", "passage: "),
    "mmlw-retrieval-roberta-large-v2": KnownEncoder(
        "sdadas/mmlw-retrieval-roberta-large-v2", "[query]: ", pooling="cls"
    ),
    "poldense-1b": KnownEncoder("OPI-PIB/PolDense-1B", "[query]: ", pooling="cls"),
    "poldense-400m": KnownEncoder("OPI-PIB/PolDense-400M", "[query]: ", pooling="cls"),
    "stella-pl-retrieval": KnownEncoder("sdadas/stella-pl-retrieval", _STELLA),
    "bge-m3": KnownEncoder("BAAI/bge-m3", pooling="cls", max_tokens=1024),
    "qwen3-embedding-0.6b": KnownEncoder("Qwen/Qwen3-Embedding-0.6B", _QWEN, pooling="last", max_tokens=1024),
    "qwen3-embedding-4b": KnownEncoder("Qwen/Qwen3-Embedding-4B", _QWEN, pooling="last", max_tokens=1024),
    "qwen3-embedding-8b": KnownEncoder("Qwen/Qwen3-Embedding-8B", _QWEN, pooling="last", max_tokens=1024),
}


def known_encoder(name: str) -> KnownEncoder | None:
    """By our short name or the publisher's full one, in any case; a folder's last part counts as its name."""
    wanted = name.rstrip("/").lower()
    short = wanted.rsplit("/", 1)[-1]
    for key, encoder in KNOWN.items():
        if wanted in (key, encoder.model.lower()) or short in (key, encoder.model.lower().rsplit("/", 1)[-1]):
            return encoder
    return None
