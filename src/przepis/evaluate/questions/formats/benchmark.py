"""The released benchmark: examination questions with the legal basis, the authors' labels in a TSV beside them."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

from przepis.errors import LabelError
from przepis.evaluate.questions.formats.rows import read_rows
from przepis.evaluate.questions.labels import CORRECTED, RELEASED, LabelMaker, asked_words, unit_labels
from przepis.evaluate.questions.question_set import QuestionSet, sha256_of
from przepis.law.citations import rejoin_bases
from przepis.records import LabelSet, Question

_NEEDED = frozenset({"id", "question", "options", "correct", "legal_basis_raw"})


def read_benchmark(path: Path, maker: LabelMaker) -> QuestionSet:
    rows = list(read_rows(path, _NEEDED))
    bases = rejoin_bases([row["legal_basis_raw"] for row in rows])
    year = _year(path)
    released = read_released(path, year)
    questions = tuple(_question(path, row, basis, year, released) for row, basis in zip(rows, bases, strict=True))
    corrected, unresolved = corrected_labels(questions, maker)
    sets = {CORRECTED: corrected, "units": unit_labels(corrected)}
    files = [path]
    if released:
        sets[RELEASED] = _released_labels(questions, released, maker)
        files.append(_tsv(path, year))
    return QuestionSet(path.stem, questions, sets, sha256_of(files), CORRECTED, unresolved)


def question_id(path: Path, number: int) -> str:
    return f"{path.stem}-{number:03d}"


def corrected_labels(questions: tuple[Question, ...], maker: LabelMaker) -> tuple[LabelSet, dict[str, str]]:
    """Labels from the legal basis in each question's meta, and why a question has none."""
    articles: dict[str, tuple[str, ...]] = {}
    units: dict[str, tuple[str, ...]] = {}
    unresolved: dict[str, str] = {}
    for question in questions:
        found = maker.from_basis(str(question.meta.get("legal_basis", "")), asked_words(question))
        if not found.articles:
            unresolved[question.question_id] = "; ".join(found.reasons)
            continue
        articles[question.question_id] = found.articles
        if found.units:
            units[question.question_id] = found.units
    return LabelSet(CORRECTED, articles, units), unresolved


def read_released(path: Path, year: str) -> dict[str, dict[str, str]]:
    """Rows of the TSV by question id; empty where there is none beside the questions."""
    tsv = _tsv(path, year)
    if not tsv.is_file():
        return {}
    with tsv.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream, delimiter="\t")
        needed = {"question_id", "gold", "gold_in_corpus"}
        if not needed <= set(reader.fieldnames or ()):
            raise LabelError(f"{tsv}: the first line must name the columns {', '.join(sorted(needed))}")
        rows = list(reader)
    try:
        found = {question_id(path, int(row["question_id"])): row for row in rows}
    except (TypeError, ValueError) as error:
        raise LabelError(f"{tsv}: a question_id is not a number ({error})") from error
    if len(found) != len(rows):
        raise LabelError(f"{tsv}: a question_id appears twice")
    return found


def _released_labels(
    questions: tuple[Question, ...], released: dict[str, dict[str, str]], maker: LabelMaker
) -> LabelSet:
    """The authors' retrievable subset, as flagged by them, so that figures compare with the paper's."""
    articles: dict[str, tuple[str, ...]] = {}
    for question in questions:
        row = released.get(question.question_id)
        if row is None or row["gold_in_corpus"] != "true":
            continue
        named = (maker.released_article(each)[0] for each in row["gold"].split(";"))
        found = tuple(dict.fromkeys(each for each in named if each))
        if found:
            articles[question.question_id] = found
    return LabelSet(RELEASED, articles)


def _question(path: Path, row: dict[str, Any], basis: str, year: str, released: dict[str, dict[str, str]]) -> Question:
    own_id = question_id(path, int(row["id"]))
    meta: dict[str, Any] = {"year": year, "correct": row["correct"], "legal_basis": basis}
    if own_id in released:
        meta["released"] = released[own_id]["gold"]
        meta["released_in_corpus"] = released[own_id]["gold_in_corpus"] == "true"
    options = tuple(row["options"][letter] for letter in sorted(row["options"]))
    return Question(own_id, row["question"], options, register="exam", meta=meta)


def _year(path: Path) -> str:
    found = re.search(r"(?:19|20)\d\d", path.stem)
    return found.group() if found else ""


def _tsv(path: Path, year: str) -> Path:
    return path.with_name(f"released-labels-{year}.tsv")
