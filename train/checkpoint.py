"""Checkpoints in parts small enough to travel, checked by their hash when read back."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

PART_BYTES = 14 * 1024 * 1024


def save_parts(folder: Path, name: str, state: dict[str, Tensor], meta: dict[str, Any]) -> None:
    """``name.part-00``… hold the weights in half precision, ``name.json`` what is needed to use them.

    The description is written last: an interrupted save leaves the former description, whose hash then tells.
    """
    folder.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    torch.save({k: v.detach().to("cpu", torch.float16) for k, v in state.items()}, buffer)
    data = buffer.getvalue()
    pieces = [data[i : i + PART_BYTES] for i in range(0, len(data), PART_BYTES)]
    for number, piece in enumerate(pieces):
        (folder / f"{name}.part-{number:02d}").write_bytes(piece)
    facts = {**meta, "n_parts": len(pieces), "sha256": hashlib.sha256(data).hexdigest()}
    (folder / f"{name}.json").write_text(json.dumps(facts, indent=1), encoding="utf-8")


def load_parts(folder: Path, name: str) -> tuple[dict[str, Tensor], dict[str, Any]]:
    facts = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    data = b"".join((folder / f"{name}.part-{n:02d}").read_bytes() for n in range(facts["n_parts"]))
    if hashlib.sha256(data).hexdigest() != facts["sha256"]:
        raise ValueError(f"{folder / name}: the parts do not belong together (another checksum)")
    state = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    return {k: v.float() for k, v in state.items()}, facts
