"""LQAD-PL: questions in SQuAD form, each with the wording of the provision that answers it and no article number.

The label is the article whose text holds that wording. The law has changed since: only sure matches are kept, the
rest is counted as unresolved.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from przepis.errors import LabelError
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.provision_match import ProvisionMatcher
from przepis.evaluate.questions.question_set import QuestionSet, sha256_of
from przepis.records import LabelSet, Question

LABELS = "matched"


def read_lqad(path: Path, maker: LabelMaker) -> QuestionSet:
    pairs = list(_pairs(path))
    matcher = ProvisionMatcher([context for _, context in pairs])
    matcher.read(maker.store.articles())
    questions: list[Question] = []
    articles: dict[str, tuple[str, ...]] = {}
    unresolved: dict[str, str] = {}
    for place, (row, _) in enumerate(pairs):
        own_id = re.sub(r"\s+", "_", str(row["id"]))
        year = own_id[:4] if own_id[:4].isdigit() else ""
        questions.append(Question(own_id, row["question"].strip(), register="exam", meta={"year": year}))
        article_id, reason = matcher.best(place)
        if article_id:
            articles[own_id] = (article_id,)
        else:
            unresolved[own_id] = reason
    labels = {LABELS: LabelSet(LABELS, articles)}
    return QuestionSet(path.stem, tuple(questions), labels, sha256_of([path]), LABELS, unresolved)


def read_lqad_questions(path: Path) -> list[Question]:
    """The questions alone, for finding near duplicates."""
    return [Question(f"{path.stem} {n}", row["question"].strip()) for n, (row, _) in enumerate(_pairs(path))]


def _pairs(path: Path) -> list[tuple[dict[str, Any], str]]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return [
            (qa, paragraph["context"])
            for document in data["data"]
            for paragraph in document["paragraphs"]
            for qa in paragraph["qas"]
            if qa["id"] and qa["question"]
        ]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise LabelError(f"{path} is not in SQuAD form (data, paragraphs, context, qas): {error!r}") from error
