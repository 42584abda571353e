"""Shapes that the API has beside the records: what is asked, and pages of answers."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Query
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from przepis.answer.asked import MAX_QUERY_CHARS, MOST_HITS, MOST_OPTIONS, check_query
from przepis.corpus.validity.standing import Standing
from przepis.corpus.wordings import Changed
from przepis.errors import InputError
from przepis.law.dates import as_day
from przepis.messages import Language
from przepis.records import Act, ActKind, Answer, Note, Provision, Reference, Usage

Citation = Annotated[
    str,
    Query(
        min_length=1,
        max_length=500,
        description="A provision in any spelling, or its article_id.",
        examples=["art. 415 k.c.", "kc 415", "DU/1964/93#22^1"],
    ),
]
ActWords = Annotated[
    str,
    Query(
        min_length=1,
        max_length=500,
        description="An act: its act_id, abbreviation or name.",
        examples=["k.c.", "DU/1964/93", "Kodeks cywilny"],
    ),
]


def written_day(written: Any) -> dt.date:
    """As the command line and Python read it. Raises ValueError where it is no date."""
    try:
        day = as_day(written) if isinstance(written, str | dt.date) else None
    except InputError as error:
        raise ValueError(str(error)) from None
    if day is None:
        raise ValueError("not a date; write 2024-06-19, 19.06.2024 or „19 czerwca 2024 r.”")
    return day


Day = Annotated[
    dt.date,
    BeforeValidator(written_day),
    WithJsonSchema({"type": "string", "minLength": 1, "examples": ["2024-06-19", "19.06.2024", "19 czerwca 2024 r."]}),
]
OnDate = Annotated[
    Day | None, Query(description="The law as it stood on this date, in any spelling; default: the newest text.")
]
Limit = Annotated[int, Query(ge=1, le=MOST_HITS, description="How many at most.")]
Offset = Annotated[int, Query(ge=0, le=100_000, description="How many to pass over.")]
Within = Annotated[
    str | None,
    Query(max_length=500, description="Only this act: its act_id, abbreviation or name.", examples=["k.c."]),
]
OfKind = Annotated[ActKind | None, Query(description="Only acts of this kind.", examples=["statute"])]
TextOrDay = Annotated[
    str,
    Query(
        min_length=1,
        max_length=100,
        description="A published text's ELI, or a day (2024-06-19).",
        examples=["DU/2024/1061"],
    ),
]
VersionId = Annotated[
    str, Query(min_length=1, max_length=100, description="A published text's ELI.", examples=["DU/2024/1061"])
]


def asked_text(text: str) -> str:
    """Refused in the words of the command line and Python."""
    try:
        return check_query(text)
    except InputError as error:
        raise ValueError(str(error)) from None


Text = Annotated[
    str,
    AfterValidator(asked_text),
    Field(
        max_length=MAX_QUERY_CHARS,
        json_schema_extra={"minLength": 1, "pattern": r"\S"},
        description="A question, a citation or a few words.",
        examples=["sąsiad zalał mi mieszkanie, kto zapłaci?"],
    ),
]
Options = Annotated[
    list[Annotated[str, Field(max_length=2_000)]],
    Field(max_length=MOST_OPTIONS, description="Answers to choose from, where the question has them."),
]


PipelineName = Annotated[
    str | None,
    Field(
        pattern="^[a-z0-9-]{1,60}$",  # a shipped pipeline, never the path of a file on the server
        description="Which system searches; /v1/pipelines lists them.",
        examples=["lexical"],
    ),
]


class SearchQuery(BaseModel):
    """What is searched for, as a JSON body: nothing of it stands in an address."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    text: Text
    options: Options = Field(default_factory=list)
    on: Day | None = None
    act: str | None = Field(default=None, max_length=500, examples=["k.c."])
    kind: ActKind | None = Field(default=None, examples=["statute"])
    pipeline: PipelineName = None
    all_law: bool = Field(default=False, alias="all", description="Also law that is not in force on the day.")
    limit: int = Field(default=10, ge=1, le=MOST_HITS)
    offset: int = Field(default=0, ge=0, le=MOST_HITS - 1)
    signals: bool = Field(default=False, description="Every score behind each rank.")
    language: Language | None = Field(default=None, description="Of the notes: pl (default) or en.")


class AnswerQuery(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: Text
    options: Options = Field(default_factory=list)
    on: Day | None = None
    act: str | None = Field(default=None, max_length=500, examples=["k.c."])
    pipeline: PipelineName = None
    language: Language | None = None
    stream: bool = Field(default=False, description="Send the draft as it is written, as server-sent events.")


@dataclass(frozen=True)
class StandingPage:
    """Whether an article is law on a day, and what must be said with it."""

    standing: Standing
    notes: tuple[Note, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class SearchPage:
    """What was found, with its place in the whole list. ``next_offset`` is null on the last page. ``act`` is the act
    whose name the text was; ``notes`` say what a reader must be told."""

    hits: tuple[Provision, ...]
    notes: tuple[Note, ...]
    act: Act | None
    stage_ms: dict[str, float]
    usage: Usage
    sure: bool | None  # false: no provision is sure, the hits are suggestions
    offset: int
    next_offset: int | None


@dataclass(frozen=True)
class ReferencePage:
    """What the article cites, and what cites it; ``limit`` and ``offset`` page through both."""

    outgoing: tuple[Reference, ...]
    incoming: tuple[Reference, ...]
    n_outgoing: int
    n_incoming: int
    offset: int
    next_offset: int | None


@dataclass(frozen=True)
class ChangesPage:
    """Articles that changed from a day on, in the order of days; ``next_offset`` is null on the last page."""

    changes: tuple[Changed, ...]
    total: int
    offset: int
    next_offset: int | None


@dataclass(frozen=True)
class AnswerResult:
    answer: Answer
    hits: tuple[str, ...]  # article_ids that were read, best first
    n_calls: int
    tokens_in: int
    tokens_out: int
    cost_usd: float
    stage_ms: dict[str, float]


@dataclass(frozen=True)
class PipelineFacts:
    name: str
    about: str
    group: str
    n_model_calls: int
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Status:
    program: str
    corpus: dict[str, int]
    newest_text: dt.date | None
    index: dict[str, Any]
    encoder: str
    pipeline: str
    answers: bool


@dataclass(frozen=True)
class Health:
    status: str
    generation: str
    engine: str  # "embedded" or "milvus"
    vectors: float  # share of the articles to encode that have vectors; 0: words alone are searched so far
