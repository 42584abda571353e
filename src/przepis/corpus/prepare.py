"""What can be worked out of a published text before it meets the store, so in other processes: hashes and units."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from przepis.artifact import sha256_text
from przepis.corpus.stored_units import pack_units
from przepis.corpus.units import UnitStyle, unit_style
from przepis.sources.parsed import ParsedAct

_LINE_MARKER = re.compile(r"^\s*(?:§\s*)?\d+[a-ząćęłńóśźż]*(?:\^\d+[a-z]*)?[.)]\s+", re.M)
_NOT_WORD = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class PreparedText:
    """What is stored beside an article's wording."""

    exact_hash: str
    text_hash: str
    units: str  # packed spans


@dataclass(frozen=True, slots=True)
class PreparedAct:
    parsed: ParsedAct
    content_hash: str
    style: UnitStyle
    texts: tuple[PreparedText, ...]  # beside ``parsed.articles``


def prepare(parsed: ParsedAct) -> PreparedAct:
    style = act_style(parsed)
    texts = tuple(
        PreparedText(exact_hash(a.text), text_hash(a.text), pack_units(a.text, style)) for a in parsed.articles
    )
    return PreparedAct(parsed, content_hash(parsed), style, texts)


def act_style(parsed: ParsedAct) -> UnitStyle:
    """In a regulation § are its provisions, and what stands in them without a number is none."""
    if parsed.kind in ("regulation", "resolution"):
        return "pass"
    return unit_style(" ".join(article.text for article in parsed.articles))


def exact_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]


def text_hash(text: str) -> str:
    """Of the wording alone: unit markers, spacing, punctuation and case do not count.

    So the same wording read from HTML (which keeps ``§ 1.``) and from Markdown (which drops it) is one wording, and
    the surrogate written for it stays valid.
    """
    plain = _NOT_WORD.sub(" ", _LINE_MARKER.sub("", text).lower()).strip()
    return hashlib.sha256(plain.encode("utf-8")).hexdigest()[:20]


def content_hash(parsed: ParsedAct) -> str:
    parts = [parsed.eli, parsed.title, str(parsed.as_of), parsed.address, parsed.stated_status, parsed.status]
    parts += (parsed.kind, parsed.issuer, "\x1e".join(parsed.keywords), str(parsed.in_force_from))
    parts += (f"{annex.label} {annex.title}" for annex in parsed.annexes)
    for article in parsed.articles:
        parts += (article.label, article.text, "\x1e".join(article.headings), article.coming, str(article.not_yet))
    return sha256_text(*parts)
