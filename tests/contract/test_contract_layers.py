"""A stage imports the records and earlier stages only; modules stay small; nothing has an empty name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[2] / "src" / "przepis"
STAGES = (
    "law",
    "sources",
    "corpus",
    "llm",
    "surrogates",
    "encode",
    "index",
    "retrieve",
    "rerank",
    "answer",
    "pipelines",
    "evaluate",
    "serve",
)
BASE = {"records", "errors", "settings", "artifact", "messages", "retrying"}  # what every stage may use
ABOVE = {  # modules of the root that stand on a stage
    "present": "answer",
    "frames": "corpus",
    "intake": "surrogates",
    "setup": "surrogates",
    "lookups": "answer",
    "opened": "pipelines",
    "library": "pipelines",
    "client": "serve",
}
FORBIDDEN_NAMES = {"utils", "common", "helpers", "core", "manager"}


def modules() -> list[Path]:
    return sorted(p for p in SRC.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """First name below ``przepis`` of every import, those inside functions and type-checking blocks too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("przepis."):
            names.add((node.module or "").split(".")[1])
        elif isinstance(node, ast.Import):
            names.update(a.name.split(".")[1] for a in node.names if a.name.startswith("przepis."))
    return names


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SRC)))
def test_a_stage_imports_earlier_stages_only(path: Path) -> None:
    stage = path.relative_to(SRC).parts[0].removesuffix(".py")
    if stage not in STAGES:
        return
    allowed = BASE | set(STAGES[: STAGES.index(stage) + 1])
    allowed |= {name for name, after in ABOVE.items() if STAGES.index(after) < STAGES.index(stage)}
    assert imported(path) <= allowed, f"{path.name} looks ahead"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SRC)))
def test_modules_are_small_and_named_for_their_job(path: Path) -> None:
    assert path.stem not in FORBIDDEN_NAMES
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 450
