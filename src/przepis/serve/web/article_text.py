"""An article's text as lines with addresses: every numbered unit can be linked to, every mention followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from przepis.corpus.raised import raised_text
from przepis.corpus.units import UNKNOWN, display_path, unprinted_numbers
from przepis.law.labels import MARKED_RAISED
from przepis.records import Article, Reference, Unit
from przepis.retrieve.highlight import marked_spans, telling_stretch
from przepis.serve.web.links import Links, unit_anchor

PART_CHARS = 24_000
"""A page stays under 100 kB: the few articles that are longer are read in parts."""


@dataclass(frozen=True, slots=True)
class Line:
    anchors: tuple[str, ...]  # ids of the units that begin here; the last is the line's own
    marker: str  # "§ 1", "pkt 2"; empty for running text
    path: tuple[str, ...]
    depth: int
    html: Markup
    inferred: bool = False  # the number was counted, not read
    restored: bool = False  # the number is not printed, and known


def article_lines(article: Article, references: Sequence[Reference], links: Links) -> list[Line]:
    spans = _mention_spans(article.text, references, links)
    shown = raised_text(article.text, article.units)
    begins: dict[int, list[Unit]] = {}
    for unit in article.units:
        begins.setdefault(unit.start, []).append(unit)
    unprinted = unprinted_numbers(article.text, article.units)
    lines: list[Line] = []
    position, depth = 0, 0
    for text in shown.split("\n"):
        units = begins.get(position, [])
        here = [
            (a - position, b - position, href) for a, b, href in spans if position <= a and b <= position + len(text)
        ]
        html = _linked(text, here)
        if units:
            last = units[-1]
            depth = len(last.path) - 1
            anchors = tuple(unit_anchor(unit.path) for unit in units)
            marker = unprinted.get(last.start, display_path(last.path[-1:])) or f"§ {UNKNOWN}"
            lines.append(Line(anchors, marker, last.path, depth, html, last.inferred, last.restored))
        else:
            lines.append(Line((), "", (), 0 if position == 0 else depth, html))
        position += len(text) + 1
    return lines


def split_parts(lines: Sequence[Line]) -> list[list[Line]]:
    """Parts of bounded size that begin with a top-level unit where there is one."""
    parts: list[list[Line]] = [[]]
    size = 0
    for line in lines:
        full = (size > PART_CHARS and line.depth == 0) or size > 1.5 * PART_CHARS
        if full and parts[-1]:
            parts.append([])
            size = 0
        parts[-1].append(line)
        size += len(line.html)
    return parts


def _mention_spans(text: str, references: Sequence[Reference], links: Links) -> list[tuple[int, int, str]]:
    """Where each resolved mention stands; references come in the order of the text."""
    found: list[tuple[int, int, str]] = []
    position = 0
    for reference in references:
        if not reference.resolved or "#" not in reference.target or not reference.mention:
            continue
        at = text.find(reference.mention, position)
        if at < 0:
            continue
        position = at + len(reference.mention)
        found.append((at, position, links.article(reference.target)))
    return found


def raised(text: str) -> Markup:
    """Escaped, with the canonical ``22^1`` as people print it."""
    return Markup(MARKED_RAISED.sub(r"<sup>\1</sup>", str(escape(text))))


def _linked(text: str, spans: Sequence[tuple[int, int, str]]) -> Markup:
    pieces: list[Markup] = []
    position = 0
    for start, end, href in spans:
        pieces += [raised(text[position:start]), Markup('<a href="{}">{}</a>').format(href, raised(text[start:end]))]
        position = end
    return Markup("").join([*pieces, raised(text[position:])])


def marked(text: str, query: str, limit: int) -> Markup:
    """The stretch of a text that has most of what was asked, those words marked; of a short one all."""
    text = " ".join(text.split())
    start, end = telling_stretch(text, query, limit)
    pieces: list[Markup] = [Markup("… ")] if start else []
    position = start
    for a, b in marked_spans(text, query):
        if a < start or b > end:
            continue
        pieces += [raised(text[position:a]), Markup("<mark>{}</mark>").format(text[a:b])]
        position = b
    pieces.append(raised(text[position:end]))
    if end < len(text):
        pieces.append(Markup(" …"))
    return Markup("").join(pieces)
