"""The Journal's HTML: units nested by class, each with its number in ``h3`` and its wording in ``unit-inner``.

An announcement has two kinds of parts: its own words, which quote foreign articles, and the law, headed
"Załącznik". Amendments quoted by an article (``cite-box``) stay one line of it, marked ``> ``: they are what it
says, not units of it.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from przepis.errors import SourceError
from przepis.sources.articles import ArticleBlock, assemble
from przepis.sources.parsed import ParsedArticle

_LEAF_UNITS = frozenset({"arti", "para", "pass", "pint", "lett", "tire"})
_BLOCK_TAGS = frozenset("div p ul ol li table tbody thead tr td th section h1 h2 h3 h4 br".split())
_UNIT_CLASS = re.compile(r"\bunit_(\w+)")
_ARTICLE_ID = re.compile(r"(?:^|-)arti_")
_ARTICLE_HEAD = re.compile(r"(?:Art\.|Artykuł|§)\s*", re.I)
_SKIPPED_CLASSES = frozenset({"xhidden", "gloss-link", "gloss-section", "gloss", "tooltip-text", "toc", "part-gloss"})
_DASH = re.compile(r"(?:[-–—‒]\s*)+")


def html_preamble(data: bytes, name: str, *, announcement: bool = False) -> str:
    """What stands before the first unit: of a regulation, the provision that authorises it."""
    part = _law_part(LexborHTMLParser(data.decode("utf-8-sig", "replace")), announcement, name)
    words: list[str] = []
    for block in part.css("div, p"):
        if _unit_kind(block):
            break
        if "pro-text" in _classes(block):
            words.append(_inline(block))
    return " ".join(words)


def parse_html(data: bytes, name: str, *, announcement: bool = False) -> tuple[list[ParsedArticle], list[str]]:
    """Articles of the law in the page, and warnings; ``name`` says where it is from in every error."""
    if not data.strip():
        raise SourceError(f"{name}: an empty page; the Journal has no HTML of this act, use its PDF")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceError(f"{name}: not UTF-8 (byte {error.start}); the Journal's HTML is UTF-8") from error
    tree = LexborHTMLParser(text)
    part = _law_part(tree, announcement, name)
    top = "arti" if _has_unit(part, "arti") else "para"
    reader = _Reader(top)
    reader.structure(part, ())
    if not reader.blocks:
        raise SourceError(f"{name}: no article (`unit_arti`) and no paragraph (`unit_para`) in it; not an act")
    return assemble(reader.blocks)


def _law_part(tree: LexborHTMLParser, announcement: bool, name: str) -> LexborNode:
    sections = tree.css("div.parts > section")
    if announcement and sections:
        for section in sections:
            heading = section.css_first("h2")
            if heading is not None and _inline(heading).startswith("Załącznik") and _has_any_unit(section):
                return section
        raise SourceError(f"{name}: an announcement without a part headed „Załącznik”; it carries no law")
    root = sections[0] if sections else tree.body
    if root is None:
        raise SourceError(f"{name}: not an HTML page")
    return root


def _has_any_unit(node: LexborNode) -> bool:
    return _has_unit(node, "arti") or _has_unit(node, "para")


def _has_unit(node: LexborNode, kind: str) -> bool:
    return any(not _is_quoted(unit) for unit in node.css(f"div.unit_{kind}"))


def _is_quoted(unit: LexborNode) -> bool:
    attributes = unit.attributes
    quoted = "pro-rplc-text" in (attributes.get("class") or "")
    return quoted or len(_ARTICLE_ID.findall(attributes.get("id") or "")) > 1


class _Reader:
    """One walk through a part: structure above articles, lines inside them."""

    def __init__(self, top: str) -> None:
        self.top = top
        self.blocks: list[ArticleBlock] = []

    def structure(self, node: LexborNode, headings: tuple[str, ...]) -> None:
        for child in node.iter():
            if _is_skipped(child) or "cite-box" in _classes(child):
                continue
            kind = _unit_kind(child)
            if kind == self.top and not _is_quoted(child):
                self._article(child, headings)
            elif kind and kind not in _LEAF_UNITS:
                self.structure(child, (*headings, _heading(child)))
            elif child.tag in _BLOCK_TAGS and child.tag != "h3":
                self.structure(child, headings)

    def _article(self, node: LexborNode, headings: tuple[str, ...]) -> None:
        head = _child(node, "h3")
        title = _inline(found) if head is not None and (found := head.css_first(".pro-title-unit")) else ""
        words = _inline(head) if head is not None else ""
        number = _ARTICLE_HEAD.sub("", words.removesuffix(title).strip(), count=1)
        block = ArticleBlock(number, (*headings, title) if title else headings)
        self.blocks.append(block)
        lines = _Lines(block.lines)
        for child in node.iter():
            if child.tag != "h3":
                lines.add(child)
        lines.end()


class _Lines:
    """Collects an article's lines. A unit's marker waits for the first words that follow it."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.marker = ""
        self.words = ""

    def add(self, node: LexborNode) -> None:
        """A block, with everything in it."""
        if _is_skipped(node):
            return
        classes = _classes(node)
        if "cite-box" in classes:
            self.end()
            self.lines.append(f"> {_quote(node)}")
        elif _unit_kind(node):
            self.end()
            head = _child(node, "h3")
            self.marker = _inline(head) if head is not None else ""
            for child in node.iter():
                if child.tag != "h3":
                    self.add(child)
            self.end()
        elif node.tag == "li":
            self.end()
            self._item(node)
        elif node.tag == "tr":
            self.end()
            cells = [_inline(cell) for cell in node.iter() if cell.tag in ("td", "th")]
            self.words = " | ".join(cell for cell in cells if cell)
            self.end()
        else:
            self._children(node)

    def _children(self, node: LexborNode) -> None:
        for child in node.iter(include_text=True):
            if child.tag in _BLOCK_TAGS:
                self.end(keep_marker=True)
                self.add(child)
                self.end(keep_marker=True)
            else:
                self.words += _raw(child)
        if node.tag in _BLOCK_TAGS:
            self.end(keep_marker=True)

    def _item(self, node: LexborNode) -> None:
        """A tiret: its dash stands in a block of its own before the words."""
        for child in node.iter(include_text=True):
            words = _tidy(_raw(child))
            if _DASH.fullmatch(words):
                self.marker = "–"
            elif child.tag in _BLOCK_TAGS:
                self.add(child)
            else:
                self.words += _raw(child)
        self.end()

    def end(self, *, keep_marker: bool = False) -> None:
        words = _tidy(self.words)
        self.words = ""
        if words:
            self.lines.append(f"{self.marker} {words}".strip())
            self.marker = ""
        elif self.marker and not keep_marker:
            self.lines.append(self.marker)
            self.marker = ""


def _quote(box: LexborNode) -> str:
    """All the words of a quoted amendment, without its quotation marks."""
    body = box.css_first(".cite-body")
    return _inline(body if body is not None else box)


def _heading(unit: LexborNode) -> str:
    """``Rozdział 1. Przepisy ogólne``: the designation and the title stand in paragraphs of their own."""
    head = _child(unit, "h3")
    if head is None:
        return ""
    pieces = [_inline(p) for p in head.iter() if p.tag == "p"] or [_inline(head)]
    return ". ".join(piece.rstrip(".") for piece in pieces if piece)


def _child(node: LexborNode, tag: str) -> LexborNode | None:
    return next((child for child in node.iter() if child.tag == tag), None)


def _classes(node: LexborNode) -> list[str]:
    return (node.attributes.get("class") or "").lower().split() if node.tag != "-text" else []


def _unit_kind(node: LexborNode) -> str:
    found = _UNIT_CLASS.search(node.attributes.get("class") or "") if node.tag == "div" else None
    return found[1] if found else ""


def _is_skipped(node: LexborNode) -> bool:
    return node.tag in ("script", "style") or any(c in _SKIPPED_CLASSES for c in _classes(node))


def _inline(node: LexborNode) -> str:
    return _tidy(_raw(node))


def _raw(node: LexborNode) -> str:
    """The words of a node with superscripts as ``^n``; footnotes and hidden references left out."""
    if node.tag == "-text":
        return node.text_content or ""
    if _is_skipped(node):
        return ""
    inner = "".join(_raw(child) for child in node.iter(include_text=True))
    if node.tag == "sup":
        # "m³wody" and "649¹§ 1" come without the space; a letter right after would join the superscript.
        return f"^{inner.strip()}\u2009" if inner.strip() else ""
    return f" {inner} " if node.tag in _BLOCK_TAGS else inner


def _tidy(words: str) -> str:
    words = re.sub(r"\s*\u2009(?=[\s.,;:)\]”–-]|$)", "", words).replace("\u2009", " ")
    return re.sub(r" (?=[,;.](?:\s|$))", "", re.sub(r"\s+", " ", words)).strip()
