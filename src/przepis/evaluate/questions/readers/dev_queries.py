"""Development queries: one article a row, asked in three registers. ``key`` is publication#label."""

from __future__ import annotations

from pathlib import Path

from przepis.errors import CitationError
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.question_set import QuestionSet, sha256_of
from przepis.evaluate.questions.readers.rows import read_rows
from przepis.records import REGISTERS, LabelSet, Question

LABELS = "key"


def read_dev_queries(path: Path, maker: LabelMaker) -> QuestionSet:
    questions: list[Question] = []
    articles: dict[str, tuple[str, ...]] = {}
    unresolved: dict[str, str] = {}
    for row in read_rows(path, frozenset({"key", *REGISTERS})):
        article_id, reason = article_of_key(row["key"], maker)
        for register in REGISTERS:
            if not row[register]:
                continue
            own_id = f"{row['key']}:{register}"
            questions.append(Question(own_id, row[register], register=register, meta={"key": row["key"]}))
            if article_id:
                articles[own_id] = (article_id,)
            else:
                unresolved[own_id] = reason
    labels = {LABELS: LabelSet(LABELS, articles)}
    return QuestionSet(path.stem, tuple(questions), labels, sha256_of([path]), LABELS, unresolved)


def article_of_key(key: str, maker: LabelMaker) -> tuple[str | None, str]:
    """``DU-2024-1568#804^1`` names the published text; the article belongs to the act whose text it is."""
    publication, _, label = key.partition("#")
    version_id = publication.replace("-", "/")
    try:
        act_id = maker.store.version(version_id).act_id
    except CitationError:
        return None, f"publication not in the corpus: {version_id}"
    # Some keys read a plain number as a superscript ("1^61" in an act that has 161 and no 1^61).
    for written in (label, label.replace("^", "")):
        if maker.has(f"{act_id}#{written}"):
            return f"{act_id}#{written}", ""
    return None, f"no article {label} in {act_id}"
