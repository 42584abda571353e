"""What the tools answer with. Fields are few and short: an answer must fit into ``MAX_TOKENS``."""

from __future__ import annotations

import datetime as dt

from pydantic import BaseModel, Field

from przepis.llm.calls import CHARS_PER_TOKEN

MAX_TOKENS = 1_500
MAX_TEXT = int(MAX_TOKENS * CHARS_PER_TOKEN * 0.7)  # the rest is for the fields around it


class Provision(BaseModel):
    article_id: str
    citation: str
    act: str
    heading: str = ""
    unit: str = ""
    snippet: str
    summary: str = Field(default="", description="Written by this program; not law, never to be quoted")
    status: str
    law_as_of: dt.date
    changes_known_to: dt.date | None = Field(default=None, description="A later change or end of it is not known")
    source_url: str = ""
    confidence: float | None = Field(default=None, description="That the article governs; of the unit nothing is said")
    warnings: list[str] = Field(default=[], description="Read these before you rely on the provision")


class NamedAct(BaseModel):
    act_id: str
    title: str
    short: str = ""
    kind: str
    date: dt.date | None = None
    status: str
    status_known_to: dt.date | None = Field(default=None, description="A later end of the act is not known")
    n_articles: int = 0


class Found(BaseModel):
    provisions: list[Provision]
    act: NamedAct | None = Field(default=None, description="The act that the question names, where it is only a name")
    note: str = ""


class Acts(BaseModel):
    acts: list[NamedAct]
    total: int
    note: str = ""


class Heading(BaseModel):
    heading: str
    first: str
    last: str
    n_articles: int


class Contents(BaseModel):
    act_id: str
    title: str
    law_as_of: dt.date
    headings: list[Heading]
    omitted: int = 0
    note: str = ""


class ArticleText(BaseModel):
    article_id: str
    citation: str
    act: str
    headings: list[str]
    text: str = Field(description="[§ 2.] in brackets was counted: the source does not print that number")
    clipped: bool = False
    units: list[str] = Field(description="Top-level units of the article, to ask for one of them")
    coming: list[str] = Field(
        default=[],
        description="Wording of parts of the article that begins after `law_as_of`; what has begun replaces"
        " the same part of `text`",
    )
    status: str
    warnings: list[str] = Field(default=[], description="Read these before you rely on the provision")
    law_as_of: dt.date
    changes_known_to: dt.date | None = Field(default=None, description="A later change or end of it is not known")
    wording_until: dt.date | None = None
    official: bool = True  # False: consolidated by this program from the amending acts named in `made_by`
    made_by: list[str] = Field(
        default=[], description="Amending acts that made this wording, with the provision of each"
    )
    source_url: str = ""
    note: str = ""


class Verified(BaseModel):
    verified: bool
    article_id: str | None = None
    citation: str = ""
    exists: bool | None = Field(default=False, description="null: the corpus cannot tell")
    in_force: bool | None = Field(default=False, description="null: the corpus cannot tell")
    known_to: dt.date | None = Field(default=None, description="A later end of it is not known")
    quote_found: bool | None = None
    exact_wording: str = ""
    clipped: bool = False
    reason: str = ""
    next_step: str = ""


class VersionRow(BaseModel):
    version_id: str
    law_as_of: dt.date
    address: str
    change: str = ""
    exact_day: bool = False  # False: the change came between the text before and this day
    made_by: list[str] = Field(default_factory=list, description="Amending acts, with the provision of each")
    official: bool = True  # False: consolidated by this program from the amending acts
    not_established: str = ""  # why a change could not be applied


class Versions(BaseModel):
    of: str
    versions: list[VersionRow]
    omitted: int = 0


class ChangedUnit(BaseModel):
    unit: str
    change: str = Field(description="[-removed words-] {+added words+}")


class Comparison(BaseModel):
    article_id: str
    older: str
    newer: str
    changed: list[ChangedUnit]
    note: str = ""
    warnings: list[str] = Field(default=[], description="Later changes that the newer wording does not have")


class Mention(BaseModel):
    article_id: str
    citation: str
    act: str
    begins: str = Field(default="", description="First words of the provision")


class Related(BaseModel):
    article_id: str
    refers_to: list[Mention]
    referred_by: list[Mention]
    n_refers_to: int
    n_referred_by: int
    previous: str | None
    following: str | None


def clip(text: str, most: int = MAX_TEXT) -> tuple[str, bool]:
    return (text, False) if len(text) <= most else (text[:most].rsplit(" ", 1)[0] + " […]", True)
