"""What a question file becomes: questions, label sets, the file's hash, and why a question has no label."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from przepis.artifact import sha256_file
from przepis.errors import LabelError
from przepis.evaluate.questions.labels import CORRECT, LabelMaker, check_known
from przepis.records import LabelSet, Question

SAMPLE = "sample"


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """``unresolved``: question_id -> why the default label set has no article for it."""

    name: str
    questions: tuple[Question, ...]
    labels: Mapping[str, LabelSet]
    sha256: str
    default_labels: str
    unresolved: Mapping[str, str] = field(default_factory=dict)

    @property
    def n_unresolved(self) -> int:
        return len(self.unresolved)

    def reasons(self) -> Counter[str]:
        """How often each reason occurs, with the particulars (numbers, titles) left out."""
        return Counter(_in_general(reason) for reason in self.unresolved.values())


def _in_general(reason: str) -> str:
    return re.sub(r"^no article \S+ in .*", "no such article in the act", reason.split(":")[0])


QuestionFormat = Callable[[Path, LabelMaker], QuestionSet]


def only_register(found: QuestionSet, register: str) -> QuestionSet:
    kept = tuple(q for q in found.questions if q.register == register)
    if not kept:
        have = sorted({q.register for q in found.questions if q.register}) or ["none"]
        raise LabelError(f"{found.name} has no questions of register {register!r}; it has {', '.join(have)}")
    return _only_questions(found, kept, f"{found.name}:{register}")


def drawn(found: QuestionSet, share: float, seed: int = 1) -> QuestionSet:
    """A random share of the questions, of each year the same share, in random order; the same for the same seed."""
    if not 0 < share <= 1:
        raise LabelError(f"a share of {share:g} of the questions cannot be drawn; from 0 to 1 is expected")
    chance = random.Random(seed)
    years: dict[str, list[Question]] = {}
    for question in sorted(found.questions, key=lambda q: q.question_id):
        years.setdefault(str(question.meta.get("year", "")), []).append(question)
    kept = [q for year in sorted(years) for q in chance.sample(years[year], max(1, round(share * len(years[year]))))]
    chance.shuffle(kept)
    return _only_questions(found, tuple(kept), f"{found.name}, {len(kept)} drawn (seed {seed})")


def _only_questions(found: QuestionSet, kept: tuple[Question, ...], name: str) -> QuestionSet:
    ids = {q.question_id for q in kept}
    labels = {
        label: LabelSet(label, _only(each.articles, ids), _only(each.units, ids))
        for label, each in found.labels.items()
    }
    unresolved = {q: why for q, why in found.unresolved.items() if q in ids}
    return QuestionSet(name, kept, labels, found.sha256, found.default_labels, unresolved)


def _only(values: Mapping[str, tuple[str, ...]], ids: set[str]) -> dict[str, tuple[str, ...]]:
    return {q: v for q, v in values.items() if q in ids}


def check_ids(questions: Iterable[Question], where: str) -> None:
    counts = Counter(q.question_id for q in questions)
    double = [question_id for question_id, n in counts.items() if n > 1]
    if double:
        raise LabelError(f"{where}: {len(double)} question ids appear twice, e.g. {double[0]}; ids must be unique")
    odd = next((q for q in counts if not q or any(c.isspace() for c in q)), None)
    if odd is not None:
        raise LabelError(f"{where}: question id {odd!r} is empty or has a space; TREC files could not hold it")


def merge(sets: list[QuestionSet], name: str) -> QuestionSet:
    """Several files as one set. A label set that one of them lacks is left out."""
    if len(sets) == 1:
        return sets[0]
    shared = set.intersection(*(set(s.labels) for s in sets))
    if not shared:
        raise LabelError(f"{name}: the files have no label set in common; run them separately")
    labels = {
        label: LabelSet(
            label,
            {q: a for s in sets for q, a in s.labels[label].articles.items()},
            {q: u for s in sets for q, u in s.labels[label].units.items()},
        )
        for label in sorted(shared)
    }
    default = sets[0].default_labels if sets[0].default_labels in shared else sorted(shared)[0]
    unresolved = {q: why for s in sets for q, why in s.unresolved.items()}
    digest = hashlib.sha256("\n".join(s.sha256 for s in sets).encode()).hexdigest()
    questions = tuple(q for s in sets for q in s.questions)
    check_ids(questions, name)
    return QuestionSet(name, questions, labels, digest, default, unresolved)


def sha256_of(paths: Iterable[Path]) -> str:
    """Of one file its own hash; of several, the hash of theirs with their names."""
    chosen = sorted(paths)
    if len(chosen) == 1:
        return sha256_file(chosen[0])
    lines = "\n".join(f"{p.name} {sha256_file(p)}" for p in chosen)
    return hashlib.sha256(lines.encode()).hexdigest()


def explicit_set(
    name: str, questions: tuple[Question, ...], labels: LabelSet, sha256: str, maker: LabelMaker, remedy: str = CORRECT
) -> QuestionSet:
    """A set whose labels were written out: every article must exist, every label belong to a question."""
    ids = {q.question_id for q in questions}
    stray = sorted(set(labels.articles) - ids)
    if stray:
        raise LabelError(f"{name}: labels for {len(stray)} questions that are not there, e.g. {stray[0]}")
    check_known(labels, maker, name, remedy)
    unresolved = {q: "no label" for q in sorted(ids) if not labels.articles.get(q)}
    return QuestionSet(name, questions, {labels.name: labels}, sha256, labels.name, unresolved)
