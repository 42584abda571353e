"""Development queries: one article a row, asked in three registers. ``key`` is publication#label."""

from __future__ import annotations

from pathlib import Path

from przepis.errors import CitationError
from przepis.evaluate.questions.formats.rows import read_rows
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.question_set import QuestionSet, sha256_of
from przepis.law.labels import is_annex
from przepis.records import REGISTERS, LabelSet, Question

LABELS = "key"


def read_dev_queries(path: Path, maker: LabelMaker) -> QuestionSet:
    questions: list[Question] = []
    articles: dict[str, tuple[str, ...]] = {}
    unresolved: dict[str, str] = {}
    for row in read_rows(path, frozenset({"key", *REGISTERS})):
        article_ids, reason = articles_of_key(row["key"], maker)
        for register in REGISTERS:
            if not row[register]:
                continue
            own_id = f"{row['key']}:{register}"
            questions.append(Question(own_id, row[register], register=register, meta={"key": row["key"]}))
            if article_ids:
                articles[own_id] = article_ids
            else:
                unresolved[own_id] = reason
    labels = {LABELS: LabelSet(LABELS, articles)}
    return QuestionSet(path.stem, tuple(questions), labels, sha256_of([path]), LABELS, unresolved)


def articles_of_key(key: str, maker: LabelMaker) -> tuple[tuple[str, ...], str]:
    """``DU-2024-1568#804^1`` names the published text; the article belongs to the act whose text it is.

    The key of a regulation is a number printed in its file: where an annex (a statute of an office, say) has a § of
    that number too, it names either.
    """
    publication, _, label = key.partition("#")
    version_id = publication.replace("-", "/")
    try:
        act_id = maker.store.version(version_id).act_id
    except CitationError:
        return (), f"publication not in the corpus: {version_id}"
    # Some keys read a plain number as a superscript ("1^61" in an act that has 161 and no 1^61).
    own = [w for w in (label, label.replace("^", "")) if maker.has(f"{act_id}#{w}")][:1]
    annexed = [a for a in maker.labels_of(act_id) if is_annex(a) and a.endswith(f".p{label}")]
    if own or annexed:
        return tuple(f"{act_id}#{each}" for each in (*own, *annexed)), ""
    return (), f"no article {label} in {act_id}"
