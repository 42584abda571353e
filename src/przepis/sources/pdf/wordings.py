"""Joins broken words, and keeps of ``[today's]`` and ``<tomorrow's>`` wordings today's."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Sequence

from przepis.sources.pdf.lines import Line

_RAISED = re.compile(r"(\d[a-z]{0,3})\[(\d{1,3}[a-z]?)\]")
_OPENS = re.compile(r"<(?=\S)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+|[^\W\d_]+")
_LONGEST_WORDING = 60_000
"""Characters: a coming wording longer than this is a stray „<”, as in a formula."""


def raise_brackets(text: str) -> str:
    """``446[1]`` -> ``446^1``, the spelling of recent texts."""
    return _RAISED.sub(r"\1^\2", text)


def current_wording(lines: Sequence[Line]) -> list[Line]:
    """Lines without what is between ``<`` and ``>``, and without the brackets around what remains."""
    texts = [raise_brackets(line.text) for line in lines]
    joined = "\n".join(texts)
    kept: list[str] = []
    at = 0
    while (opening := _OPENS.search(joined, at)) is not None:
        end = joined.find(">", opening.end(), opening.end() + _LONGEST_WORDING)
        if end < 0:
            break
        kept.append(joined[at : opening.start()])
        kept.append("\n" * joined.count("\n", opening.start(), end))  # lines keep their places
        at = end + 1
    kept.append(joined[at:])
    plain = re.sub(r"[\[\]]", "", "".join(kept)).split("\n")
    found = []
    for line, text in zip(lines, plain, strict=True):
        if tidy := re.sub(r"\s+", " ", text).strip():
            found.append(dataclasses.replace(line, text=tidy))
    return found


class Joiner:
    """Puts lines together again; the document's own words decide whether a hyphen at a line's end belongs."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.words: set[str] = set()
        for line in lines:
            body = line.text[:-1].rpartition(" ")[0] if line.text.endswith(("-", "\u00ad")) else line.text
            self.words.update(word.lower() for word in _WORD.findall(body))

    def join(self, first: str, second: str) -> str:
        if not first:
            return second
        if first.endswith("\u00ad"):
            return first[:-1] + second
        if not re.search(r"[^\W\d_]-$", first) or not second[:1].islower():
            return f"{first} {second}"
        head, tail = _WORD.findall(first[:-1])[-1], (_WORD.match(second) or [second])[0]
        whole, compound = f"{head}{tail}".lower(), f"{head}-{tail}".lower()
        if compound in self.words and whole not in self.words:
            return first + second
        return first[:-1] + second
