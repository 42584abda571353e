"""`przepis corpus …`: import the law, check it, look at what it cites and how it changed."""

from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path

import click
from rich.markup import escape

from przepis.answer.causes import moment_line
from przepis.corpus.checks import corpus_stats, reference_rates, unresolved_bases, verify_corpus
from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store
from przepis.corpus.validity.settle import disagreements
from przepis.errors import CitationError
from przepis.intake import IntakeOptions, take_in_sample
from przepis.law.printing import format_citation
from przepis.library import Library
from przepis.records import Article, Reference
from przepis.serve.cli.amending import amend, changes
from przepis.serve.cli.context import DAY, Context
from przepis.serve.cli.imports import finish_import, print_import
from przepis.serve.cli.render import heading_line, print_change, print_notes
from przepis.serve.cli.sources import eli, pdf, update
from przepis.serve.cli.validity import evidence, import_judgments, rulings, status

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")


@click.group()
def corpus() -> None:
    """The corpus of acts, versions and articles."""


@corpus.group("import")
def import_() -> None:
    """Import acts from a source. Resumable: what is stored already is skipped."""


@import_.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--kinds", help="Only these kinds, comma-separated: statute, regulation, resolution, treaty, …")
@click.option("--workers", default=2, show_default=True, help="Processes that parse.")
@click.option("--link/--no-link", default=True, show_default=True, help="Resolve cross-references afterwards.")
@click.option("--surrogates/--no-surrogates", default=True, show_default=True, help="Add the shipped annotations.")
@as_json
@click.pass_obj
def legalize(
    context: Context, path: Path, kinds: str | None, workers: int, link: bool, surrogates: bool, as_json: bool
) -> None:
    """Markdown acts: a folder, one .md file, or a .tar.zst archive."""
    wanted = frozenset(k.strip() for k in kinds.split(",")) if kinds else None
    with Store(context.settings.home, create=True) as store:
        with context.progress("import") as advance:
            report = import_markdown(
                store, path, kinds=wanted, workers=workers, progress=lambda n, name: advance(n, name)
            )
        finish_import(context, store, report, IntakeOptions(surrogates, link, workers), as_json)


@import_.command()
@as_json
@click.pass_obj
def sample(context: Context, as_json: bool) -> None:
    """The bundled acts: invented, not law, for trying things out."""
    with Store(context.settings.home, create=True) as store:
        print_import(context, store, take_in_sample(store), as_json)


@corpus.command()
@as_json
@click.pass_obj
def stats(context: Context, as_json: bool) -> None:
    """How much law is in the corpus."""
    with Store(context.settings.home) as store:
        facts = corpus_stats(store)
    if as_json:
        context.print_json(facts)
    else:
        for key, value in facts.items():
            click.echo(f"{key:>22}  {value}")


@corpus.command()
@as_json
@click.pass_obj
def verify(context: Context, as_json: bool) -> None:
    """Check the store: labels unique, versions in order, intervals whole; list acts whose witnesses disagree."""
    with Store(context.settings.home) as store:
        problems = verify_corpus(store)
        contradicted = {v.act_id: f"{v.status}: {v.disagreement}" for v in disagreements(store)}
    if as_json:
        context.print_json({"problems": problems, "disagreements": contradicted})
    else:
        click.echo("\n".join(problems) or "the corpus is sound")
        for act_id, what in contradicted.items():
            click.echo(f"disagreement on {act_id}, taken as {what}")
    if problems:
        raise SystemExit(3)


@corpus.command()
@click.argument("citation")
@as_json
@click.pass_obj
def refs(context: Context, citation: str, as_json: bool) -> None:
    """What an article cites, and what cites it; of a range (`art. 415-420 k.c.`) each of its articles."""
    with context.library() as library:
        own = library.article_ids(citation)
        pairs = [library.references(article_id) for article_id in own]
        outgoing, incoming = ([ref for pair in pairs for ref in pair[side]] for side in (0, 1))
        if as_json:
            context.print_json({"of": own, "cites": outgoing, "cited_by": incoming})
            return
        cites = dict.fromkeys(_reference_line(library, "→", ref, ref.target) for ref in outgoing)
        cited_by = dict.fromkeys(_reference_line(library, "←", ref, ref.source_id) for ref in incoming)
        for line in (*cites, *cited_by):
            click.echo(line)


def _reference_line(library: Library, arrow: str, ref: Reference, other: str) -> str:
    """One line for each provision, however often it is mentioned."""
    if not ref.resolved:
        return f"{arrow} {ref.mention}  (unresolved)"
    try:
        shown = heading_line(library, library.store.article(other)) if "#" in other else library.name_of(other)
    except CitationError:  # of a text that has it no more
        shown = format_citation(other, library.names)
    return f"{arrow} {shown}  [{other}]"


@corpus.command("refs-rate")
@as_json
@click.pass_obj
def refs_rate(context: Context, as_json: bool) -> None:
    """Share of "art. N" mentions that resolve, for each code and in all."""
    with Store(context.settings.home) as store:
        rates = reference_rates(store)
    if as_json:
        context.print_json(rates)
        return
    for row in rates:
        click.echo(f"{row['rate']:7.2%}  {row['resolved']:>7}/{row['mentions']:<7} {row['title']}")


@corpus.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@as_json
@click.pass_obj
def bases(context: Context, files: tuple[Path, ...], as_json: bool) -> None:
    """Legal bases of examination questions that do not resolve to an article, with the reason of each."""
    with context.library() as library:
        report = unresolved_bases(library.resolver, files)
    if as_json:
        context.print_json(report)
        return
    for row in report["unresolved"]:
        click.echo(f"{row['file']} {row['question']}: {row['basis']!r}: {row['reason']}")
    click.echo(
        f"{report['resolved']} of {report['questions']} resolve ({report['resolved'] / report['questions']:.1%})"
    )


@corpus.command()
@click.argument("citation")
@click.option("--from", "start", type=DAY, required=True, help="The earlier date.")
@click.option("--to", "end", type=DAY, required=True, help="The later date.")
@as_json
@click.pass_obj
def diff(context: Context, citation: str, start: dt.date, end: dt.date, as_json: bool) -> None:
    """How an article's wording changed between two dates."""
    with context.library() as library:
        older, newer = library.article(citation, start), library.article(citation, end)
        change = dataclasses.replace(
            library.diff(citation, start.isoformat(), end.isoformat()),
            older=f"{start} ({_source(library, older)})",
            newer=f"{end} ({_source(library, newer)})",
        )
        if as_json:
            context.print_json(change)
        else:
            context.console.print(f"[bold]{heading_line(library, newer)}[/]")
            for moment in library.moments(citation):
                if start < moment.day <= end:
                    context.console.print(f"[dim]{escape(moment_line(moment, context.say))}[/]")
            print_notes(context.console, [library.presenter.note(told, context.say) for told in change.notes])
            print_change(context.console, change, context.say)


def _source(library: Library, article: Article) -> str:
    """The official text, or the acts that changed it."""
    made_by = ", ".join(dict.fromkeys(cause.address for cause in article.made_by))
    return made_by if article.ours else library.version(article.version_id).address


import_.add_command(eli)
import_.add_command(pdf)
import_.add_command(evidence)
import_.add_command(import_judgments)
corpus.add_command(rulings)
corpus.add_command(status)
corpus.add_command(amend)
corpus.add_command(changes)
corpus.add_command(update)
