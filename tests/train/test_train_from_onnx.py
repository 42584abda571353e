"""The shipped encoder unpacked and written again is the shipped encoder."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("onnx", reason="the extra `train` is not installed")


def test_unpacked_and_written_again_it_is_the_same(tmp_path: Path) -> None:
    from train.checkpoint import save_parts
    from train.export_onnx import write_towers
    from train.from_onnx import constants, tower_state
    from train.model import ModelConfig
    from train.model_files import EMBEDDING_FILE, read_part
    from train.retriever import Retriever

    config = ModelConfig(vocab=50, dim=16, layers=2, heads=2, ffn=24, max_len=32)
    torch.manual_seed(5)
    model = Retriever(config, 1)
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    ids = [[2, 5, 6, 7], [2, 30, 31]]
    write_towers(model.trainable_state(), config, tmp_path / "first", ids)
    state: dict[str, object] = {}
    for side in ("query", "passage"):
        packed = constants(tmp_path / "first", f"{side}.onnx")
        state |= tower_state(packed, side)
        state["query.trunk.embed.weight"] = packed["embedding"].astype("float32") * packed["embedding.s"]
    tensors = {name: torch.from_numpy(value.copy()) for name, value in state.items()}  # type: ignore[attr-defined]
    assert tensors.keys() == model.trainable_state().keys()
    save_parts(tmp_path, "retriever", tensors, {})
    write_towers(tensors, config, tmp_path / "second", ids)
    for name in (EMBEDDING_FILE, "query.onnx"):
        assert read_part(tmp_path / "first", name) == read_part(tmp_path / "second", name)
