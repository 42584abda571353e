"""Operations carried out on an act's text: each applies exactly, or is refused with the reason and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from przepis.corpus.amend.act_text import (
    ActText,
    ArticleText,
    Refused,
    canonical,
    child_level,
    find_units,
    locate,
    snapshot,
    unit_end,
)
from przepis.corpus.amend.editing import (
    append_words,
    close_with,
    insert_words,
    replace_words,
    sentence_span,
    sentence_spans,
)
from przepis.corpus.amend.inflection import insert_inflected, replace_inflected
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
from przepis.corpus.amend.quoted import quoted_articles, quoted_sentence, quoted_units, tidy_quote
from przepis.corpus.amend.unit_lines import LEVELS, Line, label_key, read_lines, split_units

_REPEALED = {"letter": "(uchylona)", "indent": "(uchylone)"}


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
        saved = {label: snapshot(a) for label, a in act.articles.items()} if article is None else {}
        order = list(act.order)
        try:
            kept = snapshot(act.articles[article]) if article in act.articles else None  # type: ignore[index]
            outcome.changed |= _apply_one(act, part)
        except Refused as reason:
            outcome.refused.append((article or "", str(reason)))
            if article is None:
                act.articles, act.order = saved, order
            elif kept is not None:
                act.articles[kept.label] = kept
    return outcome


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
            return _replace(act, operation)
        case Insert():
            return _insert(act, operation)
        case Repeal(places=places):
            return _repeal(act, places[0])
        case ReplaceWords() | InsertWords():
            return _words(act, operation)
        case Punctuate():
            return _punctuate(act, operation)
        case Number():
            return _number(act, operation)
        case Aside():
            return set()


# -- whole units --------------------------------------------------------------------------------------------------


def _replace(act: ActText, operation: Replace) -> set[str]:
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
                _replace_part(act, article, one, operation.quote)
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


def _put_article(act: ActText, label: str, lines: list[Line], headings: tuple[str, ...] | None = None) -> None:
    known = act.articles.get(label)
    if known is not None:
        known.lines = lines
        return
    at = act.position_for(label)
    if headings is None:
        headings = act.articles[act.order[at - 1]].headings if at else ()
    act.add(ArticleText(label, lines, headings), at)


def _replace_division(act: ActText, operation: Replace) -> set[str]:
    quoted = quoted_articles(operation.quote)
    gone = set(act.in_division(operation.places[0].division)) - {label for label, _, _ in quoted}
    if any(not _is_repealed(act.articles[label].lines) for label in gone):
        raise Refused(f"the new wording of {operation.places[0].division} lacks articles {', '.join(sorted(gone))}")
    for label, _, lines in quoted:
        _put_article(act, label, lines)
    return {label for label, _, _ in quoted}


def _is_repealed(lines: list[Line]) -> bool:
    return all(line.text.startswith(("(uchyl", "(skreśl", "(pominięt")) for line in lines)


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


def _insert(act: ActText, operation: Insert) -> set[str]:
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
            _insert_sentence(act, article, operation)
        elif operation.kind == "tail":
            _insert_tail(article, operation)
        else:
            _insert_units(article, operation)
    return set(labels)


def _insert_articles(act: ActText, operation: Insert) -> set[str]:
    quoted = quoted_articles(operation.quote)
    for label, _, _ in quoted:
        known = act.articles.get(label)
        if known is not None and not _is_repealed(known.lines):
            raise Refused(f"article {label} is there already")
    at, headings = _article_position(act, operation, quoted[0][0])
    for label, heading, lines in quoted:
        headings = (*headings[:-1], heading) if heading else headings
        if label in act.articles:
            act.articles[label].lines = lines
            at = act.order.index(label) + 1
            continue
        act.add(ArticleText(label, lines, headings), at)
        at += 1
    return {label for label, _, _ in quoted}


def _article_position(act: ActText, operation: Insert, first: str) -> tuple[int, tuple[str, ...]]:
    anchor = operation.after or operation.before
    if anchor is not None and anchor.article is not None:
        at = act.order.index(act.span(anchor.article)[-1])
        headings = act.articles[act.order[at]].headings
        return (at + 1 if operation.after else at), headings
    at = act.position_for(first)
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
    article.lines[at:at] = [line for group in groups for line in group]


def _fill_repealed(article: ArticleText, groups: list[list[Line]], doubled: set[str], lo: int, hi: int) -> None:
    """A number given anew after its unit was repealed: the new unit takes the place of the note."""
    for group in groups:
        if group[0].label not in doubled:
            raise Refused(f"{group[0].kind} {sorted(doubled)[0]} is there already")
        start, end = find_units(article.lines, (group[0].kind, group[0].label, ""), lo, hi)[0]
        if not _is_repealed(article.lines[start:end]):
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


def _insert_sentence(act: ActText, article: ArticleText, operation: Insert) -> None:
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

    _edit_unit(act, article, replace(operation.within, sentence=(), part=""), add)


def _insert_tail(article: ArticleText, operation: Insert) -> None:
    spans = locate(article.lines, operation.within.steps[1:])
    lo, hi = spans[0]
    if len(spans) != 1 or any(line.kind == "tail" for line in article.lines[lo:hi]):
        raise Refused("the list has a closing part already")
    level = min((line.level for line in article.lines[lo + 1 : hi]), default=1)
    article.lines.insert(hi, Line(max(level, 1), "tail", "", quoted_sentence(operation.quote)))


def _repeal(act: ActText, place: Place) -> set[str]:
    if place.division:
        labels = act.in_division(place.division)
        for label in labels:
            act.articles[label].lines = [Line(0, "text", "", "(uchylony)")]
        return set(labels)
    if place.article is None:
        raise Refused("the clause names no article")
    labels = act.span(place.article)
    for label in labels:
        article = act.articles[label]
        if place.sentence:
            for number in sorted(place.sentence, reverse=True):
                _edit_unit(act, article, replace(place, sentence=()), lambda text, n=number: _cut(text, n))  # type: ignore[misc]
        elif place.part == "tail":
            at = _tail_line(article.lines, place)
            del article.lines[at]
        elif place.part:
            raise Refused(f"the {place.part} of a list cannot be struck out alone")
        elif len(place.steps) == 1:
            article.lines = [Line(0, "text", "", "(uchylony)")]
        else:
            _repeal_units(article, place)
    return set(labels)


def _cut(text: str, number: int) -> str:
    start, end = sentence_span(text, number)
    return f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()


def _repeal_units(article: ArticleText, place: Place) -> None:
    for start, end in sorted(locate(article.lines, place.steps[1:]), reverse=True):
        line = article.lines[start]
        article.lines[start:end] = [Line(line.level, line.kind, line.label, _REPEALED.get(line.kind, "(uchylony)"))]


def _number(act: ActText, operation: Number) -> set[str]:
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
    return {label}


def _renumber_article(act: ActText, article: ArticleText, new: str) -> set[str]:
    if new in act.articles:
        raise Refused(f"article {new} is there already")
    old = article.label
    at = act.order.index(old)
    act.remove(old)
    act.add(ArticleText(new, article.lines, article.headings), at)
    return {old, new}


# -- inside a unit -------------------------------------------------------------------------------------------------


def _replace_part(act: ActText, article: ArticleText, place: Place, quote: str) -> None:
    if place.sentence:
        new = quoted_sentence(quote)

        def swap(text: str) -> str:
            start = sentence_span(text, place.sentence[0])[0]
            end = sentence_span(text, place.sentence[-1])[1]
            return f"{text[:start]}{new}{text[end:]}"

        _edit_unit(act, article, replace(place, sentence=()), swap)
        return
    spans = locate(article.lines, place.steps[1:])
    if len(spans) != 1:
        raise Refused("more than one unit would get the wording")
    if place.part == "intro":
        _replace_intro(article.lines, spans[0][0], quote)
    else:
        article.lines[_tail_line(article.lines, place)].text = quoted_sentence(quote)


def _replace_intro(lines: list[Line], at: int, quote: str) -> None:
    quoted = split_units(tidy_quote(quote))
    if len(quoted) != 1:
        raise Refused("the quoted part before a list holds more than it should")
    if quoted[0].label and quoted[0].label != lines[at].label:
        raise Refused(f"the quoted text is that of {quoted[0].label}, not of {lines[at].label}")
    lines[at].text = quoted[0].text


def _tail_line(lines: list[Line], place: Place) -> int:
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


def _edit_unit(act: ActText, article: ArticleText, place: Place, edit: Callable[[str], str]) -> None:
    """The text of a unit as one piece, edited, and read into lines again."""
    for start, end in sorted(locate(article.lines, place.steps[1:]), reverse=True):
        head = article.lines[start]
        text = "\n".join([head.text, *(line.render() for line in article.lines[start + 1 : end])])
        first, *rest = edit(text).split("\n")
        body = read_lines("\n".join(["x:", *rest]), "pass")[1:] if rest else []
        if [x.kind for x in body] != [x.kind for x in article.lines[start + 1 : end]]:
            body = [Line(old.level, old.kind, old.label, new.text) for old, new in zip(article.lines[start + 1 : end], body, strict=False)] if len(body) == end - start - 1 else body
        article.lines[start:end] = [Line(head.level, head.kind, head.label, first), *body]


def _words(act: ActText, operation: ReplaceWords | InsertWords) -> set[str]:
    place = operation.places[0]
    if place.article is not None:
        labels = act.span(place.article)
    elif place.division:
        labels = act.in_division(place.division)
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
        return [_tail_line(lines, place)]
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


def _punctuate(act: ActText, operation: Punctuate) -> set[str]:
    place = operation.places[0]
    if place.article is None:
        raise Refused("the clause names no article")
    labels = act.span(place.article)
    for label in labels:
        lines = act.articles[label].lines
        if place.part == "tail":
            at = _tail_line(lines, place)
            lines[at].text = close_with(lines[at].text, operation.old, operation.new)
            continue
        for start, end in locate(lines, place.steps[1:]):
            at = start if place.part == "intro" else end - 1
            lines[at].text = close_with(lines[at].text, operation.old, operation.new)
    return set(labels)

