"""How many numbers of § are known, from what, and how many come out right where their evidence is withheld."""

from __future__ import annotations

import datetime as dt
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmarks.numbering.case import DIRECT
from benchmarks.numbering.chain import label_chain
from benchmarks.numbering.evidence import Evidence, Quote
from benchmarks.numbering.labelling import Labelled, status
from benchmarks.numbering.texts import REPEALED, likeness
from benchmarks.table import print_table
from przepis.corpus.units import NO_PARAGRAPH, Number

_SAMPLE, _SEED = 2000, 5
Gold = tuple[Labelled, int, str]
"""An article, a line of its newest text, and the label under which an amending act quotes these very words."""


def print_checks(labelled: Sequence[Labelled]) -> None:
    current = [article for article in labelled if article.current]
    print_table(("articles in force with § that lost their numbers", "n"), _articles(current))
    print_table(("§ in them", "n", "another number than the count's"), _paragraphs(current))
    print_table(("what a known number rests on", "n"), _sources(current).most_common())
    print_table(("numbers whose § speaks of itself as of another", "§", "such"), _self_mentions(current))
    gold = list(_gold(current))
    print(f"{len(gold)} § of today's texts are worded as an amending act quotes them; a sample of {_SAMPLE}:\n")
    sample = random.Random(_SEED).sample(gold, min(_SAMPLE, len(gold)))
    head = ("withheld", "known", "right", "counted", "right", "not known", "the bare count, right")
    print_table(
        head, [_withheld("the words of the §", sample, False), _withheld("the acts that quote it", sample, True)]
    )


def _articles(current: Sequence[Labelled]) -> list[tuple[str, int]]:
    own = [(article, article.told[-1]) for article in current]
    return [
        ("all", len(own)),
        ("a § added, renumbered or repealed, or one with a letter is known", sum(_disturbed(a) for a, _ in own)),
        ("the count is wrong", sum(_miscounted(told) for _, told in own)),
        ("the count is wrong or its number cannot be told", sum(_miscounted(told, unknown=True) for _, told in own)),
        ("every number is known", sum(all(status(n) == "known" for n in told) for _, told in own)),
        ("every number is counted", sum(all(status(n) == "counted" for n in told) for _, told in own)),
        ("some number cannot be told", sum(any(status(n) == "not known" for n in told) for _, told in own)),
    ]


def _disturbed(article: Labelled) -> bool:
    said = article.evidence
    labels = (
        {label for _, label in said.inserted} | {q.label for q in said.quotes} | {n.label for n in article.told[-1]}
    )
    return bool(said.repealed or said.renamed or any(not label.isdigit() for label in labels - {"", NO_PARAGRAPH}))


def _miscounted(told: Sequence[Number], *, unknown: bool = False) -> bool:
    return any(n.label != str(at) and (unknown or bool(n.label)) for at, n in enumerate(told, start=1))


def _paragraphs(current: Sequence[Labelled]) -> list[tuple[str, int, int]]:
    n: Counter[str] = Counter()
    differ: Counter[str] = Counter()
    for article in current:
        for at, number in enumerate(article.told[-1], start=1):
            kind = "no § at all" if number.label == NO_PARAGRAPH else status(number)
            n[kind] += 1
            differ[kind] += number.label != str(at)
    return [(kind, count, differ[kind]) for kind, count in n.most_common()]


def _sources(current: Sequence[Labelled]) -> Counter[str]:
    found: Counter[str] = Counter()
    for article in current:
        for at, number in enumerate(article.told[-1]):
            if number.known and number.label != NO_PARAGRAPH:
                found[_source(article, at, number.label)] += 1
    return found


def _source(article: Labelled, at: int, label: str) -> str:
    text = article.texts[-1]
    if REPEALED.match(text.lines[at]):
        return "the repeal of this §, or its place between known ones"
    alike = [
        likeness(text.words[at], text.bags[at], quote.words, quote.bag)
        for quote in article.evidence.quotes
        if quote.label == label
    ]
    if max(alike, default=0.0) == 1.0:
        return "an amending act's quotation, word for word"
    if max(alike, default=0.0) >= DIRECT:
        return "an amending act's quotation, changed since"
    return "an earlier text, or its place between known ones"


def _self_mentions(current: Sequence[Labelled]) -> list[tuple[str, int, int]]:
    """ "o którym mowa w § 3" is not said in § 3."""
    rows: dict[str, list[bool]] = {}
    for article in current:
        for at, (line, number) in enumerate(zip(article.texts[-1].lines, article.told[-1], strict=True), start=1):
            rows.setdefault("the bare count", []).append(_names_itself(line, str(at)))
            if number.label not in ("", NO_PARAGRAPH):
                rows.setdefault(status(number), []).append(_names_itself(line, number.label))
    return [(kind, len(found), sum(found)) for kind, found in rows.items()]


def _names_itself(line: str, label: str) -> bool:
    own = rf"(?:mowa|określon\w+|wymienion\w+|wskazan\w+) w § {re.escape(label)}(?![\d^a-z]|\s?[-–]|\s*(?:pkt|zd))"
    return re.search(own, line) is not None


def _gold(current: Sequence[Labelled]) -> Iterator[Gold]:
    for article in current:
        text = article.texts[-1]
        labels: dict[tuple[str, ...], set[str]] = {}
        for quote in _newest_quotes(article.evidence, text.as_of):
            labels.setdefault(quote.words, set()).add(quote.label)
        for at, words in enumerate(text.words):
            if len(words) > 3 and text.words.count(words) == 1 and len(labels.get(words, ())) == 1:
                yield article, at, next(iter(labels[words]))


def _newest_quotes(evidence: Evidence, day: dt.date) -> list[Quote]:
    """The last quotation of every label since the article was worded anew."""
    since = max((d for d, _ in evidence.wholes if d <= day), default=dt.date.min)
    return list({q.label: q for q in evidence.quotes if since <= q.day <= day}.values())


def _withheld(name: str, sample: Sequence[Gold], whole_acts: bool) -> tuple[object, ...]:
    n: Counter[tuple[str, bool]] = Counter()
    counted_right = 0
    for article, at, label in sample:
        said = (_without_acts if whole_acts else _without_words)(article.evidence, label)
        number = label_chain(article.texts, said)[-1][at]
        n[status(number), number.label == label] += 1
        counted_right += str(at + 1) == label
    known, counted = n["known", True] + n["known", False], n["counted", True] + n["counted", False]
    right = [_share(n[kind, True], total) for kind, total in (("known", known), ("counted", counted))]
    return name, known, right[0], counted, right[1], n["not known", False], _share(counted_right, len(sample))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else "-"


def _without_words(said: Evidence, label: str) -> Evidence:
    """It is known that there is such a §, and not how it reads."""
    there = [(q.day, label) for q in said.quotes if q.label == label]
    return replace(said, quotes=[q for q in said.quotes if q.label != label], touched=[*said.touched, *there])


def _without_acts(said: Evidence, label: str) -> Evidence:
    """As if the acts that quote the § were not at hand: nothing of what took effect on their days."""
    acts = {q.eli for q in said.quotes if q.label == label}
    days = {q.day for q in said.quotes if q.eli in acts}
    return replace(
        said,
        quotes=[q for q in said.quotes if q.eli not in acts],
        inserted=[x for x in said.inserted if x[0] not in days],
        touched=[x for x in said.touched if x[0] not in days],
        repealed=[x for x in said.repealed if x[0] not in days],
        renamed=[x for x in said.renamed if x[0] not in days],
        wholes=[x for x in said.wholes if x[0] not in days],
        undivided=[x for x in said.undivided if x[0] not in days],
        divided=[x for x in said.divided if x not in days],
    )
