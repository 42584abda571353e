"""`przepis llm …`: which models can be used, what they cost so far, recordings and batch answers."""

from __future__ import annotations

from pathlib import Path

import click

from przepis.errors import InputError
from przepis.llm.batch import import_to_cache, read_batch
from przepis.llm.cache import ResponseCache
from przepis.llm.ledger import Ledger, StageCost
from przepis.llm.open import endpoint, has_journal, open_journal
from przepis.llm.presets import PRESETS, price_of
from przepis.llm.replay import write_replay
from przepis.records import to_json
from przepis.serve.cli.context import Context
from przepis.serve.cli.tables import print_costs

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")


@click.group()
def llm() -> None:
    """Language models: presets, costs, recorded and batched answers."""


@llm.command()
def presets() -> None:
    """The endpoints known by name, their key's variable and default model."""
    for p in PRESETS.values():
        price = price_of(p.model)
        cost = f"{price.tokens_in}/{price.tokens_out} USD per million" if price and not p.local else "local"
        click.echo(f"{p.name:<10} {p.model or '(name a model)':<24} {p.key_env or '(no key)':<20} {cost}  {p.base_url}")


@llm.command()
@JSON
@click.pass_obj
def costs(context: Context, as_json: bool) -> None:
    """What every stage used and cost, from the ledger: per 100 questions and per 1,000 articles."""
    lines, n_unfinished = _used(context)
    if as_json:
        rows = [{**to_json(c), "usd_per_100": c.per_100, "usd_per_1000": c.per_1000} for c in lines]
        context.print_json({"stages": rows, "n_unfinished": n_unfinished})
        return
    print_costs(context.console, lines)
    if n_unfinished:
        click.echo(f"{n_unfinished} calls were sent by a process that ended before their answer came")


@llm.command()
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--model", help="Whose answers; else the model of the settings.")
@click.option("--stage", default="", help="Only this stage's.")
@click.pass_obj
def record(context: Context, path: Path, model: str | None, stage: str) -> None:
    """Write the cached answers of one model as a replay file for `--llm replay:PATH`."""
    journal = open_journal(context.settings)
    try:
        n_answers = write_replay(ResponseCache(journal), path, _model(context, model), stage)
    finally:
        journal.close()
    click.echo(f"{n_answers} answers in {path}")


@llm.command(name="import")
@click.argument("paths", type=click.Path(path_type=Path, exists=True, dir_okay=False), nargs=-1, required=True)
@click.option("--model", help="The model the requests were made for; else that of the settings.")
@click.pass_obj
def import_(context: Context, paths: tuple[Path, ...], model: str | None) -> None:
    """Put the answers of a batch into the cache, for any stage whose requests were collected."""
    journal = open_journal(context.settings)
    try:
        n_stored, errors = import_to_cache(read_batch(paths), ResponseCache(journal), _model(context, model))
    finally:
        journal.close()
    click.echo(f"{n_stored} answers, {len(errors)} errors")
    for line in errors[:20]:
        click.echo(f"  {line}", err=True)


def _used(context: Context) -> tuple[list[StageCost], int]:
    """The ledger's lines, and how many calls were never answered; to read makes no journal where there is none."""
    if not has_journal(context.settings):
        return [], 0
    journal = open_journal(context.settings)
    try:
        ledger = Ledger(journal)
        return ledger.costs(), len(ledger.unfinished())
    finally:
        journal.close()


def _model(context: Context, model: str | None) -> str:
    settings = context.settings.llm
    name = model or settings.model or (endpoint(settings).model if settings.preset else "")
    if not name:
        raise InputError("which model? name it with --model, or set llm.model")
    return name
