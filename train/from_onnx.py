"""A checkpoint to go on from, made of the shipped encoder: its int8 weights, unpacked.

    python3 -m train.from_onnx --model src/przepis/encode/model --out train/data/ckpt

The full-precision checkpoint of a release is not kept. Its int8 weights are within half a step of it, which a few
training steps make good; so an encoder can learn new law without learning Polish again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from train.checkpoint import save_parts
from train.model_files import EMBEDDING_FILE, SIDES, read_part
from train.onnx_graph import Array


def constants(folder: Path, name: str) -> dict[str, Array]:
    model = onnx.load_model_from_string(read_part(folder, name))
    tensors = {tensor.name: tensor for tensor in model.graph.initializer}
    table = np.frombuffer(read_part(folder, EMBEDDING_FILE), np.int8).reshape(tuple(tensors.pop("embedding").dims))
    return {name: numpy_helper.to_array(tensor) for name, tensor in tensors.items()} | {"embedding": table}


def unpack(packed: dict[str, Array], name: str) -> Array:
    """The (out, in) weight of a quantised product."""
    return np.ascontiguousarray((packed[f"{name}.w"].astype(np.float32) * packed[f"{name}.s"][None, :]).T)


def tower_state(packed: dict[str, Array], side: str) -> dict[str, Array]:
    """The names of ``tower_graph`` turned back into those of the model."""
    state: dict[str, Array] = {
        f"{side}.trunk.norm0.weight": packed["norm0.g"],
        f"{side}.project.weight": unpack(packed, "project"),
    }
    n_layers = 1 + max(int(name[1:].split(".")[0]) for name in packed if name.startswith("f") and ".up.w" in name)
    for place in range(n_layers):
        block = f"{side}.trunk.blocks.{place}"
        state[f"{block}.norm1.weight"] = packed[f"b{place}.norm.g"]
        state[f"{block}.norm2.weight"] = packed[f"f{place}.norm.g"]
        state[f"{block}.attention.qkv.weight"] = unpack(packed, f"b{place}.qkv")
        state[f"{block}.attention.out.weight"] = unpack(packed, f"b{place}.out")
        state[f"{block}.ffn.up.weight"] = unpack(packed, f"f{place}.up")
        state[f"{block}.ffn.down.weight"] = unpack(packed, f"f{place}.down")
    state[f"{side}.norm.weight"] = packed[f"b{n_layers}.norm.g"]
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    card = json.loads((options.model / "card.json").read_text(encoding="utf-8"))
    state: dict[str, Array] = {}
    for side, name in SIDES.items():
        packed = constants(options.model, name)
        state |= tower_state(packed, side)
        table = packed["embedding"].astype(np.float32) * packed["embedding.s"]
        state["query.trunk.embed.weight"] = table
    facts = {
        "config": card["config"],
        "doc_layers": card["passage_layers"],
        "max_query": card["max_query_tokens"],
        "max_passage": card["max_passage_tokens"],
        "from": card["revision"],
    }
    tensors = {name: torch.from_numpy(np.array(value, dtype=np.float32)) for name, value in state.items()}
    save_parts(options.out, "retriever", tensors, facts)
    print(f"{options.out}: {len(tensors)} tensors of {card['name']}@{card['revision']}")


if __name__ == "__main__":
    main()
