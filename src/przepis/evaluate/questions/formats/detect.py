"""Which format a file has, told by its shape, not by its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from przepis.artifact import read_jsonl
from przepis.errors import LabelError
from przepis.evaluate.questions.formats.beir import read_beir
from przepis.evaluate.questions.formats.benchmark import read_benchmark
from przepis.evaluate.questions.formats.dev_queries import read_dev_queries
from przepis.evaluate.questions.formats.lqad import read_lqad
from przepis.evaluate.questions.formats.past_exams import read_past_exam
from przepis.evaluate.questions.formats.real_needs import read_real_needs
from przepis.evaluate.questions.formats.sample import read_sample
from przepis.evaluate.questions.formats.trec import read_trec
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.question_set import SAMPLE, QuestionFormat, QuestionSet, merge

_BY_KEYS: tuple[tuple[frozenset[str], QuestionFormat], ...] = (
    (frozenset({"question", "options", "legal_basis_raw"}), read_benchmark),
    (frozenset({"question", "choices", "legal_basis"}), read_past_exam),
    (frozenset({"key", "lay", "practitioner", "keywords"}), read_dev_queries),
    (frozenset({"id", "query", "articles", "primary"}), read_real_needs),
    (frozenset({"question_id", "text", "articles"}), read_sample),
)


def format_of(path_text: str) -> QuestionFormat:
    path = Path(path_text)
    if path_text == SAMPLE:
        return read_sample
    if path.is_dir():
        return read_beir if (path / "queries.jsonl").is_file() else read_folder
    if path.suffix == ".json":
        return read_lqad
    if path.suffix in (".tsv", ".trec", ".topics", ".txt"):
        return read_trec
    keys = set(_first_row(path))
    for wanted, read in _BY_KEYS:
        if wanted <= keys:
            return read
    known = "; ".join(", ".join(sorted(wanted)) for wanted, _ in _BY_KEYS)
    raise LabelError(f"{path}: rows with the keys {', '.join(sorted(keys))} are no known format; known are: {known}")


def read_folder(path: Path, maker: LabelMaker) -> QuestionSet:
    """All question files of a folder as one set, in order of name."""
    files = sorted(p for p in path.iterdir() if p.suffix == ".jsonl")
    if not files:
        raise LabelError(f"{path} has no .jsonl file and is no BEIR folder (queries.jsonl)")
    return merge([format_of(str(file))(file, maker) for file in files], path.name)


def _first_row(path: Path) -> dict[str, Any]:
    try:
        row = next(read_jsonl(path, LabelError), None)
    except UnicodeDecodeError as error:
        raise LabelError(f"{path}: not text ({error}); one JSON object per line is expected") from error
    if not isinstance(row, dict):
        raise LabelError(f"{path}: the first line is a JSON {type(row).__name__}; an object is expected")
    return row
