"""`przepis bench …`: run systems over questions, compare them, report, audit labels, export."""

from __future__ import annotations

import functools
from pathlib import Path

import click

from przepis.artifact import atomic_write_json, atomic_write_text
from przepis.corpus.store import Store
from przepis.errors import PipelineError
from przepis.evaluate.questions.audit import audit_labels
from przepis.evaluate.questions.labels import LabelMaker, pick
from przepis.evaluate.questions.marking import mark_questions
from przepis.evaluate.questions.question_set import merge
from przepis.evaluate.questions.sets import read_questions
from przepis.evaluate.report.compare import compare_repeats, compare_runs
from przepis.evaluate.report.export import export_beir, export_trec
from przepis.evaluate.report.failures import failure_lines, failures
from przepis.evaluate.report.tables.audit import audit_summary, audit_table
from przepis.evaluate.report.tables.paired import comparison_table
from przepis.evaluate.report.tables.render import to_csv, to_markdown, to_text
from przepis.evaluate.report.writing import write_report
from przepis.evaluate.runs.results import load_results
from przepis.evaluate.runs.running import RunOptions, run_systems
from przepis.evaluate.runs.systems import BenchOptions, Generation, index_fingerprint, pipeline_systems
from przepis.library import Library
from przepis.llm.open import is_configured
from przepis.pipelines.loader import load_pipeline, pipeline_names
from przepis.records import to_json
from przepis.retrieve.step import Tools
from przepis.serve.cli.context import Context
from przepis.settings import Settings

FOLDER = click.Path(path_type=Path, file_okay=False)
OLD_FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)


@click.group()
def bench() -> None:
    """Measure pipelines on questions whose answer is known."""


@bench.command()
@click.option(
    "--pipelines", required=True, help="Names or .toml files, with commas; `offline`: all that call no model."
)
@click.option("--questions", "specs", required=True, multiple=True, help="FILE[:register], a folder, or `sample`.")
@click.option("--labels", default="", help="Label set told to the oracle controls (default: the file's own).")
@click.option("--out", type=FOLDER, required=True, help="Folder for runs and manifest; run again to go on.")
@click.option(
    "--training",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="Past examinations (a folder) or an LQAD-PL file, to mark near duplicates against.",
)
@click.option("--workers", default=1, type=click.IntRange(1, 256), help="Questions at once; 1 for honest latency.")
@click.option("--processes", is_flag=True, help="Workers are processes, not threads.")
@click.option("--repeat", default=1, type=click.IntRange(1, 20), help="Run each pipeline so often, to see variance.")
@click.option(
    "--answers",
    type=click.Choice(["product", "paper"]),
    is_flag=False,
    flag_value="product",
    default=None,
    help="Also let the language model answer from the first ten articles; paper: an option and one basis.",
)
@click.option("--annotated-only", is_flag=True, help="Search only articles with a surrogate (coverage-matched).")
@click.option("--retry-failed", is_flag=True, help="Ask the failed questions of finished runs again.")
@click.pass_obj
def run(
    context: Context,
    pipelines: str,
    specs: tuple[str, ...],
    labels: str,
    out: Path,
    training: tuple[Path, ...],
    workers: int,
    processes: bool,
    repeat: int,
    answers: Generation | None,
    annotated_only: bool,
    retry_failed: bool,
) -> None:
    """Run pipelines over questions. Interrupted, it goes on where it stopped; finished runs are not repeated."""
    options = BenchOptions(annotated_only, answers or "", repeat, context.settings.language)
    model = _model(context.settings)
    with context.library() as library, context.progress("bench") as advance:
        questions = merge([read_questions(spec, library.store) for spec in specs], "+".join(specs))
        questions = mark_questions(questions, LabelMaker(library.store), training)
        wanted = labels or questions.default_labels
        pick(questions.labels, wanted)
        tools = functools.partial(_open_tools, context.settings) if processes else library.tools
        systems = pipeline_systems(_chosen(pipelines, library), questions, wanted, tools, library.index, model, options)
        manifest = run_systems(
            systems,
            questions,
            out,
            frozenset(s.article_id for s in library.store.surrogates()),
            RunOptions(workers, processes, retry_failed),
            {"index": index_fingerprint(library.index), "model": model, "corpus": library.store.fingerprint()},
            lambda name, done, total: advance(done, f"of {total}  {name}"),
        )
    failed = sum(facts.n_failed for facts in manifest.systems.values())
    click.echo(f"{len(manifest.systems)} systems, {manifest.n_questions} questions, {failed} failed, in {out}")


def _model(settings: Settings) -> str:
    llm = settings.llm
    return f"{llm.preset or llm.base_url or llm.replay}:{llm.model}" if is_configured(llm) else ""


def _open_tools(settings: Settings) -> Tools:
    return Library(settings=settings).tools()


def _chosen(pipelines: str, library: Library) -> list[str]:
    """``offline`` stands for every shipped pipeline that calls no model and fits this index."""
    names: list[str] = []
    for name in filter(None, (part.strip() for part in pipelines.split(","))):
        names += [n for n in pipeline_names() if _fits(n, library)] if name == "offline" else [name]
    return list(dict.fromkeys(names))


def _fits(name: str, library: Library) -> bool:
    try:
        load_pipeline(name).check(library.index, model_configured=False)
    except PipelineError:
        return False
    return True


@bench.command()
@click.argument("folder", type=OLD_FOLDER)
@click.argument("first")
@click.argument("second")
@click.option("--labels", default="", help="Label set (default: the folder's own).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def compare(context: Context, folder: Path, first: str, second: str, labels: str, as_json: bool) -> None:
    """Two systems of one folder, every metric: difference, interval, McNemar's test."""
    results = load_results(folder)
    found = compare_runs(results.run(first), results.run(second), results.labels(labels))
    if as_json:
        context.print_json(found)
    else:
        click.echo(to_text(comparison_table(first, second, found)))


@bench.command("failures")
@click.argument("folder", type=OLD_FOLDER)
@click.argument("system")
@click.option("--questions", "spec", required=True, help="The question file that was run, for the questions' text.")
@click.option("--labels", default="", help="Label set (default: the folder's own).")
@click.option("--k", default=1, show_default=True, type=click.IntRange(1, 100), help="Among the first k is right.")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1), help="At most so many questions.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def show_failures(
    context: Context, folder: Path, system: str, spec: str, labels: str, k: int, limit: int, as_json: bool
) -> None:
    """Questions that a system did not answer: their text, what is right, what it found; surest mistakes first."""
    results = load_results(folder)
    with context.library() as library:
        texts = {q.question_id: q.text for q in read_questions(spec, library.store).questions}
        found = failures(results.run(system), results.labels(labels), texts, k)
        if as_json:
            context.print_json(found[:limit])
            return
        for each in found[:limit]:
            for line in failure_lines(each, library.name_of):
                click.echo(line)
    click.echo(f"{len(found)} of {results.manifest.n_questions}")


@bench.command()
@click.argument("folder", type=OLD_FOLDER)
@click.argument("systems", nargs=-1, required=True)
@click.option("--labels", default="", help="Label set (default: the folder's own).")
@click.pass_obj
def repeats(context: Context, folder: Path, systems: tuple[str, ...], labels: str) -> None:
    """Runs of one pipeline made with --repeat (NAME NAME@2 …): variance, and whether the order repeats."""
    results = load_results(folder)
    context.print_json(compare_repeats([results.run(name) for name in systems], results.labels(labels)))


@bench.command()
@click.argument("folders", type=OLD_FOLDER, nargs=-1, required=True)
@click.option("--out", type=FOLDER, required=True, help="Folder for report.html, report.md, report.tex and CSV.")
@click.option("--labels", default="", help="Only this label set (default: every one).")
@click.option("--baseline", default="", help="System the paired tests start from (default: the best at hit@1).")
@click.pass_obj
def report(context: Context, folders: tuple[Path, ...], out: Path, labels: str, baseline: str) -> None:
    """Tables and figures of one or more folders of runs, the paper's own numbers beside them."""
    with Store(context.settings.home) as store:
        written = write_report([load_results(f) for f in folders], out, labels, baseline, LabelMaker(store).resolver)
    for path in written:
        click.echo(path)


@bench.command()
@click.argument("questions", type=click.Path(path_type=Path, exists=True))
@click.option("--out", type=FOLDER, help="Also write audit.csv, audit.md and audit.json there.")
@click.pass_obj
def audit(context: Context, questions: Path, out: Path | None) -> None:
    """Every released label that differs from the legal basis, with the reason and the evidence."""
    with Store(context.settings.home) as store:
        found = audit_labels(read_questions(str(questions), store), LabelMaker(store))
    table, summary = audit_table(found), audit_summary(found)
    click.echo(to_text(table))
    click.echo(to_text(summary))
    if out is not None:
        atomic_write_text(out / "audit.csv", to_csv(table))
        atomic_write_text(out / "audit.md", to_markdown(summary) + "\n" + to_markdown(table))
        atomic_write_json(out / "audit.json", to_json(found))


@bench.command()
@click.argument("spec")
@click.option(
    "--format",
    "form",
    type=click.Choice(["trec", "beir"]),
    default="trec",
    show_default=True,
    help="Form of the files.",
)
@click.option("--labels", default="", help="Label set (default: the file's own).")
@click.option("--out", type=FOLDER, required=True, help="Folder to write to.")
@click.option("--with-corpus", is_flag=True, help="BEIR: also corpus.jsonl, an article a line.")
@click.pass_obj
def export(context: Context, spec: str, form: str, labels: str, out: Path, with_corpus: bool) -> None:
    """Questions and labels for other tools (runs are already TREC files beside their JSONL)."""
    with Store(context.settings.home) as store:
        found = read_questions(spec, store)
        if form == "trec":
            written = export_trec(found, labels, out)
        else:
            written = export_beir(found, labels, out, store if with_corpus else None)
    for path in written:
        click.echo(path)


@bench.command()
@click.argument("specs", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def stats(context: Context, specs: tuple[str, ...], as_json: bool) -> None:
    """Question files: how many questions, how many with a label in this corpus, and why not the others."""
    with Store(context.settings.home) as store:
        for spec in specs:
            found = read_questions(spec, store)
            labelled = {name: len(each.articles) for name, each in found.labels.items()}
            facts = {
                "questions": len(found.questions),
                "labelled": labelled,
                "unresolved": dict(found.reasons()),
                "sha256": found.sha256,
            }
            if as_json:
                context.print_json({"set": spec, **facts})
            else:
                click.echo("\n".join([spec, *(f"  {key}: {value}" for key, value in facts.items())]))
