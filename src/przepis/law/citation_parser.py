"""Citations of provisions in running text: found, and printed again.

``art. 22¹ § 1 pkt 2 lit. a k.c.``, ``art. 415 i 417-421 k.c.``, ``kc 415``, ``415 kc``, ``art. 10 ustawy z dnia
6 lipca 1982 r. o radcach prawnych``. What an article is cited *of* may be said once, after a whole list.
"""

from __future__ import annotations

import datetime as dt
import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from przepis.law import grammar
from przepis.law.base_acts import namings
from przepis.law.dates import format_date, parse_date
from przepis.law.labels import Label, parse_label
from przepis.law.names import ActNames

Units = tuple[str, ...]
_BEFORE = 40
"""How far before an article its act's abbreviation may stand: ``k.c., art. 415``."""
_LONGEST_TITLE = 300
_HEAD_WITH_DATE = 50
"""A date further on in the words belongs to another act."""


@dataclass(frozen=True, slots=True)
class Cite:
    """One cited article (or range) as written; nothing is looked up yet.

    ``units`` is the first path cited, ``more_units`` the others of the same article. ``loose`` holds a number
    that may be the article's superscript ("art. 22 1 § 1"), ``displaced`` those that PDF put before "art.".
    """

    label: str
    to_label: str = ""
    units: Units = ()
    act_words: str = ""
    act_date: dt.date | None = None
    start: int = 0
    end: int = 0
    more_units: tuple[Units, ...] = ()
    loose: str = ""
    displaced: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[Units, ...]:
        return (self.units, *self.more_units) if self.units else ()


@dataclass(frozen=True, slots=True)
class Group:
    """Articles that share one act, with the span of the whole."""

    cites: tuple[Cite, ...]
    start: int
    end: int


@functools.cache
def _default_pattern() -> re.Pattern[str]:
    return grammar.abbreviation_pattern(a for naming in namings() for a in naming.abbreviations)


@functools.lru_cache(maxsize=16)
def pattern_of(names: ActNames) -> re.Pattern[str]:
    """The abbreviations of a corpus, its own aliases included."""
    return grammar.abbreviation_pattern(written for written, _ in names.written_abbreviations())


def parse_citations(text: str, names: ActNames | None = None) -> list[Cite]:
    """Every citation in the text, in order. ``names`` adds the corpus' own abbreviations."""
    return [cite for group in parse_groups(text, names) for cite in group.cites]


def parse_groups(text: str, names: ActNames | None = None, *, bare: bool = True) -> list[Group]:
    """Citations grouped by the act they share; ``bare`` also reads ``kc 415``, which no statute writes."""
    pattern = _default_pattern() if names is None else pattern_of(names)
    groups = list(_article_groups(text, pattern))
    if bare:
        groups += _bare_groups(text, pattern, groups)
    return sorted(groups, key=lambda group: group.start)


def _article_groups(text: str, pattern: re.Pattern[str]) -> Iterator[Group]:
    position = 0
    while found := grammar.ARTICLE.search(text, position):
        cites, end = _article_list(text, found)
        start = found.start()
        displaced = grammar.DISPLACED.match(text)
        if displaced and displaced.end() == start:
            marks = tuple(mark for mark in displaced.groups() if mark)
            cites[0] = replace(cites[0], displaced=marks)
            start = displaced.start()
        words, end = _act_after(text, end, pattern)
        if not words:
            words, start = _act_before(text, position, start, pattern)
        date = parse_date(words[:_HEAD_WITH_DATE]) if words else None
        yield Group(tuple(replace(cite, act_words=words, act_date=date) for cite in cites), start, end)
        position = max(end, found.end())


def _article_list(text: str, found: re.Match[str]) -> tuple[list[Cite], int]:
    """The articles that follow one another from here on, and where they end."""
    cite = _article(text, found)
    cites, position = [cite], cite.end
    while connective := grammar.CONNECTIVE.match(text, position):
        following = grammar.ARTICLE.match(text, connective.end())
        if following is None and not cites[-1].units:
            following = _bare_label(text, connective.end())
        if following is None:
            break
        cites.append(_article(text, following))
        position = cites[-1].end
    return cites, position


def _bare_label(text: str, position: int) -> re.Match[str] | None:
    found = grammar.BARE_LABEL.match(text, position)
    return None if found is None or grammar.NOT_A_LABEL.match(text, found.end()) else found


def _article(text: str, found: re.Match[str]) -> Cite:
    label, position, to_label = parse_label(found["label"]).canonical, found.end(), ""
    dash = grammar.DASH.match(text, position)
    if dash:
        last = grammar.ARTICLE.match(text, dash.end()) or _bare_label(text, dash.end())
        if last:
            to_label, position = parse_label(last["label"]).canonical, last.end()
    loose = grammar.LOOSE_SUPERSCRIPT.match(text, position) if "^" not in label else None
    if loose:
        position = loose.end()
    paths, position = _units(text, position)
    return Cite(
        label=label,
        to_label=to_label,
        units=paths[0] if paths else (),
        more_units=tuple(paths[1:]),
        start=found.start(),
        end=position,
        loose=loose["sup"] if loose else "",
    )


def _units(text: str, position: int) -> tuple[list[Units], int]:
    """Paths of units from here: a unit of a level replaces what stood at that level and below."""
    paths: list[Units] = []
    kind = ""
    fresh = False  # does the next unit belong under the last path, or begin a new one?
    while True:
        step = _next_unit(text, position)
        if step is not None:
            kind, number, position = step
            level = grammar.UNIT_LEVEL[kind]
            last = paths[-1] if paths else ()
            kept = tuple(u for u in last if grammar.UNIT_LEVEL[u.partition(":")[0]] < level)
            path = (*kept, f"{kind}:{number}")
            if paths and kept == last and not fresh:
                paths[-1] = path
            else:
                paths.append(path)
            fresh = False
            continue
        sentence = grammar.SENTENCE.match(text, position)
        if sentence and sentence.end() > position:
            position = sentence.end()
            continue
        more = _more_numbers(text, position, kind) if kind else None
        if more is None:
            return paths, position
        numbers, position = more
        stem = paths[-1][:-1]
        paths += [(*stem, f"{kind}:{number}") for number in numbers]


def _next_unit(text: str, position: int) -> tuple[str, str, int] | None:
    connective = grammar.UNIT_CONNECTIVE.match(text, position)
    for start in (position, connective.end() if connective else position):
        for kind, pattern in grammar.UNITS.items():
            found = pattern.match(text, start)
            if found:
                return kind, _number(found["number"]), found.end()
    return None


def _more_numbers(text: str, position: int, kind: str) -> tuple[list[str], int] | None:
    """``§ 1-3`` and ``§ 1 i 2``: further numbers of the kind just read."""
    pattern = grammar.UNIT_CONTINUES[kind]
    dash = grammar.DASH.match(text, position)
    joint = dash or grammar.UNIT_CONNECTIVE.match(text, position)
    found = pattern.match(text, joint.end()) if joint else None
    if found is None or grammar.NOT_A_LABEL.match(text, found.end()):
        return None
    number = _number(found["number"])
    if dash and number.isdigit():
        before = re.search(r"(\d+)\s*$", text[:position])
        first = int(before[1]) if before else int(number)
        return [str(n) for n in range(first + 1, min(int(number), first + 99) + 1)], found.end()
    return [number], found.end()


def _number(written: str) -> str:
    plain = re.sub(r"\s+", "", written.lower())
    return parse_label(plain).canonical if plain[0].isdigit() and plain[0] != "0" else plain


def _act_after(text: str, position: int, pattern: re.Pattern[str]) -> tuple[str, int]:
    for candidate in (pattern, grammar.SAME_ACT, grammar.NAMED_ELSEWHERE):
        found = candidate.match(text, position)
        if found:
            return re.sub(r"\s+", " ", found["words"]).strip(), found.end()
    head = grammar.ACT_HEAD.match(text, position)
    if head is None:
        return "", position
    stop = grammar.ACT_STOP.search(text, head.end(), head.end() + _LONGEST_TITLE)
    end = stop.start() if stop else min(len(text), head.end() + _LONGEST_TITLE)
    return re.sub(r"\s+", " ", text[head.start("words") : end]).strip(), end


def _act_before(text: str, floor: int, start: int, pattern: re.Pattern[str]) -> tuple[str, int]:
    window = max(floor, start - _BEFORE)
    for found in pattern.finditer(text, window, start):
        if not text[found.end() : start].strip(" ,:"):
            return found["words"].strip(), found.start("words")
    phrase = grammar.ACT_BEFORE.search(text, window, start)
    return (phrase["words"].strip(), phrase.start()) if phrase else ("", start)


def _bare_groups(text: str, pattern: re.Pattern[str], taken: Sequence[Group]) -> list[Group]:
    """``kc 415`` and ``415 § 1 kc``: no "art.", so only beside an abbreviation that has dots in print."""
    groups = []
    for found in pattern.finditer(text):
        start, words = found.start("words"), found["words"]
        if any(group.start <= start < group.end for group in taken) or words.upper() in _NOT_BARE:
            continue
        after = re.compile(r"\s+").match(text, found.end())
        label = _bare_label(text, after.end()) if after else None
        if label is not None:
            cite = _article(text, label)
            groups.append(Group((replace(cite, act_words=words),), start, cite.end))
            continue
        before = re.search(
            rf"(?<![\w.,]){grammar.LABEL}(?:\s*(?:§|ust\.)\s*\d+\w*)?(?:\s*pkt\s*\d+\w*)?$", text[:start].rstrip()
        )
        first = _bare_label(text, before.start()) if before else None
        if first is not None:
            cite = _article(text, first)
            groups.append(Group((replace(cite, act_words=words),), cite.start, found.end()))
    return groups


_NOT_BARE = frozenset({"PIT", "CIT", "VAT", "PCC", "RODO", "GDPR"})
"""``PIT 37`` is a form and ``VAT 23`` a rate: these want "art."."""


def format_units(paths: Sequence[Units]) -> str:
    printed = []
    for path in paths:
        parts = []
        for unit in path:
            kind, _, number = unit.partition(":")
            shown = Label.from_canonical(number).display if number[:1].isdigit() else number
            parts.append(grammar.UNIT_PRINT[kind].format(shown))
        printed.append(" ".join(parts))
    return " i ".join(printed)


def format_citation(cited: Cite | str, names: ActNames | None = None, units: Units = ()) -> str:
    """``art. 22¹ § 1 k.c.`` from a Cite or an article_id; acts without an abbreviation by date and title."""
    if isinstance(cited, Cite):
        to_label = f"-{Label.from_canonical(cited.to_label).display}" if cited.to_label else ""
        head, paths, act = cited.label, cited.paths, cited.act_words
    else:
        act_id, _, head = cited.partition("#")
        to_label, paths, act = "", (units,) if units else (), act_genitive(act_id, names)
    article = f"art. {Label.from_canonical(head).display}{to_label}"
    return " ".join(part for part in (article, format_units(paths), act) if part)


def act_genitive(act_id: str, names: ActNames | None) -> str:
    """The act as it stands after an article: ``k.c.``, ``ustawy z dnia 6 lipca 1982 r. o radcach prawnych``."""
    title = names.title(act_id) if names else ""
    if names is None or not title:
        return act_id
    abbreviation, date = names.abbreviation(act_id), names.date(act_id)
    if abbreviation:
        return re.sub(r"^Konstytucja\b", "Konstytucji", abbreviation)
    dated = f"ustawy z dnia {format_date(date)}" if date else "ustawy"
    return f"{dated} {title}" if title[0].islower() else f"{dated} – {title}"
