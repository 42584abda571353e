"""A consolidated text as the start, or the end, of a series of changes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from przepis.corpus.amend.act_text import ActText, ArticleText, Refused
from przepis.corpus.amend.lines import Line
from przepis.corpus.amend.operations import Insert, Instruction, Replace
from przepis.corpus.amend.paragraphs import SEQUENCE, number_paragraphs, opening
from przepis.corpus.amend.quoted import quoted_articles, tidy_quote
from przepis.corpus.amend.unit_lines import read_lines, split_units
from przepis.corpus.units import UnitStyle
from przepis.errors import CitationError
from przepis.sources.articles import is_repealed
from przepis.sources.parsed import ParsedArticle

Numbers = dict[str, dict[str, str]]
"""article -> opening words of a § -> its label."""


def quoted_numbers(instructions: Iterable[Instruction]) -> Numbers:
    """The labels of § as amending acts quote them, whose quotations keep what the consolidated text drops."""
    found: Numbers = defaultdict(dict)
    for instruction in instructions:
        if "§" not in instruction.quote:
            continue
        for operation in instruction.operations:
            if isinstance(operation, Replace | Insert):
                _collect(found, operation)
    return found


def _collect(found: Numbers, operation: Replace | Insert) -> None:
    place = operation.within if isinstance(operation, Insert) else operation.places[0]
    try:
        if place.article is None or (len(place.steps) == 1 and not isinstance(operation, Insert)):
            for label, _, lines in quoted_articles(operation.quote):
                _remember(found[label], lines)
        else:
            _remember(found[place.article[1]], split_units(tidy_quote(operation.quote)))
    except (Refused, CitationError):
        return


def _remember(numbers: dict[str, str], lines: Sequence[Line]) -> None:
    numbers.update({opening(x.text): x.label for x in lines if x.kind == "para" and x.label and x.text[:1] != "("})


def remember_numbers(numbers: Numbers, act: ActText) -> None:
    """The labels an act's § have now, for the next text that drops them."""
    for label, article in act.articles.items():
        known = numbers.setdefault(label, {})
        _remember(known, article.lines)
        labels = [line.label for line in article.lines if line.kind == "para"]
        known[SEQUENCE] = " ".join(labels) if all(labels) else ""


def read_anchor(articles: Iterable[ParsedArticle], style: UnitStyle, numbers: Numbers) -> ActText:
    """The act as a published text has it, its § numbered where they can be."""
    act = ActText(style)
    for parsed in articles:
        lines = read_lines(parsed.text, style)
        if style == "para":
            number_paragraphs(lines, numbers.get(parsed.label, {}))
        if not lines:
            lines = [Line(0, "text", "", "(uchylony)")]
        act.add(ArticleText(parsed.label, lines, parsed.headings))
    return act


_QUOTES = re.compile(r"[„”\"“»«‘’'>′´`]")
_DASHES = re.compile(r"\s*[-–—−‒―\uf02d]\s*")
_NOTE = re.compile(r"(?<=[^\s\d(])\d{1,3}\)(?=[\s.,;:]|$)|(?<=\s)\d{1,3}\)(?=\s\d+[a-z]*\)|[,;.])")
_ADDRESS = re.compile(r"\s*\(\s*dz\.\s*(?:u|urz)\.(?:[^()]|\([^()]*\))*\)")
_SIGN_BEFORE_NOTE = re.compile(r"[.;,]?\s*(?=\w{1,5}\)\s*\(uchylony\))")
_REPEALED_NOTE = re.compile(r"\((?:uchylon|skreślon|pominięt|utracił|uchyl)[^)]*\)[\s.,;:]*")

_SIGNS = re.compile(r"([.,;:])[.,;:]+")
_FORMULA = re.compile(r"(wzor\w{1,3}:)[^;]{0,300}?(?=gdzie|w?któr\w+poszczególn)")


def normal(article: ArticleText | None) -> str:
    """A wording as two sources can agree on it.

    What editors change without changing the law does not count: case, spaces, quotation marks and a second sign beside
    them, the shapes of dashes, marks of footnotes, Journal addresses in parentheses, signs around a note of repeal.
    Neither does what the consolidated Markdown loses: the numbers of § and formulas.
    """
    if article is None:
        return ""
    words = " ".join(x.text if x.kind == "para" else x.render() for x in article.lines)
    if is_repealed(words):
        return ""
    words = _NOTE.sub("", _ADDRESS.sub("", words.lower().replace("\u00ad", "").replace("[wzór]", "")))
    words = _REPEALED_NOTE.sub("(uchylony)", words)
    words = _QUOTES.sub("", words).replace("…", "...")
    words = _SIGN_BEFORE_NOTE.sub(";", re.sub(r"-{2,}", "-", _DASHES.sub("-", words)))
    words = re.sub(r"\s*\|\s*|\*|\^", " ", words)
    return _FORMULA.sub(r"\1", _SIGNS.sub(r"\1", re.sub(r"\s+", "", words)))
