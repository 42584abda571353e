"""`przepis search`, here or at a running server."""

from __future__ import annotations

import datetime as dt

import click

from przepis.serve.cli.context import DAY, Context
from przepis.serve.cli.remote import print_page, search_at


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@click.option("--option", "options", multiple=True, help="An answer option of the question; may be repeated.")
@click.option("--on", type=DAY, help="The law as it stood on this date.")
@click.option("--act", help="Only this act: id, abbreviation or name.")
@click.option("--kind", help="Only acts of this kind: statute, constitution, regulation, …")
@click.option("--pipeline", help="Which system searches; `przepis pipelines` lists them.")
@click.option("--all", "all_law", is_flag=True, help="Also law that is not in force on the day; it is marked.")
@click.option("-k", "--k", default=10, show_default=True, help="How many hits.")
@click.option("--server", envvar="PRZEPIS_SERVER", metavar="URL", help="Ask this running server instead: quicker.")
@click.option("--explain", is_flag=True, help="Show every signal behind each rank.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def search(
    context: Context,
    words: tuple[str, ...],
    options: tuple[str, ...],
    on: dt.date | None,
    act: str | None,
    kind: str | None,
    pipeline: str | None,
    all_law: bool,
    k: int,
    server: str | None,
    explain: bool,
    as_json: bool,
) -> None:
    """Find the article that governs a question; a citation is a direct hit."""
    text = " ".join(words)  # quotes may be left out
    if server:
        day = on.isoformat() if on else None
        asked = {"text": text, "options": list(options), "on": day, "act": act, "kind": kind, "pipeline": pipeline}
        page = search_at(server, asked | {"all": all_law, "limit": k, "language": context.say.language})
        if as_json:
            context.print_json(page)
        else:
            print_page(page, context.say)
        return
    from przepis.serve.building import building_note  # late, like all that needs a library: a server has one already
    from przepis.serve.cli.render import print_found

    with context.library() as library:
        done = library.find(
            text,
            options=options,
            on=on,
            act=act,
            kind=kind,
            pipeline=pipeline,
            k=k,
            all_law=all_law,
            signals=explain,
        )
        if as_json:
            context.print_json(done)
            return
        if told := building_note(library, context.say):
            click.echo(told, err=True)
        print_found(context.console, done, text, context.say)
        if explain:
            for hit in done.hits:
                signals = "  ".join(f"{n}={v:.3g}" for n, v in sorted(hit.signals.items()) if v == v)
                context.console.print(f"[bold]{hit.rank}[/] {hit.article_id}\n   {signals}", highlight=False)
            context.console.print("  ".join(f"{n} {ms:.1f} ms" for n, ms in done.stage_ms.items()))
