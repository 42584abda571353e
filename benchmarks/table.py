"""A table in Markdown on standard output, so that it can be pasted where it is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def print_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(f"{v:.2f}" if isinstance(v, float) else str(v) for v in row) + " |")
    print(flush=True)
