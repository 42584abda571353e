"""`przepis answer`: an answer with its legal basis, checked against the corpus."""

from __future__ import annotations

import datetime as dt
from collections.abc import Generator

import click
from rich.markup import escape

from przepis.answer.answering import Answered
from przepis.law.citations import format_citation
from przepis.library import Library
from przepis.records import Answer, Question
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
    question, language = Question("", text, options, on), context.settings.language
    with context.library() as library:
        if stream and not as_json:
            done = _streamed(library.stream_answer(question, act=act, pipeline=pipeline, language=language))
        else:
            done = library.answered(question, act=act, pipeline=pipeline, language=language)
        if as_json:
            context.print_json(_as_data(done))
        else:
            _print(context, library, done.answer, streamed=stream)


def _streamed(pieces: Generator[str, None, Answered]) -> Answered:
    while True:
        try:
            click.echo(next(pieces), nl=False)
        except StopIteration as end:
            click.echo("\n")
            done: Answered = end.value
            return done


def _print(context: Context, library: Library, result: Answer, *, streamed: bool) -> None:
    console = context.console
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


def _as_data(done: Answered) -> dict[str, object]:
    bill = done.usage
    return {
        "answer": done.answer,
        "hits": done.hits,
        "n_calls": bill.n_calls,
        "n_cached": bill.n_cached,
        "tokens_in": bill.tokens_in,
        "tokens_out": bill.tokens_out,
        "cost_usd": bill.cost_usd,
        "stage_ms": done.stage_ms,
    }
