"""The files of the encoder as the package ships them: each packed by itself, named by what it is unpacked."""

from __future__ import annotations

from pathlib import Path

import zstandard

SIDES = {"query": "query.onnx", "passage": "passage.onnx"}
EMBEDDING_FILE = "embedding.bin"
TOKENIZER_FILE = "tokenizer.json"
PACKED = ".zst"


def read_part(folder: Path, name: str) -> bytes:
    return zstandard.ZstdDecompressor().decompress((folder / (name + PACKED)).read_bytes())


def write_part(folder: Path, name: str, data: bytes) -> None:
    (folder / (name + PACKED)).write_bytes(zstandard.ZstdCompressor(level=19).compress(data))
