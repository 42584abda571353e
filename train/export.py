"""Write what the encoder's training reads, from an imported corpus.

    python3 -m train.export --home HOME --shared ../shared --out train/export

articles.jsonl   every article that is not repealed: place in the law, text, chunk spans
pairs.jsonl      a question or summary, and the article that answers it; ``kind`` says where it is from
dev.jsonl        the examinations of 2023 and the development queries, to follow the training by, never to train on
loose.txt        the wording of the training examinations, for pretraining

Which years the encoder may see is ruled by ``train.folds``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from przepis.artifact import atomic_write_text
from przepis.corpus.chunks import chunk_spans
from przepis.corpus.store import Store
from przepis.evaluate.questions.question_set import QuestionSet
from przepis.evaluate.questions.sets import read_questions
from przepis.records import Surrogate
from train.folds import CHOICE_YEAR, FIRST_YEAR, LAST_YEAR

Row = dict[str, Any]


def write_rows(path: Path, rows: list[Row]) -> None:
    atomic_write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    print(f"{path}: {len(rows)} rows", flush=True)


def article_rows(store: Store) -> Iterator[Row]:
    titles = {act.act_id: act.title for act in store.acts()}
    for article in store.articles():
        if article.repealed or not article.text.strip():
            continue
        yield {
            "article_id": article.article_id,
            "act_id": article.act_id,
            "title": titles[article.act_id],
            "headings": list(article.headings),
            "text": article.text,
            "text_hash": article.text_hash,
            "chunks": chunk_spans(article.text),
        }


def surrogate_rows(surrogate: Surrogate) -> Iterator[Row]:
    """The registers' questions, the summary, and the concepts as one row (a query is made of a few of them)."""
    for kind in ("lay", "practitioner", "keywords", "more"):
        for query in getattr(surrogate, kind):
            yield {"query": query, "article_id": surrogate.article_id, "kind": "lay" if kind == "more" else kind}
    if surrogate.summary:
        yield {"query": surrogate.summary, "article_id": surrogate.article_id, "kind": "summary"}
    if len(surrogate.concepts) > 1:
        yield {"query": "; ".join(surrogate.concepts), "article_id": surrogate.article_id, "kind": "concepts"}


def examination_files(shared: Path, first: int, last: int) -> list[Path]:
    files = sorted((shared / "data" / "exams" / "past").glob("*.jsonl"))
    return [path for path in files if first <= int(path.name[:4]) <= last]


def labelled_rows(found: QuestionSet, kind: str) -> Iterator[Row]:
    """One row a question and article; options travel along, to be added to the stem in training."""
    labels = found.labels[found.default_labels].articles
    for question in found.questions:
        for article_id in labels.get(question.question_id, ()):
            yield {"query": question.text, "options": list(question.options), "article_id": article_id, "kind": kind}


def dev_rows(name: str, found: QuestionSet) -> Iterator[Row]:
    labels = found.labels[found.default_labels].articles
    for question in found.questions:
        if question.question_id in labels:
            row = {"set": name, "query": question.text, "articles": list(labels[question.question_id])}
            yield {**row, "set": f"{name} {question.register}"} if question.register else row
            if question.options:
                yield {**row, "set": f"{name}+options", "query": " ".join((question.text, *question.options))}


def lqad_rows(store: Store, shared: Path) -> Iterator[Row]:
    for split in ("train", "dev", "test"):
        path = shared / "data" / "exams" / f"lqad-pl-{split}.json"
        yield from labelled_rows(read_questions(str(path), store), "lqad")


def collect_pairs(store: Store, shared: Path) -> list[Row]:
    rows = [row for surrogate in store.surrogates() for row in surrogate_rows(surrogate)]
    rows += [{"query": q.text, "article_id": q.article_id, "kind": "asked"} for q in store.asked()]
    for path in examination_files(shared, FIRST_YEAR, LAST_YEAR):
        rows += labelled_rows(read_questions(str(path), store), "exam")
    rows += lqad_rows(store, shared)
    return rows


def collect_dev(store: Store, shared: Path) -> list[Row]:
    rows: list[Row] = []
    for path in examination_files(shared, CHOICE_YEAR, CHOICE_YEAR):
        rows += dev_rows("exam", read_questions(str(path), store))
    for name in ("dev-queries", "other-acts", "real-needs", "regulations"):
        path = shared / "data" / "queries" / f"{name}.jsonl"
        if path.is_file():
            rows += dev_rows(name, read_questions(str(path), store))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with Store(options.home) as store:
        write_rows(options.out / "articles.jsonl", list(article_rows(store)))
        pairs = collect_pairs(store, options.shared)
        write_rows(options.out / "pairs.jsonl", pairs)
        write_rows(options.out / "dev.jsonl", collect_dev(store, options.shared))
        lines = [" ".join((r["query"], *r["options"])) for r in pairs if r["kind"] in ("exam", "lqad")]
        atomic_write_text(options.out / "loose.txt", "\n".join(dict.fromkeys(lines)) + "\n")


if __name__ == "__main__":
    main()
