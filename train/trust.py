"""How much a fitted ranker trusts vectors, after an encoder's last lesson has made them better.

    python -m train.trust src/przepis/rerank/model/ranker.json --factor 1.2

That lesson sees what the ranker learns from (``train.export``), so the ranker cannot be fitted after it: of
questions the encoder has seen the vectors look better than they are (mean hit@1 of the development sets 79 instead of
83). One number, the factor of all weights that rest on vectors, can be chosen on the development sets. Then
``train.ranker calibrate``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from przepis.artifact import atomic_write_json, read_json

OF_VECTORS = frozenset({"chunks", "chunks+o", "questions", "asked", "meaning", "meant"})


def trusting(facts: dict[str, Any], factor: float) -> dict[str, Any]:
    """The model's facts with the weights that rest on vectors multiplied; ``trust`` says by how much in all."""
    factors = [factor if name.partition(":")[0] in OF_VECTORS else 1.0 for name in facts["features"]]
    weights = {
        part: [round(weight * by, 5) for weight, by in zip(own, factors, strict=True)]
        for part, own in facts["weights"].items()
    }
    return facts | {"weights": weights, "trust": round(facts.get("trust", 1.0) * factor, 4)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path, nargs="+", help="files of rankers")
    parser.add_argument("--factor", type=float, required=True)
    options = parser.parse_args()
    for path in options.models:
        facts = trusting(read_json(path), options.factor)
        atomic_write_json(path, facts)
        print(f"{path}: vectors trusted {facts['trust']} times as much as when it was fitted")


if __name__ == "__main__":
    main()
