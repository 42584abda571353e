"""Files of the encoder in their first form become those of the present one, and no vector changes."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
import zstandard

from przepis.artifact import atomic_write_json
from przepis.corpus.store import Store
from przepis.encode.hashing import HashingEncoder
from przepis.encode.keys import as_bytes, text_keys
from przepis.encode.onnx import OnnxEncoder
from przepis.encode.packed import PACKED_FILE, packed_vectors
from przepis.index.vectors import Vectors
from train import repack
from train.pack_vectors import pack, texts_of

TINY = Path(__file__).parents[1] / "encode" / "tiny_model"


def test_unpacked_model_files_are_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "model"
    shutil.copytree(TINY, folder)
    whole = (folder / "card.json").read_text(encoding="utf-8")
    (folder / "card.json").write_text(whole.replace(".zst", ""), encoding="utf-8")
    for path in folder.glob("*.zst"):
        path.with_suffix("").write_bytes(zstandard.ZstdDecompressor().decompress(path.read_bytes()))
        path.unlink()
    monkeypatch.setattr(sys, "argv", ["repack", "--model", str(folder)])
    repack.main()
    assert {path.name for path in folder.iterdir()} == {path.name for path in TINY.iterdir()}
    assert json.loads((folder / "card.json").read_text(encoding="utf-8")) == json.loads(whole)
    texts = ["najemca płaci czynsz"]
    assert np.array_equal(OnnxEncoder(folder).encode_queries(texts), OnnxEncoder(TINY).encode_queries(texts))


def test_vectors_of_the_first_format_are_put_in_order(sample_home: Path, tmp_path: Path) -> None:
    encoder = HashingEncoder(32)
    with Store(sample_home) as store:
        titles = {act.act_id: act.title for act in store.acts()}
        texts = texts_of(Vectors(store, sample_home, list(store.articles()), titles, encoder, packed=()))["chunks"]
    texts.append("czego nie ma w korpusie")
    keys = text_keys("chunks", texts)
    packed = pack(keys, encoder.encode_passages(texts), 8)
    order = np.argsort(packed.keys)
    gaps = np.diff(packed.keys[order], prepend=np.uint64(0))
    rest = {name: getattr(packed, name) for name in ("centroids", "bounds", "axes", "mean")}
    np.savez(tmp_path / "packed-chunks.npz", gaps=as_bytes(gaps), columns=packed.codes[order].T, **rest)
    facts = {"encoder": encoder.name, "files": {"chunks": "packed-chunks.npz"}}
    atomic_write_json(tmp_path / PACKED_FILE, facts)
    for _ in range(2):  # the second time there is nothing to do
        repack.pack_vectors(tmp_path, sample_home)
        again = packed_vectors(encoder, folder=tmp_path)["chunks"]
        assert np.array_equal(again.keys, packed.keys)
        assert np.array_equal(again.codes, packed.codes)
