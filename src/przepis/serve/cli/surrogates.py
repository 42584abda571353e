"""`przepis surrogates …`: what is annotated, and the ways to annotate the rest."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from pathlib import Path

import click

from przepis.artifact import atomic_write_text
from przepis.corpus.store import Store
from przepis.errors import InputError
from przepis.llm.client import Client
from przepis.llm.dialect import Dialect
from przepis.llm.open import open_client
from przepis.llm.presets import PRESETS, preset
from przepis.records import WRITTEN_FIELDS
from przepis.serve.cli.context import Context
from przepis.serve.cli.tables import print_coverage, print_estimates
from przepis.settings import Settings
from przepis.surrogates.annotate import AnnotateReport
from przepis.surrogates.annotate import annotate as annotate_tasks
from przepis.surrogates.batch_export import export_batch, measure
from przepis.surrogates.coverage import coverage
from przepis.surrogates.extract import extract_all
from przepis.surrogates.import_ import import_batch, import_surrogates, surrogate_lines
from przepis.surrogates.plan import Task, pending
from przepis.surrogates.requests import STAGE, annotate_prompt
from przepis.surrogates.seed import import_seed, is_seed
from przepis.surrogates.shipped import import_shipped

ACT = click.option("--act", "acts", multiple=True, help="Only this act: its name, abbreviation or id; repeatable.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")


@click.group()
def surrogates() -> None:
    """Annotations of articles: summaries, themes, concepts, questions."""


@surrogates.command()
@click.option("--all", "every", is_flag=True, help="Every act, not only those with something to show.")
@JSON
@click.pass_obj
def status(context: Context, every: bool, as_json: bool) -> None:
    """Coverage by act and by annotator."""
    with Store(context.settings.home) as store:
        found = coverage(store, frozenset(q.article_id for q in store.asked()))
    if as_json:
        asked = {"articles": found.n_asked, "annotated": found.n_asked_annotated}
        context.print_json({"total": found.total(), "annotators": found.annotators, "asked": asked, "acts": found.acts})
    else:
        print_coverage(context.console, found, every=every)


@surrogates.command()
@ACT
@click.option("--limit", type=click.IntRange(min=1), help="At most so many articles.")
@click.option("--all", "everything", is_flag=True, help="All that is left, without another limit.")
@click.option("--budget-usd", type=click.FloatRange(min=0), help="Stop before this much is spent.")
@click.option("--budget-tokens", type=click.IntRange(min=0), help="Stop before so many tokens are used.")
@click.option("--concurrency", type=click.IntRange(1, 256), help="Requests at once.")
@click.option("--retry-failed", is_flag=True, help="Ask again for what failed in an earlier run.")
@click.option("--redo", is_flag=True, help="Also what was written under an older prompt.")
@JSON
@click.pass_obj
def annotate(
    context: Context,
    acts: tuple[str, ...],
    limit: int | None,
    everything: bool,
    budget_usd: float | None,
    budget_tokens: int | None,
    concurrency: int | None,
    retry_failed: bool,
    redo: bool,
    as_json: bool,
) -> None:
    """Annotate with the model of the settings, important acts first. Stop it at will; run it again to go
    on.
    """
    limits = {"budget_usd": budget_usd, "budget_tokens": budget_tokens, "concurrency": concurrency}
    settings = _with_llm(context.settings, {k: v for k, v in limits.items() if v is not None})
    with Store(settings.home) as store:
        tasks = list(itertools.islice(_tasks(context, store, acts, redo=redo), limit))
        if not (limit or everything or settings.llm.budget_usd or settings.llm.budget_tokens):
            print_estimates(context.console, measure(tasks))
            raise InputError("say how far to go: --limit N, --budget-usd X, --budget-tokens N, or --all")
        with open_client(settings) as client:
            report = _annotate(context, store, client, tasks, retry_failed=retry_failed)
    if as_json:
        stopped = str(report.stopped) if report.stopped else ""
        context.print_json(
            {"n_done": report.n_done, "failed": report.failed, "cost_usd": report.cost_usd, "stopped": stopped}
        )
    else:
        for article_id, reason in report.failed[:20]:
            click.echo(f"{article_id}: {reason}", err=True)
        click.echo(
            f"{report.n_done} annotated ({report.n_cached} from the cache), {len(report.failed)} failed, "
            f"{report.cost_usd:.4f} USD"
        )
    if report.stopped is not None:
        raise report.stopped


def _annotate(
    context: Context, store: Store, client: Client, tasks: list[Task], *, retry_failed: bool
) -> AnnotateReport:
    if retry_failed:
        client.ledger.forget_invalid(STAGE)
    n_ended = itertools.count(1)
    with context.progress("annotate", len(tasks)) as advance:
        return annotate_tasks(
            store,
            client,
            tasks,
            on_progress=lambda r: advance(next(n_ended), f"{len(r.failed)} failed, {r.cost_usd:.3f} USD"),
        )


@surrogates.command()
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False))
@ACT
@click.option("--limit", type=click.IntRange(min=1), help="At most so many articles.")
@click.option("--model", help="The model named in the requests; else that of the settings.")
@click.option("--preset", "preset_name", type=click.Choice(sorted(PRESETS)), help="Whose batch files to write.")
@click.option("--annotations", is_flag=True, help="Write the stored annotations instead, to share them.")
@JSON
@click.pass_obj
def export(
    context: Context,
    path: Path,
    acts: tuple[str, ...],
    limit: int | None,
    model: str | None,
    preset_name: str | None,
    annotations: bool,
    as_json: bool,
) -> None:
    """Write what is left to annotate as batch files (PATH-001.jsonl, …) and print what they would cost."""
    settings = context.settings
    with Store(settings.home) as store:
        if annotations:
            lines = [json.dumps(line, ensure_ascii=False) for line in surrogate_lines(store.surrogates())]
            atomic_write_text(path, "\n".join(lines) + "\n")
            click.echo(f"{len(lines)} annotations in {path}")
            return
        chosen = preset(preset_name or settings.llm.preset or "gemini")
        name = model or settings.llm.model or chosen.model
        if not name:
            raise InputError(f"the preset {chosen.name} has no default model; name one with --model")
        tasks = itertools.islice(_tasks(context, store, acts), limit)
        done = export_batch(tasks, path, name, Dialect(json_mode=chosen.json_mode))
    if as_json:
        context.print_json(
            {
                "files": [{"path": str(f.path), "n_requests": f.n_requests, "n_bytes": f.n_bytes} for f in done.files],
                "n_requests": done.n_requests,
                "tokens_in": done.tokens_in,
                "tokens_out": done.tokens_out,
                "estimates": done.estimates(),
            }
        )
    else:
        for file in done.files:
            click.echo(f"{file.path}: {file.n_requests} requests, {file.n_bytes / 1e6:.1f} MB")
        print_estimates(context.console, done)


@surrogates.command(name="import")
@click.argument("paths", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--annotator", default="", help="Who answered, where the answers do not say.")
@JSON
@click.pass_obj
def import_(context: Context, paths: tuple[Path, ...], annotator: str, as_json: bool) -> None:
    """Take in a batch's answers, a file of annotations, the seed (told from the first line), or `shipped`."""
    reports: dict[str, object] = {}
    with Store(context.settings.home) as store:
        for path in paths:
            details: list[str] = []
            if str(path) == "shipped":
                n_imported, n_missing = import_shipped(store)
                facts = {"imported": n_imported, "missing": n_missing}
            elif not path.is_file():
                raise InputError(f"{path} is not a file; give files of annotations, or the word `shipped`")
            elif is_seed(path):
                seed = import_seed(store, path)
                facts = {"imported": seed.n_imported, "partial": seed.n_partial, "stale": seed.n_stale}
                facts |= {"missing": len(seed.missing), "notes": len(seed.notes)}
                details = [f"{key}: no such article in the corpus" for key in seed.missing]
            else:
                with path.open(encoding="utf-8") as stream:
                    is_batch = '"custom_id"' in stream.readline()
                done = import_batch(store, [path], annotator) if is_batch else import_surrogates(store, path)
                facts = {"imported": done.n_imported, "unknown": done.n_unknown, "repeated": done.n_repeated}
                facts |= {"errors": len(done.errors), "unfit": len(done.unfit)}
                details = [*done.errors, *(f"{a}: {why}" for a, why in done.unfit)]
            reports[str(path)] = {**facts, "details": details}
            if not as_json:
                click.echo(f"{path}: " + ", ".join(f"{n} {what}" for what, n in facts.items()))
                for line in details[:20]:
                    click.echo(f"  {line}", err=True)
    if as_json:
        context.print_json(reports)


@surrogates.command()
@ACT
@click.pass_obj
def extract(context: Context, acts: tuple[str, ...]) -> None:
    """Annotate without a model whatever has no annotation; marked as extractive."""
    started = time.perf_counter()
    with Store(context.settings.home) as store:
        n_done = extract_all(store, _tasks(context, store, acts, replace_extractive=False))
    click.echo(f"{n_done} articles annotated without a model in {time.perf_counter() - started:.1f} s")


@surrogates.command()
@click.argument("citation")
@JSON
@click.pass_obj
def show(context: Context, citation: str, as_json: bool) -> None:
    """The annotation of one article, with who wrote it."""
    with context.library() as library:
        article = library.article(citation)
        found = library.surrogate(article.article_id)
    if found is None:
        raise InputError(f"{article.article_id} has no annotation; `przepis surrogates extract` writes one")
    if as_json:
        context.print_json(found)
        return
    for name in (*WRITTEN_FIELDS, "annotator", "prompt_version"):
        value = getattr(found, name)
        click.echo(f"{name:>14}  {value if isinstance(value, str) else ' | '.join(value)}")
    if found.stale:
        click.echo("         stale  written for an earlier wording")


def _tasks(
    context: Context, store: Store, acts: tuple[str, ...], *, redo: bool = False, replace_extractive: bool = True
) -> Iterator[Task]:
    act_ids: list[str] = []
    if acts:
        with context.library() as library:
            act_ids = [library.act_id(words) for words in acts]
    version = annotate_prompt().version if redo else ""
    return pending(store, act_ids=act_ids, replace_extractive=replace_extractive, prompt_version=version)


def _with_llm(settings: Settings, changes: dict[str, object]) -> Settings:
    return settings.model_copy(update={"llm": settings.llm.model_copy(update=changes)})
