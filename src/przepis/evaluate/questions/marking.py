"""Adds to each question what reports group by: the act's family, near duplicates, all provisions of its key."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from przepis.evaluate.questions.labels import LabelMaker, asked_words
from przepis.evaluate.questions.near_duplicates import near_duplicates, read_training
from przepis.evaluate.questions.question_set import QuestionSet
from przepis.records import Question

SMALL_FAMILY = 5
OTHER = "other acts"


def mark_questions(found: QuestionSet, maker: LabelMaker, training: Sequence[Path] = ()) -> QuestionSet:
    """``training``: folders of past examinations, LQAD-PL files; without any, near duplicates stay unmarked, not
    "none"."""
    families = _families(found, maker)
    known = [question for path in training for question in read_training(path)]
    twins = near_duplicates(found.questions, known) if training else None
    questions = tuple(_marked(q, families, twins, maker) for q in found.questions)
    return dataclasses.replace(found, questions=questions)


def _marked(
    question: Question,
    families: Mapping[str, str],
    twins: Mapping[str, tuple[str, float]] | None,
    maker: LabelMaker,
) -> Question:
    meta: dict[str, Any] = dict(question.meta)
    meta["family"] = families.get(question.question_id, "")
    if twins is not None:
        meta["near_duplicate"] = question.question_id in twins
    if meta.get("legal_basis"):
        meta["provisions"] = maker.from_basis(str(meta["legal_basis"]), asked_words(question)).keys
    return dataclasses.replace(question, meta=meta)


def _families(found: QuestionSet, maker: LabelMaker) -> dict[str, str]:
    """The act of the first right article; acts with few questions are put together."""
    labels = found.labels[found.default_labels]
    acts = {q: articles[0].partition("#")[0] for q, articles in labels.articles.items() if articles}
    sizes = Counter(acts.values())
    return {
        q: (maker.names.abbreviation(act) or maker.names.title(act) or act) if sizes[act] >= SMALL_FAMILY else OTHER
        for q, act in acts.items()
    }
