"""Encoders by name: ``open_encoder("przepis")``.

przepis                       ours, shipped with the package; ``przepis:128`` keeps the first 128 dimensions
hashing:256                   spelling alone, no model
bge-m3, BAAI/bge-m3, …        a known public model with its prefixes and pooling (extra ``st``)
a folder                      one of ours (it has a card.json), or a sentence-transformers model
https://host/v1#model         an OpenAI-compatible endpoint

The name an encoder gives itself opens the same encoder again: the index stores it.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from przepis.encode.hashing import HashingEncoder
from przepis.encode.known import KNOWN, known_encoder
from przepis.encode.onnx import CARD_FILE, OnnxEncoder
from przepis.encode.protocol import Encoder
from przepis.errors import InputError, StoreError, choices

OWN_NAME = "przepis"


def model_folder() -> Path:
    return Path(str(resources.files("przepis.encode").joinpath("model")))


def open_encoder(name: str) -> Encoder:
    """The encoder of that name; a model's files are read at first use."""
    if name.startswith(("http://", "https://")):
        from przepis.encode.remote import RemoteEncoder  # late, like the next: most use neither

        return RemoteEncoder(name)
    head, _, tail = name.partition(":")
    own, _, revision = head.partition("@")
    if own == OWN_NAME:
        return _own(model_folder(), revision, _dim(name, tail))
    if head == "hashing":
        return HashingEncoder(_dim(name, tail) or 256)
    if (Path(name) / CARD_FILE).is_file():
        return OnnxEncoder(Path(name))
    known = known_encoder(name)
    if name and (known is not None or Path(name).is_dir() or name.count("/") == 1):
        from przepis.encode.sentence import SentenceEncoder

        return SentenceEncoder(name, known)
    raise InputError(
        f"no encoder {name!r}; there are {choices((OWN_NAME, 'hashing:256', *KNOWN))}, a sentence-transformers folder, "
        "or an endpoint https://host/v1#model"
    )


def is_own(encoder: Encoder) -> bool:
    """Is it ours, with all its dimensions?"""
    return encoder.name.startswith(f"{OWN_NAME}@") and ":" not in encoder.name


def _own(folder: Path, revision: str, dim: int | None) -> OnnxEncoder:
    encoder = OnnxEncoder(folder, dim=dim)
    if revision and revision != encoder.card["revision"]:
        raise StoreError(
            f"the index was built with the encoder {OWN_NAME}@{revision}, this installation has "
            f"{encoder.card['revision']}; run `przepis index build` again"
        )
    return encoder


def _dim(name: str, text: str) -> int | None:
    if not text:
        return None
    if not text.isdigit() or int(text) < 1:
        raise InputError(f"{name!r}: after the colon stands the number of dimensions, as in `{OWN_NAME}:128`")
    return int(text)
