"""Which words of an article go into which lexical field, and under which analyser."""

from __future__ import annotations

from dataclasses import dataclass

from przepis.index.analyser import AnalyserSettings
from przepis.index.local.lexical import Bm25Settings

QUESTION_PARTS = ("lay", "practitioner", "keywords", "more")
SURROGATE_PARTS = ("summary", "theme", "concepts", *QUESTION_PARTS)
PARTS = ("title", "headings", "text", *SURROGATE_PARTS, "asked")

WORDS = AnalyserSettings()
SUFFIX = AnalyserSettings(stem="suffix")
LEMMA = AnalyserSettings(stem="lemma", fold=True)
PREFIX = AnalyserSettings(fold=True, prefix=5, stopwords=True)


STANDARD = Bm25Settings()


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """``bm25``: the settings whose term weights are computed when the index is built; others work, more slowly."""

    name: str
    parts: tuple[str, ...]
    analyser: AnalyserSettings
    about: str
    bm25: Bm25Settings = STANDARD


FIELDS: tuple[FieldSpec, ...] = (
    FieldSpec("text", ("text",), WORDS, "the article's wording"),
    FieldSpec("full", ("title", "headings", "text"), WORDS, "act title, headings and wording"),
    FieldSpec("text-suffix", ("text",), SUFFIX, "wording, endings stripped"),
    FieldSpec("surrogate", SURROGATE_PARTS, WORDS, "summary, theme, concepts and questions"),
    FieldSpec("questions", QUESTION_PARTS, WORDS, "the surrogate's questions, Q_a"),
    FieldSpec("text+questions", ("text", *QUESTION_PARTS), WORDS, "wording and questions, concatenated"),
    FieldSpec("text-prefix", ("text",), PREFIX, "wording, folded five-letter prefixes"),
    FieldSpec("full-prefix", ("title", "headings", "text"), PREFIX, "title, headings, wording; prefixes"),
    FieldSpec("surrogate-prefix", (*SURROGATE_PARTS, "asked"), PREFIX, "surrogates and people's questions, prefixes"),
    FieldSpec("lay-prefix", ("lay", "more", "asked"), PREFIX, "questions in people's own words, prefixes"),
    FieldSpec("all-prefix", PARTS, PREFIX, "everything above in one field, prefixes"),
    FieldSpec("headings", ("headings",), PREFIX, "headings above the article"),
    FieldSpec("theme", ("theme",), PREFIX, "the surrogate's theme"),
    FieldSpec("concepts", ("concepts",), PREFIX, "the surrogate's concepts"),
    FieldSpec("summary", ("summary",), PREFIX, "the surrogate's summary"),
)

# Fields whose documents are not articles: whole acts (the paper's document stage), and single questions.
ACT_FIELDS: tuple[FieldSpec, ...] = (
    FieldSpec("act-title", ("title",), PREFIX, "the act's title"),
    FieldSpec("act-concepts", ("concepts",), PREFIX, "concepts pooled over the act's annotated articles"),
    FieldSpec("act-summary", ("summary",), PREFIX, "summaries pooled over the act's annotated articles"),
)
QUESTION_FIELD = FieldSpec("each-question", QUESTION_PARTS, PREFIX, "every surrogate question by itself")

OPTIONAL_FIELDS: tuple[FieldSpec, ...] = (
    FieldSpec("text-lemma", ("text",), LEMMA, "wording, dictionary lemmas (needs the extra `lemma`)"),
)
