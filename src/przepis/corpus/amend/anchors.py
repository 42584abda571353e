"""A consolidated text as the start, or the end, of a series of changes."""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from przepis.corpus.amend.act_text import ActText, ArticleText, Refused
from przepis.corpus.amend.divisions import QuotedDivision, quoted_division
from przepis.corpus.amend.lines import Line
from przepis.corpus.amend.operations import Insert, Instruction, Replace
from przepis.corpus.amend.paragraphs import SEQUENCE, number_paragraphs, opening
from przepis.corpus.amend.quoted import quoted_articles, split_articles, tidy_quote
from przepis.corpus.amend.schedule import Read
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


def quoted_divisions(reads: Iterable[Read]) -> list[QuotedDivision]:
    """The divisions that amending acts added or put anew, whose headings consolidated texts lose."""
    found = []
    for read in reads:
        for operation in read.instruction.operations:
            added = isinstance(operation, Insert) and operation.kind == "division"
            anew = isinstance(operation, Replace) and bool(operation.places[0].division)
            if not added and not anew:
                continue
            quote = tidy_quote(read.instruction.quote)
            labels = [label for label, _ in split_articles(quote)]
            if division := quoted_division(quote, labels, read.author.promulgated):
                found.append(division)
    return found


def read_anchor(
    articles: Iterable[ParsedArticle], style: UnitStyle, numbers: Numbers, quoted: Sequence[QuotedDivision] = ()
) -> ActText:
    """The act as a published text has it, its § numbered where they can be."""
    act = ActText(style, quoted=tuple(quoted))
    for parsed in articles:
        lines = read_lines(parsed.text, style)
        if style == "para":
            number_paragraphs(lines, numbers.get(parsed.label, {}))
        if not lines:
            lines = [Line(0, "text", "", "(uchylony)")]
        act.add(ArticleText(parsed.label, lines, parsed.headings))
    return act


_LEFT_OUT = re.compile(r"[\s„”\"“»«‘’'>′´`|*^\u00ad]+")
_DASH = re.compile(r"[–—−‒―\uf02d]")
_NUMBER = re.compile(r"\d{1,3}\)")  # of a point, or the mark of a footnote
_AFTER_NOTE = re.compile(r"[\s.,;:]|$")
_AFTER_LONE_NOTE = re.compile(r"\s\d+[a-z]*[.)]\s|[,;.]|\s*$")
_ADDRESS = re.compile(r"\s*\(\s*dz\.\s*(?:u|urz)\.(?:[^()]|\([^()]*\))*\)")
_SIGN_BEFORE_NOTE = re.compile(r"[.;,]?(?=\w{1,5}\)\(uchylony\))")
_REPEALED_NOTE = re.compile(r"\((?:uchylon|skreślon|pominięt|utracił|uchyl)[^)]*\)[\s.,;:]*")
_INNER_MARK = re.compile(r"(?<=[.;:)])\s*§\s*\d+[a-z]*(?:\^\d+[a-z]*)?\s*\.(?=\s*[A-ZĄĆĘŁŃÓŚŹŻ(])")
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
    return _normal(" ".join(x.text if x.kind == "para" else x.render() for x in article.lines))


@functools.lru_cache(maxsize=8192)
def _normal(words: str) -> str:
    """Most articles are asked for many times in the same wording, and most lack what the slower patterns look for."""
    if is_repealed(words):
        return ""
    if "§" in words:
        words = _INNER_MARK.sub(" ", words)
    words = words.lower().replace("[wzór]", "")
    if "dz." in words:
        words = _ADDRESS.sub("", words)
    words = _REPEALED_NOTE.sub("(uchylony)", _NUMBER.sub(_without_note, words))
    words = _DASH.sub("-", _LEFT_OUT.sub("", words)).replace("…", "...")
    if "--" in words:
        words = re.sub(r"-{2,}", "-", words)
    if "(uchylony)" in words:
        words = _SIGN_BEFORE_NOTE.sub(";", words)
    words = _SIGNS.sub(r"\1", words)
    return _FORMULA.sub(r"\1", words) if "wzor" in words else words


def _without_note(found: re.Match[str]) -> str:
    """A number with a parenthesis, unless it is the mark of a footnote: glued to a word, or before another number."""
    text, start = found.string, found.start()
    before = text[start - 1 : start]
    if not before or before.isdigit() or before == "(":
        return found[0]
    after = _AFTER_LONE_NOTE if before.isspace() else _AFTER_NOTE
    return "" if after.match(text, found.end()) else found[0]
