"""`przepis engine …`: move an index to Milvus, compare the two, say how it stands."""

from __future__ import annotations

from typing import Any

import click
import numpy as np

from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.errors import EngineError, InputError
from przepis.evaluate.questions.sets import read_questions
from przepis.index.local.index import LocalIndex
from przepis.index.local.lexical import Bm25Settings
from przepis.index.milvus.connection import Connection
from przepis.index.milvus.generations import Generations
from przepis.index.milvus.load import copy_index
from przepis.index.milvus.schema import LexicalPart, fingerprint
from przepis.index.milvus.searcher import MilvusSearcher
from przepis.index.milvus.verify import check_items, compare, sample_queries
from przepis.library import Library
from przepis.pipelines.loader import load_pipeline, pipeline_names
from przepis.retrieve.bm25 import Bm25Step
from przepis.serve.cli.context import Context
from przepis.settings import EngineSettings, Settings


@click.group()
def engine() -> None:
    """The scale-out engine: copy the index to Milvus, verify the copy, see its state."""


@engine.command()
@click.option("--to", "uri", help="Milvus: http://HOST:PORT, or a .db file; default: the setting engine.uri.")
@click.option("--bm25", "more", multiple=True, help="Also FIELD:K1:B, for a pipeline of your own; may be repeated.")
@click.pass_obj
def copy(context: Context, uri: str | None, more: tuple[str, ...]) -> None:
    """Copy the current index to Milvus and switch to it. An interrupted copy goes on where it stopped."""
    settings = _engine_settings(context.settings, uri)
    local = LocalIndex(context.settings.home)
    connection = Connection(settings)
    try:
        with context.progress("copy", None) as advance:
            facts = copy_index(
                local,
                connection,
                extra=(*shipped_parts(), *(_part(m) for m in more)),
                progress=lambda part, done, total: advance(done, f"of {total} {part}"),
            )
    finally:
        connection.close()
    n_items = sum(facts["parts"].values())
    click.echo(
        f"generation {facts['generation']} of {facts['n_articles']} articles: {n_items} items in "
        f"{len(facts['parts'])} collections, {facts['seconds']} s"
    )


@engine.command()
@click.option("--to", "uri", help="Address of Milvus; default: the setting engine.uri.")
@click.option("--questions", help="Questions to compare with: a file, or `sample`; default: from the corpus.")
@click.option("--sample", "n_queries", default=500, show_default=True, help="How many queries are compared.")
@click.option("--pipeline", "pipelines", multiple=True, help="Also compare this pipeline's hits; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def verify(
    context: Context, uri: str | None, questions: str | None, n_queries: int, pipelines: tuple[str, ...], as_json: bool
) -> None:
    """Compare the copy with the local index: every item in its place, and the same first ten for every query."""
    settings = context.settings.model_copy(update={"engine": _engine_settings(context.settings, uri)})
    with Store(settings.home) as store:
        texts = [q.text for q in read_questions(questions, store).questions] if questions else None
        queries = (texts or sample_queries(store, n_queries))[:n_queries]
    local = LocalIndex(settings.home)
    remote = MilvusSearcher(local, settings.engine)
    try:
        problems = check_items(remote)
        vectors = open_encoder(local.encoder_name).encode_queries(queries) if local.dense_fields else None
        with context.progress("verify", None) as advance:
            found = compare(remote, queries, vectors, progress=lambda done, total: advance(done, f"of {total}"))
    finally:
        remote.close()
    rows = [
        {"list": name, "n": c.n_lists, "same": c.n_same, "rounding": c.n_rounding, "other": c.worst}
        for name, c in found.items()
        if c.n_lists
    ]
    rows += [_compare_pipeline(context.settings, settings, name, queries) for name in pipelines]
    _report(context, rows, problems, as_json)


@engine.command()
@click.option("--to", "uri", help="Address of Milvus; default: the setting engine.uri.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
@click.pass_obj
def status(context: Context, uri: str | None, as_json: bool) -> None:
    """Whether Milvus answers, its version, and which generations it holds."""
    connection = Connection(_engine_settings(context.settings, uri))
    try:
        generations = Generations(connection)
        facts: dict[str, Any] = {"uri": connection.uri, "server": connection.check_version()}
        facts["local_generation"] = fingerprint(LocalIndex(context.settings.home).folder)
        facts["current"] = generations.current()
        facts["whole"] = sorted(generations.names())
        facts["fresh"] = facts["current"] == facts["local_generation"]
    finally:
        connection.close()
    if as_json:
        context.print_json(facts)
    else:
        for key, value in facts.items():
            click.echo(f"{key:>16}  {value}")


def shipped_parts() -> tuple[LexicalPart, ...]:
    """Every setting of k1 and b that a shipped pipeline asks for."""
    steps = (step for name in pipeline_names() for step in load_pipeline(name).steps)
    return tuple({LexicalPart(s.field, Bm25Settings(s.k1, s.b)) for s in steps if isinstance(s, Bm25Step)})


def _engine_settings(settings: Settings, uri: str | None) -> EngineSettings:
    return settings.engine.model_copy(update={"name": "milvus", "uri": uri or settings.engine.uri})


def _part(written: str) -> LexicalPart:
    try:
        field, k1, b = written.rsplit(":", 2)
        return LexicalPart(field, Bm25Settings(float(k1), float(b)))
    except ValueError:
        raise InputError(f"--bm25 {written!r} is not FIELD:K1:B, like text:0.9:0.4") from None


def _compare_pipeline(local: Settings, remote: Settings, name: str, queries: list[str]) -> dict[str, Any]:
    """The first ten hits of a whole pipeline on both engines."""
    embedded = local.model_copy(update={"engine": EngineSettings()})
    n_same = 0
    other: list[str] = []
    with Library(settings=embedded) as ours, Library(settings=remote) as theirs:
        for query in queries:
            a, b = (np.array([h.article_id for h in x.run(query, pipeline=name, units=0).hits]) for x in (ours, theirs))
            if np.array_equal(a, b):
                n_same += 1
            elif len(other) < 5:
                other.append(f"{query[:60]!r}: {b[:3].tolist()}, embedded {a[:3].tolist()}")
    return {"list": name, "n": len(queries), "same": n_same, "rounding": 0, "other": other}


def _report(context: Context, rows: list[dict[str, Any]], problems: list[str], as_json: bool) -> None:
    n, same = sum(r["n"] for r in rows), sum(r["same"] for r in rows)
    if as_json:
        context.print_json({"lists": rows, "problems": problems, "n": n, "same": same})
    else:
        for row in rows:
            click.echo(f"{row['same']:>6} of {row['n']:<6} {row['list']}  ({row['rounding']} by rounding)")
            for line in row["other"]:
                click.echo(f"        {line}")
        click.echo("\n".join(problems) or "every item is in its place")
        click.echo(f"{same} of {n} lists have the same first ten ({100 * same / max(1, n):.2f} %)")
    if problems or same < 0.99 * n:
        raise EngineError("the copy differs from the local index; run `przepis engine copy` again")
