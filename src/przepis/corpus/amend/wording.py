"""Words and closing signs changed inside units."""

from __future__ import annotations

from przepis.corpus.amend.act_text import ActText, ArticleText, Refused, locate
from przepis.corpus.amend.editing import append_words, close_with, insert_words, replace_words, sentence_span
from przepis.corpus.amend.inflection import insert_inflected, replace_inflected
from przepis.corpus.amend.lines import Line
from przepis.corpus.amend.operations import InsertWords, Place, Punctuate, ReplaceWords
from przepis.corpus.amend.unit_parts import tail_line


def change_words(act: ActText, operation: ReplaceWords | InsertWords) -> set[str]:
    place = operation.places[0]
    if place.article is not None:
        labels = act.span(place.article)
    elif place.division:
        labels = act.in_division(place.division)
    elif place.steps:
        raise Refused("the clause names a unit, and no article")
    else:
        labels = list(act.order)
    changed = set()
    n_found = 0
    for label in labels:
        article = act.articles[label]
        n = _words_in(article, place, operation)
        n_found += n
        if n:
            changed.add(label)
    if not n_found:
        sought = operation.old if isinstance(operation, ReplaceWords) else operation.anchor
        raise Refused(f"the words „{sought[:60]}” are not there")
    return changed


def _words_in(article: ArticleText, place: Place, operation: ReplaceWords | InsertWords) -> int:
    total = 0
    for lo, hi in locate(article.lines, place.steps[1:]):
        for i in _lines_of(article.lines, place, lo, hi):
            line = article.lines[i]
            if place.sentence and i == lo:
                line.text, n = _in_sentence(line.text, place.sentence, operation)
            elif isinstance(operation, InsertWords) and not operation.anchor:
                if i != hi - 1:
                    continue
                line.text, n = append_words(line.text, operation.new), 1
            else:
                line.text, n = _edit_words(line.text, operation)
            total += n
    return total


def _lines_of(lines: list[Line], place: Place, lo: int, hi: int) -> list[int]:
    if place.part == "intro" or place.sentence:
        return [lo]
    if place.part == "tail":
        return [tail_line(lines, place)]
    return list(range(lo, hi))


def _in_sentence(text: str, numbers: tuple[int, ...], operation: ReplaceWords | InsertWords) -> tuple[str, int]:
    total = 0
    for number in numbers:
        start, end = sentence_span(text, number)
        changed, n = _edit_words(text[start:end], operation)
        text = text[:start] + changed + text[end:]
        total += n
    return text, total


def _edit_words(text: str, operation: ReplaceWords | InsertWords) -> tuple[str, int]:
    if isinstance(operation, ReplaceWords):
        if operation.inflected:
            return replace_inflected(text, operation.old, operation.new)
        return replace_words(text, operation.old, operation.new)
    if not operation.anchor:
        return append_words(text, operation.new), 1
    if operation.inflected:
        return insert_inflected(text, operation.anchor, operation.new, before=operation.before)
    return insert_words(text, operation.anchor, operation.new, before=operation.before)


def punctuate(act: ActText, operation: Punctuate) -> set[str]:
    place = operation.places[0]
    if place.article is None:
        raise Refused("the clause names no article")
    labels = act.span(place.article)
    for label in labels:
        lines = act.articles[label].lines
        if place.part == "tail":
            at = tail_line(lines, place)
            lines[at].text = close_with(lines[at].text, operation.old, operation.new)
            continue
        for start, end in locate(lines, place.steps[1:]):
            at = start if place.part == "intro" else end - 1
            lines[at].text = close_with(lines[at].text, operation.old, operation.new)
    return set(labels)
