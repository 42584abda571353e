"""`przepis answer`: an answer with its legal basis, checked against the corpus."""

from __future__ import annotations

import datetime as dt

import click
from rich.markup import escape

from przepis.answer.answering import Answerer
from przepis.answer.generate import Generated
from przepis.law.citations import format_citation
from przepis.library import Library
from przepis.records import Hit, Question, Run
from przepis.serve.cli.context import DAY, Context


@click.command()
@click.argument("text")
@click.option("--option", "options", multiple=True, help="An answer to choose from; repeat for each.")
@click.option("--on", type=DAY, help="The law as of this date.")
@click.option("--act", help="Only within this act: its name, abbreviation or id.")
@click.option("--pipeline", help="How the articles are found; `przepis pipelines` lists the ways.")
@click.option("--stream", is_flag=True, help="Show the answer while it is being written.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def answer(
    context: Context,
    text: str,
    options: tuple[str, ...],
    on: dt.date | None,
    act: str | None,
    pipeline: str | None,
    stream: bool,
    as_json: bool,
) -> None:
    """Answer a question from the articles found, naming the provision, or say that none fits."""
    question = Question("", text, options, on)
    with context.library() as library:
        answerer = Answerer(library.store, library.resolver, library.client, context.settings.language)
        found = library.run(text, options=options, on=on, act=act, pipeline=pipeline)
        if stream and not as_json:
            done = _streamed(context, answerer, question, found.hits)
        else:
            done = answerer.answer(question, found.hits)
        if as_json:
            context.print_json(_as_data(found, done))
        else:
            _print(context, library, done, streamed=stream)


def _streamed(context: Context, answerer: Answerer, question: Question, hits: tuple[Hit, ...]) -> Generated:
    pieces = answerer.stream(question, hits)
    while True:
        try:
            click.echo(next(pieces), nl=False)
        except StopIteration as end:
            click.echo("\n")
            done: Generated = end.value
            return done


def _print(context: Context, library: Library, done: Generated, *, streamed: bool) -> None:
    result, console = done.answer, context.console
    if result.option:
        console.print(f"[bold]{escape(result.option)}[/]")
    if not streamed or result.abstained:
        console.print(f"[yellow]{escape(result.text)}[/]" if result.abstained else escape(result.text))
    for citation in result.citations:
        if citation.article_id is None or not citation.in_corpus:
            console.print(f"\n[red]✗ {escape(citation.written)}[/]")
            continue
        units = tuple(citation.unit.split("/")) if citation.unit else ()
        name = format_citation(citation.article_id, library.names, units)
        console.print(f"\n[bold]{escape(name)}[/]{'' if citation.in_context else ' [dim]*[/]'}")
        console.print(f"  {escape(citation.quote)}")
    console.print(f"\n[dim]{escape(context.say('notice'))}[/]")


def _as_data(found: Run, done: Generated) -> dict[str, object]:
    usage = found.usage + done.usage
    return {
        "answer": done.answer,
        "hits": [hit.article_id for hit in found.hits],
        "n_calls": usage.n_calls,
        "n_cached": usage.n_cached,
        "tokens_in": usage.tokens_in,
        "tokens_out": usage.tokens_out,
        "cost_usd": usage.cost_usd,
        "stage_ms": {**found.stage_ms, "answer": done.usage.latency_ms},
    }
