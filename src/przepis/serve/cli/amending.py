"""``przepis corpus amend`` and ``corpus changes``: the law of any day, and what changed."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import click
from rich.markup import escape

from przepis.corpus.amend.applying import apply_amendments
from przepis.corpus.amend.keeping import keep_folder
from przepis.corpus.store import Store
from przepis.corpus.wordings import Changed, why_no_changes
from przepis.law.labels import provision_name
from przepis.library import Library
from przepis.messages import Messages
from przepis.serve.cli.context import DAY, Context
from przepis.serve.cli.imports import say_past_stale

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")


@click.command()
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1), help="Processes that apply.")
@as_json
@click.pass_obj
def amend(context: Context, path: Path | None, workers: int, as_json: bool) -> None:
    """Apply amending acts: every wording gets the day it began and the act that made it.

    PATH is a folder or .tar.zst of statutes as published; what it holds is kept, so that without PATH the acts kept
    before are applied again. Resumable: an act is written whole or not at all, and skipped where nothing has changed.
    """
    with Store(context.settings.home) as store:
        kept = None
        if path is not None:
            with context.progress("amending acts") as advance:
                kept = keep_folder(store, path, lambda n, name: advance(n, name))
        with context.progress("acts") as advance:
            done = apply_amendments(store, workers=workers, progress=lambda n, name: advance(n, name))
        say_past_stale(context, store)
    if as_json:
        context.print_json({"read": kept, "applied": done})
        return
    if kept is not None:
        click.echo(f"{kept.n_read} statutes read, {kept.n_new} of them new, {len(kept.failed)} refused")
        for line in kept.failed[:10]:
            click.echo(f"refused: {line}", err=True)
    click.echo(
        f"{done.n_acts} acts are changed by them, {done.n_changed} computed anew: {done.n_wordings} wordings, "
        f"{done.n_refusals} changes not applied"
    )


@click.command()
@click.option("--since", type=DAY, required=True, help="From this day on.")
@click.option("--act", help="Only this act: its name, abbreviation or id.")
@as_json
@click.pass_obj
def changes(context: Context, since: dt.date, act: str | None, as_json: bool) -> None:
    """What changed from a day on, article by article, and by which act."""
    with context.library() as library:
        found = library.changes(since, act)
        if as_json:
            context.print_json(found)
            return
        if not found:
            told = why_no_changes(library.store.db, since, library.act_id(act) if act else None)
            click.echo(context.say.note(told))
        for change in found:
            context.console.print(_line(library, change, context.say))


def _line(library: Library, change: Changed, say: Messages) -> str:
    causes = "; ".join(f"{cause.address}, {cause.provision}" for cause in change.causes)
    if change.refused:
        what = say("change_refused", reason=change.refused)
    else:
        what = say("change_repealed" if change.repealed else "change_new" if change.new else "change_changed")
    mark = f" [yellow]{escape(say('ours_short'))}[/]" if change.ours else ""
    return f"[bold]{change.day}[/] {escape(_name(library, change.article_id))}: {escape(what)} ({escape(causes)}){mark}"


def _name(library: Library, article_id: str) -> str:
    """The article, or the act where the change is about no one article."""
    act_id, _, label = article_id.partition("#")
    act = library.store.act(act_id)
    short = library.names.abbreviation(act_id) or act.title
    return f"{provision_name(label, paragraphs=act.paragraphs)} {short}" if label else short
