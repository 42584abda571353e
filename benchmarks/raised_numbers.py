"""Raised numbers of ust., pkt and lit. that the source prints on the line, and what else says that they are raised.

    python -m benchmarks.raised_numbers HOME PUBLISHED            the figures
    python -m benchmarks.raised_numbers HOME PUBLISHED --list     and every unit, with those named and not found

HOME has the newest texts of all acts; PUBLISHED is the archive of acts as published, whose amending acts quote units
with raised numbers kept ("4^1^)"). They, and the law's own references ("ust. 4^1"), are not what the numbers are told
from, so that they measure it: how many are confirmed, and which named ones are not found.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.table import print_table
from przepis.corpus.store import Store
from przepis.corpus.units import bare_text, display_path
from przepis.law.citations import CitationResolver, format_citation
from przepis.law.labels import is_annex
from przepis.law.names import ActNames
from przepis.records import Article, Unit
from przepis.sources.archives import read_archive

_LABEL = r"(?:\d+[a-z]{0,3}|[a-złń]{1,2})\^\d+[a-z]?"
_QUOTED = re.compile(rf"(?<![\w^])({_LABEL}|\d+[a-z]{{0,3}}\^\d+\^\^[a-z]\^?)\^?[.)]\s+(.{{15,200}})")
_FLAT = re.compile(r"(?<![\w^.])(\d{2,3}[a-z]?|\d+[a-z]{1,2}\d{1,2}|[a-złń]\d{1,2})[.)]\s+(.{15,200})")
_NAMED = re.compile(
    rf"(?:\b(art)\.\s*[^\s,;]+\s+)?(?:(?:§|ust\.)\s*[^\s,;]+\s+)?(?:(ust)\.|(pkt)|(?:lit)\.)\s*({_LABEL})(?!\w)"
)
_KINDS = ("pass", "point", "letter")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"\w+")
_WORDS = 6
"""So many first words make a unit and a quotation the same."""


@dataclass(frozen=True, slots=True)
class Raised:
    """One unit whose number is told to be raised; ``hid``: another unit of its list bore the label it was read with."""

    article: Article
    unit: Unit
    hid: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("home", type=Path)
    parser.add_argument("published", type=Path)
    parser.add_argument("--list", action="store_true", help="print every unit too")
    args = parser.parse_args()
    with Store(args.home) as store:
        articles = list(store.articles())
        found = [raised for article in articles for raised in raised_units(article)]
        resolver = CitationResolver(ActNames(store.acts()), store.labels)
        named = named_units(resolver, articles)
        opened = sum(opens_again(resolver, one) for one in found)
    quoted, flat = quotations(args.published)
    says = {id(one): evidence(one, named, quoted, flat) for one in found}
    print_figures(articles, found, says)
    own = {article.article_id: {unit.path[-1] for unit in article.units} for article in articles}
    missing = sorted((article_id, name) for article_id, name in named if name not in own.get(article_id, ()))
    left = [where for article in articles if not is_annex(article.label) for where in left_as_printed(article)]
    print(f"\nopened again by the citation that is printed: {opened} of {len(found)}")
    print(f"left as printed though it begins with the digits of the one before, and is not the next: {len(left)}")
    print(f"named with a raised number: {len(named)} units, of which {len(missing)} are not found")
    if args.list:
        for one in found:
            where = f"{one.article.article_id} {display_path(one.unit.path)}"
            print(f"{where}\t{says[id(one)]}\t{one.unit.text[:60]!r}")
        for article_id, name in missing:
            print(f"not found: {article_id} {name}")
        for where in left:
            print(f"left as printed: {where}")


def raised_units(article: Article) -> Iterator[Raised]:
    labels = Counter(unit.path for unit in article.units)
    for unit in article.units:
        if "^" in unit.label and unit.kind in _KINDS and not unit.text.startswith(unit.label):
            flat = f"{unit.kind}:{unit.label.replace('^', '')}"
            yield Raised(article, unit, (*unit.path[:-1], flat) in labels)


def opens_again(resolver: CitationResolver, one: Raised) -> bool:
    written = format_citation(one.article.article_id, resolver.names, one.unit.path)
    return any(one.unit.path in cite.units for cite in resolver.resolve(written))


def left_as_printed(article: Article) -> Iterator[str]:
    """Labels that could be raised by their digits, and are not."""
    before: dict[tuple[tuple[str, ...], str], str] = {}
    for unit in article.units:
        number, last = _DIGITS.match(unit.label), before.get((unit.path[:-1], unit.kind), "")
        if number and last and "^" not in unit.label and number[0].startswith(last) and int(number[0]) > int(last) + 1:
            yield f"{article.article_id} {display_path(unit.path)}"
        if number and unit.kind in _KINDS:
            before[unit.path[:-1], unit.kind] = number[0]


def named_units(resolver: CitationResolver, articles: Iterable[Article]) -> set[tuple[str, str]]:
    """(article, "pass:4^1") that the law speaks of, its own articles without naming themselves."""
    found: set[tuple[str, str]] = set()
    for article in articles:
        if "^" not in article.text:
            continue
        for cite in resolver.resolve(article.text, article.act_id):
            for path in cite.units if cite.article_id else ():
                found |= {(str(cite.article_id), part) for part in path if "^" in part and part.startswith(_KINDS)}
        for art, passage, point, label in _NAMED.findall(article.text):
            if not art:
                kind = "pass" if passage else "point" if point else "letter"
                found.add((article.article_id, f"{kind}:{label}"))
    return found


def quotations(archive: Path) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """First words -> the labels under which acts as published print them: raised ones, and those on the line."""
    quoted: dict[str, set[str]] = defaultdict(set)
    flat: dict[str, set[str]] = defaultdict(set)
    for name, _, read in read_archive(archive):
        if not name.endswith(".md"):
            continue
        text = read().decode("utf-8")
        for pattern, into in ((_QUOTED, quoted), (_FLAT, flat)):
            for label, words in pattern.findall(text):
                if key := first_words(words):
                    into[key].add(re.sub(r"\^(?=[a-z]|$)|\^(?=\^)", "", label))
    return quoted, flat


def first_words(text: str) -> str:
    words = _WORD.findall(text.lower())
    return " ".join(words[:_WORDS]) if len(words) >= _WORDS else ""


def evidence(one: Raised, named: set[tuple[str, str]], quoted: dict[str, set[str]], flat: dict[str, set[str]]) -> str:
    key = first_words(bare_text(one.unit))
    if one.unit.label in quoted.get(key, ()):
        return "quoted under this number"
    if (one.article.article_id, one.unit.path[-1]) in named:
        return "named so in the law"
    if one.unit.label.replace("^", "") in flat.get(key, ()):
        return "quoted with the number on the line"
    return "no other witness" if key else "no other witness, and no words (repealed)"


def print_figures(articles: list[Article], found: list[Raised], says: dict[int, str]) -> None:
    kinds = Counter(one.unit.kind for one in found)
    rows: list[tuple[object, ...]] = [("ust.", kinds["pass"]), ("pkt", kinds["point"]), ("lit.", kinds["letter"])]
    rows += [("together", len(found)), ("of these another of its list bore the same label", sum(o.hid for o in found))]
    rows += [("in articles", len({one.article.article_id for one in found})), ("of all", len(articles))]
    rows += [("in acts", len({one.article.act_id for one in found}))]
    print_table(("raised numbers printed on the line", "n"), rows)
    print()
    print_table(("what else says so", "n"), Counter(says.values()).most_common())


if __name__ == "__main__":
    main()
