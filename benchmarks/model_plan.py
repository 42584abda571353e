"""What is measured with a language model, in order of priority: closed-book and the headline systems first."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from przepis.corpus.store import Store
from przepis.errors import InputError
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.marking import mark_questions
from przepis.evaluate.questions.question_set import SAMPLE, QuestionSet, drawn
from przepis.evaluate.questions.sets import read_questions
from przepis.evaluate.runs.systems import Generation

EXAM, REPEAT, NEEDS, OTHER = "exam", "repeat", "real-needs", "other-acts"
N_REPEATED = 50


@dataclass(frozen=True, slots=True)
class Planned:
    """One system on one set of questions; ``answers``: also let the model answer from what was found."""

    questions: str
    system: str
    priority: int
    answers: Generation = ""
    repeat: int = 1

    @property
    def name(self) -> str:
        return f"{self.questions}/{self.system}"


def _plan() -> tuple[Planned, ...]:
    """The tables of the paper first, then what is left silent there."""
    plan = [Planned(EXAM, system, 1, "paper") for system in ("closed-book", "ascr", "ascr-h", "przepis-llm")]
    plan += [Planned(EXAM, system, 2, "paper") for system in ("oracle", "dtf", "przepis", "rrf", "bm25-raw")]
    plan += [Planned(EXAM, system, 3) for system in ("no-rerank", "ascr-no-rerank", "bm25-expanded", "dense-rephrased")]
    plan += [Planned(EXAM, system, 3) for system in OFFLINE]
    plan += [Planned(EXAM, system, 4, "paper") for system in ("random", "oracle-doc")]
    plan += [Planned(EXAM, f"ascr-{part}", 5) for part in ("no-analysis", "no-covers", "no-concepts")]
    plan += [Planned(EXAM, part, 6) for part in ("no-analysis", "no-covers", "no-concepts")]
    plan += [Planned(REPEAT, "ascr-h", 7, repeat=2), Planned(REPEAT, "ascr-h-shuffled", 7)]
    plan += [Planned(REPEAT, "przepis-llm", 7, repeat=2)]
    for questions in (NEEDS, OTHER):
        plan += [Planned(questions, s, 8, "paper") for s in ("closed-book", "ascr-h", "przepis", "przepis-llm")]
    return tuple(plan)


OFFLINE = ("bm25-lemma", "bm25-surrogate", "dense", "dense-prf", "dense-surro-rrf", "dense-surro-rescore")
PLAN = _plan()


def question_sets(data: Path, store: Store, share: float, seed: int) -> dict[str, QuestionSet]:
    """The sets of the plan; ``data`` = ``sample`` gives the bundled sample in place of the benchmark."""
    maker = LabelMaker(store)
    if str(data) == SAMPLE:
        return {EXAM: drawn(read_questions(SAMPLE, store), share, seed)}
    exams, queries = data / "exams", data / "queries"
    if not exams.is_dir():
        raise InputError(f"{exams} is not there: the benchmark needs the examinations (see docs/evaluation.md)")
    training = [exams / "past", *sorted(exams.glob("lqad-pl-*.json"))]
    exam = drawn(read_questions(str(exams / "benchmark"), store), share, seed)
    exam = mark_questions(exam, maker, training)
    others = {NEEDS: str(queries / "real-needs.jsonl"), OTHER: f"{queries / 'other-acts.jsonl'}:lay"}
    sets = {EXAM: exam, REPEAT: drawn(exam, N_REPEATED / len(exam.questions), seed)}
    return sets | {name: drawn(read_questions(spec, store), share, seed) for name, spec in others.items()}
