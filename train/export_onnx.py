"""From a trained checkpoint to the folder that the package ships: int8 towers, tokenizer, card.

    python3 -m train.export_onnx --checkpoint train/data/ckpt --tokenizer train/data/tokenizer.json \
        --articles train/data/export/articles.jsonl --out src/przepis/encode/model

Refuses to write a model whose int8 vectors stray from the full-precision ones (cosine under 0.98 on average).
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from tokenizers import Tokenizer

from train.checkpoint import load_parts
from train.model import ModelConfig, rope_table
from train.model_files import EMBEDDING_FILE, PACKED, SIDES, TOKENIZER_FILE, read_part, write_part
from train.onnx_graph import Array, share_embedding, tower_graph

LEAST_COSINE = 0.98
MOST_BYTES = 25_000_000


def tower_weights(state: dict[str, Any], side: str) -> dict[str, Array]:
    """The weights of one tower, the shared table with them."""
    picked = {k.removeprefix(f"{side}."): v.numpy() for k, v in state.items() if k.startswith(f"{side}.")}
    if not picked:  # both sides are one tower
        return tower_weights(state, "query")
    picked["trunk.embed.weight"] = state["query.trunk.embed.weight"].numpy()
    return picked


def session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def agreement(full: Path, small: Path, ids: list[list[int]]) -> Array:
    """Cosine of the two models' vectors, text by text."""
    first, second = session(full), session(small)
    found = []
    for row in ids:
        given = {"ids": np.asarray([row], dtype=np.int64)}
        found.append(float((first.run(None, given)[0] * second.run(None, given)[0]).sum()))
    return np.asarray(found)


def sample_texts(path: Path | None, n_texts: int) -> list[str]:
    if path is None:
        return ["Najemca łodzi oddaje ją w stanie niepogorszonym najpóźniej o zachodzie słońca.", "zwolnienie z pracy"]
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    step = max(1, len(rows) // n_texts)
    return [str(row.get("query") or row["text"]) for row in rows[::step]][:n_texts]


def write_towers(state: dict[str, Any], config: ModelConfig, folder: Path, ids: list[list[int]]) -> dict[str, Any]:
    """Both graphs, packed, and their table into the folder; how well int8 agrees with full precision on each side."""
    rope = rope_table(config).numpy()
    facts: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name_of_scratch:
        scratch = Path(name_of_scratch)
        for side, name in SIDES.items():
            weights = tower_weights(state, side)
            full = scratch / f"full-{name}"
            onnx.save(tower_graph(weights, config.heads, rope, int8=False), str(full))
            small = tower_graph(weights, config.heads, rope, int8=True)
            share_embedding(small, scratch)
            (scratch / name).write_bytes(small.SerializeToString())
            cosines = agreement(full, scratch / name, ids)
            facts[side] = {"mean": round(float(cosines.mean()), 4), "least": round(float(cosines.min()), 4)}
            print(f"{side}: int8 against full precision, cosine {facts[side]}", flush=True)
            if cosines.mean() < LEAST_COSINE:
                raise SystemExit(f"{side}: int8 strays too far (mean cosine {cosines.mean():.4f} < {LEAST_COSINE})")
        for name in (*SIDES.values(), EMBEDDING_FILE):
            write_part(folder, name, (scratch / name).read_bytes())
    return facts


def write_card(folder: Path, facts: dict[str, Any], cosines: dict[str, Any]) -> None:
    parts = [*SIDES.values(), EMBEDDING_FILE, TOKENIZER_FILE]
    digest = hashlib.sha256(b"".join(read_part(folder, name) for name in parts)).hexdigest()
    files = [name + PACKED for name in parts]
    card = {
        "name": "przepis",
        "revision": digest[:10],
        "dim": facts["config"]["dim"],
        "matryoshka": [d for d in (64, 128, 256, 384) if d <= facts["config"]["dim"]],
        "query_model": SIDES["query"] + PACKED,
        "passage_model": SIDES["passage"] + PACKED,
        "max_query_tokens": facts["max_query"],
        "max_passage_tokens": facts["max_passage"],
        "files": files,
        "bytes": sum((folder / name).stat().st_size for name in files),
        "config": facts["config"],
        "passage_layers": facts["doc_layers"],
        "int8_cosine": cosines,
        "training": {k: facts.get(k) for k in ("step", "seconds", "dev", "options")},
        "written": dt.date.today().isoformat(),
    }
    (folder / "card.json").write_text(json.dumps(card, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{folder}: {card['bytes'] / 1e6:.2f} MB, revision {card['revision']}")
    if card["bytes"] > MOST_BYTES:
        raise SystemExit(f"the model has {card['bytes']:,} bytes; at most {MOST_BYTES:,} are shipped")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True, help="folder with retriever.json and its parts")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--articles", type=Path, help="JSONL with texts to compare int8 on; the more varied the better")
    parser.add_argument("--texts", type=int, default=100, help="how many of them")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    state, facts = load_parts(options.checkpoint, "retriever")
    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    texts = sample_texts(options.articles, options.texts)
    ids = [e.ids[: facts["max_passage"]] for e in tokenizer.encode_batch(texts)]
    options.out.mkdir(parents=True, exist_ok=True)
    cosines = write_towers(state, ModelConfig(**facts["config"]), options.out, ids)
    write_part(options.out, TOKENIZER_FILE, options.tokenizer.read_bytes())
    write_card(options.out, facts, cosines)


if __name__ == "__main__":
    main()
