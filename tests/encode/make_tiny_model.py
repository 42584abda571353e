"""Writes tests/encode/tiny_model: the shipped model's form with random weights. Needs the extra ``train``.

python3 tests/encode/make_tiny_model.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(__file__).parent / "tiny_model"
LINES = (
    "Najemca płaci czynsz do dziesiątego dnia miesiąca.",
    "Kto zgubił klucz, zawiadamia o tym właściciela domu.",
    "Czy sąsiad może wyciąć drzewo, które rośnie na granicy?",
    "czy moge oddac buty kupione w sklepie internetowym",
    "Wypowiedzenie umowy wymaga formy pisemnej pod rygorem nieważności.",
    "urlop macierzyński trwa dwadzieścia tygodni",
)


def main() -> None:
    sys.path.insert(0, str(ROOT))
    import torch

    from train.export_onnx import write_card, write_towers
    from train.model import ModelConfig
    from train.model_files import TOKENIZER_FILE, write_part
    from train.retriever import Retriever
    from train.tokenizer import train_tokenizer

    torch.manual_seed(5)
    tokenizer = train_tokenizer(LINES * 20, vocab=300)
    config = ModelConfig(vocab=tokenizer.get_vocab_size(), dim=32, layers=2, heads=2, ffn=48, max_len=64)
    model = Retriever(config, doc_layers=1)
    state = {name: value.float() * (8 if value.ndim == 2 else 1) for name, value in model.trainable_state().items()}
    TARGET.mkdir(exist_ok=True)
    ids = [tokenizer.encode(line).ids for line in LINES]
    cosines = write_towers(state, config, TARGET, ids)
    write_part(TARGET, TOKENIZER_FILE, tokenizer.to_str().encode())
    facts = {"config": vars(config), "doc_layers": 1, "max_query": 48, "max_passage": 64}
    write_card(TARGET, facts, cosines)
    card = json.loads((TARGET / "card.json").read_text(encoding="utf-8"))
    card["name"] = "tiny"
    (TARGET / "card.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
