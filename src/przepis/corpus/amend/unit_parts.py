"""Parts of a unit: a sentence, what opens a list, what closes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from przepis.corpus.amend.act_text import ArticleText, Refused, child_level, locate
from przepis.corpus.amend.editing import sentence_span
from przepis.corpus.amend.lines import Line
from przepis.corpus.amend.operations import Place
from przepis.corpus.amend.quoted import quoted_sentence, tidy_quote
from przepis.corpus.amend.unit_lines import read_lines, split_units


def replace_part(article: ArticleText, place: Place, quote: str) -> None:
    if place.sentence:
        new = quoted_sentence(quote)

        def swap(text: str) -> str:
            start = sentence_span(text, place.sentence[0])[0]
            end = sentence_span(text, place.sentence[-1])[1]
            return f"{text[:start]}{new}{text[end:]}"

        edit_unit(article, replace(place, sentence=()), swap)
        return
    spans = locate(article.lines, place.steps[1:])
    if len(spans) != 1:
        raise Refused("more than one unit would get the wording")
    if place.part == "intro":
        _replace_intro(article.lines, spans[0][0], quote)
    else:
        article.lines[tail_line(article.lines, place)].text = quoted_sentence(quote)


def _replace_intro(lines: list[Line], at: int, quote: str) -> None:
    quoted = split_units(tidy_quote(quote))
    if len(quoted) != 1:
        raise Refused("the quoted part before a list holds more than it should")
    if quoted[0].label and quoted[0].label != lines[at].label:
        raise Refused(f"the quoted text is that of {quoted[0].label}, not of {lines[at].label}")
    lines[at].text = quoted[0].text


def tail_line(lines: list[Line], place: Place) -> int:
    """The line that closes the list of a unit."""
    spans = locate(lines, place.steps[1:])
    if len(spans) != 1:
        raise Refused("more than one list")
    lo, hi = spans[0]
    own = place.steps[-1][0] if len(place.steps) > 1 else "pass"
    tails = [i for i in range(lo, hi) if lines[i].kind == "tail" and lines[i].level <= child_level(own)]
    if not tails:
        raise Refused("the list has no closing part")
    return tails[-1]


def edit_unit(article: ArticleText, place: Place, edit: Callable[[str], str]) -> None:
    """The text of a unit as one piece, edited, and read into lines again."""
    for start, end in sorted(locate(article.lines, place.steps[1:]), reverse=True):
        head = article.lines[start]
        text = "\n".join([head.text, *(line.render() for line in article.lines[start + 1 : end])])
        first, *rest = edit(text).split("\n")
        before = article.lines[start + 1 : end]
        body = read_lines("\n".join(["x:", *rest]), "pass")[1:] if rest else []
        if len(body) == len(before):  # levels and labels as they were: only words have changed
            body = [Line(old.level, old.kind, old.label, new.text) for old, new in zip(before, body, strict=True)]
        article.lines[start:end] = [Line(head.level, head.kind, head.label, first), *body]


def cut_sentence(text: str, number: int) -> str:
    start, end = sentence_span(text, number)
    return f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()
