"""How big the house is and how fast its door opens: files, lines, public names, `Any`; import and cold start.

python -m benchmarks.house src [OTHER/src …]

Times are of the processor, the least of several runs, so that a busy machine does not count; each `src` is put first on
the path of the process that is timed.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import resource
import subprocess
import sys
import tomllib
from pathlib import Path

from benchmarks.table import print_table

RUNS = 5


def starts(src: Path) -> dict[str, str]:
    """What is timed. The command is the one that the project's file names, wherever that commit has it."""
    project = tomllib.loads((src.resolve().parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, function = project["scripts"]["przepis"].partition(":")
    command = f"import sys; from {module} import {function}; sys.argv = ['przepis', '{{}}']; {function}()"
    return {
        "import przepis, s": "import przepis",
        "import the library, s": "import przepis.library",
        "przepis --version, s": command.format("--version"),
        "przepis --help, s": command.format("--help"),
    }


def public_names(tree: ast.Module) -> int:
    """Functions and classes of the module, and the methods of those classes, that do not begin with an underscore."""
    n = 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            n += 1
            if isinstance(node, ast.ClassDef):
                own = (m for m in node.body if isinstance(m, ast.FunctionDef | ast.AsyncFunctionDef))
                n += sum(not m.name.startswith("_") for m in own)
    return n


def counts(src: Path) -> dict[str, float]:
    texts = [path.read_text(encoding="utf-8") for path in sorted((src / "przepis").rglob("*.py"))]
    return {
        "files": len(texts),
        "lines": sum(len(text.splitlines()) for text in texts),
        "public names": sum(public_names(ast.parse(text)) for text in texts),
        "Any": sum(len(re.findall(r"\bAny\b", text)) - ("import Any" in text) for text in texts),
        "longest file": max(len(text.splitlines()) for text in texts),
    }


def processor_s(src: Path, code: str) -> float:
    """Of a fresh process that runs this code, the least of several; the first fills the cache of compiled modules."""
    environment = {**os.environ, "PYTHONPATH": str(src.resolve())}
    found = []
    for _ in range(RUNS + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("src", type=Path, nargs="+")
    columns: list[dict[str, float]] = []
    options = parser.parse_args()
    for src in options.src:
        columns.append(counts(src) | {name: processor_s(src, code) for name, code in starts(src).items()})
    rows = [(name, *(column[name] for column in columns)) for name in columns[0]]
    print_table(("", *map(str, options.src)), rows)


if __name__ == "__main__":
    main()
