"""`przepis setup`: the law, the index and a first answer, in one command that can be killed and run again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from przepis.corpus.choosing import KINDS, Choice
from przepis.corpus.eli_import import import_eli
from przepis.corpus.importing import ImportReport
from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.errors import InputError
from przepis.index.build import build_index, index_is_fresh, index_is_whole
from przepis.intake import IntakeOptions, take_in
from przepis.law.base_acts import namings
from przepis.library import Library
from przepis.serve.cli.context import Context
from przepis.serve.cli.imports import say_past_stale
from przepis.serve.cli.render import print_found
from przepis.serve.cli.sources import parse_kinds
from przepis.setup import PUBLIC_ARCHIVE, Progress, choose_law, import_law, obtain, space_for, tidy
from przepis.sources.eli.client import BASE_URL, EliClient, check_eli

QUERIES = ("sąsiad zalał mi mieszkanie, kto zapłaci?", "okres wypowiedzenia po trzech latach pracy", "art. 415 k.c.")
_CODES = "Kodeks"  # the acts that `--source eli` gets where none is named


@click.command()
@click.option(
    "--from",
    "places",
    multiple=True,
    metavar="FILE|FOLDER|URL",
    help="Markdown acts; may be repeated.  [default: the public archive of the Journal of Laws]",
)
@click.option(
    "--source",
    type=click.Choice(["archive", "eli"]),
    default="archive",
    show_default=True,
    help="Markdown, or the Sejm's API.",
)
@click.option(
    "--act", "acts", multiple=True, metavar="ELI", help="With --source eli: these acts.  [default: the codes]"
)
@click.option("--kinds", default=",".join(sorted(KINDS)), show_default=True, help="Only these kinds of acts.")
@click.option("--ended", is_flag=True, help="Also acts that are no longer in force.")
@click.option("--history", is_flag=True, help="Every published text of an act, not the newest alone.")
@click.option("--words-only", is_flag=True, help="Stop when words can be searched; `przepis index build` goes on.")
@click.option("--workers", default=2, show_default=True, help="Processes that parse.")
@click.option("--base-url", default=BASE_URL, show_default=True, help="With --source eli: another address of the API.")
@click.pass_obj
def setup(
    context: Context,
    places: tuple[str, ...],
    source: str,
    acts: tuple[str, ...],
    kinds: str,
    ended: bool,
    history: bool,
    words_only: bool,
    workers: int,
    base_url: str,
) -> None:
    """Get the law, import it, build the index, try three searches. Killed and run again, it goes on."""
    if source == "eli" and places:
        raise InputError("--from names Markdown acts; with --source eli name acts by --act DU/1964/93")
    if acts and source != "eli":
        raise InputError("--act goes with --source eli")
    home = context.settings.home
    options = IntakeOptions(workers=workers)
    with Store(home, create=True) as store:
        if source == "eli":
            _take_eli(context, store, acts, history, base_url, options)
        else:
            wanted = parse_kinds(kinds) or KINDS
            _take_archive(context, store, places or (PUBLIC_ARCHIVE,), wanted, ended, history, options)
        _build(context, store, words_only)
    tidy(home)
    _try(context, QUERIES)
    click.echo(context.say("setup_next"))


def _take_archive(
    context: Context,
    store: Store,
    places: tuple[str, ...],
    kinds: frozenset[str],
    ended: bool,
    history: bool,
    options: IntakeOptions,
) -> None:
    say, home = context.say, context.settings.home
    click.echo(say("setup_getting", places=", ".join(places)))
    with _told(context, say("setup_fetch"), megabytes=True) as progress:
        sources = obtain(store, home, places, progress)
    if not sources:
        click.echo(say("setup_unchanged"))
        return
    with _told(context, say("setup_choose")) as progress:
        choice = choose_law(sources, kinds, ended=ended, history=history, progress=progress)
    needed, free = space_for(home, choice)
    click.echo(_chosen(context, choice, needed, free))
    with _told(context, say("setup_import")) as progress:
        report = import_law(store, sources, choice, options, progress)
    _print_report(context, report)


def _take_eli(
    context: Context, store: Store, acts: tuple[str, ...], history: bool, base_url: str, options: IntakeOptions
) -> None:
    names = [check_eli(act) for act in acts] or [n.act_id for n in namings() if n.title.startswith(_CODES)]
    cache = context.settings.home / "cache" / "eli"
    with EliClient(cache, base_url) as client, _told(context, context.say("setup_import")) as progress:
        report = import_eli(
            store, client, names, history=history, progress=lambda n, name: progress(n, len(names), name)
        )
        take_in(store, options, lambda n, what: progress(n, None, what))
    _print_report(context, report)


def _build(context: Context, store: Store, words_only: bool) -> None:
    """Words first, so that there is an answer while vectors are made."""
    say, home = context.say, context.settings.home
    if index_is_whole(store, home):
        click.echo(say("setup_index_there"))
        return
    if not index_is_fresh(store, home):
        with _told(context, say("setup_words")) as progress:
            build_index(store, home, None, progress=lambda what, share: progress(100 * share, 100, what))
    click.echo(say("setup_words_ready"))
    _try(context, QUERIES[:1])
    if words_only:
        return
    encoder = open_encoder(context.settings.encoder)
    with _told(context, say("setup_vectors")) as progress:
        build_index(store, home, encoder, progress=lambda what, share: progress(100 * share, 100, what))
    say_past_stale(context, store)


def _try(context: Context, queries: tuple[str, ...]) -> None:
    with Library(settings=context.settings) as library:
        for query in queries:
            context.console.print(f"[bold cyan]{context.say('question')}: {query}[/]")
            print_found(context.console, library.find(query, k=1), query, context.say)


def _chosen(context: Context, choice: Choice, needed: int, free: int) -> str:
    left = choice.left_out
    return context.say(
        "setup_chosen",
        n=len(choice.names),
        older=left["older"],
        no_own_law=left["no_own_law"],
        ended=left["ended"],
        kind=left["kind"],
        megabytes=round(choice.n_bytes / 1e6),
        needed=round(needed / 1e6),
        free=round(free / 1e6),
    )


def _print_report(context: Context, report: ImportReport) -> None:
    click.echo(
        context.say("setup_imported", stored=report.n_stored, same=report.n_unchanged, refused=len(report.failed))
    )
    for line in report.failed[:5]:
        click.echo(f"  {line}", err=True)


@contextmanager
def _told(context: Context, what: str, *, megabytes: bool = False) -> Iterator[Progress]:
    """A bar with what is left; sizes in megabytes where bytes are counted."""
    unit = 1e6 if megabytes else 1
    with context.progress(what) as advance:
        yield lambda done, total, note: advance(round(done / unit, 1), note, total and round(total / unit, 1))
