"""From numbered headings and the lines below them to articles: what HTML and PDF texts share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from przepis.errors import CitationError
from przepis.law.labels import Label, parse_label
from przepis.sources.parsed import ParsedArticle

_RANGE = re.compile(r"(.+?)\s*[-–—]\s*(.+)")
_REPEALED = re.compile(
    r"\W*(?:(?:uchylon|pominięt|skreślon|utracił|wygas|zawiera|uchyla się)\w*(?:\s+moc\w*)?[\s().;*^\d]*)+", re.I
)
_OMITTED = re.compile(r"\W*(?:pominięt\w*[\s().;*^\d]*)+", re.I)


@dataclass(slots=True)
class ArticleBlock:
    """An article as it is being read: its heading's number, and a line a unit."""

    number: str  # "22^1", or a range "38-40"
    headings: tuple[str, ...]
    lines: list[str] = field(default_factory=list)


def is_repealed(text: str) -> bool:
    """Nothing left of the article but the note that it was repealed or left out."""
    return not text or _REPEALED.fullmatch(text) is not None


def is_omitted(text: str) -> bool:
    """Left out of a consolidated text, as provisions that change other acts are: that does not say it was repealed."""
    return _OMITTED.fullmatch(text) is not None


def labels_of(number: str) -> list[Label]:
    """``22^1`` -> [22¹]; ``38-40`` -> [38, 39, 40]. Empty where it is no number."""
    plain = number.strip().rstrip(".").strip()
    try:
        return [parse_label(plain)]
    except CitationError:
        pass
    span = _RANGE.fullmatch(plain)
    if span is None:
        return []
    try:
        return spread(parse_label(span[1]), parse_label(span[2]))
    except CitationError:
        return []


def spread(first: Label, last: Label) -> list[Label]:
    """Every label between the ends; only the ends where they do not count up."""
    if last <= first:
        return [first]
    if not (first.letters or last.letters or first.sup or last.sup):
        return [Label(n) for n in range(first.number, last.number + 1)]
    if first.base == last.base and first.sup and last.sup and not (first.sup_letters or last.sup_letters):
        return [Label(first.number, first.letters, sup) for sup in range(first.sup, last.sup + 1)]
    return [first, last]


def assemble(blocks: Iterable[ArticleBlock]) -> tuple[list[ParsedArticle], list[str]]:
    """The articles in their order and what was odd about them. A label printed twice keeps its first text."""
    articles: list[ParsedArticle] = []
    warnings: list[str] = []
    taken: set[str] = set()
    for block in blocks:
        labels = labels_of(block.number)
        if not labels:
            warnings.append(f"{block.number!r} is not an article's number; its text was left out")
        text = "\n".join(line for line in block.lines if line)
        for label in labels:
            if label.canonical in taken:
                warnings.append(f"article {label} is printed twice; the first text was kept")
                continue
            taken.add(label.canonical)
            articles.append(ParsedArticle(label.canonical, text, block.headings, is_repealed(text)))
    return articles, warnings
