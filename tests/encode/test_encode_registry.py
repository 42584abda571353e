"""Names open the right encoder, and the name an encoder gives itself opens it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from przepis.encode import registry
from przepis.encode.hashing import HashingEncoder
from przepis.encode.known import KNOWN, known_encoder
from przepis.encode.onnx import OnnxEncoder
from przepis.encode.registry import open_encoder
from przepis.encode.remote import RemoteEncoder
from przepis.encode.sentence import SentenceEncoder
from przepis.errors import InputError, StoreError

TINY = Path(__file__).parent / "tiny_model"


def test_hashing_with_and_without_a_width() -> None:
    assert open_encoder("hashing").dim == 256
    assert open_encoder("hashing:64").dim == 64
    assert isinstance(open_encoder(HashingEncoder(64).name), HashingEncoder)


def test_a_folder_with_a_card_is_one_of_ours() -> None:
    assert isinstance(open_encoder(str(TINY)), OnnxEncoder)


def test_the_shipped_model_by_name_revision_and_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "model_folder", lambda: TINY)
    encoder = open_encoder("przepis:16")
    assert encoder.dim == 16
    revision = OnnxEncoder(TINY).card["revision"]
    assert open_encoder(f"przepis@{revision}:16").name == encoder.name


def test_an_index_of_another_revision_is_told_to_be_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "model_folder", lambda: TINY)
    with pytest.raises(StoreError, match="index build"):
        open_encoder("przepis@0000000000")


def test_an_absent_shipped_model_is_a_store_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(registry, "model_folder", lambda: tmp_path)
    with pytest.raises(StoreError, match="no encoder in"):
        open_encoder("przepis")


def test_an_endpoint_is_remote() -> None:
    assert isinstance(open_encoder("http://localhost:1/v1#bge-m3"), RemoteEncoder)


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_every_known_name_opens_by_both_its_names(name: str) -> None:
    for written in (name, KNOWN[name].model):
        encoder = open_encoder(written)
        assert isinstance(encoder, SentenceEncoder)
        assert encoder.known is KNOWN[name]


@pytest.mark.parametrize(
    ("name", "query", "passage", "pooling"),
    [
        ("multilingual-e5-large", "query: ", "passage: ", "mean"),
        ("mmlw-retrieval-roberta-large-v2", "[query]: ", "", "cls"),
        ("PolDense-1B", "[query]: ", "", "cls"),
        ("bge-m3", "", "", "cls"),
    ],
)
def test_prefixes_and_pooling_are_the_authors(name: str, query: str, passage: str, pooling: str) -> None:
    known = known_encoder(name)
    assert known is not None
    assert (known.query_prefix, known.passage_prefix, known.pooling) == (query, passage, pooling)


@pytest.mark.parametrize("name", ["stella-pl-retrieval", "Qwen3-Embedding-0.6B"])
def test_instructed_models_get_an_instruction_before_queries_only(name: str) -> None:
    known = known_encoder(name)
    assert known is not None
    assert known.query_prefix.startswith("Instruct: ")
    assert "\nQuery:" in known.query_prefix
    assert known.passage_prefix == ""


def test_a_copy_in_a_folder_keeps_its_prefixes() -> None:
    assert known_encoder("/models/bge-m3/") is KNOWN["bge-m3"]


@pytest.mark.parametrize("name", ["", "nonsense", "hashing:wide", "przepis:0"])
def test_a_wrong_name_is_an_input_error(name: str) -> None:
    with pytest.raises(InputError):
        open_encoder(name)
