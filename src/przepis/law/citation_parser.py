"""Citations of provisions in running text: found, as written.

``art. 22¹ § 1 pkt 2 lit. a k.c.``, ``art. 415 i 417-421 k.c.``, ``kc 415``, ``415 kc``, ``art. 10 ustawy z dnia
6 lipca 1982 r. o radcach prawnych``, ``§ 12 ust. 1 rozporządzenia …``. What an article is cited *of* may be said once,
after a whole list.

One grammar for three kinds of text. A ``statute`` writes "art." always, names its own articles without naming itself,
and never writes ``kc 415``. A ``sentence`` of a person holds sums, measures and years beside its citations. A ``query``
that is nothing but a citation may leave out everything that is not needed.
"""

from __future__ import annotations

import datetime as dt
import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from przepis.law import grammar
from przepis.law.base_acts import namings
from przepis.law.dates import parse_date
from przepis.law.labels import parse_label, raised_letter
from przepis.law.names import ActNames, abbreviation_key
from przepis.law.quantities import NOT_A_LABEL

Units = tuple[str, ...]
TextKind = Literal["statute", "sentence", "query"]
_BEFORE = 40
"""How far before an article its act's abbreviation may stand: ``k.c., art. 415``."""
_LONGEST_TITLE = 300
_HEAD_WITH_DATE = 50
"""A date further on in the words belongs to another act."""
_GLUED = re.compile(r"(?P<digits>\d+)(?P<letters>[^\W\d_]{2,})\Z")


@dataclass(frozen=True, slots=True)
class Cite:
    """One cited article (or range) as written; nothing is looked up yet.

    ``units`` is the first path cited, ``more_units`` the others of the same article. ``loose`` holds a number
    that may be the article's superscript ("art. 22 1 § 1") or a letter that may be its own ("178 a"),
    ``displaced`` those that PDF put before "art.". ``sign`` is "§" for the paragraph of a regulation.
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
    sign: str = "art."

    @property
    def paths(self) -> tuple[Units, ...]:
        return (self.units, *self.more_units) if self.units else ()

    @property
    def written(self) -> str:
        """The label with its loose mark: ``22`` with ``1`` is 22¹, ``178`` with ``a`` is 178a."""
        return marked(self.label, self.loose) if self.loose else self.label


def marked(label: str, mark: str) -> str:
    return f"{label}^{mark}" if mark[:1].isdigit() else f"{label}{mark}"


@dataclass(frozen=True, slots=True)
class Group:
    """Articles that share one act, with the span of the whole."""

    cites: tuple[Cite, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Abbreviations:
    """How the acts of a corpus are abbreviated: in running text, touching a number, and as bare keys."""

    pattern: re.Pattern[str]
    glued: re.Pattern[str]
    keys: frozenset[str]
    paragraphed: frozenset[str]  # keys of regulations, whose provisions are §


def _abbreviations(written: list[str], paragraphed: Iterable[str] = ()) -> Abbreviations:
    return Abbreviations(
        grammar.abbreviation_pattern(written),
        grammar.abbreviation_pattern(written, glued=True),
        frozenset(abbreviation_key(each) for each in written),
        frozenset(abbreviation_key(each) for each in paragraphed),
    )


@functools.cache
def _default_abbreviations() -> Abbreviations:
    return _abbreviations([a for naming in namings() for a in naming.abbreviations])


@functools.lru_cache(maxsize=16)
def abbreviations_of(names: ActNames | None) -> Abbreviations:
    """The abbreviations of a corpus, its own aliases included."""
    if names is None:
        return _default_abbreviations()
    known = names.written_abbreviations()
    return _abbreviations([written for written, _ in known], [w for w, act_id in known if names.has_paragraphs(act_id)])


class ArticleReader:
    """Reads the articles of one text, from wherever it is asked to."""

    def __init__(self, text: str, known: Abbreviations, kind: TextKind, *, paragraphs: bool = False) -> None:
        self.text = text
        self.known = known
        self.typed = kind != "statute"
        self._whole = kind == "query"
        self._paragraphs = paragraphs  # a regulation's own "§ 5" is an article of it

    def groups(self) -> Iterator[Group]:
        """Every group that begins with "art.", or with the § of a regulation."""
        position = 0
        while (found := self._next_head(position)) is not None:
            cites, end = self.article_list(found)
            start = found.start()
            cites[0], start = self.with_units_before(cites[0], position, start)
            words, end = self.act_after(end, cites[-1])
            glued = self._glued_act(cites[-1]) if not words and self.typed else None
            if glued is not None:
                cites[-1], words = glued
            if not words:
                words, start = self._act_before(position, start)
            position = max(end, found.end())
            if cites[0].sign == "§" and not self._of_regulation(words):
                continue
            yield Group(tuple(named(cite, words) for cite in cites), start, end)

    def _next_head(self, position: int) -> re.Match[str] | None:
        article = grammar.ARTICLE.search(self.text, position)
        paragraph = grammar.PARAGRAPH.search(self.text, position)
        if paragraph is None or (article is not None and article.start() < paragraph.start()):
            return article
        # "§ 1 art. 118": the units of the article that follows, not a paragraph of a regulation
        before = article and grammar.UNITS_BEFORE.search(self.text, position, article.start())
        return article if before and before.start() <= paragraph.start() else paragraph

    def _of_regulation(self, words: str) -> bool:
        """A § alone is a unit, or a contract's; with a regulation's name it is a provision."""
        if not words:
            return self._paragraphs
        if re.match(r"rozporz|niniejszego|tego", words, re.IGNORECASE):
            return True
        return self._whole or abbreviation_key(words) in self.known.paragraphed

    def article_list(self, found: re.Match[str]) -> tuple[list[Cite], int]:
        """The articles that follow one another from here on, and where they end."""
        head = grammar.PARAGRAPH if "sign" in found.groupdict() else grammar.ARTICLE
        cite = self.article(found)
        cites, position = [cite], cite.end
        while connective := grammar.CONNECTIVE.match(self.text, position):
            following = head.match(self.text, connective.end())
            if following is None and not cites[-1].units:
                following = self.bare_label(connective.end())
            if following is None or _is_decimal(connective[0], cites[-1].label, following["label"]):
                break
            cites.append(replace(self.article(following), sign=cite.sign))
            position = cites[-1].end
        return cites, position

    def bare_label(self, position: int) -> re.Match[str] | None:
        found = grammar.BARE_LABEL.match(self.text, position)
        return None if found is None or NOT_A_LABEL.match(self.text, found.end()) else found

    def article(self, found: re.Match[str]) -> Cite:
        label, position, to_label, loose = parse_label(found["label"]).canonical, found.end(), "", ""
        sign = "§" if "sign" in found.groupdict() else "art."
        last = self._end_of_range(position)
        if last is not None:
            to_label, position = parse_label(last["label"]).canonical, last.end()
        elif "^" not in label:
            label, loose, position = self._superscript(label, position)
        paths, position = self.units(position)
        return Cite(
            label=label,
            to_label=to_label,
            units=paths[0] if paths else (),
            more_units=tuple(paths[1:]),
            start=found.start(),
            end=position,
            loose=loose,
            sign=sign,
        )

    def _end_of_range(self, position: int) -> re.Match[str] | None:
        dash = grammar.DASH.match(self.text, position)
        if dash is None and self.typed:
            dash = grammar.UNTIL.match(self.text, position)
        if dash is None:
            return None
        return grammar.ARTICLE.match(self.text, dash.end()) or self.bare_label(dash.end())

    def _superscript(self, label: str, position: int) -> tuple[str, str, int]:
        """The label with what was said to be its superscript; or what may be one; and where both end."""
        if self.typed and (spoken := grammar.SPOKEN_SUPERSCRIPT.match(self.text, position)):
            return f"{label}^{spoken['sup'] or 1}".lower(), "", spoken.end()
        loose = grammar.LOOSE_SUPERSCRIPT.match(self.text, position)
        if loose is None and self.typed:
            loose = grammar.BRACKETED_SUPERSCRIPT.match(self.text, position)
        if loose is None and self._whole:
            loose = grammar.LAST_SUPERSCRIPT.match(self.text, position)
        if loose is not None:
            return label, loose["sup"].lower(), loose.end()
        letter = grammar.SPACED_LETTER.match(self.text, position) if self.typed and label.isdigit() else None
        if letter is None or (letter["sure"] is None and not self.known.pattern.match(self.text, letter.end())):
            return label, "", position
        return label, letter["letter"].lower(), letter.end()

    def with_units_before(self, cite: Cite, floor: int, start: int) -> tuple[Cite, int]:
        """Superscripts that PDF put before "art.", and units that a person did."""
        displaced = grammar.DISPLACED.match(self.text)
        if displaced and displaced.end() == start:
            return replace(cite, displaced=tuple(mark for mark in displaced.groups() if mark)), displaced.start()
        before = grammar.UNITS_BEFORE.search(self.text, floor, start) if self.typed and not cite.units else None
        if before is None:
            return cite, start
        found: list[str] = []
        position = before.start()
        while position < start and (step := self._next_unit(position)) is not None:
            found.append(f"{step[0]}:{step[1]}")
            position = step[2]
        found.sort(key=grammar.level_of)
        return replace(cite, units=tuple(found)), before.start()

    # -- units ----------------------------------------------------------------------------------------------

    def units(self, position: int) -> tuple[list[Units], int]:
        """Paths of units from here: a unit of a level replaces what stood at that level and below."""
        paths: list[Units] = []
        kind = ""
        while True:
            step = self._next_unit(position)
            if step is not None:
                kind, number, position = step
                level = grammar.UNIT_LEVEL[kind]
                last = paths[-1] if paths else ()
                kept = tuple(u for u in last if grammar.level_of(u) < level)
                path = (*kept, f"{kind}:{number}")
                if paths and kept == last:
                    paths[-1] = path
                else:
                    paths.append(path)
                continue
            sentence = grammar.SENTENCE.match(self.text, position)
            if sentence and sentence.end() > position:
                position = sentence.end()
                continue
            more = self._more_numbers(position, kind) if kind else None
            if more is None:
                return paths, position
            numbers, position = more
            stem = paths[-1][:-1]
            paths += [(*stem, f"{kind}:{number}") for number in numbers]

    def _next_unit(self, position: int) -> tuple[str, str, int] | None:
        connective = grammar.UNIT_CONNECTIVE.match(self.text, position)
        for start in (position, connective.end() if connective else position):
            for kind, pattern in grammar.UNITS.items():
                found = pattern.match(self.text, start)
                if found:
                    return kind, *self._number(found)
        return None

    def _more_numbers(self, position: int, kind: str) -> tuple[list[str], int] | None:
        """``§ 1-3`` and ``§ 1 i 2``: further numbers of the kind just read."""
        pattern = grammar.UNIT_CONTINUES[kind]
        dash = grammar.DASH.match(self.text, position)
        joint = dash or grammar.UNIT_CONNECTIVE.match(self.text, position)
        found = pattern.match(self.text, joint.end()) if joint else None
        if found is None or NOT_A_LABEL.match(self.text, found.end()):
            return None
        number, end = self._number(found)
        if dash and number.isdigit():
            before = re.search(r"(\d+)\s*$", self.text[:position])
            first = int(before[1]) if before else int(number)
            return [str(n) for n in range(first + 1, min(int(number), first + 99) + 1)], end
        return [number], end

    def _number(self, found: re.Match[str]) -> tuple[str, int]:
        """The unit's number, and where it ends: ``§ 1kc`` is § 1 with an abbreviation glued on."""
        written, end = found["number"], found.end()
        glued = _GLUED.match(written) if self.typed else None
        if glued and glued["letters"].lower() in self.known.keys:
            written, end = glued["digits"], found.start("number") + len(glued["digits"])
        plain = re.sub(r"\s+", "", written.lower())
        numbered = plain[0].isdigit() and plain[0] != "0"
        return (parse_label(plain).canonical if numbered else raised_letter(plain)), end

    # -- the act --------------------------------------------------------------------------------------------

    def act_after(self, position: int, last: Cite | None = None) -> tuple[str, int]:
        manner = grammar.MANNER.match(self.text, position) if self.typed else None
        for start in (position, manner.end() if manner else position):
            abbreviated = self.known.glued if self.typed else self.known.pattern
            for candidate in (abbreviated, grammar.SAME_ACT, grammar.OWN_REGULATION, grammar.NAMED_ELSEWHERE):
                found = candidate.match(self.text, start)
                if found:
                    return re.sub(r"\s+", " ", found["words"]).strip(), found.end()
            head = grammar.ACT_HEAD.match(self.text, start)
            if head is not None:
                stop = grammar.ACT_STOP.search(self.text, head.end(), head.end() + _LONGEST_TITLE)
                end = stop.start() if stop else min(len(self.text), head.end() + _LONGEST_TITLE)
                return re.sub(r"\s+", " ", self.text[head.start("words") : end]).strip(), end
        return "", position

    def _glued_act(self, cite: Cite) -> tuple[Cite, str] | None:
        """``art. 148kk``: letters that are an abbreviation, where no act follows."""
        glued = _GLUED.match(cite.label)
        if glued is None or cite.to_label or glued["letters"] not in self.known.keys:
            return None
        return replace(cite, label=glued["digits"]), glued["letters"]

    def _act_before(self, floor: int, start: int) -> tuple[str, int]:
        window = max(floor, start - _BEFORE)
        for found in self.known.pattern.finditer(self.text, window, start):
            if not self.text[found.end() : start].strip(" ,:"):
                return found["words"].strip(), found.start("words")
        phrase = grammar.ACT_BEFORE.search(self.text, window, start)
        if phrase is not None and grammar.OTHER_LAW.search(self.text, floor, phrase.start()):
            return "", start
        return (phrase["words"].strip(), phrase.start()) if phrase else ("", start)


def units_alone(text: str) -> bool:
    """``§ 5``, ``ust. 1 pkt 2``: units, and nothing said of what they are units of."""
    plain = text.strip(" .,;?!")
    paths, end = ArticleReader(plain, _default_abbreviations(), "query").units(0)
    return bool(paths) and end == len(plain)


def _is_decimal(connective: str, before: str, after: str) -> bool:
    """``415,5`` is no list."""
    return connective == "," and before.isdecimal() and after.isdecimal() and int(after) < int(before)


def named(cite: Cite, words: str) -> Cite:
    head = grammar.ACT_HEAD.match(words)
    near = max(_HEAD_WITH_DATE, head.end() if head else 0)  # the date of a regulation stands after its issuer
    return replace(cite, act_words=words, act_date=parse_date(words[:near]) if words else None)
