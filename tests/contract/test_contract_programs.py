"""Every program beside the package says what it takes, stands in its folder's README, and is named as it is called."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))


def programs(folder: str) -> dict[str, str]:
    """As ``python -m`` calls them -> their source."""
    sources = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / folder).rglob("*.py"))}
    named = {".".join(path.relative_to(ROOT).with_suffix("").parts): text for path, text in sources.items()}
    return {name.removesuffix(".__main__"): text for name, text in named.items() if '__name__ == "__main__"' in text}


@pytest.mark.parametrize("folder", ["benchmarks", "train"])
def test_every_program_answers_help(folder: str) -> None:
    """One that reads its arguments by hand takes ``--help`` for a file, or runs."""
    silent = [name for name, text in programs(folder).items() if not re.search(r"ArgumentParser\(|parser_of\(", text)]
    assert not silent


@pytest.mark.parametrize("folder", ["benchmarks", "train"])
def test_every_program_stands_in_the_readme(folder: str) -> None:
    text = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    missing = [name for name in programs(folder) if not re.search(rf"{re.escape(name)}(?![\w.]\w)", text)]
    assert not missing


def test_programs_that_documents_name_exist() -> None:
    known = {*programs("benchmarks"), *programs("train")}
    for page in (*PAGES, ROOT / "benchmarks" / "README.md", ROOT / "train" / "README.md"):
        named = set(re.findall(r"-m\s+((?:benchmarks|train)(?:\.[a-z_]+)+)", page.read_text(encoding="utf-8")))
        assert named <= known, page.name
