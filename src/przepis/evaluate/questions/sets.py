"""Questions from any supported file, with their label sets: ``read_questions("FILE[:register]", store)``."""

from __future__ import annotations

from pathlib import Path

from przepis.corpus.store import Store
from przepis.errors import LabelError
from przepis.evaluate.questions.formats.detect import format_of
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.question_set import SAMPLE, QuestionSet, check_ids, only_register
from przepis.records import REGISTERS

__all__ = ["QuestionSet", "read_questions", "split_spec"]


def read_questions(spec: str, store: Store) -> QuestionSet:
    """``spec``: a file or folder, or ``sample``; ``:lay`` and the like keep one register only."""
    path_text, register = split_spec(spec)
    maker = LabelMaker(store)
    path = Path(path_text)
    if path_text != SAMPLE and not path.exists():
        raise LabelError(f"no question file {path}; give a file, a folder, or `sample`")
    found = format_of(path_text)(path, maker)
    check_ids(found.questions, found.name)
    if not found.questions:
        raise LabelError(f"{path} has no questions")
    return only_register(found, register) if register else found


def split_spec(spec: str) -> tuple[str, str]:
    head, colon, tail = spec.rpartition(":")
    if not colon or "/" in tail or "\\" in tail:
        return spec, ""
    if tail not in (*REGISTERS, "exam"):
        raise LabelError(f"{spec!r}: no register {tail!r}; there are exam, {', '.join(REGISTERS)}")
    return head, tail
