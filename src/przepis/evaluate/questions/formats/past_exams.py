"""Earlier examinations, for training (to 2022) and development (2023)."""

from __future__ import annotations

from pathlib import Path

from przepis.evaluate.questions.formats.benchmark import corrected_labels, question_id
from przepis.evaluate.questions.formats.rows import read_rows
from przepis.evaluate.questions.labels import CORRECTED, LabelMaker, unit_labels
from przepis.evaluate.questions.question_set import QuestionSet, sha256_of
from przepis.records import Question

LAST_TRAINING_YEAR = 2022
_NEEDED = frozenset({"id", "question", "choices", "answer", "legal_basis", "year"})


def read_past_exam(path: Path, maker: LabelMaker) -> QuestionSet:
    questions = read_past_questions(path)
    labels, unresolved = corrected_labels(questions, maker)
    sets = {CORRECTED: labels, "units": unit_labels(labels)}
    return QuestionSet(path.stem, questions, sets, sha256_of([path]), CORRECTED, unresolved)


def read_past_questions(path: Path) -> tuple[Question, ...]:
    """The questions alone, with no corpus: what near-duplicate marking needs."""
    return tuple(
        Question(
            question_id(path, int(row["id"])),
            row["question"],
            tuple(row["choices"][letter] for letter in sorted(row["choices"])),
            register="exam",
            meta={
                "year": str(row["year"]),
                "exam": row.get("exam_type", ""),
                "correct": row["answer"],
                "legal_basis": row["legal_basis"],
            },
        )
        for row in read_rows(path, _NEEDED)
    )
