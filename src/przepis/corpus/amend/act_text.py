"""The articles of one act on one day, as lines that operations can change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from przepis.corpus.amend.divisions import QuotedDivision, runs_under, span_quoted
from przepis.corpus.amend.lines import LEVELS, Line, copy_lines, render
from przepis.corpus.amend.operations import Place, Step
from przepis.corpus.units import UnitStyle
from przepis.errors import CitationError
from przepis.law.labels import Label, parse_label


class Refused(Exception):
    """An operation that does not fit the text; the message is the reason."""


@dataclass(slots=True)
class ArticleText:
    label: str
    lines: list[Line]
    headings: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return render(self.lines)


@dataclass(slots=True)
class ActText:
    """An act's articles in their order."""

    style: UnitStyle
    articles: dict[str, ArticleText] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    quoted: tuple[QuotedDivision, ...] = ()  # divisions that amending acts added before the text

    def copy(self) -> ActText:
        """An act that can be changed without changing this one."""
        articles = {label: snapshot(article) for label, article in self.articles.items()}
        return ActText(self.style, articles, list(self.order), self.quoted)

    def article(self, label: str) -> ArticleText:
        found = self.articles.get(label)
        if found is None:
            raise Refused(f"the act has no article {label}")
        return found

    def add(self, article: ArticleText, at: int | None = None) -> None:
        if article.label not in self.articles:
            self.order.insert(len(self.order) if at is None else at, article.label)
        self.articles[article.label] = article

    def remove(self, label: str) -> None:
        del self.articles[label]
        self.order.remove(label)

    def span(self, step: Step) -> list[str]:
        """The articles that a step names: one, or all from the first to the last of a range."""
        _, first, last = step
        first, last = canonical(first), canonical(last) if last else ""
        if not last:
            return [self.article(first).label]
        low, high = Label.from_canonical(first), Label.from_canonical(last)
        found = [x for x in self.order if low <= Label.from_canonical(x) <= high]
        if not found:
            raise Refused(f"the act has no articles {first}-{last}")
        return found

    def in_division(self, division: str) -> list[str]:
        """The articles under a heading such as "Rozdział 5a"; refused where two headings bear that number."""
        runs = runs_under(((label, self.articles[label].headings) for label in self.order), division)
        if not runs:
            if labels := span_quoted(self.order, self.quoted, division):
                return labels
            raise Refused(f"the act has no {division}")
        if len(runs) > 1:
            raise Refused(f"the act has {len(runs)} headings {division}")
        return runs[0]


def canonical(label: str) -> str:
    try:
        return parse_label(label).canonical
    except CitationError as error:
        raise Refused(f"{label!r} is not an article's number") from error


def unit_end(lines: list[Line], start: int, hi: int) -> int:
    """The end of the unit that begins at ``start``: the next line of its level or above."""
    level = lines[start].level
    for i in range(start + 1, hi):
        if lines[i].level <= level and not (lines[start].level == 0 and lines[i].kind == "tail"):
            return i
    return hi


def find_units(lines: list[Line], step: Step, lo: int, hi: int) -> list[tuple[int, int]]:
    """The spans that a step names between ``lo`` and ``hi``. Refused where it names none, or cannot be told."""
    kind, first, last = step
    if kind == "indent":
        return _find_indents(lines, first, last, lo, hi)
    starts = [i for i in range(lo, hi) if lines[i].kind == kind and lines[i].label == first]
    starts = starts or _flattened(lines, kind, first, lo, hi)
    if not starts and kind == "para" and any(x.kind == "para" and not x.label for x in lines[lo:hi]):
        raise Refused(f"the source prints no numbers before its §, and § {first} cannot be told")
    if not starts:
        raise Refused(f"there is no {_name(step)}")
    if len(starts) > 1:
        raise Refused(f"there are {len(starts)} units called {_name(step)}")
    start = starts[0]
    if not last:
        return [(start, unit_end(lines, start, hi))]
    spans = []
    while start < hi:
        end = unit_end(lines, start, hi)
        if lines[start].kind != kind:
            break
        spans.append((start, end))
        if lines[start].label == last:
            return spans
        start = end
    raise Refused(f"there is no {_name((kind, last, ''))} after {_name((kind, first, ''))}")


def _flattened(lines: list[Line], kind: str, label: str, lo: int, hi: int) -> list[int]:
    """Units whose raised number the source prints on the line: "271" for 27^1, which follows 27."""
    base, raised, _ = label.partition("^")
    flat = label.replace("^", "")
    found = [i for i in range(lo, hi) if lines[i].kind == kind and lines[i].label == flat] if raised else []
    before = [next((x.label for x in reversed(lines[lo:i]) if x.kind == kind), "") for i in found]
    return [i for i, previous in zip(found, before, strict=True) if previous.partition("^")[0] == base]


def _find_indents(lines: list[Line], first: str, last: str, lo: int, hi: int) -> list[tuple[int, int]]:
    found = [i for i in range(lo, hi) if lines[i].kind == "indent"]
    numbers = range(int(first), int(last or first) + 1) if first != "-1" else [len(found)]
    if not numbers or max(numbers) > len(found) or min(numbers) < 1:
        raise Refused(f"there is no tiret {first}")
    return [(found[n - 1], unit_end(lines, found[n - 1], hi)) for n in numbers]


def _name(step: Step) -> str:
    return Place((step,)).describe()


def locate(lines: list[Line], steps: Iterable[Step]) -> list[tuple[int, int]]:
    """The spans of a path within an article; the whole article for an empty path."""
    spans = [(0, len(lines))]
    for step in steps:
        spans = [found for lo, hi in spans for found in find_units(lines, step, lo, hi)]
    return spans


def is_repealed_note(lines: list[Line]) -> bool:
    """Nothing but the note that the unit was repealed."""
    return all(line.text.startswith(("(uchyl", "(skreśl", "(pominięt")) for line in lines)


def snapshot(article: ArticleText) -> ArticleText:
    return ArticleText(article.label, copy_lines(article.lines), article.headings)


def child_level(kind: str) -> int:
    return LEVELS.get(kind, 0) + 1
