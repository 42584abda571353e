"""Rooms within the stages: engines behind one protocol, questions before runs before reports, no logic in serve."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parents[2] / "src" / "przepis"

# Package -> what none of its modules may import.
CLOSED = {
    "index/local": ("index.embedded", "index.milvus", "index.open_searcher"),
    "index/embedded": ("index.milvus", "index.open_searcher"),
    "retrieve": ("index.embedded", "index.milvus"),
    "rerank": ("index.embedded", "index.milvus"),
    "answer": ("index.embedded", "index.milvus"),
    "pipelines": ("index.embedded", "index.milvus"),
    "evaluate": ("index.embedded", "index.milvus"),
    "evaluate/metrics": ("evaluate.questions", "evaluate.runs", "evaluate.report"),
    "evaluate/statistics": ("evaluate.questions", "evaluate.runs", "evaluate.report"),
    "evaluate/questions": ("evaluate.runs", "evaluate.report"),
    "evaluate/runs": ("evaluate.report",),
    "sources/pdf": ("sources.eli",),
}

# What serve may import. The faces on the wire show what the library and the corpus know: no engine, encoder, ranker,
# model or source is theirs. The command line has the commands of the stages besides.
SHOWN = {
    *("artifact", "errors", "messages", "records", "settings"),
    *("library", "lookups", "present", "answer", "corpus", "law"),
    *("retrieve.facets", "retrieve.highlight", "pipelines.loader"),
    *("index.build", "index.engine", "index.local.dense"),  # where an index lies, an engine's health, names of fields
    "llm.calls",  # how many characters a token has
    *("serve.building", "serve.http"),
}
COMMANDS = {"intake", "setup", "frames", "sources", "surrogates", "encode", "index", "llm", "evaluate", "pipelines"}
MAY_IMPORT = {
    "http": SHOWN | {"serve.rest", "serve.web"},  # the application puts the addresses of both together
    "rest": SHOWN | {"serve.rest"},
    "web": SHOWN | {"serve.web"},
    "mcp": SHOWN | {"serve.mcp"},
    "cli": SHOWN | COMMANDS | {"retrieve.step", "retrieve.bm25", "serve.cli", "serve.mcp"},
}


def imported(path: Path) -> set[str]:
    """Names below ``przepis``, such as ``index.local.dense``, of every import, those inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("przepis."):
            names.add((node.module or "").removeprefix("przepis."))
        elif isinstance(node, ast.Import):
            names |= {a.name.removeprefix("przepis.") for a in node.names if a.name.startswith("przepis.")}
    return names


def within(name: str, packages: set[str] | tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("package", CLOSED)
def test_a_room_does_not_look_where_it_need_not(package: str) -> None:
    modules = sorted((SRC / package).rglob("*.py"))
    assert modules
    found = {f"{p.relative_to(SRC)}: {n}" for p in modules for n in imported(p) if within(n, CLOSED[package])}
    assert not found


@pytest.mark.parametrize("face", MAY_IMPORT)
def test_serve_imports_what_is_listed(face: str) -> None:
    modules = sorted((SRC / "serve" / face).rglob("*.py"))
    assert modules
    found = {f"{p.name}: {n}" for p in modules for n in imported(p) if not within(n, MAY_IMPORT[face])}
    assert not found, "logic belongs to a stage or to the library; what a face must know is listed in this file"


def test_every_face_is_listed() -> None:
    faces = {p.name for p in (SRC / "serve").iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert faces == MAY_IMPORT.keys()


def test_the_walk_names_files_that_exist() -> None:
    walk = (SRC.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_0-9-]+)*\.(?:py|toml))`", walk)) - {"detect.py"}
    assert len(named) > 50
    roots = (SRC, SRC.parents[1])  # most stand below the package, tests below the project
    assert not {name for name in named if not any((root / name).is_file() for root in roots)}
