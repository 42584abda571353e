"""`przepis corpus import eli`, `przepis corpus import pdf`, `przepis corpus update`."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import click

from przepis.corpus.eli_import import DEFAULT_KINDS, import_eli, published_since
from przepis.corpus.importing import ImportReport
from przepis.corpus.ingest import ingest
from przepis.corpus.store import Store
from przepis.corpus.update import UpdateReport
from przepis.corpus.update import update as update_corpus
from przepis.corpus.validity.settle import settle_validity
from przepis.errors import InputError, choices
from przepis.intake import IntakeOptions
from przepis.serve.cli.context import DAY, Context
from przepis.serve.cli.imports import finish_import
from przepis.sources.eli.client import BASE_URL, EliClient, check_eli
from przepis.sources.pdf.act import parse_pdf_act

KINDS = frozenset({"statute", "constitution", "regulation", "resolution", "treaty"})

base_url_option = click.option(
    "--base-url", default=BASE_URL, show_default=True, help="Another address of the same API, a mirror or a test."
)
link_option = click.option("--link/--no-link", default=True, show_default=True, help="Resolve cross-references after.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")


@click.command()
@click.argument("elis", metavar="[ELI]...", nargs=-1)
@click.option("--since", type=DAY, help="Instead of addresses: everything published from this day on.")
@click.option("--kinds", help="Only these, comma-separated: statute, constitution, regulation, resolution, treaty.")
@click.option("--amending", is_flag=True, help="With --since: also acts that only change others.")
@click.option("--history", is_flag=True, help="Every consolidated text and the first wording, not the newest alone.")
@base_url_option
@link_option
@json_option
@click.pass_obj
def eli(
    context: Context,
    elis: tuple[str, ...],
    since: dt.date | None,
    kinds: str | None,
    amending: bool,
    history: bool,
    base_url: str,
    link: bool,
    as_json: bool,
) -> None:
    """Acts from the Sejm API by their Journal addresses (DU/1964/93), in their newest consolidated text."""
    if bool(elis) == bool(since):
        raise InputError("name the acts (DU/1964/93 …) or a day (--since 2024-06-01), one of the two")
    wanted = parse_kinds(kinds)
    names = [check_eli(text) for text in elis]
    home = context.settings.home
    with EliClient(home / "cache" / "eli", base_url) as client:
        if since is not None:
            names = published_since(client, since, kinds=wanted or DEFAULT_KINDS, amending=amending)
        with Store(home, create=True) as store:
            with context.progress("import", len(names)) as advance:
                report = import_eli(
                    store, client, names, kinds=wanted, history=history, progress=lambda n, name: advance(n, name)
                )
            finish_import(context, store, report, IntakeOptions(link=link, workers=1), as_json)


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--eli", "eli_text", required=True, metavar="ELI", help="Journal address of this text, DU/2025/277.")
@click.option("--title", required=True, help="Of the act, without „ustawa z dnia …”.")
@click.option("--date", "act_date", type=DAY, required=True, help="The date in the act's title.")
@click.option("--as-of", type=DAY, help="The day whose law a consolidated text states.")
@click.option("--base", metavar="ELI", help="Address of the act itself, where FILE is its consolidated text.")
@link_option
@json_option
@click.pass_obj
def pdf(
    context: Context,
    path: Path,
    eli_text: str,
    title: str,
    act_date: dt.date,
    as_of: dt.date | None,
    base: str | None,
    link: bool,
    as_json: bool,
) -> None:
    """A PDF of the Journal of Laws, or the Chancellery's unified text."""
    address = check_eli(eli_text)
    base_eli = check_eli(base) if base else ""
    parsed = parse_pdf_act(path, eli=address, title=title, date=act_date, as_of=as_of, base_eli=base_eli)
    with Store(context.settings.home, create=True) as store:
        stored = ingest(store, parsed)
        settle_validity(store)
        report = ImportReport(1, int(stored), int(not stored), warnings=list(parsed.warnings))
        finish_import(context, store, report, IntakeOptions(link=link, workers=1), as_json)


@click.command()
@click.option("--since", type=DAY, help="From this day instead of from the last run.")
@click.option("--new", "new_kinds", help="Also acts that the corpus lacks, of these kinds: statute, regulation, …")
@click.option("--dry-run", is_flag=True, help="Only say what changed.")
@base_url_option
@link_option
@json_option
@click.pass_obj
def update(
    context: Context,
    since: dt.date | None,
    new_kinds: str | None,
    dry_run: bool,
    base_url: str,
    link: bool,
    as_json: bool,
) -> None:
    """Ask the Sejm API what changed since the last run, import it again, and apply new amending acts."""
    wanted = parse_kinds(new_kinds) or frozenset()
    home = context.settings.home
    with Store(home) as store, EliClient(home / "cache" / "eli", base_url) as client:
        with context.progress("update") as advance:
            report = update_corpus(
                store,
                client,
                since=since,
                new_kinds=wanted,
                dry_run=dry_run,
                progress=lambda n, name: advance(n, name),
            )
        if report.done is None:
            _print_changes(context, report, as_json)
            return
        if not as_json:
            click.echo(f"{report.n_changed} acts changed since {report.since}, {len(report.wanted)} concern the corpus")
            if report.done.n_amending or report.done.n_amended:
                click.echo(f"{report.done.n_amending} amending acts taken in, applied to {report.done.n_amended} acts")
            if not report.mark:
                click.echo("not everything could be reached; run it again to go on", err=True)
        finish_import(context, store, report.done, IntakeOptions(link=link, workers=1), as_json)


def _print_changes(context: Context, report: UpdateReport, as_json: bool) -> None:
    if as_json:
        context.print_json({"since": report.since, "changed": report.n_changed, "wanted": report.wanted})
        return
    for name in report.wanted:
        click.echo(name)
    click.echo(f"{report.n_changed} acts changed since {report.since}, {len(report.wanted)} concern the corpus")


def parse_kinds(text: str | None) -> frozenset[str] | None:
    if text is None:
        return None
    wanted = frozenset(kind.strip() for kind in text.split(",") if kind.strip())
    if unknown := sorted(wanted - KINDS):
        raise InputError(f"no such kind of act: {', '.join(unknown)}; right would be {choices(KINDS)}")
    return wanted
