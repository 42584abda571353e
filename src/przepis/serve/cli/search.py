"""`przepis show`, `pipelines`, `demo`."""

from __future__ import annotations

import datetime as dt

import click
from rich.markup import escape

from przepis.library import Library
from przepis.pipelines.loader import load_pipeline, pipeline_names
from przepis.serve.cli.context import DAY, Context
from przepis.serve.cli.render import print_act, print_article, print_found, print_outline

DEMO_QUERIES = (
    "Trzeci raz psuje się to samo w zmywarce, mam dość napraw i chcę nową",
    "Zgodnie z Kodeksem najmu łodzi, znaleźne za dryfującą łódź wynosi:",
    "zderzenie łodzi termin zawiadomienia",
)


@click.command()
@click.argument("citation")
@click.option("--on", type=DAY, help="The wording of this date.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def show(context: Context, citation: str, on: dt.date | None, as_json: bool) -> None:
    """Print articles, or an act's contents: `art. 22¹ k.c.`, `kc 415-417`, `DU/1964/93#415`, `kc`."""
    with context.library() as library:
        reading = library.reader_on(on).read(citation)
        if reading is not None and reading.act_id:
            _show_act(context, library, reading.act_id, as_json)
            return
        found = library.find(citation, on=on, k=100) if reading is not None else None
        articles = library.articles(citation, on)
        notes = found.notes if found is not None else ()
        if as_json:
            for told in notes:
                click.echo(told.text, err=True)
            rows = [
                {"article": a, "version": library.version(a.version_id), "standing": library.standing(a, on)}
                for a in articles
            ]
            context.print_json(rows[0] if len(rows) == 1 else rows)
            return
        for told in notes:
            context.console.print(f"[yellow]{escape(told.text)}[/]")
        cited = {hit.article_id: hit.unit.path for hit in (found.hits if found is not None else ()) if hit.unit}
        for article in articles:
            own = cited.get(article.article_id)
            print_article(context.console, library, article, context.say, on, (own,) if own else ())


def _show_act(context: Context, library: Library, act_id: str, as_json: bool) -> None:
    """An act named alone: what it is, and its table of contents."""
    act, contents = library.act(act_id), library.outline(act_id)
    if as_json:
        context.print_json({"act": act, "outline": contents})
        return
    print_act(context.console, act, context.say)
    print_outline(context.console, contents, act)


@click.command()
@click.argument("name", default="")
@click.option("--year", type=click.IntRange(1900, 2200), help="Year of the act's date.")
@click.option("--keyword", default="", help="One of the act's keywords.")
@click.option("--kind", default="", help="Only acts of this kind: statute, constitution, regulation, …")
@click.option("--status", type=click.Choice(["in_force", "repealed", "expired", "unknown"]), help="Status today.")
@click.option("--limit", default=30, show_default=True, type=click.IntRange(1, 10_000), help="At most so many acts.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def acts(
    context: Context,
    name: str,
    year: int | None,
    keyword: str,
    kind: str,
    status: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """Find acts by words of their name, year, keyword, kind and status."""
    with context.library() as library:
        found = library.acts(name, year=year, keyword=keyword, kind=kind, status=status or "", limit=limit)
    if as_json:
        context.print_json(found)
        return
    for row in found.acts:
        own_id = "" if row.act.provisional else row.act.act_id
        date = row.act.date.isoformat() if row.act.date else ""
        status = context.say.status(row.status, row.act.status_known_to)
        facts = " · ".join(f for f in (row.abbreviation, date, status, own_id) if f)
        context.console.print(f"[bold]{escape(row.act.title)}[/]  [dim]{escape(facts)}[/]")
    if not found.acts:
        context.console.print(context.say("acts_none"))
    elif found.next_offset is not None:
        context.console.print(f"[dim]{context.say('acts_more', n=found.total - len(found.acts))}[/]")


@click.group(invoke_without_command=True)
@click.pass_context
def pipelines(context: click.Context) -> None:
    """List the search systems; `przepis pipelines show NAME` draws one."""
    if context.invoked_subcommand is None:
        for name in pipeline_names():
            pipeline = load_pipeline(name)
            calls = f"  [{pipeline.n_model_calls} model calls]" if pipeline.n_model_calls else ""
            click.echo(f"{name:<22} {pipeline.about}{calls}")


@pipelines.command("show")
@click.argument("name")
def show_pipeline(name: str) -> None:
    """Draw a pipeline's steps."""
    pipeline = load_pipeline(name)
    click.echo(f"{pipeline.name}: {pipeline.about}")
    for number, step in enumerate(pipeline.steps, start=1):
        click.echo(f"  {number}. {step.draw()}")


@click.command()
@click.pass_obj
def demo(context: Context) -> None:
    """Build the bundled sample in a folder of its own (HOME/demo) and run three searches."""
    from przepis.corpus.store import Store  # late: a search needs none of what imports and builds
    from przepis.encode.registry import open_encoder
    from przepis.index.build import build_index
    from przepis.intake import take_in_sample

    home = context.settings.home / "demo"
    with Store(home, create=True) as store:
        take_in_sample(store)
        build_index(store, home, open_encoder(context.settings.encoder))
    settings = context.settings.model_copy(update={"home": home})
    context.console.print(f"[bold]{context.say('demo_title')}[/]\n")
    with Library(settings=settings) as library:
        for query in DEMO_QUERIES:
            context.console.print(f"[bold cyan]{context.say('question')}: {query}[/]")
            print_found(context.console, library.find(query, k=2), query, context.say)
    context.console.print(context.say("notice"))
