"""Operations carried out on an act's text: each applies exactly, or is refused with the reason and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from przepis.corpus.amend.act_text import ActText, ArticleText, Refused, canonical, snapshot
from przepis.corpus.amend.inserting import insert, printed_otherwise
from przepis.corpus.amend.operations import (
    Aside,
    Insert,
    InsertWords,
    Number,
    Operation,
    Place,
    Punctuate,
    Repeal,
    Replace,
    ReplaceWords,
)
from przepis.corpus.amend.replacing import number, repeal, replace_units
from przepis.corpus.amend.wording import change_words, punctuate


@dataclass(slots=True)
class Outcome:
    """What one operation did: the articles it changed, and the places it was refused at, with the reason."""

    changed: set[str] = field(default_factory=set)
    refused: list[tuple[str, str]] = field(default_factory=list)  # (article or "", reason)


def apply(act: ActText, operation: Operation) -> Outcome:
    """Carry out one operation. Of several places each stands for itself; within one nothing is done by halves."""
    outcome = Outcome()
    for part in _each_place(operation):
        article = _article_of(part)
        before = _saved(act, part, article)
        try:
            there = _there_already(act, part)
            outcome.changed |= _apply_one(act, part)
            outcome.refused += [(label, f"article {label} is there already") for label in there]
        except Refused as reason:
            outcome.refused.append((article or "", str(reason)))
            act.articles, act.order = before
    return outcome


def _there_already(act: ActText, operation: Operation) -> list[str]:
    """Of several new articles those that cannot be added; the others can."""
    if isinstance(operation, Insert) and operation.kind in ("art", "division"):
        return printed_otherwise(act, operation)
    return []


def _saved(act: ActText, operation: Operation, article: str | None) -> tuple[dict[str, ArticleText], list[str]]:
    """The act to go back to; articles that the operation may write into are copied, the others shared."""
    articles = dict(act.articles)
    if article in articles:
        articles[article] = snapshot(articles[article])
    elif article is None and not isinstance(operation, Insert):
        articles = {label: snapshot(kept) for label, kept in articles.items()}
    return articles, list(act.order)


def _article_of(operation: Operation) -> str | None:
    """The one article that an operation is about; None where it may touch several."""
    if isinstance(operation, Aside):
        return ""
    if isinstance(operation, Number):
        place = operation.place
    elif isinstance(operation, Insert):
        place = operation.within
    else:
        place = operation.places[0]
    step = place.article
    if step is None or step[2] or (isinstance(operation, Number) and len(place.steps) == 1 and operation.kind == "art"):
        return None
    try:
        return canonical(step[1])
    except Refused:
        return None


def _each_place(operation: Operation) -> Iterator[Operation]:
    """One operation per place where places are independent. Units that one quotation rewrites stay together."""
    if isinstance(operation, Repeal | ReplaceWords | InsertWords | Punctuate):
        for place in operation.places:
            yield replace(operation, places=(place,))
    elif isinstance(operation, Replace):
        by_article: dict[object, list[Place]] = {}
        for place in operation.places:
            whole = len(place.steps) == 1 and not place.sentence and not place.part
            by_article.setdefault("articles" if whole else place.article, []).append(place)
        for places in by_article.values():
            yield replace(operation, places=tuple(places))
    else:
        yield operation


def _apply_one(act: ActText, operation: Operation) -> set[str]:
    match operation:
        case Replace():
            return replace_units(act, operation)
        case Insert():
            return insert(act, operation)
        case Repeal(places=places, but=but):
            return repeal(act, places[0], but)
        case ReplaceWords() | InsertWords():
            return change_words(act, operation)
        case Punctuate():
            return punctuate(act, operation)
        case Number():
            return number(act, operation)
        case Aside():
            return set()
