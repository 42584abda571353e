"""Articles and units replaced, repealed and numbered anew."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from przepis.corpus.amend.act_text import (
    ActText,
    ArticleText,
    Refused,
    canonical,
    find_units,
    locate,
)
from przepis.corpus.amend.lines import Line
from przepis.corpus.amend.operations import Number, Place, Replace
from przepis.corpus.amend.quoted import quoted_articles, quoted_units
from przepis.corpus.amend.unit_parts import cut_sentence, edit_unit, replace_part, tail_line
from przepis.law.labels import place_for

_REPEALED = {"letter": "(uchylona)", "indent": "(uchylone)"}


def replace_units(act: ActText, operation: Replace) -> set[str]:
    if not operation.quote.strip():
        raise Refused("no new wording is quoted")
    place = operation.places[0]
    if place.division:
        return _replace_division(act, operation)
    if place.article is None:
        raise Refused("the clause names no article")
    if len(place.steps) == 1 and not place.sentence and not place.part:
        return _replace_articles(act, operation)
    changed = set()
    for label in act.span(place.article):
        article = act.article(label)
        if place.sentence or place.part:
            for one in operation.places:
                replace_part(article, one, operation.quote)
        else:
            _replace_units(article, operation)
        changed.add(label)
    return changed


def _replace_articles(act: ActText, operation: Replace) -> set[str]:
    named = {label for place in operation.places if place.article for label in act.span(place.article)}
    quoted = quoted_articles(operation.quote)
    missing = named - {label for label, _, _ in quoted}
    if missing:
        raise Refused(f"the quoted text lacks article {', '.join(sorted(missing))}")
    ranged = any(place.article and place.article[2] for place in operation.places)
    for label, _, lines in quoted:
        if label not in named and not ranged:
            raise Refused(f"the quoted text has article {label}, which the clause does not name")
        _put_article(act, label, lines)
    return {label for label, _, _ in quoted}


def _put_article(act: ActText, label: str, lines: list[Line]) -> None:
    known = act.articles.get(label)
    if known is not None:
        known.lines = lines
        return
    at = place_for(label, act.order)
    headings = act.articles[act.order[at - 1]].headings if at else ()
    act.add(ArticleText(label, lines, headings), at)


def _replace_division(act: ActText, operation: Replace) -> set[str]:
    quoted = quoted_articles(operation.quote)
    named = {label for label, _, _ in quoted}
    gone = [label for label in act.in_division(operation.places[0].division) if label not in named]
    for label in gone:
        act.articles[label].lines = [Line(0, "text", "", "(uchylony)")]
    for label, _, lines in quoted:
        _put_article(act, label, lines)
    return named.union(gone)


def _replace_units(article: ArticleText, operation: Replace) -> None:
    """Units of one parent by those of the quotation with the same labels."""
    kind = operation.places[0].steps[-1][0]
    groups = quoted_units(operation.quote, kind)
    if kind == "indent":
        _replace_indents(article, operation.places, groups)
        return
    used: set[str] = set()
    for place in operation.places:
        parent = place.steps[1:-1]
        _, first, last = place.steps[-1]
        own = [g for g in groups if g[0].label == first] if not last else _between(groups, first, last)
        if not own:
            raise Refused(f"the quoted text lacks {place.describe()}")
        (lo, hi), *others = locate(article.lines, parent) or [(0, 0)]
        if others:
            raise Refused(f"{place.describe()} is more than one place")
        spans = find_units(article.lines, place.steps[-1], lo, hi)
        article.lines[spans[0][0] : spans[-1][1]] = [line for group in own for line in group]
        used |= {g[0].label for g in own}
    extra = [g[0].label for g in groups if g[0].label not in used]
    if extra:
        raise Refused(f"the quoted text has {kind} {', '.join(extra)}, which the clause does not name")


def _between(groups: list[list[Line]], first: str, last: str) -> list[list[Line]]:
    labels = [g[0].label for g in groups]
    if first not in labels or last not in labels:
        return []
    return groups[labels.index(first) : labels.index(last) + 1]


def _replace_indents(article: ArticleText, places: tuple[Place, ...], groups: list[list[Line]]) -> None:
    spans = [span for place in places for span in locate(article.lines, place.steps[1:])]
    if len(spans) != len(groups):
        raise Refused(f"{len(groups)} indents are quoted for {len(spans)}")
    for (start, end), group in sorted(zip(spans, groups, strict=True), key=lambda pair: -pair[0][0]):
        article.lines[start:end] = group


def repeal(act: ActText, place: Place, but: tuple[Place, ...] = ()) -> set[str]:
    if place.division:
        labels = act.in_division(place.division)
        for label in labels:
            act.articles[label].lines = [Line(0, "text", "", "(uchylony)")]
        return set(labels)
    if place.article is None:
        raise Refused("the clause names no article")
    kept = {(step[0], step[1]) for step in (other.steps[-1] for other in but)}
    labels = [label for label in act.span(place.article) if ("art", label) not in kept]
    for label in labels:
        article = act.articles[label]
        if place.sentence:
            for number in sorted(place.sentence, reverse=True):
                edit_unit(article, replace(place, sentence=()), partial(cut_sentence, number=number))
        elif place.part == "tail":
            article.lines[tail_line(article.lines, place)].text = "- (uchylona)"
        elif place.part:
            raise Refused(f"the {place.part} of a list cannot be struck out alone")
        elif len(place.steps) == 1:
            article.lines = [Line(0, "text", "", "(uchylony)")]
        else:
            _repeal_units(article, place, kept)
    return set(labels)


def _repeal_units(article: ArticleText, place: Place, kept: set[tuple[str, str]]) -> None:
    for start, end in sorted(locate(article.lines, place.steps[1:]), reverse=True):
        line = article.lines[start]
        if (line.kind, line.label) in kept:
            continue
        if line.level == 0 and start and article.lines[0].kind == "text":
            del article.lines[start:end]  # the only unit left has lost its number: nothing is left to note
            continue
        article.lines[start:end] = [Line(line.level, line.kind, line.label, _REPEALED.get(line.kind, "(uchylony)"))]


def number(act: ActText, operation: Number) -> set[str]:
    place = operation.place
    if place.article is None:
        raise Refused("the clause names no article")
    label = act.span(place.article)[0]
    article = act.article(label)
    if len(place.steps) == 1 and operation.kind == "art":
        return _renumber_article(act, article, canonical(operation.label))
    if len(place.steps) == 1:
        if article.lines[0].label or article.lines[0].kind not in ("text", "para"):
            raise Refused("the article is divided already")
        article.lines[0] = Line(0, operation.kind, operation.label, article.lines[0].text)  # type: ignore[arg-type]
        return {label}
    (start, _), *others = locate(article.lines, place.steps[1:])
    if others:
        raise Refused("more than one unit would bear one number")
    article.lines[start].label = operation.label
    if operation.kind == "text":
        article.lines[start].kind = "text"
    return {label}


def _renumber_article(act: ActText, article: ArticleText, new: str) -> set[str]:
    if new in act.articles:
        raise Refused(f"article {new} is there already")
    old = article.label
    at = act.order.index(old)
    act.remove(old)
    act.add(ArticleText(new, article.lines, article.headings), at)
    return {old, new}
