"""Brings files of the encoder written before 2026-11-19 to the present form; every vector stays what it was.

    python -m train.repack --model src/przepis/encode/model [--home HOME]

Model files that lie unpacked are packed, and packed vectors of format 1 are put in the order of the articles of HOME
(``train.pack_vectors``), those of texts that it lacks at the end. What has the present form already is left alone.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import numpy as np

from przepis.artifact import read_json
from przepis.corpus.store import Store
from przepis.encode.keys import as_numbers, short_keys, text_keys
from przepis.encode.packed import PACKED_FILE, PackedVectors
from przepis.encode.registry import open_encoder
from przepis.index.vectors import Vectors
from train.model_files import EMBEDDING_FILE, PACKED, SIDES, TOKENIZER_FILE, write_part
from train.pack_vectors import lists_of, texts_of


def pack_model(folder: Path) -> None:
    names = [name for name in (*SIDES.values(), EMBEDDING_FILE, TOKENIZER_FILE) if (folder / name).is_file()]
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    for name in names:
        write_part(folder, name, (folder / name).read_bytes())
        (folder / name).unlink()
        for key in ("query_model", "passage_model"):
            card[key] = card[key] + PACKED if card[key] == name else card[key]
        card["files"] = [each + PACKED if each == name else each for each in card["files"]]
    card["bytes"] = sum((folder / name).stat().st_size for name in card["files"])
    (folder / "card.json").write_text(json.dumps(card, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def first_format(path: Path) -> PackedVectors | None:
    """Keys ascended, and only their gaps were kept; codes lay group by group."""
    with np.load(path) as file:
        if "gaps" not in file:
            return None
        keys = np.cumsum(as_numbers(file["gaps"]))
        rest = (file[name] for name in ("centroids", "bounds", "axes", "mean"))
        return PackedVectors(keys, np.ascontiguousarray(file["columns"].T), *rest)


def pack_vectors(folder: Path, home: Path) -> None:
    old = {kind: first_format(folder / name) for kind, name in read_json(folder / PACKED_FILE)["files"].items()}
    old = {kind: packed for kind, packed in old.items() if packed is not None}
    if not old:
        return
    with Store(home) as store, tempfile.TemporaryDirectory() as scratch:  # nothing is encoded, nor kept in the home
        titles = {act.act_id: act.title for act in store.acts()}
        vectors = Vectors(store, Path(scratch), list(store.articles()), titles, open_encoder("hashing"), packed=())
        texts = texts_of(vectors)
    for kind, packed in old.items():
        keys = short_keys(text_keys(kind, texts[kind]))
        keys = keys[packed.places(keys) >= 0]
        keys = np.concatenate([keys, packed.keys[~np.isin(packed.keys, keys)]])
        path = folder / f"packed-{kind}.npz"
        before = path.stat().st_size
        packed.of(keys).write(path, lists_of(kind))
        again = PackedVectors.open(path)
        if not np.array_equal(again.of(keys).codes, packed.of(keys).codes):
            raise SystemExit(f"{path}: what was written is not what was read")
        print(f"{kind}: {len(keys):,} vectors, {before:,} -> {path.stat().st_size:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--home", type=Path, help="a built home of the whole law, for the order of the vectors")
    options = parser.parse_args()
    pack_model(options.model)
    if options.home:
        pack_vectors(options.model, options.home)


if __name__ == "__main__":
    main()
