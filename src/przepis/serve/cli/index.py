"""`przepis index …`: build it, say what it holds, check it."""

from __future__ import annotations

from pathlib import Path

import click

from przepis.artifact import current_generation, read_json, verify_manifest
from przepis.corpus.store import Store
from przepis.encode.packed import KINDS
from przepis.encode.protocol import Encoder
from przepis.encode.registry import open_encoder
from przepis.errors import StoreError
from przepis.index.build import build_index, index_root, past_root
from przepis.index.fields import OPTIONAL_FIELDS
from przepis.index.past.build import build_past
from przepis.index.past.index import past_state
from przepis.serve.cli.context import Context


@click.group()
def index() -> None:
    """The search index over the corpus."""


@index.command()
@click.option("--encoder", help="Encoder by name or folder; `none` builds lexical fields alone.")
@click.option("--lemma", is_flag=True, help="Also a field of dictionary lemmas (extra `lemma`).")
@click.option("--bare-chunks", is_flag=True, help="Encode chunks without title and headings, to see what these give.")
@click.option("--exact", is_flag=True, help="Encode every text; take none of the vectors shipped with the encoder.")
@click.option("--past", is_flag=True, help="Also an index of past wordings, which `search --on` looks into.")
@click.pass_obj
def build(context: Context, encoder: str | None, lemma: bool, bare_chunks: bool, exact: bool, past: bool) -> None:
    """Build the index beside the old one and switch to it. Unchanged texts keep their vectors."""
    chosen = encoder or context.settings.encoder
    model = None if chosen == "none" else open_encoder(chosen)
    with Store(context.settings.home) as store, context.progress("index", 100) as advance:
        build_index(
            store,
            context.settings.home,
            model,
            extra_fields=OPTIONAL_FIELDS if lemma else (),
            bare_chunks=bare_chunks,
            packed=() if exact else KINDS,
            progress=lambda what, share: advance(round(100 * share), what),
        )
    facts = read_json(_current(context) / "index.json")
    click.echo(f"index of {facts['n_articles']} articles built in {facts['build_s']} s")
    if past:
        _build_past(context, model)


def _build_past(context: Context, model: Encoder | None) -> None:
    home = context.settings.home
    with Store(home) as store, context.progress("past wordings", 100) as advance:
        folder = build_past(store, home, model, progress=lambda what, share: advance(round(100 * share), what))
    facts = read_json(folder / "index.json")
    click.echo(
        f"index of {facts['n_wordings']} wordings of {facts['n_articles']} articles built in {facts['build_s']} s"
    )


@index.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def status(context: Context, as_json: bool) -> None:
    """What the current index holds, and whether the corpus has changed since."""
    folder = _current(context)
    facts = read_json(folder / "index.json")
    with Store(context.settings.home) as store:
        facts["fresh"] = facts["corpus"] == store.fingerprint()
        facts["past"] = past_state(context.settings.home, store, facts["dense"].get("encoder", ""))
    facts["folder"] = str(folder)
    facts["megabytes"] = _megabytes(folder)
    past = current_generation(past_root(context.settings.home))
    if past is not None:
        facts["past_wordings"] = read_json(past / "index.json")["n_wordings"]
        facts["past_megabytes"] = _megabytes(past)
    if as_json:
        context.print_json(facts)
    else:
        for key, value in facts.items():
            click.echo(f"{key:>14}  {value}")


@index.command()
@click.pass_obj
def verify(context: Context) -> None:
    """Compare every file of the index with its checksum."""
    problems = verify_manifest(_current(context))
    past = current_generation(past_root(context.settings.home))
    problems += verify_manifest(past) if past is not None else []
    click.echo("\n".join(problems) or "the index is sound")
    if problems:
        raise SystemExit(3)


def _megabytes(folder: Path) -> float:
    return round(sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) / 1e6, 1)


def _current(context: Context) -> Path:
    folder = current_generation(index_root(context.settings.home))
    if folder is None:
        raise StoreError(f"no index in {context.settings.home}; run `przepis index build`")
    return folder
