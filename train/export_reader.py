"""From a trained reader (a cross-encoder) to the file that the package ships: int8, run by onnxruntime.

    python3 -m train.export_reader --checkpoint FOLDER --tokenizer train/data/tokenizer.json \
        --articles train/data/export/articles.jsonl --out src/przepis/rerank/model

FOLDER is what ``train.reader`` wrote. Refuses to write a model whose
int8 scores stray from the full-precision ones (correlation under 0.99 on the texts compared).
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import json
import tempfile
from pathlib import Path

import numpy as np
import onnx
from tokenizers import Tokenizer

from train.checkpoint import load_parts
from train.export_onnx import sample_texts, session
from train.model import ModelConfig, rope_table
from train.onnx_graph import reader_graph

FILE = "reader.onnx"
LEAST_CORRELATION = 0.99
MOST_BYTES = 13_000_000


def agreement(full: Path, small: Path, ids: list[list[int]]) -> float:
    """Correlation of the two models' scores."""
    scores = []
    for path in (full, small):
        run = session(path).run
        scores.append([float(run(None, {"ids": np.asarray([row], dtype=np.int64)})[0][0, 0]) for row in ids])
    return float(np.corrcoef(scores)[0, 1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True, help="folder with reader.json and its parts")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--articles", type=Path, help="JSONL with texts to compare int8 on; the more varied the better")
    parser.add_argument("--texts", type=int, default=200, help="how many of them")
    parser.add_argument("--max-passage", type=int, default=128, help="tokens of the wording that are read")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    state, facts = load_parts(options.checkpoint, "reader")
    config = ModelConfig(**facts["config"])
    weights = {k: v.numpy() for k, v in state.items()}
    rope = rope_table(config).numpy()
    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    ids = [e.ids[:256] for e in tokenizer.encode_batch(sample_texts(options.articles, options.texts))]
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        full, small = Path(scratch) / "full.onnx", Path(scratch) / FILE
        onnx.save(reader_graph(weights, config.heads, rope, int8=False), str(full))
        onnx.save(reader_graph(weights, config.heads, rope, int8=True), str(small))
        agreed = agreement(full, small, ids)
        data = small.read_bytes()
    print(f"{len(data) / 1e6:.2f} MB, int8 against full precision: correlation {agreed:.4f}")
    if agreed < LEAST_CORRELATION:
        raise SystemExit(f"int8 strays too far (correlation {agreed:.4f} < {LEAST_CORRELATION})")
    if len(data) > MOST_BYTES:
        raise SystemExit(f"the model has {len(data):,} bytes; at most {MOST_BYTES:,} are shipped")
    card = {
        "name": "przepis-reader",
        "revision": hashlib.sha256(data).hexdigest()[:10],
        "max_question_tokens": int(facts["options"]["max_query"]),
        "max_summary_tokens": int(facts["options"]["max_summary"]),
        "max_passage_tokens": options.max_passage,
        "bytes": len(data),
        "config": facts["config"],
        "int8_correlation": round(agreed, 4),
        "training": {k: facts[k] for k in ("step", "seconds", "options")},
        "written": dt.date.today().isoformat(),
    }
    (options.out / FILE).write_bytes(data)
    (options.out / "reader.json").write_text(json.dumps(card, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
