"""Questions recur from year to year. Marks those whose stem has a near duplicate in the training set.

Two stems are near duplicates where the Jaccard index of their words' six-letter prefixes is 0.6 or more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from przepis.errors import LabelError
from przepis.evaluate.questions.formats.lqad import read_lqad_questions
from przepis.evaluate.questions.formats.past_exams import LAST_TRAINING_YEAR, read_past_questions
from przepis.evaluate.questions.stems import jaccard, stem_prefixes
from przepis.records import Question

THRESHOLD = 0.6


def near_duplicates(questions: Iterable[Question], training: Iterable[Question]) -> dict[str, tuple[str, float]]:
    """question_id -> the most alike training question and how alike, for those at or above the threshold."""
    known = {q.question_id: stem_prefixes(q.text) for q in training}
    postings: dict[str, list[str]] = defaultdict(list)
    for training_id, stems in known.items():
        for stem in stems:
            postings[stem].append(training_id)
    found: dict[str, tuple[str, float]] = {}
    for question in questions:
        own = stem_prefixes(question.text)
        candidates = {t for stem in own for t in postings.get(stem, ()) if t != question.question_id}
        best = max(((jaccard(own, known[t]), t) for t in candidates), default=(0.0, ""))
        if best[0] >= THRESHOLD:
            found[question.question_id] = (best[1], best[0])
    return found


def read_training(path: Path) -> list[Question]:
    """All questions of past examinations up to the last training year, or of an LQAD-PL file (``*.json``)."""
    if path.suffix == ".json":
        return read_lqad_questions(path)
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not files:
        raise LabelError(f"{path} has no examination files (*.jsonl)")
    questions = [q for file in files for q in read_past_questions(file)]
    return [q for q in questions if int(q.meta["year"]) <= LAST_TRAINING_YEAR]
