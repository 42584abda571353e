"""The bundled form of model, on a tiny one with random weights (make_tiny_model.py writes it)."""

from __future__ import annotations

import json
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zstandard

from przepis.encode.ahead import Ahead
from przepis.encode.onnx import CACHED_QUERIES, OnnxEncoder
from przepis.errors import StoreError

TINY = Path(__file__).parent / "tiny_model"
TEXTS = [f"najemca płaci czynsz {'bardzo ' * (n % 7)}dnia {n}" for n in range(40)]


@pytest.fixture(scope="module")
def encoder() -> OnnxEncoder:
    return OnnxEncoder(TINY, threads=2)


def test_rows_are_float32_of_unit_length(encoder: OnnxEncoder) -> None:
    vectors = encoder.encode_passages(TEXTS)
    assert vectors.shape == (40, 32)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_a_vector_does_not_depend_on_its_neighbours(encoder: OnnxEncoder) -> None:
    together = encoder.encode_passages(TEXTS)
    alone = np.concatenate([encoder.encode_passages([text]) for text in TEXTS])
    assert np.array_equal(together, alone)


def test_threads_change_nothing(encoder: OnnxEncoder) -> None:
    assert np.array_equal(OnnxEncoder(TINY, threads=1).encode_passages(TEXTS), encoder.encode_passages(TEXTS))


def test_queries_and_passages_go_through_different_towers(encoder: OnnxEncoder) -> None:
    assert not np.allclose(encoder.encode_queries(TEXTS[:1]), encoder.encode_passages(TEXTS[:1]), atol=0.05)


def test_a_query_is_kept_and_comes_back_the_same(encoder: OnnxEncoder) -> None:
    first = encoder.encode_queries(["urlop", "najem", "urlop"])
    assert np.array_equal(first[0], first[2])
    assert np.array_equal(encoder.encode_queries(["najem"])[0], first[1])


def test_the_cache_keeps_only_the_latest() -> None:
    encoder = OnnxEncoder(TINY, threads=1)
    for start in range(0, CACHED_QUERIES + 64, 64):
        encoder.encode_queries([f"pytanie {n}" for n in range(start, start + 64)])
    assert len(encoder._cache) == CACHED_QUERIES
    assert "pytanie 0" not in encoder._cache


def test_forgotten_queries_are_encoded_again(encoder: OnnxEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[str] = []
    encode = encoder._encode
    monkeypatch.setattr(encoder, "_encode", lambda side, texts: (encoded.extend(texts), encode(side, texts))[1])
    encoder.forget()
    for _ in range(2):
        encoder.encode_queries(["zachowek"])
    assert encoded == ["zachowek"]
    encoder.forget()
    encoder.encode_queries(["zachowek"])
    assert encoded == ["zachowek"] * 2


def test_a_query_begun_before_is_the_same(encoder: OnnxEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = OnnxEncoder(TINY, threads=1).encode_queries(TEXTS)
    encoder.encode_queries(["pierwsze pytanie"])  # before it nothing is begun
    encoder.forget()
    for text in TEXTS[:8]:
        encoder.begin_query(text)
        encoder.begin_query(text)
    monkeypatch.setattr(encoder, "_encode", lambda side, texts: pytest.fail(f"{texts} encoded twice"))
    assert np.array_equal(np.stack([encoder.encode_queries([text])[0] for text in TEXTS[:8]]), expected[:8])


def test_what_was_begun_and_never_asked_for_is_let_go(encoder: OnnxEncoder) -> None:
    expected = encoder.encode_queries(TEXTS)
    encoder.forget()
    for text in TEXTS:
        encoder.begin_query(text)
    assert encoder._ahead is not None
    assert len(encoder._ahead._begun) < len(TEXTS)
    assert np.array_equal(encoder.encode_queries(TEXTS), expected)


def test_what_the_runtime_could_not_make_ahead_is_made_when_asked_for() -> None:
    class Failing:
        def run_async(self, _names: None, _given: dict[str, np.ndarray], done: Any, told: None) -> None:
            done([], told, "out of memory")

    ahead = Ahead(Failing())
    ahead.begin("najem", np.zeros((1, 2), np.int64))
    assert ahead.take("najem") is None
    assert ahead.take("nikt nie pytał") is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:This process.*multi-threaded")
def test_a_forked_process_makes_its_own_vectors(encoder: OnnxEncoder) -> None:
    expected = encoder.encode_queries(["najem"])
    encoder.forget()
    encoder.begin_query("najem")
    child = os.fork()
    if child == 0:  # pragma: no cover
        encoder.begin_query("urlop")
        os._exit(0 if np.array_equal(encoder.encode_queries(["najem"]), expected) else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_many_threads_may_ask_at_once(encoder: OnnxEncoder) -> None:
    expected = encoder.encode_queries(TEXTS)
    with ThreadPoolExecutor(8) as pool:
        rows = list(pool.map(lambda text: encoder.encode_queries([text])[0], TEXTS))
    assert np.array_equal(np.stack(rows), expected)


def test_fewer_dimensions_are_a_prefix_scaled_to_unit_length(encoder: OnnxEncoder) -> None:
    short = OnnxEncoder(TINY, dim=8).encode_passages(TEXTS[:3])
    full = encoder.encode_passages(TEXTS[:3])[:, :8]
    assert np.allclose(short, full / np.linalg.norm(full, axis=1, keepdims=True), atol=1e-6)


def test_a_long_text_is_cut_not_refused(encoder: OnnxEncoder) -> None:
    # the rotary table of the tiny model ends at 64 tokens
    assert encoder.encode_passages(["czynsz " * 500]).shape == (1, 32)


def test_an_empty_text_and_no_text_are_answered(encoder: OnnxEncoder) -> None:
    assert encoder.encode_queries([""]).shape == (1, 32)
    assert encoder.encode_queries([]).shape == (0, 32)
    assert encoder.encode_passages([]).shape == (0, 32)


def test_the_name_carries_the_revision_and_the_dimensions() -> None:
    revision = json.loads((TINY / "card.json").read_text(encoding="utf-8"))["revision"]
    assert OnnxEncoder(TINY).name == f"tiny@{revision}"
    assert OnnxEncoder(TINY, dim=16).name == f"tiny@{revision}:16"


def test_a_missing_model_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"card\.json is missing.*hashing:256"):
        OnnxEncoder(tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(TINY, folder)
    (folder / "embedding.bin.zst").unlink()
    with pytest.raises(StoreError, match=r"embedding\.bin\.zst is missing"):
        OnnxEncoder(folder)


@pytest.mark.parametrize("name", ["query.onnx.zst", "embedding.bin.zst", "tokenizer.json.zst"])
def test_a_damaged_file_is_named(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "model"
    shutil.copytree(TINY, folder)
    whole = (folder / name).read_bytes()
    for damaged in (b"not packed", zstandard.ZstdCompressor().compress(b"not a model"), whole[: len(whole) // 2]):
        (folder / name).write_bytes(damaged)
        with pytest.raises(StoreError, match=f"{re.escape(name)} cannot be loaded"):
            OnnxEncoder(folder).encode_queries(["najem"])


@pytest.mark.parametrize("dim", [33, -1])
def test_dimensions_beyond_the_model_are_refused(dim: int) -> None:
    with pytest.raises(StoreError, match="32 dimensions"):
        OnnxEncoder(TINY, dim=dim)
