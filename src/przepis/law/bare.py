"""Citations without "art.": ``kc 415``, ``415 § 1 kc``, ``kk148``, ``148kk``.

A query that is nothing else may be written so, and there ``kw 51`` cites too, though ``51 kw`` does not. In a sentence
the same words may be a sum, a measure or a year, so that there only what cannot be mistaken counts: a number before an
abbreviation that is no measure, with dots, of three letters or more, or after words that cite ("z 148 kk"); an
abbreviation before a number only where units follow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from przepis.law import grammar
from przepis.law.citation_parser import ArticleReader, Cite, Group, named
from przepis.law.names import abbreviation_key
from przepis.law.quantities import CITED_BEFORE, COUNTED, MISTAKABLE, PETROL, is_year

_NEVER_BARE = frozenset({"km", "pp", "kn"})
"""Horsepower, percentage points, kilonewtons: even with dots no citation without "art."."""
_DIGIT = re.compile(r"\d")
_NUMBER_BEFORE = re.compile(
    rf"(?<![\w.,:/-])(?<![-–—]\s){grammar.LABEL}(?:\s*[-–—]\s*\d+\w{{0,3}}|(?:\s*,\s*|\s+i\s+|\s+oraz\s+)\d+\w{{0,3}})*"
    r"(?:\s*(?:§|ust\.?|par\.?|paragraf)\s*\d+\w{0,3})?(?:\s*pkt\.?\s*\d+\w{0,3})?(?:\s*lit\.?\s*[a-z])?\Z",
    re.IGNORECASE,
)
_CITING = re.compile(
    r"(?:\b(?:z|ze|wg|według|podstawie|myśl|świetle|przepis\w*|czyn\w*|przestępstw\w*|zarzut\w*|paragraf\w*)\s+)\Z",
    re.IGNORECASE,
)


def bare_groups(reader: ArticleReader, taken: Sequence[Group], *, whole: bool) -> list[Group]:
    """``whole``: the text is read as one citation, and nothing in it can be a quantity."""
    groups: list[Group] = []
    if _DIGIT.search(reader.text) is None:  # of nearly all questions; all abbreviations take long to look for
        return groups
    pattern = reader.known.glued if whole else reader.known.pattern
    for found in pattern.finditer(reader.text):
        start, words = found.start("words"), found["words"]
        if any(group.start <= start < group.end for group in taken):
            continue
        group = None
        if _can_stand_bare(words) or (whole and abbreviation_key(words) in CITED_BEFORE):
            group = _before_number(reader, found, words, whole)
        if group is None and _can_stand_bare(words):
            group = _after_number(reader, start, found.end(), words, whole)
        if group is not None and not any(g.start < group.end and group.start < g.end for g in taken):
            groups.append(group)
    return groups


def _can_stand_bare(words: str) -> bool:
    key = abbreviation_key(words)
    dotted = "." in words.strip().rstrip(".")
    return key not in _NEVER_BARE and (key not in MISTAKABLE or dotted)


def may_be_none(text: str, group: Group) -> bool:
    """Is it a citation only if there is such an article? ``KW 12345`` is a land register."""
    cite = group.cites[0]
    return text[cite.start].isdigit() and not _can_stand_bare(cite.act_words)


def _before_number(reader: ArticleReader, found: re.Match[str], words: str, whole: bool) -> Group | None:
    """``kc 415``, ``kk148``."""
    gap = re.compile(r"[\s:,]*" if whole else r"\s+").match(reader.text, found.end())
    label = reader.bare_label(gap.end()) if gap else None
    if label is None or is_year(label["label"]) or COUNTED.match(reader.text, label.end()):
        return None
    if abbreviation_key(words) == "pb" and label["label"] in PETROL:
        return None
    cites, end = _listed(reader, label)
    if not whole and not cites[-1].units and "^" not in cites[-1].label:
        return None
    return Group(tuple(named(cite, words) for cite in cites), found.start("words"), end)


def _after_number(reader: ArticleReader, start: int, end: int, words: str, whole: bool) -> Group | None:
    """``415 § 1 kc``, ``148kk``."""
    if reader.text[start - 1 : start].isdecimal():  # the abbreviation's letters are none of the label
        reader = ArticleReader(reader.text[:start], reader.known, "query")
    before = _NUMBER_BEFORE.search(reader.text[:start].rstrip())
    first = reader.bare_label(before.start()) if before else None
    if before is None or first is None or is_year(first["label"]):
        return None
    lead = reader.text[: before.start()]
    if grammar.UNREAD_ARTICLE.search(lead) or re.search(r"(?:§|\b(?:ust|par|pkt|lit|indeks|znaczkiem))\.?\s*\Z", lead):
        return None  # the number belongs to what stands before it and was not understood
    if not whole and not _sure_in_a_sentence(words, lead, before[0]):
        return None
    cites, stop = _listed(reader, first)
    if stop > start or reader.text[stop:start].strip(" (["):
        return None
    return Group(tuple(named(cite, words) for cite in cites), cites[0].start, end)


def _sure_in_a_sentence(words: str, lead: str, number: str) -> bool:
    key = abbreviation_key(words)
    if "§" in number or "ust" in number:
        return True
    if "." in words.strip().rstrip(".") or len(key) >= 3:
        return key not in MISTAKABLE
    return _CITING.search(lead) is not None


def _listed(reader: ArticleReader, label: re.Match[str]) -> tuple[list[Cite], int]:
    cites, end = reader.article_list(label)
    return [replace(cite, sign="art.") for cite in cites], end
