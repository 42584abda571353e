"""A folder of runs, read back whole: what every table and figure starts from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from przepis.artifact import read_jsonl
from przepis.errors import LabelError, StoreError
from przepis.evaluate.questions.labels import pick
from przepis.evaluate.runs.files import RunFile, read_costs, read_run
from przepis.evaluate.runs.manifest import Manifest, read_manifest
from przepis.records import LabelSet


@dataclass(frozen=True, slots=True)
class QuestionFacts:
    question_id: str
    year: str
    register: str
    family: str
    near_duplicate: bool | None
    correct: str
    legal_basis: str
    provisions: tuple[str, ...]


@dataclass(frozen=True)
class Results:
    path: Path
    manifest: Manifest
    questions: Mapping[str, QuestionFacts]
    label_sets: Mapping[str, LabelSet]
    runs: Mapping[str, RunFile]
    costs: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    annotated_right: frozenset[str] = frozenset()

    def labels(self, name: str = "") -> LabelSet:
        return pick(self.label_sets, name or self.manifest.default_labels)

    def run(self, system: str) -> RunFile:
        if system not in self.runs:
            raise LabelError(f"{self.path} has no run of {system!r}; it has {', '.join(sorted(self.runs)) or 'none'}")
        return self.runs[system]


def load_results(path: Path) -> Results:
    manifest = read_manifest(path)
    questions, label_sets, annotated = _questions(path)
    runs = {name: read_run(path / "runs" / f"{name}.jsonl") for name in manifest.systems}
    for name, run in runs.items():
        if run.keys() != questions.keys():
            raise LabelError(f"{path}: the run of {name} is not of the folder's questions; run it again")
    costs = {name: read_costs(path / "costs" / f"{name}.jsonl") for name in manifest.systems}
    return Results(path, manifest, questions, label_sets, runs, costs, annotated)


def _questions(path: Path) -> tuple[dict[str, QuestionFacts], dict[str, LabelSet], frozenset[str]]:
    questions: dict[str, QuestionFacts] = {}
    articles: dict[str, dict[str, tuple[str, ...]]] = {}
    units: dict[str, dict[str, tuple[str, ...]]] = {}
    annotated: set[str] = set()
    try:
        for row in read_jsonl(path / "questions.jsonl"):
            own_id = row["question_id"]
            questions[own_id] = QuestionFacts(
                own_id,
                row["year"],
                row["register"],
                row["family"],
                row["near_duplicate"],
                row["correct"],
                row["legal_basis"],
                tuple(row["provisions"]),
            )
            annotated.update(row["annotated"])
            for name, found in row["labels"].items():
                articles.setdefault(name, {})[own_id] = tuple(found)
            for name, found in row["units"].items():
                units.setdefault(name, {})[own_id] = tuple(found)
    except (FileNotFoundError, StoreError, KeyError, TypeError) as error:
        raise LabelError(f"{path / 'questions.jsonl'} is missing or damaged ({error!r}); run again") from error
    sets = {name: LabelSet(name, found, units.get(name, {})) for name, found in articles.items()}
    return questions, sets, frozenset(annotated)
