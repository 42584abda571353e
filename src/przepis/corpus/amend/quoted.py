"""The wording that an amending act quotes: articles and units run together, taken apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from przepis.corpus.amend.act_text import Refused
from przepis.corpus.amend.lines import LABEL, LEVELS, Line
from przepis.corpus.amend.unit_lines import split_units
from przepis.errors import CitationError
from przepis.law.labels import Label, parse_label

_ARTICLE = re.compile(rf"(?:^|(?<=\s))[„\"]?Art\.\s?({LABEL}(?:\s?[a-z](?=\.))?)(?:\s?\.(?=\s|§|$)|(?=\s§\s?1\.))")
_DIVISION = re.compile(
    r"(?:^|(?<=[.)”;:]\s)|(?<=^[„\"]))((?:Rozdział|ROZDZIAŁ|Oddział|ODDZIAŁ|Dział|DZIAŁ|Tytuł|TYTUŁ|KSIĘGA|Księga|CZĘŚĆ)\s+(?:[IVXLC]+|\d+)[a-z]{0,3}(?:\^\d+)?\s.*)$",
    re.S,
)

_RAISED = {"¹": 1, "²": 2, "³": 3, "˛": 2}
_RAISED_LABEL = re.compile(r"\b(Art\. \d+[a-z]*)([¹²³˛])")


def tidy_quote(text: str) -> str:
    """One form of spaces, dashes and superscripts; marks of emphasis gone."""
    text = text.replace("\u00a0", " ").replace("**", "").replace("*", "")
    text = re.sub(r"\b(ust\.|pkt|art\.|§) l(?=[a-z]?\b)", r"\1 1", text)  # scanned: a one read as a letter
    text = _RAISED_LABEL.sub(lambda m: f"{m[1]}^{_RAISED[m[2]]}", text)
    text = re.sub(r"\^(\w+)\^\^(\w+)\^", r"^\1\2", text)
    text = re.sub(r"\^(\w{1,4})\^(?=[a-ząćęłńóśźż]{2})", r"^\1 ", text)
    text = re.sub(r"\^(\w{1,4})\^", r"^\1", text)
    return "\n".join(re.sub(r"[ \t]+", " ", line).strip() for line in text.split("\n")).strip()


def split_articles(quote: str) -> list[tuple[str, str]]:
    """(label, its part of the quotation) of every article quoted; what opens before the first goes with it."""
    text = tidy_quote(quote)
    marks = _rising(list(_ARTICLE.finditer(text)))
    starts = [0, *(mark.start() for mark in marks[1:]), len(text)] if marks else []
    return [(_label(mark), text[a:b]) for mark, (a, b) in zip(marks, pairwise(starts), strict=True)]


def quoted_articles(quote: str) -> list[tuple[str, str, list[Line]]]:
    """(label, heading that opens before it or ``""``, lines) of every article in a quotation."""
    parts = split_articles(quote)
    if not parts:
        raise Refused("the quoted text has no article")
    found = []
    head = ""
    for label, part in parts:
        mark = _ARTICLE.search(part)
        assert mark is not None  # every part was cut at one
        head = head or part[: mark.start()].strip(' „"')
        body, opened = _without_heading(part[mark.end() :].strip())
        lines = split_units(body)
        if not lines:
            raise Refused(f"the quoted article {label} is empty")
        found.append((label, head, lines))
        head = opened
    return found


def _label(mark: re.Match[str]) -> str:
    return parse_label(mark[1].replace(" ", "")).canonical


def _rising(marks: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """Articles of a quotation rise; one that does not is named inside another's text."""
    kept: list[re.Match[str]] = []
    for mark in marks:
        try:
            label = Label.from_canonical(_label(mark))
        except CitationError:
            continue
        if not kept or Label.from_canonical(_label(kept[-1])) < label:
            kept.append(mark)
    return kept


def _without_heading(body: str) -> tuple[str, str]:
    """A chapter's title that opens after the article's last word, apart from it."""
    found = _DIVISION.search(body)
    if found is None or len(found[1]) > 400:
        return body, ""
    return body[: found.start(1)].strip(), found[1].strip()


def quoted_units(quote: str, kind: str) -> list[list[Line]]:
    """The units of one kind in a quotation, each with the lines below it."""
    lines = split_units(tidy_quote(quote))
    if kind == "indent" and lines and lines[0].kind == "text" and len(lines) == 1:
        lines = [Line(LEVELS[kind], "indent", "", lines[0].text)]  # one indent, quoted without its dash
    if not lines or lines[0].kind != kind:
        got = lines[0].kind if lines else "nothing"
        raise Refused(f"the quoted text begins with {got}, not with the unit announced ({kind})")
    groups: list[list[Line]] = []
    for line in lines:
        if line.level <= LEVELS[kind] and line.kind == kind:
            groups.append([line])
        elif line.level < LEVELS[kind]:
            raise Refused("the quoted text goes on beyond the units announced")
        else:
            groups[-1].append(line)
    for a, b in pairwise(groups):
        if kind != "indent" and a[0].label == b[0].label:
            raise Refused(f"the quoted text has {kind} {a[0].label} twice")
    return groups


def quoted_sentence(quote: str) -> str:
    return re.sub(r"\s+", " ", tidy_quote(quote)).strip()
