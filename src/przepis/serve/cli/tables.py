"""Tables of the model commands: coverage, price estimates, costs from the ledger."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from przepis.llm.ledger import StageCost
from przepis.surrogates.batch_export import Export
from przepis.surrogates.coverage import Coverage


def print_coverage(console: Console, found: Coverage, *, every: bool) -> None:
    table = _table("act", "tier", "articles", "by model", "extractive", "stale", "share")
    for line in found.acts:
        if every or line.n_model or line.n_extractive or line.n_stale:
            numbers = (line.tier, line.n_articles, line.n_model, line.n_extractive, line.n_stale)
            table.add_row(f"{line.act_id} {line.title}"[:70], *map(str, numbers), f"{line.share:.0%}")
    total = found.total()
    table.add_section()
    totals = (total.n_articles, total.n_model, total.n_extractive, total.n_stale)
    table.add_row(f"{len(found.acts)} acts", "", *map(str, totals), f"{total.share:.1%}")
    console.print(table)
    if found.annotators:
        if found.n_asked:
            share = found.n_asked_annotated / found.n_asked
            console.print(f"asked about in examinations: {found.n_asked_annotated} of {found.n_asked}, {share:.1%}")
        console.print("by: " + ", ".join(f"{name or '?'} {n}" for name, n in found.annotators.items()))


def print_estimates(console: Console, export: Export) -> None:
    console.print(
        f"{export.n_requests} requests, about {export.tokens_in / 1e6:.2f} M tokens in "
        f"and {export.tokens_out / 1e6:.2f} M out"
    )
    table = _table("preset", "model", "online, USD", "batch, USD")
    for line in export.estimates():
        batch = "-" if line.usd_batch is None else f"{line.usd_batch:.2f}"
        table.add_row(line.preset, line.model, f"{line.usd_online:.2f}", batch)
    table.add_row("ollama, vllm, llama.cpp", "(local)", "0.00", "-")
    console.print(table)


def print_costs(console: Console, lines: Sequence[StageCost]) -> None:
    """Annotation is counted by articles, the other stages by questions; both columns are shown for all."""
    sizes_of = ("tokens in/out", "p50/p95 ms")
    table = _table("stage", "items", "calls", "cached", "failed", *sizes_of, "USD", "/100", "/1,000", "model")
    table.columns[0].no_wrap = True
    for c in lines:
        counts = (c.n_items, c.n_calls, c.n_cached, c.n_failed)
        sizes = (f"{c.tokens_in}/{c.tokens_out}", f"{c.p50_ms:.0f}/{c.p95_ms:.0f}")
        money = (f"{c.cost_usd:.4f}", f"{c.per_100:.4f}", f"{c.per_1000:.4f}")
        table.add_row(c.stage, *map(str, counts), *sizes, *money, c.model)
    console.print(table)


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, overflow="fold")
    for name in others:
        table.add_column(name, justify="left" if name == "model" else "right", overflow="fold")
    return table
