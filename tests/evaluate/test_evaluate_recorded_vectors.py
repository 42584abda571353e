"""Vectors kept with recorded answers: what was known stays, whatever the machine makes of it now."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.recorded_vectors import RememberingEncoder
from przepis.encode.hashing import HashingEncoder

TEXTS = ["czy mogę oddać łódź", "ile trwa najem"]


class OtherMachine(HashingEncoder):
    """The same encoder, rounded otherwise."""

    def encode_queries(self, texts: list[str]) -> np.ndarray:
        return super().encode_queries(texts) + np.float32(0.01)


def test_what_was_recorded_is_found_again_on_another_machine(tmp_path: Path) -> None:
    path = tmp_path / "vectors.npz"
    first = RememberingEncoder(HashingEncoder(64), path)
    recorded = first.encode_queries(TEXTS)
    assert first.write(path) == 2
    again = RememberingEncoder(OtherMachine(64), path)
    assert np.array_equal(again.encode_queries(TEXTS[::-1]), recorded[::-1])
    assert (
        np.abs(again.encode_queries(["coś nowego"]) - HashingEncoder(64).encode_queries(["coś nowego"])).max() > 0.005
    )


def test_vectors_of_another_encoder_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "vectors.npz"
    first = RememberingEncoder(HashingEncoder(64), path)
    first.encode_queries(TEXTS)
    first.write(path)
    other = RememberingEncoder(HashingEncoder(32), path)
    assert other.encode_queries(TEXTS).shape == (2, 32)
