"""No two places of the source share six lines that one function would serve."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SRC = Path(__file__).resolve().parents[2] / "src" / "przepis"
WINDOW = 6
BRACKETS = frozenset("()[]{},:")


def telling_lines(path: Path) -> list[tuple[int, str]]:
    """Lines that do something: no imports, comments, docstrings, lone brackets or signatures, which must repeat."""
    text = path.read_text(encoding="utf-8")
    skipped: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            skipped.update(range(node.lineno, node.body[0].lineno))
        elif isinstance(node, ast.Import | ast.ImportFrom) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        ):
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = ((n, line.strip()) for n, line in enumerate(text.splitlines(), start=1) if n not in skipped)
    return [(n, line) for n, line in lines if not line.startswith("#") and set(line) - BRACKETS]


def test_nothing_is_written_twice() -> None:
    places: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for path in sorted(SRC.rglob("*.py")):
        lines = telling_lines(path)
        for at in range(len(lines) - WINDOW + 1):
            window = tuple(line for _, line in lines[at : at + WINDOW])
            places[window].append(f"{path.relative_to(SRC)}:{lines[at][0]}")
    twice = {" and ".join(where) for where in places.values() if len(where) > 1}
    assert not twice
