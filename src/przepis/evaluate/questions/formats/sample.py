"""Questions in this project's own form: the bundled sample, or any file of the same rows."""

from __future__ import annotations

from pathlib import Path

from przepis.errors import LabelError, SourceError
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.question_set import SAMPLE, QuestionSet, explicit_set, sha256_of
from przepis.sources import sample


def read_sample(path: Path, maker: LabelMaker) -> QuestionSet:
    chosen = sample.questions_path() if str(path) == SAMPLE else path
    try:
        questions, labels = sample.read_questions(chosen)
    except SourceError as error:
        raise LabelError(f"{error}; was the file cut short?") from error
    return explicit_set(chosen.stem, tuple(questions), labels, sha256_of([chosen]), maker)
