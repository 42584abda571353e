"""The end of every command that imports: what follows the texts, and what the user is told."""

from __future__ import annotations

import click

from przepis.artifact import current_generation, read_json
from przepis.corpus.checks import corpus_stats
from przepis.corpus.importing import ImportReport
from przepis.corpus.store import Store
from przepis.index.build import past_root
from przepis.index.past.index import past_state
from przepis.intake import IntakeOptions, take_in
from przepis.serve.cli.context import Context

_SHOWN = 10  # lines of each kind that a person is shown; --json has them all


def finish_import(context: Context, store: Store, report: ImportReport, options: IntakeOptions, as_json: bool) -> None:
    """Annotations and references, then the report."""
    with context.progress("references") as advance:
        take_in(store, options, lambda n, what: advance(n, what))
    print_import(context, store, report, as_json)


def print_import(context: Context, store: Store, report: ImportReport, as_json: bool) -> None:
    """How much was read, stored and refused, and how much the corpus has now."""
    facts = corpus_stats(store)
    if as_json:
        counts = {"read": report.n_read, "stored": report.n_stored, "unchanged": report.n_unchanged}
        notes = {"other_kind": report.n_other_kind, "refused": report.failed, "warnings": report.warnings}
        context.print_json({"import": counts | notes, "corpus": facts})
        return
    click.echo(
        f"{report.n_read} texts read, {report.n_stored} stored, {report.n_unchanged} unchanged, "
        f"{report.n_other_kind} of other kinds, {len(report.failed)} refused; "
        f"the corpus has {facts['acts']} acts, {facts['versions']} versions, {facts['articles']} articles"
    )
    for line in report.failed[:_SHOWN]:
        click.echo(f"refused: {line}", err=True)
    for line in report.warnings[:_SHOWN]:
        click.echo(f"note: {line}", err=True)
    say_past_stale(context, store)


def say_past_stale(context: Context, store: Store) -> None:
    """Whoever has an index of past wordings is told when the corpus has gone on without it, and what to do."""
    folder = current_generation(past_root(context.settings.home))
    if folder is None:
        return
    encoder = read_json(folder / "index.json")["dense"].get("encoder", "")
    if past_state(context.settings.home, store, encoder) == "stale":
        click.echo(context.say("past_index_stale"), err=True)
