"""BEIR folders: queries.jsonl (_id, text) and qrels/*.tsv (query-id, corpus-id, score). Ids are article ids."""

from __future__ import annotations

import csv
from pathlib import Path

from przepis.errors import LabelError
from przepis.evaluate.questions.formats.rows import read_rows
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.question_set import QuestionSet, explicit_set, sha256_of
from przepis.records import LabelSet, Question

LABELS = "qrels"


def read_beir(path: Path, maker: LabelMaker) -> QuestionSet:
    queries = path / "queries.jsonl"
    qrels = _qrels(path)
    articles = _read_qrels(qrels)
    rows = list(read_rows(queries, frozenset({"_id", "text"})))
    known = {str(row["_id"]) for row in rows}
    stray = sorted(set(articles) - known)
    if stray:
        raise LabelError(f"{qrels}: {len(stray)} query ids are not in queries.jsonl, e.g. {stray[0]}")
    # BEIR keeps the queries of all splits in one file; a split has those that its qrels name.
    questions = tuple(Question(str(r["_id"]), r["text"]) for r in rows if str(r["_id"]) in articles)
    labels = LabelSet(LABELS, articles)
    return explicit_set(path.name, questions, labels, sha256_of([queries, qrels]), maker)


def _qrels(path: Path) -> Path:
    for name in ("test", "dev", "train"):
        if (path / "qrels" / f"{name}.tsv").is_file():
            return path / "qrels" / f"{name}.tsv"
    raise LabelError(f"{path} has no qrels/test.tsv (nor dev, train)")


def _read_qrels(path: Path) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    with path.open(encoding="utf-8", newline="") as stream:
        for number, row in enumerate(csv.reader(stream, delimiter="\t"), start=1):
            if number == 1 and row[:1] == ["query-id"]:
                continue
            try:
                query_id, article_id, score = row
                grade = int(score)
            except ValueError as error:
                raise LabelError(f"{path}, line {number}: query-id, corpus-id and a whole number expected") from error
            if grade > 0:
                found.setdefault(query_id, []).append(article_id)
    return {q: tuple(a) for q, a in found.items()}
