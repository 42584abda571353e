"""The bundled sample: invented acts, questions with labels, and surrogates, all written for this project.

The acts are Markdown of the same shape as the ``legalize`` source, so the same parser reads them; their
publication years (2091-2099) cannot be mistaken for real ones. Nothing here is the law of any place.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from przepis.artifact import numbered_jsonl
from przepis.errors import LabelError, SourceError
from przepis.records import LabelSet, Question, Surrogate, surrogate_from_json

LABEL_SET_NAME = "sample"
ANNOTATOR = "sample"


def acts_dir() -> Path:
    """The folder of Markdown acts, one file a published text."""
    return _data_path("acts")


def questions_path() -> Path:
    return _data_path("questions.jsonl")


def surrogates_path() -> Path:
    return _data_path("surrogates.jsonl")


def read_questions(path: Path | None = None) -> tuple[list[Question], LabelSet]:
    """The questions in file order, and which articles (and units) answer each."""
    questions: list[Question] = []
    articles: dict[str, tuple[str, ...]] = {}
    units: dict[str, tuple[str, ...]] = {}
    for where, row in _rows(path or questions_path()):
        try:
            question = _question(row)
            articles_of = _texts(row, "articles")
            units_of = _texts(row, "units") if row.get("units") else ()
        except (KeyError, TypeError, ValueError) as error:
            why = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise LabelError(
                f"{where}: not a question ({why}); needs question_id, text and articles (a list of ids, "
                "DU/1964/93#415), and may have options, register, units, on (2024-06-19 or null) and correct"
            ) from error
        if question.question_id in articles:
            raise LabelError(f"{where}: question_id {question.question_id} appears twice; ids must be unique")
        questions.append(question)
        articles[question.question_id] = articles_of
        if units_of:
            units[question.question_id] = units_of
    return questions, LabelSet(name=LABEL_SET_NAME, articles=articles, units=units)


def read_surrogates(path: Path | None = None) -> Iterator[Surrogate]:
    """The surrogates of the newest wordings; ``text_hash`` is empty, for the store knows the text."""
    for where, row in _rows(path or surrogates_path()):
        try:
            yield surrogate_from_json(row["article_id"], "", {**row, "annotator": ANNOTATOR}, whole=True)
        except (KeyError, TypeError) as error:
            raise SourceError(
                f"{where}: not a surrogate ({error!r}); needs article_id, summary, theme, concepts, lay, "
                "practitioner and keywords"
            ) from error


def _question(row: dict[str, Any]) -> Question:
    return Question(
        question_id=str(row["question_id"]),
        text=_text(row, "text"),
        options=_texts(row, "options") if row.get("options") else (),
        on=dt.date.fromisoformat(row["on"]) if row.get("on") else None,
        register=row.get("register") or "",
        meta={"correct": row["correct"]} if row.get("correct") else {},
    )


def _text(row: dict[str, Any], key: str) -> str:
    if not isinstance(row[key], str) or not row[key].strip():
        raise TypeError(f"{key} is no text")
    return str(row[key])


def _texts(row: dict[str, Any], key: str) -> tuple[str, ...]:
    """A text alone would be taken for its letters."""
    if not isinstance(row[key], list) or not all(isinstance(each, str) for each in row[key]):
        raise TypeError(f"{key} is no list of texts")
    return tuple(row[key])


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, row in numbered_jsonl(path, SourceError):
        where = f"{path.name}, line {number}"
        if not isinstance(row, dict):
            raise SourceError(f"{where}: a JSON {type(row).__name__}; each line must be one JSON object")
        yield where, row


def _data_path(name: str) -> Path:
    path = Path(str(files("przepis.sources") / "sample_data" / name))
    if not path.exists():
        raise SourceError(f"the bundled sample lacks {path}; reinstall przepis with its package data")
    return path
