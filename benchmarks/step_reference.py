"""Writes docs/steps.md: every step of a pipeline with its settings; a test fails when it falls behind."""

from __future__ import annotations

import argparse
import inspect
import re
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from przepis.index.fields import FIELDS
from przepis.pipelines.loader import step_kinds
from przepis.retrieve.candidates import Source
from przepis.retrieve.step import Step

WORKED = """about = "two lists fused, acts that the question names first"

[[step]]
use = "bm25"            # BM25 over one field
field = "full"          # act title, headings and wording
k1 = 1.5
b = 0.6
save = "words"          # kept under this name, for fusion

[[step]]
use = "dense"           # chunks by cosine
save = "sense"

[[step]]
use = "fuse_rrf"        # reciprocal rank fusion of saved lists
lists = { words = 1.0, sense = 0.8 }
depth = 100

[[step]]
use = "scope"           # acts that the question names come first
"""

_HEAD = """# Steps of a pipeline

Written by `python -m benchmarks.step_reference`. A system is a TOML file with `about` and a list of steps, run in
order; `przepis pipelines` lists those that ship, [pipelines.md](pipelines.md) says what each is.

## A worked example

Save it as `mine.toml`:

```toml
{worked}```

```sh
przepis pipelines show mine.toml                       # checked, and drawn
przepis search --pipeline mine.toml "zwrot kaucji"     # used once
przepis bench run --pipelines mine.toml,przepis --questions mine.jsonl --out runs/mine
przepis bench compare runs/mine mine przepis           # difference, interval, McNemar's test
przepis bench failures runs/mine mine --questions mine.jsonl
przepis bench report runs/mine --out reports/mine      # report.html, report.md with 95 % intervals, CSV
```

`mine.jsonl` are questions with their articles, one a line ([evaluation.md](evaluation.md) has two to begin with).

A file may also say only how it differs from another: `extends = "dtf"`, then `[change.rescore]` with other settings,
`drop = ["rescore"]`, or further `[[step]]`s. A misspelt key or step is refused with the right one named.

Every step takes `save`: the resulting list is kept under this name, for fusion.
"""


def step_reference() -> str:
    parts = [_HEAD.format(worked=WORKED)]
    for name, kind in sorted(step_kinds().items()):
        parts.append(f"## {name}\n\n{_about(kind)}\n\n{_settings(kind, skip=('use', 'save'))}")
    parts.append(f"### A list of `candidates`\n\n{_settings(Source, skip=())}")
    rows = "\n".join(f"| `{field.name}` | {field.about} |" for field in FIELDS)
    parts.append(f"## Lexical fields\n\n| field | what it holds |\n| --- | --- |\n{rows}\n")
    return "\n".join(parts)


def _about(kind: type[Step]) -> str:
    """The step's own words, or those of its module."""
    own = kind.__doc__ if kind.__doc__ != Step.__doc__ else None
    return inspect.cleandoc(own or inspect.getmodule(kind).__doc__ or "").split("\n\n")[0]  # type: ignore[union-attr]


def _settings(kind: type[BaseModel], skip: tuple[str, ...]) -> str:
    rows = []
    for name, field in kind.model_fields.items():
        if name not in skip:
            default = (
                "required" if field.is_required() else f"`{_default(field.get_default(call_default_factory=True))}`"
            )
            rows.append(f"| `{name}` | {_type(field.annotation)} | {default} |")
    if not rows:
        return "No settings.\n"
    return "\n".join(["| setting | takes | default |", "| --- | --- | --- |", *rows, ""])


def _default(value: Any) -> str:
    return re.sub(r"\s+", " ", str(value))[:80] if value != "" else '""'


def _type(annotation: Any) -> str:
    choices = get_args(annotation)
    if choices and all(isinstance(choice, str) for choice in choices):
        return ", ".join(f"`{choice}`" for choice in choices)
    name = getattr(annotation, "__name__", str(annotation)) if not choices else str(annotation)
    return "`" + re.sub(r"\b(?:\w+\.)+", "", name).replace("|", "or") + "`"


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    Path("docs/steps.md").write_text(step_reference(), encoding="utf-8")
