"""``przepis bench export``: questions, labels and runs as TREC files or a BEIR folder, for other people's tools."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from przepis.artifact import atomic_write_text
from przepis.corpus.store import Store
from przepis.errors import LabelError
from przepis.evaluate.questions.labels import pick
from przepis.evaluate.questions.question_set import QuestionSet
from przepis.records import LabelSet


def export_trec(questions: QuestionSet, labels: str, out: Path) -> list[Path]:
    """NAME.tsv (topics) and NAME.qrels, which ``read_questions`` reads back."""
    chosen = pick(questions.labels, labels or questions.default_labels)
    stem = questions.name.replace(":", "-")
    topics, qrels = out / f"{stem}.tsv", out / f"{stem}.qrels"
    atomic_write_text(topics, "".join(f"{q.question_id}\t{_one_line(q.text)}\n" for q in questions.questions))
    atomic_write_text(qrels, "".join(f"{q} 0 {article} 1\n" for q, article in _judgements(questions, chosen)))
    return [topics, qrels]


def export_beir(questions: QuestionSet, labels: str, out: Path, store: Store | None = None) -> list[Path]:
    """queries.jsonl and qrels/test.tsv; with a store also corpus.jsonl, an article a line."""
    chosen = pick(questions.labels, labels or questions.default_labels)
    queries, qrels = out / "queries.jsonl", out / "qrels" / "test.tsv"
    rows = ({"_id": q.question_id, "text": _one_line(q.text)} for q in questions.questions)
    atomic_write_text(queries, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    lines = (f"{q}\t{article}\t1\n" for q, article in _judgements(questions, chosen))
    atomic_write_text(qrels, "query-id\tcorpus-id\tscore\n" + "".join(lines))
    written = [queries, qrels]
    if store is not None:
        corpus = out / "corpus.jsonl"
        atomic_write_text(corpus, "".join(_corpus_lines(store)))
        written.append(corpus)
    return written


def _corpus_lines(store: Store) -> Iterator[str]:
    titles = {act.act_id: act.title for act in store.acts()}
    for article in store.articles():
        title = " — ".join((titles.get(article.act_id, ""), *article.headings))
        row = {"_id": article.article_id, "title": title, "text": article.text}
        yield json.dumps(row, ensure_ascii=False) + "\n"


def _judgements(questions: QuestionSet, labels: LabelSet) -> Iterator[tuple[str, str]]:
    if not labels.articles:
        raise LabelError(f"label set {labels.name!r} of {questions.name} is empty: nothing to export")
    for question in questions.questions:
        for article_id in labels.articles.get(question.question_id, ()):
            yield question.question_id, article_id


def _one_line(text: str) -> str:
    return " ".join(text.split())
