"""Annotations from files: a batch's answers, or surrogates written elsewhere, one JSON object a line.

Nothing is guessed: an answer for a wording that changed, for an unknown article, or unfit by the rules is
counted and named, and the rest is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from przepis.artifact import read_jsonl
from przepis.errors import InputError
from przepis.llm.batch import BatchAnswer, read_batch
from przepis.llm.schema import parse_json, violations
from przepis.records import Article, Surrogate, surrogate_from_json, to_json
from przepis.surrogates.corpus import AnnotatedCorpus
from przepis.surrogates.requests import annotate_prompt, batch_id, data_problems, finished
from przepis.surrogates.schema import SCHEMA
from przepis.surrogates.validate import problems

GROUP = 500


@dataclass(slots=True)
class ImportReport:
    n_imported: int = 0
    n_unknown: int = 0  # no such article, or its wording changed since
    n_repeated: int = 0
    errors: list[str] = field(default_factory=list)  # the provider's, and damaged lines
    unfit: list[tuple[str, str]] = field(default_factory=list)  # article_id, what is wrong


def import_batch(corpus: AnnotatedCorpus, paths: Iterable[Path], annotator: str = "") -> ImportReport:
    """Answers to exported requests, in any order and any part of them.

    ``annotator`` names the model where the answers do not.
    """
    report = ImportReport()
    prompt = annotate_prompt()
    by_id = {batch_id(a, prompt.version): a for a in corpus.articles()}
    group: dict[str, Surrogate] = {}
    done: set[str] = set()
    for answer in read_batch(paths):
        article = by_id.get(answer.custom_id)
        if answer.reply is None:
            report.errors.append(f"{article.article_id}: {answer.error}" if article else answer.error)
        elif article is None:
            report.n_unknown += 1
        elif article.article_id in done:
            report.n_repeated += 1
        elif (data := _usable(answer, article, report)) is not None:
            name = answer.model or annotator or "batch"
            group[article.article_id] = finished(data, article, name, prompt.version)
            done.add(article.article_id)
            if len(group) >= GROUP:
                report.n_imported += corpus.put_surrogates(list(group.values()))
                group = {}
    report.n_imported += corpus.put_surrogates(list(group.values()))
    return report


def _usable(answer: BatchAnswer, article: Article, report: ImportReport) -> Any:
    assert answer.reply is not None
    try:
        data = parse_json(answer.reply.text)
        wrong = violations(data, SCHEMA) or data_problems(data, article)
    except ValueError as error:
        wrong = [str(error)]
    if wrong:
        report.unfit.append((article.article_id, "; ".join(wrong[:3])))
        return None
    return data


def import_surrogates(corpus: AnnotatedCorpus, path: Path) -> ImportReport:
    """A file of surrogates with the records' own field names, as ``export_surrogates`` writes it."""
    report = ImportReport()
    articles = {a.article_id: a for a in corpus.articles()}
    kept: list[Surrogate] = []
    for line in read_jsonl(path):
        surrogate = from_json(line, path)
        article = articles.get(surrogate.article_id)
        if article is None:
            report.n_unknown += 1
            continue
        wrong = [] if surrogate.annotator == "extractive" else problems(surrogate, article.text)
        if wrong:
            report.unfit.append((surrogate.article_id, "; ".join(wrong[:3])))
        else:
            kept.append(surrogate)
    report.n_imported = corpus.put_surrogates(kept)
    return report


def surrogate_lines(surrogates: Iterable[Surrogate]) -> Iterator[dict[str, Any]]:
    """The lines of such a file."""
    for surrogate in surrogates:
        yield {k: v for k, v in to_json(surrogate).items() if k != "stale"}


def from_json(line: Any, path: Path) -> Surrogate:
    try:
        empty = {"lay": (), "practitioner": (), "keywords": ()}
        return surrogate_from_json(line["article_id"], line["text_hash"], empty | line, whole=True)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise InputError(f"{path} has a line that is not a surrogate: {error!r}") from error
