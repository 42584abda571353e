"""Consolidated and unified texts of the Journal of Laws as PDF: lines into headings, articles and units."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from przepis.errors import CitationError, SourceError
from przepis.law.labels import Label, parse_label
from przepis.records import ActKind
from przepis.sources.articles import ArticleBlock, assemble, labels_of
from przepis.sources.parsed import ParsedAct, ParsedArticle
from przepis.sources.pdf.headings import HeadingStack
from przepis.sources.pdf.lines import Line, Pages, read_pdf
from przepis.sources.pdf.wordings import Joiner, current_wording, raise_brackets

_N = r"\d+[a-ząćęłńóśźż]*(?:\^\d+[a-z]*)?"
_ARTICLE = re.compile(rf"Art\.\s*({_N}(?:\s*[-–—]\s*{_N})?)\s*\.\s*(.*)")
_PARAGRAPH = re.compile(rf"§\s*({_N}(?:\s*[-–—]\s*{_N})?)\s*\.\s*(.*)")
_PASS = re.compile(rf"({_N})\.\s+(?=\S)")
_ITEM = re.compile(rf"(?:{_N}|[a-ząćęłńóśźż]{{1,3}})\)\s+\S")
_DASH = re.compile(r"[–—-]\s+\S")
_SENTENCE_END = re.compile(r"[.:;,)”\"’]$")
_REFERS = re.compile(r"(?:\b(?:ust|art|pkt|lit|poz|nr|tiret|zdani[eau]|Art)\.?|§)$")
_LAW_BEGINS = re.compile(r"(?:USTAWA|KONSTYTUCJA|ROZPORZĄDZENIE|UCHWAŁA|DEKRET|U S T A W A)\b")
_ANNEX = re.compile(r"(?:Załącznik|ZAŁĄCZNIK)(?:i|I)?\b")


class PdfText(NamedTuple):
    articles: list[ParsedArticle]
    warnings: list[str]
    preamble: str  # the law's title and what stands between it and the first unit


def parse_pdf(data: bytes, name: str) -> PdfText:
    """The law in the PDF; ``name`` says where it is from in every error."""
    pages = read_pdf(data, name)
    lines = list(pages.lines)
    lines = current_wording(lines) if pages.unified else [_raised(line) for line in lines]
    law = _law(lines, pages)
    reader = _Reader(law, pages)
    blocks = reader.blocks()
    if not blocks:
        raise SourceError(f"{name}: text, but no article („Art. 1.”) and no paragraph („§ 1.”) in it; not an act")
    articles, warnings = assemble(blocks)
    for before, after in pairwise(articles):
        if Label.from_canonical(after.label) <= Label.from_canonical(before.label):
            warnings.append(f"article {after.label} stands after {before.label}")
    return PdfText(articles, warnings, reader.preamble)


def parse_pdf_act(
    path: Path,
    *,
    eli: str,
    title: str,
    date: dt.date,
    as_of: dt.date | None = None,
    base_eli: str = "",
    address: str = "",
) -> ParsedAct:
    """A file that comes without the API's facts: the caller states them."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(f"{path} cannot be read ({error.strerror}); a PDF of the Journal was expected") from error
    text = parse_pdf(data, path.name)
    publisher, year, position = eli.split("/")
    journal = "Dz.U." if publisher == "DU" else "M.P."
    kind: ActKind = "constitution" if title.startswith("Konstytucja") else "statute"
    if title.lower().startswith("w sprawie"):
        kind = "regulation"
    return ParsedAct(
        eli=eli,
        title=title,
        act_date=date,
        kind=kind,
        status="unknown",
        consolidated=bool(base_eli and base_eli != eli) or as_of is not None,
        as_of=as_of or date,
        address=address or f"{journal} {year} poz. {position}",
        articles=tuple(text.articles),
        base_eli=base_eli or eli,
        source="pdf",
        warnings=tuple(text.warnings),
        preamble=text.preamble,
    )


def _raised(line: Line) -> Line:
    text = raise_brackets(line.text)
    return line if text == line.text else dataclasses.replace(line, text=text)


def _law(lines: list[Line], pages: Pages) -> list[Line]:
    """From the law's own title to its annexes; in an announcement, the part headed „Załącznik do obwieszczenia”."""
    attached = [i for i, line in enumerate(lines) if re.match(r"Załącznik do obwieszczenia", line.text)]
    titled = [i for i, line in enumerate(lines) if _LAW_BEGINS.match(line.text)]
    first = attached[0] if attached else (titled[0] if titled else 0)
    seen = False
    for i in range(first, len(lines)):
        seen = seen or bool(_ARTICLE.match(lines[i].text) or _PARAGRAPH.match(lines[i].text))
        if seen and _ANNEX.match(lines[i].text) and lines[i].x0 > pages.left + 0.25 * lines[i].width:
            return lines[first:i]
    return lines[first:]


class _Reader:
    """Walks the lines of a law; each starts a heading, an article, a unit, a quotation, or goes on."""

    def __init__(self, lines: list[Line], pages: Pages) -> None:
        self.lines, self.pages = lines, pages
        self.head = _ARTICLE if any(_ARTICLE.match(line.text) for line in lines) else _PARAGRAPH
        self.joiner = Joiner(lines)
        self.stack = HeadingStack()
        self.found: list[ArticleBlock] = []
        self.preamble = ""
        self.last_label: Label | None = None
        self.last_unit: Label | None = None
        self.unit_x = 0.0  # where the unit being read begins
        self.in_list = False
        self.quoting = False

    def blocks(self) -> list[ArticleBlock]:
        for line in self.lines:
            self._line(line)
        return self.found

    def _line(self, line: Line) -> None:
        text = line.text
        if self.quoting:
            self._extend(text)
            self.quoting = not _closes_quote(text)
        elif self._starts_article(text):
            self._article(line)
        elif line.is_centred(self.pages.left, self.pages.right) and self.stack.designates(text):
            self.stack.push(text)
        elif self.stack.is_open:
            self.stack.extend(text, self.joiner)
        elif not self.found:
            self.preamble = self.joiner.join(self.preamble, text)
        elif text.startswith("„") and self._ended() and self._previous().endswith(":"):
            self.found[-1].lines.append(f"> {text.removeprefix('„')}")
            self.quoting = not _closes_quote(text)
        elif self._starts_item(line) or self._starts_unit(text):
            self.found[-1].lines.append(text)
            self.unit_x, self.in_list = line.x0, bool(_ITEM.match(text) or _DASH.match(text))
        else:
            self._extend(text)

    def _article(self, line: Line) -> None:
        match = self.head.match(line.text)
        assert match is not None
        self.found.append(ArticleBlock(match[1], self.stack.close()))
        self.last_label, self.last_unit = labels_of(match[1])[-1], None
        self.unit_x, self.in_list = line.x0, False
        if match[2]:
            self._starts_unit(match[2])  # "Art. 5. § 1. …": remembers the unit's number
            self.found[-1].lines.append(match[2])

    def _starts_article(self, text: str) -> bool:
        match = self.head.match(text)
        if match is None or not (labels := labels_of(match[1])):
            return False
        rises = self.last_label is None or (
            labels[0] > self.last_label and labels[0].number <= self.last_label.number + 200
        )
        return rises and (not self.found or self.stack.is_open or self._ended())

    def _starts_item(self, line: Line) -> bool:
        """A point, a letter, a tiret, or the words common to a list, which a dash sets off."""
        previous = self._previous()
        if _ITEM.match(line.text):
            return not _REFERS.search(previous)
        if not _DASH.match(line.text):
            return False
        # A dash inside a sentence may come to stand at a line's beginning: it stands where the sentence goes on.
        return previous.endswith((",", ";", ":")) or (self.in_list and line.x0 <= self.unit_x + 2)

    def _starts_unit(self, text: str) -> bool:
        match = (_PARAGRAPH if self.head is _ARTICLE else _PASS).match(text) or _PASS.match(text)
        if match is None:
            return False
        try:
            label = parse_label(match[1])
        except CitationError:
            return False
        after = self.last_unit
        fits = label.number == 1 if after is None else label > after and label.number <= after.number + 1
        if not fits or not (self._ended() or not self._previous()):
            return False
        self.last_unit = label
        return True

    def _ended(self) -> bool:
        previous = self._previous()
        return _SENTENCE_END.search(previous) is not None and _REFERS.search(previous) is None

    def _previous(self) -> str:
        return self.found[-1].lines[-1] if self.found and self.found[-1].lines else ""

    def _extend(self, text: str) -> None:
        lines = self.found[-1].lines
        if lines:
            lines[-1] = self.joiner.join(lines[-1], text)
        else:
            lines.append(text)


def _closes_quote(text: str) -> bool:
    return re.search(r"”\s*[.,;]?$", text) is not None
