"""Articles, units and sentences added to an act's text."""

from __future__ import annotations

from dataclasses import replace

from przepis.corpus.amend.act_text import ActText, ArticleText, Refused, find_units, is_repealed_note, locate, unit_end
from przepis.corpus.amend.divisions import rank
from przepis.corpus.amend.editing import sentence_spans
from przepis.corpus.amend.lines import LEVELS, Line, label_key
from przepis.corpus.amend.operations import Insert
from przepis.corpus.amend.quoted import quoted_articles, quoted_sentence, quoted_units
from przepis.corpus.amend.unit_parts import edit_unit
from przepis.law.labels import place_for


def insert(act: ActText, operation: Insert) -> set[str]:
    if not operation.quote.strip():
        raise Refused("no new wording is quoted")
    if operation.kind in ("art", "division"):
        return _insert_articles(act, operation)
    if operation.within.article is None:
        raise Refused("the clause names no article")
    labels = act.span(operation.within.article)
    for label in labels:
        article = act.article(label)
        if operation.kind == "sentence":
            _insert_sentence(article, operation)
        elif operation.kind == "tail":
            _insert_tail(article, operation)
        else:
            _insert_units(article, operation)
    return set(labels)


def _insert_articles(act: ActText, operation: Insert) -> set[str]:
    """Each new article stands for itself: one that is there in another wording does not hold up the rest."""
    there = printed_otherwise(act, operation)
    quoted = [new for new in quoted_articles(operation.quote) if not _is_there(act, new[0])]
    if there and not quoted:
        raise Refused(f"article {there[0]} is there already")
    if not quoted:
        return set()
    at, headings = _article_position(act, operation, quoted[0][0])
    for label, heading, lines in quoted:
        if heading:
            headings = (*(h for h in headings if rank(h) < rank(heading)), heading)
        if label in act.articles:
            act.articles[label] = ArticleText(label, lines, act.articles[label].headings)
            at = act.order.index(label) + 1
            continue
        act.add(ArticleText(label, lines, headings), at)
        at += 1
    return {label for label, _, _ in quoted}


def printed_otherwise(act: ActText, operation: Insert) -> list[str]:
    """Of the articles to be added those that the act has in another wording.

    An official text may have printed some in advance; where it has them as quoted nothing is left to do.
    """
    return [
        label
        for label, _, lines in quoted_articles(operation.quote)
        if _is_there(act, label) and _letters(act.articles[label].lines) != _letters(lines)
    ]


def _is_there(act: ActText, label: str) -> bool:
    known = act.articles.get(label)
    return known is not None and not is_repealed_note(known.lines)


def _letters(lines: list[Line]) -> str:
    return "".join(c for line in lines for c in (line.text if line.kind == "para" else line.render()) if c.isalnum())


def _article_position(act: ActText, operation: Insert, first: str) -> tuple[int, tuple[str, ...]]:
    anchor = operation.after or operation.before
    if anchor is not None and anchor.article is not None:
        at = act.order.index(act.span(anchor.article)[-1])
        headings = act.articles[act.order[at]].headings
        return (at + 1 if operation.after else at), headings
    at = place_for(first, act.order)
    return at, act.articles[act.order[at - 1]].headings if at else ()


def _insert_units(article: ArticleText, operation: Insert) -> None:
    kind = operation.kind
    groups = quoted_units(operation.quote, kind)
    parent = operation.within.steps[1:]
    spans = locate(article.lines, parent)
    if len(spans) != 1:
        raise Refused("the units would go to more than one place")
    lo, hi = spans[0]
    present = {line.label for line in article.lines[lo:hi] if line.kind == kind and line.label}
    doubled = present & {g[0].label for g in groups}
    if doubled and kind != "indent":
        _fill_repealed(article, groups, doubled, lo, hi)
        return
    at = _unit_position(article.lines, operation, groups[0][0], lo, hi)
    added = [line for group in groups for line in group]
    _reopen_list(article.lines, at, lo, groups[0][0], added[-1])
    article.lines[at:at] = added


def _reopen_list(lines: list[Line], at: int, lo: int, first: Line, last: Line) -> None:
    """A list that ended with a full stop goes on: official texts put the sign of its other items, said or not."""
    if first.kind not in ("point", "letter") or at - 1 <= lo or not lines[at - 1].text.endswith("."):
        return
    if lines[at - 1].level >= first.level and lines[at - 1].kind not in ("tail", "text") and last.text.endswith("."):
        lines[at - 1].text = lines[at - 1].text[:-1] + (";" if first.kind == "point" else ",")


def _fill_repealed(article: ArticleText, groups: list[list[Line]], doubled: set[str], lo: int, hi: int) -> None:
    """A number given anew after its unit was repealed: the new unit takes the place of the note."""
    for group in groups:
        if group[0].label not in doubled:
            raise Refused(f"{group[0].kind} {sorted(doubled)[0]} is there already")
        start, end = find_units(article.lines, (group[0].kind, group[0].label, ""), lo, hi)[0]
        if not is_repealed_note(article.lines[start:end]):
            raise Refused(f"{group[0].kind} {group[0].label} is there already")
        article.lines[start:end] = group
        hi += len(group) - (end - start)


def _unit_position(lines: list[Line], operation: Insert, first: Line, lo: int, hi: int) -> int:
    anchor = operation.after or operation.before
    if anchor is not None and anchor.steps:
        start, end = find_units(lines, anchor.steps[-1], lo, hi)[-1]
        return end if operation.after else start
    siblings = [i for i in range(lo, hi) if lines[i].kind == first.kind]
    if first.kind == "indent":
        return unit_end(lines, siblings[-1], hi) if siblings else hi
    if not siblings:
        return _opening_position(lines, first, lo, hi)
    earlier = [i for i in siblings if lines[i].label and _comes_before(lines[i].label, first.label)]
    if not earlier:
        return siblings[0]
    return unit_end(lines, earlier[-1], hi)


def _opening_position(lines: list[Line], first: Line, lo: int, hi: int) -> int:
    """The first unit of its kind: a list that the clause opens."""
    if LEVELS[first.kind] == 0:
        return hi
    return next((i for i in range(lo + 1, hi) if lines[i].kind == "tail"), hi)


def _comes_before(a: str, b: str) -> bool:
    return label_key(a) < label_key(b)


def _insert_sentence(article: ArticleText, operation: Insert) -> None:
    new = quoted_sentence(operation.quote)

    def add(text: str) -> str:
        spans = sentence_spans(text)
        number = operation.sentence
        if number in (0, -1) or number == len(spans) + 1:
            return f"{text} {new}"
        if number > len(spans) + 1:
            raise Refused(f"there are only {len(spans)} sentences")
        at = spans[number - 1][0]
        return f"{text[:at]}{new} {text[at:]}"

    edit_unit(article, replace(operation.within, sentence=(), part=""), add)


def _insert_tail(article: ArticleText, operation: Insert) -> None:
    spans = locate(article.lines, operation.within.steps[1:])
    lo, hi = spans[0]
    if len(spans) != 1 or any(line.kind == "tail" for line in article.lines[lo:hi]):
        raise Refused("the list has a closing part already")
    level = min((line.level for line in article.lines[lo + 1 : hi]), default=1)
    article.lines.insert(hi, Line(max(level, 1), "tail", "", quoted_sentence(operation.quote)))
