"""TREC topics (tab-separated, or <top> blocks) with qrels beside them under the same stem: x.tsv and x.qrels."""

from __future__ import annotations

import re
from pathlib import Path

from przepis.errors import LabelError
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.question_set import QuestionSet, explicit_set, sha256_of
from przepis.records import LabelSet, Question

LABELS = "qrels"
_TOP = re.compile(r"<top>(.*?)</top>", re.DOTALL | re.IGNORECASE)
_NUMBER = re.compile(r"<num>\s*(?:Number:)?\s*([^\s<]+)", re.IGNORECASE)
_TITLE = re.compile(r"<title>\s*(?:Topic:)?\s*([^<]+)", re.IGNORECASE)


def read_trec(path: Path, maker: LabelMaker) -> QuestionSet:
    qrels = path.with_suffix(".qrels")
    if not qrels.is_file():
        raise LabelError(f"{path} needs its relevance judgements beside it, as {qrels.name}")
    text = path.read_text(encoding="utf-8")
    questions = _blocks(text, path) if "<top>" in text.lower() else _lines(text, path)
    labels = LabelSet(LABELS, read_qrels(qrels))
    return explicit_set(path.stem, questions, labels, sha256_of([path, qrels]), maker)


def read_qrels(path: Path) -> dict[str, tuple[str, ...]]:
    """Four columns: topic, iteration, document, grade; grades above 0 are right."""
    found: dict[str, list[str]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        parts = line.split()
        if len(parts) != 4 or not re.fullmatch(r"-?\d+", parts[3]):
            raise LabelError(f"{path}, line {number}: topic, iteration, document and grade expected")
        if int(parts[3]) > 0:
            found.setdefault(parts[0], []).append(parts[2])
    return {q: tuple(a) for q, a in found.items()}


def _lines(text: str, path: Path) -> tuple[Question, ...]:
    questions = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        topic, tab, words = line.partition("\t")
        if not tab or not words.strip():
            raise LabelError(f"{path}, line {number}: a topic id, a tab and the question expected")
        questions.append(Question(topic.strip(), words.strip()))
    return tuple(questions)


def _blocks(text: str, path: Path) -> tuple[Question, ...]:
    questions = []
    for block in _TOP.findall(text):
        number, title = _NUMBER.search(block), _TITLE.search(block)
        if number is None or title is None:
            raise LabelError(f"{path}: a <top> block lacks <num> or <title>: {block.strip()[:60]!r}")
        questions.append(Question(number.group(1), " ".join(title.group(1).split())))
    return tuple(questions)
