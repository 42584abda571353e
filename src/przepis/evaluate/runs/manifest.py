"""What a folder of runs is of: questions with their hash, label sets, systems with their keys. No times in it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from przepis import __version__
from przepis.artifact import atomic_write_json, atomic_write_text, read_json
from przepis.errors import LabelError, StoreError
from przepis.evaluate.questions.question_set import QuestionSet
from przepis.evaluate.runs.files import to_line
from przepis.records import Question

FORMAT = 1


@dataclass(frozen=True, slots=True)
class SystemFacts:
    key: str
    about: str
    group: str
    n_failed: int
    sha256: str


@dataclass(slots=True)
class Manifest:
    question_set: str
    questions_sha256: str
    n_questions: int
    default_labels: str
    n_labelled: dict[str, int]
    n_unresolved: dict[str, int]  # by reason, of the default label set
    facts: dict[str, str]
    systems: dict[str, SystemFacts] = field(default_factory=dict)
    program: str = __version__

    @classmethod
    def of(cls, questions: QuestionSet, facts: dict[str, str]) -> Manifest:
        return cls(
            question_set=questions.name,
            questions_sha256=questions.sha256,
            n_questions=len(questions.questions),
            default_labels=questions.default_labels,
            n_labelled={name: len(labels.articles) for name, labels in sorted(questions.labels.items())},
            n_unresolved=dict(questions.reasons()),
            facts=dict(facts),
        )


def write_manifest(out: Path, manifest: Manifest) -> None:
    atomic_write_json(out / "manifest.json", {"format": FORMAT, **dataclasses.asdict(manifest)})


def read_manifest(out: Path) -> Manifest:
    path = out / "manifest.json"
    if not path.is_file():
        raise LabelError(f"{out} holds no runs (no manifest.json); `przepis bench run --out {out}` makes them")
    try:
        data: dict[str, Any] = read_json(path)
        if data.pop("format") != FORMAT:
            raise LabelError(f"{path} has another format; run the benchmark again")
        systems = {name: SystemFacts(**facts) for name, facts in data.pop("systems").items()}
        return Manifest(systems=systems, **data)
    except (StoreError, KeyError, TypeError, AttributeError) as error:
        raise LabelError(f"{path} is damaged ({error}); give another folder or run again") from error


def write_questions(out: Path, questions: QuestionSet, annotated: frozenset[str] = frozenset()) -> None:
    """Ids, groups and every label set, not the wording: a report needs no more, and the text is its owner's."""
    lines = [to_line(_facts(question, questions, annotated)) for question in questions.questions]
    atomic_write_text(out / "questions.jsonl", "".join(lines))


def _facts(question: Question, questions: QuestionSet, annotated: frozenset[str]) -> dict[str, Any]:
    own_id, sets = question.question_id, sorted(questions.labels.items())
    right = {a for _, each in sets for a in each.articles.get(own_id, ())}
    return {
        "question_id": own_id,
        "year": str(question.meta.get("year", "")),
        "register": question.register,
        "family": str(question.meta.get("family", "")),
        "near_duplicate": question.meta.get("near_duplicate"),
        "correct": str(question.meta.get("correct", "")),
        "legal_basis": str(question.meta.get("legal_basis", "")),
        "provisions": list(question.meta.get("provisions", ())),
        "labels": {name: list(each.articles[own_id]) for name, each in sets if own_id in each.articles},
        "units": {name: list(each.units[own_id]) for name, each in sets if own_id in each.units},
        "annotated": sorted(right & annotated),
        "unresolved": questions.unresolved.get(own_id, ""),
    }
