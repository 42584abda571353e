"""Questions in this project's own form: the bundled sample, or any file of the same rows."""

from __future__ import annotations

from pathlib import Path

from przepis.errors import LabelError, SourceError
from przepis.evaluate.questions.labels import CORRECT, LabelMaker
from przepis.evaluate.questions.question_set import SAMPLE, QuestionSet, explicit_set, sha256_of
from przepis.sources import sample

ITS_HOME = "The sample's invented acts are in the home that `przepis demo` makes: `przepis --home HOME/demo bench …`"


def read_sample(path: Path, maker: LabelMaker) -> QuestionSet:
    bundled = str(path) == SAMPLE
    chosen = sample.questions_path() if bundled else path
    try:
        questions, labels = sample.read_questions(chosen)
    except SourceError as error:
        raise LabelError(f"{error}; was the file cut short?") from error
    remedy = ITS_HOME if bundled else CORRECT
    return explicit_set(chosen.stem, tuple(questions), labels, sha256_of([chosen]), maker, remedy)
