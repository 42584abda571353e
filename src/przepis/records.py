"""The contract: what every stage takes and gives.

Identity
    act_id       the ELI of the base act, ``DU/1964/93``; never that of an announcement.
    article_id   ``DU/1964/93#22^1a``: act_id, ``#``, canonical label.
    text_hash    of an article's normalised text; surrogates and vectors are keyed by it.

All records are frozen; sequences are tuples. ``to_json`` gives plain dictionaries with the same field names.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal

Register = Literal["lay", "practitioner", "keywords"]
REGISTERS: tuple[Register, ...] = ("lay", "practitioner", "keywords")

Grade = Literal["core", "common", "special", "rare", ""]
"""How many people need an article: everyone, many, those of a trade, hardly anyone; empty where nobody said."""

UnitKind = Literal["para", "pass", "point", "letter", "indent", "text"]
"""§, ust., pkt, lit., tiret; ``text`` is wording without a marker."""

ActKind = Literal["statute", "constitution", "regulation", "resolution", "treaty", "other"]
ActStatus = Literal["in_force", "repealed", "expired", "unknown"]


@dataclass(frozen=True, slots=True)
class Act:
    """A normative act, across all its published texts."""

    act_id: str
    title: str  # "Kodeks cywilny", "o radcach prawnych": without "ustawa z dnia …"
    kind: ActKind = "statute"
    date: dt.date | None = None  # the date in the title
    status: ActStatus = "unknown"
    keywords: tuple[str, ...] = ()
    provisional: bool = False  # act_id made from date and title until the real ELI is known
    aliases: tuple[str, ...] = ()  # abbreviations and popular names, "k.c."
    issuer: str = ""  # of a regulation, in the genitive: "Ministra Zdrowia"
    status_known_to: dt.date | None = None  # in force as known up to this day; None: to this day, or not in force

    @property
    def paragraphs(self) -> bool:
        """Are its top provisions § and not articles?"""
        return self.kind in ("regulation", "resolution")


@dataclass(frozen=True, slots=True)
class Version:
    """One published text of an act, with the date whose law it states."""

    version_id: str  # ELI of the publication that carries this text, "DU/2024/1061"
    act_id: str
    as_of: dt.date  # the law as it stood on this date
    published: dt.date | None = None
    address: str = ""  # "Dz.U. 2024 poz. 1061"
    consolidated: bool = False
    source: str = ""  # "legalize", "eli", "pdf", "sample"


@dataclass(frozen=True, slots=True)
class Unit:
    """A numbered part of an article; ``path`` is its address, e.g. ("para:1", "point:2", "letter:a")."""

    path: tuple[str, ...]
    kind: UnitKind
    label: str  # "1", "1a", "a"; empty for kind "text"; "?" of a § whose number cannot be told
    text: str
    start: int = 0  # character span in Article.text, children included
    end: int = 0
    inferred: bool = False  # the source dropped the marker; the number was counted, not read
    restored: bool = False  # the source dropped the marker; the number is known from amending acts and other texts


@dataclass(frozen=True, slots=True)
class Cause:
    """The amending act, and its provision, that made a wording."""

    eli: str  # "DU/2022/2600"
    provision: str  # "art. 1 pkt 3 lit. a"

    @property
    def address(self) -> str:
        _, year, position = self.eli.split("/")
        return f"Dz.U. {year} poz. {position}"


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A change that could not be applied: from that day the wording is not established."""

    since: dt.date
    cause: Cause
    reason: str


@dataclass(frozen=True, slots=True)
class Article:
    """One article in one wording."""

    article_id: str
    act_id: str
    label: str  # canonical, "22^1a"
    ordinal: int  # position in the act
    text: str
    headings: tuple[str, ...] = ()  # from the outermost: "Księga pierwsza. Część ogólna", …
    units: tuple[Unit, ...] = ()
    repealed: bool = False
    text_hash: str = ""
    version_id: str = ""  # the version whose text this is
    valid_from: dt.date | None = None  # first known day of this wording; None: not known
    valid_to: dt.date | None = None  # first day it no longer holds; None: still the newest known
    from_exact: bool = False  # False: the true day lies between the previous version and valid_from
    made_by: tuple[Cause, ...] = ()  # what made this wording, where amending acts were applied
    ours: bool = False  # applied by this program, stated by no official text (yet)
    n_operations: int = 0  # applied since the last official text: the more, the less sure
    unsettled: tuple[Unsettled, ...] = ()  # changes that could not be applied

    @property
    def numbered(self) -> tuple[Unit, ...]:
        """The units that have an address, in the order in which an index counts them."""
        return tuple(unit for unit in self.units if unit.path)


@dataclass(frozen=True, slots=True)
class Chunk:
    article_id: str
    index: int
    text: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A mention of one provision in the text of another."""

    source_id: str  # article_id
    target: str  # article_id, or an act_id, or the words cited when unresolved
    mention: str  # as written
    resolved: bool
    kind: Literal["same_act", "other_act", "regulation", "treaty"] = "same_act"


@dataclass(frozen=True, slots=True)
class Surrogate:
    """What a language model (or an extractor) wrote of an article at index time."""

    article_id: str
    text_hash: str
    summary: str
    theme: str
    concepts: tuple[str, ...]
    lay: tuple[str, ...] = ()
    practitioner: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    annotator: str = ""  # model family, or "extractive"
    prompt_version: str = ""
    written: dt.date | None = None
    stale: bool = False  # written for an earlier wording
    grade: Grade = ""  # how many people need the article
    more: tuple[str, ...] = ()  # further questions, written later with those above in sight
    settles: tuple[str, ...] = ()  # the unit that settles each of ``more``, "pass:2/point:5"; empty where not known

    @property
    def questions(self) -> tuple[str, ...]:
        """Q_a of the paper: all questions, every register."""
        return self.lay + self.practitioner + self.keywords + self.more

    @property
    def spoken(self) -> tuple[str, ...]:
        """Questions that are sentences; keywords are met as words."""
        return self.lay + self.practitioner + self.more


WRITTEN_FIELDS = ("summary", "theme", "concepts", "lay", "practitioner", "keywords")
"""What an annotator writes of an article."""


def surrogate_from_json(
    article_id: str, text_hash: str, data: Mapping[str, Any], *, stale: bool = False, whole: bool = False
) -> Surrogate:
    """A surrogate from plain JSON with the records' own field names; what is absent stays empty.

    ``whole``: KeyError where a field that an annotator writes is absent.
    """
    if whole and (absent := [name for name in WRITTEN_FIELDS if name not in data]):
        raise KeyError(absent[0])
    written = data.get("written")
    return Surrogate(
        article_id=article_id,
        text_hash=text_hash,
        summary=str(data.get("summary", "")),
        theme=str(data.get("theme", "")),
        concepts=tuple(data.get("concepts", ())),
        lay=tuple(data.get("lay", ())),
        practitioner=tuple(data.get("practitioner", ())),
        keywords=tuple(data.get("keywords", ())),
        annotator=str(data.get("annotator", "")),
        prompt_version=str(data.get("prompt_version", "")),
        written=dt.date.fromisoformat(written) if written else None,
        stale=stale,
        grade=data.get("grade", ""),
        more=tuple(data.get("more", ())),
        settles=tuple(data.get("settles", ())),
    )


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question that people ask, with the article that governs it: demand, where a surrogate is supply."""

    text: str
    article_id: str
    register: str = "lay"
    also: tuple[str, ...] = ()  # articles that must be read with it


@dataclass(frozen=True, slots=True)
class Question:
    question_id: str
    text: str
    options: tuple[str, ...] = ()
    on: dt.date | None = None
    register: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict, hash=False)  # year, exam, correct option, legal basis …


@dataclass(frozen=True, slots=True)
class LabelSet:
    """Which articles answer which question; ``units`` holds the subdivision where the key gives one."""

    name: str
    articles: Mapping[str, tuple[str, ...]] = field(hash=False)  # question_id -> article_ids
    units: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)  # "DU/1964/93#8/para:1"


@dataclass(frozen=True, slots=True)
class Hit:
    article_id: str
    score: float
    rank: int  # from 1
    unit: Unit | None = None
    confidence: float | None = None
    signals: Mapping[str, float] = field(default_factory=dict, hash=False)  # every score that made the rank


@dataclass(frozen=True, slots=True)
class ComingWording:
    """Lines of the article that its text prints as not yet in force on the day of that text."""

    text: str
    day: dt.date | None  # from which they are law; None: not known, or it waits for an event
    begun: bool | None  # by the day asked for: they are then law instead of what the text says; None: not known


@dataclass(frozen=True, slots=True)
class Provision:
    """A hit as it is shown: everything a reader or a program needs of it, so that nothing has to be looked up again.

    ``text`` is the matching unit with the words before and after its list, or the whole article; a number that the
    source does not print stands in brackets, ``[§ 2.]``. ``confidence`` is of the article, whatever the unit.
    ``summary`` was written by ``summary_by`` and is no law. ``signals`` are there when they were asked for.
    """

    article_id: str
    rank: int  # from 1
    score: float
    confidence: float | None
    citation: str  # "art. 118 § 1 k.c."
    formal_citation: str  # with the Journal address of the text quoted
    act_id: str
    act_title: str
    headings: tuple[str, ...]
    unit: Unit | None
    text: str
    status: ActStatus  # of the provision on the day
    law_as_of: dt.date  # the day whose law the text quoted states
    changes_known_to: dt.date | None = None  # neither later changes nor a later end are known; None: to the day asked
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    version_id: str = ""
    address: str = ""  # "Dz.U. 2024 poz. 1061"
    source_url: str = ""  # the official page; empty where there is none
    summary: str = ""
    summary_by: str = ""
    read_with: tuple[tuple[str, str], ...] = ()  # (id, name) of what belongs to it
    coming: tuple[ComingWording, ...] = ()  # what of it may be law instead of ``text``
    provisional: bool = False  # act_id was made up until the real ELI is known: no address to cite
    warnings: tuple[Note, ...] = ()
    signals: Mapping[str, float] = field(default_factory=dict, hash=False)

    def _repr_html_(self) -> str:
        where = " › ".join((self.act_title, *self.headings[-1:]))
        link = f'<a href="{escape(self.source_url)}">{escape(self.address)}</a>' if self.source_url else self.address
        known = f" ({escape(f'as known on {self.changes_known_to}')})" if self.changes_known_to else ""
        ours = f"<p><em>{escape(self.summary)}</em> ({escape(self.summary_by)})</p>" if self.summary else ""
        return (
            f"<p><strong>{escape(self.citation)}</strong> · {escape(where)} · {escape(self.status)}{known}</p>"
            f"<blockquote>{escape(self.text).replace(chr(10), '<br>')}</blockquote>{ours}<p>{link}</p>"
        )


@dataclass(frozen=True, slots=True)
class Note:
    """Something a reader must be told beside a result: a key of the message catalogue, with what it speaks of.

    ``article_ids`` are provisions to offer instead ("perhaps art. 1088"). ``text`` says it, in the reader's language,
    once it is presented.
    """

    key: str
    values: tuple[tuple[str, str], ...] = ()
    article_ids: tuple[str, ...] = ()
    text: str = ""


def note(key: str, **values: object) -> Note:
    return Note(key, tuple((name, str(value)) for name, value in values.items()))


@dataclass(frozen=True, slots=True)
class Usage:
    """The bill of one or more model calls: what the answers took when they were given.

    An answer from the cache or from a recording counts like any other, so that a bill does not depend on what was
    asked before; the ``cached`` fields say how much of it was neither paid nor waited for this time.
    """

    n_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: float = 0.0
    latency_ms: float = 0.0
    n_cached: int = 0
    cached_usd: float = 0.0
    cached_ms: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(*(getattr(self, f.name) + getattr(other, f.name) for f in dataclasses.fields(Usage)))

    @property
    def all_cached(self) -> bool:
        """Whether nothing was asked of a model this time."""
        return self.n_cached == self.n_calls

    @property
    def paid_usd(self) -> float:
        return self.cost_usd - self.cached_usd


NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Run:
    """What one pipeline returned for one question. ``act_id``: the question was the name of this act."""

    question_id: str
    hits: tuple[Hit, ...]
    stage_ms: Mapping[str, float] = field(default_factory=dict, hash=False)
    usage: Usage = NO_USAGE
    faults: Mapping[str, int] = field(default_factory=dict, hash=False)  # of models: "rerank: short list" …
    context: tuple[str, ...] = ()  # article_ids that the answer was written from
    error: str = ""
    answer: Answer | None = None
    sure: bool | None = None  # False: no provision is sure, the hits are suggestions; None: the pipeline cannot tell
    enough: float | None = None  # the confidence from which a hit is sure
    notes: tuple[Note, ...] = ()
    act_id: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What a search gives its reader. ``act`` is set where the words were the name of an act."""

    hits: tuple[Provision, ...]
    notes: tuple[Note, ...] = ()
    act: Act | None = None
    stage_ms: Mapping[str, float] = field(default_factory=dict, hash=False)
    usage: Usage = NO_USAGE
    sure: bool | None = None  # as in Run


class Hits(list[Provision]):
    """The provisions of a search, shown as a table in a notebook; ``notes`` and ``act`` as in Found."""

    def __init__(self, found: Found) -> None:
        super().__init__(found.hits)
        self.notes = found.notes
        self.act = found.act

    def _repr_html_(self) -> str:
        return "<ol>" + "".join(f"<li>{hit._repr_html_()}</li>" for hit in self) + "</ol>"


@dataclass(frozen=True, slots=True)
class Citation:
    """A provision named in an answer, checked against the context and the corpus."""

    written: str
    article_id: str | None
    unit: str = ""
    in_context: bool = False
    in_corpus: bool = False
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    option: str = ""  # "A", "B", … where the question had options
    citations: tuple[Citation, ...] = ()
    abstained: bool = False
    reason: str = ""


def to_json(record: Any) -> Any:
    """Plain JSON data with the records' own field names; dates as ISO, empty optionals kept."""
    if record is None or isinstance(record, str | int | float):
        return record  # first: most of what there is
    if dataclasses.is_dataclass(record) and not isinstance(record, type):
        return {f.name: to_json(getattr(record, f.name)) for f in dataclasses.fields(record)}
    if isinstance(record, Mapping):
        return {str(k): to_json(v) for k, v in record.items()}
    if isinstance(record, list | tuple | set | frozenset):
        return [to_json(v) for v in record]
    if isinstance(record, dt.date | dt.datetime):
        return record.isoformat()
    return record
