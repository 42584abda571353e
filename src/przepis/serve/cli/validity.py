"""`przepis corpus status`, `przepis corpus import evidence`: which acts are in force, and how we know."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
from rich.markup import escape

from przepis.answer.shown import act_notes
from przepis.corpus.store import Store
from przepis.corpus.validity.disagree import disagreement_of, why_void
from przepis.corpus.validity.read_rulings import import_rulings
from przepis.corpus.validity.record import Validity, Witness
from przepis.corpus.validity.rulings import ruling_links
from przepis.corpus.validity.settle import import_published, validities
from przepis.errors import InputError
from przepis.messages import Messages
from przepis.records import ActStatus
from przepis.serve.cli.context import DAY, Context
from przepis.sources.statuses import EXPIRED

_STYLES: dict[ActStatus, str] = {"in_force": "green", "repealed": "red", "expired": "red", "unknown": "yellow"}


@click.command()
@click.argument("act", required=False)
@click.option("--on", "day", type=DAY, help="The status on this day instead of today.")
@click.option("--only", type=click.Choice(["in_force", "repealed", "expired", "unknown"]), help="Acts of one status.")
@click.option("--disagreements", is_flag=True, help="Only acts whose witnesses contradict each other.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def status(
    context: Context, act: str | None, day: dt.date | None, only: str | None, disagreements: bool, as_json: bool
) -> None:
    """Whether an act is in force, since and until when, what replaced it; without ACT how many of each status."""
    today = day or dt.date.today()
    if act is not None:
        if only or disagreements:
            raise InputError("name an act, or choose acts with --only or --disagreements, not both")
        with context.library() as library:
            title, found = library.named_validity(act)
        if as_json:
            context.print_json({"title": title, "on": today, "status_on": found.status_on(today), "validity": found})
        else:
            _print_one(context, found, title, today)
        return
    with Store(context.settings.home) as store:
        titles = {a.act_id: a.title for a in store.acts()}
        every = sorted(validities(store).values(), key=lambda v: v.act_id)
    chosen = [v for v in every if (not only or v.status_on(today) == only) and (v.disagreement or not disagreements)]
    if as_json:
        rows = [{"title": titles[v.act_id], "status_on": v.status_on(today), "validity": v} for v in chosen]
        context.print_json({"on": today, "acts": rows})
        return
    if not only and not disagreements:
        _print_counts(context.say, every, today)
        return
    for verdict in chosen:
        now = context.say.status(verdict.status_on(today), verdict.in_force_known_to(today))
        click.echo(f"{now}  {verdict.act_id:<17} {titles[verdict.act_id]}{_short(verdict, context.say)}")
        if disagreements and (told := disagreement_of(verdict)):
            click.echo(f"          {context.say.note(told)}")


def _print_counts(say: Messages, every: Sequence[Validity], today: dt.date) -> None:
    for status, n in Counter(verdict.status_on(today) for verdict in every).most_common():
        click.echo(f"{n:>6}  {say.status(status)}")
    click.echo(f"{sum(bool(verdict.disagreement) for verdict in every):>6}  {say('validity_contradicted')}")
    click.echo(say("validity_hint"))


def _short(verdict: Validity, say: Messages) -> str:
    """Until when and by what, or the field that the status was read from."""
    if verdict.ended_by and verdict.witnesses[-1].kind == "basis":
        return f"  [{verdict.until or '?'}: {verdict.ended_by}]"
    if verdict.ended_by:
        bound = "" if verdict.exact else "≤ "
        return f"  [{bound}{verdict.until}: art. {verdict.ended_by_article}, {verdict.ended_by}]"
    statuses = [w for w in verdict.witnesses if w.kind == "status"]
    source = next((w for w in statuses if w.says == verdict.status), next(iter(statuses), None))
    return f"  [{_status(source, say)}]" if source else ""


def _print_one(context: Context, verdict: Validity, title: str, today: dt.date) -> None:
    say, console = context.say, context.console
    now, notes = verdict.status_on(today), act_notes(verdict, today)
    console.print(f"[bold]{escape(title)}[/]  [dim]{verdict.act_id}[/]")
    if now != "in_force" or not notes:  # an act that has not begun is not in force either
        known = verdict.in_force_known_to(today)
        console.print(
            f"[{_STYLES[now]}]{say.status(now, known)}[/]{'' if known else ' ' + say('validity_on', day=today)}"
        )
    for ended in notes:
        console.print(f"[red]{escape(say.note(ended))}[/]")
    if verdict.since and verdict.since <= today:
        console.print(say("validity_since", day=verdict.since))
    if verdict.until and verdict.until > today:
        console.print(say("validity_until" if verdict.exact else "validity_until_at_latest", day=verdict.until))
        if verdict.replaced_by:
            console.print(escape(say("validity_replaced", title=verdict.replaced_by_title, act=verdict.replaced_by)))
    if verdict.witnesses:
        console.print(f"\n{say('validity_evidence')}")
    for witness in verdict.witnesses:
        console.print(f"  · {escape(_witness(witness, say))}")
    if told := disagreement_of(verdict):
        console.print(f"[yellow]{escape(say('validity_disagreement', what=say.note(told)))}[/]")


def _status(witness: Witness, say: Messages) -> str:
    newer = witness.words == EXPIRED and witness.says == "in_force"
    return say("witness_newer_text" if newer else "witness_status", words=witness.words, source=witness.source)


def _witness(witness: Witness, say: Messages) -> str:
    if witness.kind == "status":
        return _status(witness, say)
    key = f"witness_{witness.kind}" if witness.kind != "basis" or witness.label else "witness_basis_act"
    line = say(key, label=witness.label, source=witness.source, title=witness.words, day=witness.day or "?")
    if witness.left_out:
        line += say("witness_left_out", what=witness.left_out)
    return line + (say("witness_void", why=say.note(why_void(witness))) if witness.void else "")


@click.command("rulings")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def import_judgments(context: Context, path: Path, as_json: bool) -> None:
    """Judgments of the Constitutional Tribunal (a folder or .tar.zst), tied to the articles they are about.

    Which provision is contrary to what comes with the package; imported judgments add the words of their scopes.
    """
    with Store(context.settings.home) as store:
        with context.progress("rulings") as advance:
            report = import_rulings(store, path, lambda n, name: advance(n, name))
        links = ruling_links(store)
    if as_json:
        context.print_json({"read": report, "verdicts": len(links), "linked": sum(bool(k.labels) for k in links)})
        return
    linked = sum(bool(link.labels) for link in links)
    click.echo(
        f"{report.n_read} judgments read, {report.n_contrary} declare a provision contrary, "
        f"{len(report.failed)} refused; {linked} of {len(links)} verdicts stand with an article"
    )
    for line in report.failed[:10]:
        click.echo(f"refused: {line}", err=True)


@click.command()
@click.option("--unlinked", is_flag=True, help="Only verdicts that stand with no article, each with the reason.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def rulings(context: Context, unlinked: bool, as_json: bool) -> None:
    """Provisions that the Constitutional Tribunal declared contrary, and the articles they stand with."""
    with Store(context.settings.home) as store:
        links = [link for link in ruling_links(store) if not unlinked or not link.labels]
    if as_json:
        rows = [
            {
                "ruling": k.ruling.eli,
                "case": k.ruling.case,
                "act_id": k.act_id,
                "labels": k.labels,
                "problem": k.problem,
            }
            | {"verdict": k.ruling.verdicts[k.position]}
            for k in links
        ]
        context.print_json(rows)
        return
    for link in links:
        verdict = link.ruling.verdicts[link.position]
        where = f"{link.act_id}#{','.join(link.labels)}" if link.labels else link.problem
        click.echo(f"{link.ruling.eli:<13} {link.ruling.case:<12} {verdict.provision[:60]:<60} {where}")


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def evidence(context: Context, path: Path, as_json: bool) -> None:
    """Statutes as published (a folder or .tar.zst), read for statuses and repeals alone: none becomes searchable.

    What statutes of 2000-2024 say comes with the package; import later ones, or others, to add to it.
    """
    with Store(context.settings.home) as store, context.progress("evidence") as advance:
        report, heard = import_published(store, path, lambda n, name: advance(n, name))
    unknown = [f"{eli} art. {clause.label}: {clause.date} {clause.title}" for eli, clause in heard.unknown]
    if as_json:
        context.print_json({"read": report, "clauses_on_acts_the_corpus_lacks": unknown})
        return
    click.echo(
        f"{report.n_read} statutes read, {report.n_clauses} clauses of repeal, {report.n_changes} changes of articles, "
        f"{report.n_without_status} without a status, {len(report.failed)} refused; "
        f"{len(unknown)} known clauses name acts that the corpus lacks"
    )
    for line in report.failed[:10]:
        click.echo(f"refused: {line}", err=True)
