"""The day on which each point of an amending act enters into force.

The source's front matter gives calendar dates ("art. 1 pkt 14 wchodzi w życie z dniem 14 marca 2024 r."); where it
is silent, the article on entry into force is read, with terms counted from the day of promulgation.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from przepis.corpus.amend.acts import AmendingAct
from przepis.corpus.amend.clause_text import tidy_clause
from przepis.corpus.amend.lines import label_key
from przepis.corpus.amend.operations import Place, Step
from przepis.corpus.amend.places import read_places
from przepis.law.dates import parse_date

_ENTERS = re.compile(r"wchodz\w+\s+[wz]\s+życie", re.I)
_NUMBERS = {
    "dwóch": 2,
    "trzech": 3,
    "czterech": 4,
    "pięciu": 5,
    "sześciu": 6,
    "siedmiu": 7,
    "czternastu": 14,
    "trzydziestu": 30,
}
_NEXT_ITEM = re.compile(r";|(?:^|\s)\d{1,2}[a-z]?\)\s|z\s+wyjątkiem")
_WHOLE_NOTE = re.compile(r"\d{4}\s*r?\.?\s*$")
_TERM = re.compile(
    r"po\s+upływie\s+(?P<n>\d+|"
    + "|".join(_NUMBERS)
    + r")?\s*(?P<unit>dni\w*|tygodni\w*|miesi[ąęe]c\w*|lat\w*|roku)\s+od\s+(?:dnia\s+)?(?:jej\s+)?ogłoszenia"
    r"(?!\s+(?:komunikat|przez))",  # counted from another publication: an event
    re.I,
)
_EXCEPT = re.compile(r",?\s*z\s+wyjątkiem", re.I)
_NEXT_DAY = re.compile(
    r"(?:następując\w+|następn\w+)\s+po\s+dniu\s+(?:jej\s+)?ogłoszenia(?! (?:w Dzienniku|komunikat|przez))", re.I
)
_SAME_DAY = re.compile(r"(?:z\s+dniem|w\s+dniu)\s+(?:jej\s+)?ogłoszenia(?! (?:w Dzienniku|komunikat|przez))", re.I)
_FIRST_OF_MONTH = re.compile(r"pierwszego\s+dnia\s+miesiąca\s+następującego\s+po\s+(?P<rest>[^,;]*)", re.I)
_PART = re.compile(
    r"[\s,-]*w\s+(?:zakresie|części)\s+(?:(?:dotycz[ąa]c\w+|dot\.|dodawan\w+|zmienian\w+|przepis\w+|skreśl\w+|uchyl\w+"
    r"|w)\s+)*",
    re.I,
)
_OF_ACT = re.compile(
    r",?\s*ustawy,?\s+(?:zmienianej|wymienionej|o\s+której\s+mowa)\s+w\s+(?P<article>art\.\s*\d+\w*)"
    r"(?:,?\s*w\s+brzmieniu\s+nadanym\s+(?:niniejszą|tą)\s+ustawą)?",
    re.I,
)
_OWN_UNIT = re.compile(r"(?:,|\bi|\boraz|\btakże)\s+(?:pkt|lit\.|tiret)\s|;")
_ARTICLE = re.compile(r"(?:,|\bi|\boraz|\btakże)\s+art\.\s*(?P<number>\d+)(?P<rest>[a-z^]*)")


@dataclass(frozen=True, slots=True)
class Rule:
    """The day of some parts of the act; ``only`` narrows it to places in the changed act."""

    place: Place
    day: dt.date | None  # None: the day depends on an event
    only: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Commencement:
    default: dt.date | None
    rules: tuple[Rule, ...]

    def day(self, address: Sequence[Step]) -> dt.date | None:
        """The day of one instruction; the most exact rule that covers the whole of it decides."""
        found = [rule for rule in self.rules if not rule.only and covers(rule.place, address)]
        return max(found, key=lambda rule: len(rule.place.steps)).day if found else self.default

    def narrowed(self, address: Sequence[Step]) -> list[Rule]:
        """The rules on parts of what the instruction changes."""
        return [rule for rule in self.rules if rule.only and covers(rule.place, address)]


def read_commencement(act: AmendingAct) -> Commencement:
    """From the front matter, which knows of later changes; from the wording where that is silent or cut short."""
    number = re.match(r"\d+", act.commencement[0])
    n_articles = int(number[0]) if number else 0
    rules = _rules(act.notes, act.promulgated, n_articles)
    wording = tidy_clause(" ".join(act.commencement[1]))
    undated = any(rule.day is None for rule in rules)  # an event, or a slip: "5 wrzesnia"
    if not rules or undated or not _WHOLE_NOTE.search(act.notes):
        own = _rules(wording, act.promulgated, n_articles)
        dated = {(rule.place, rule.only) for rule in own if rule.day is not None}
        rules = [rule for rule in rules if rule.day is not None or (rule.place, rule.only) not in dated]
        seen = {rule.place for rule in rules}
        rules += [rule for rule in own if rule.place not in seen]
    default = act.in_force or _first_term(wording, act.promulgated)
    return Commencement(default, tuple(rules))


def _rules(text: str, promulgated: dt.date, n_articles: int) -> list[Rule]:
    """Every "ADDRESSES wchodzą w życie WHEN" of a text."""
    text = _tidy_notes(text)
    rules: list[Rule] = []
    marks = list(_ENTERS.finditer(text))
    if not marks:
        return []
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    before = text[: marks[0].start()]
    for mark, end in zip(marks, ends, strict=True):
        following = text[mark.end() : end]
        rules += _rules_of(before, term(following, promulgated), n_articles)
        before = _addresses_after(following)
    return rules


def _tidy_notes(text: str) -> str:
    """Notes write 406(5) or 4e1 for a raised number and "par." for §, and lose a dash to a question mark."""
    text = re.sub(r"(?<=[\w ])\?(?=[\w ])", "-", text)
    text = re.sub(r"\s+[-–]\s+(?=w\s+(?:zakresie|części)\b)", " ", text)  # "lit. d - w zakresie": no range of letters
    text = re.sub(r"\b(art\. \d+[a-z]+)(\d+)\b", r"\1^\2", re.sub(r"(\d)\((\d+)\)", r"\1^\2", tidy_clause(text)))
    return re.sub(r"\bpar\. ?(?=\d)", "§ ", text)


def _addresses_after(text: str) -> str:
    """The addresses that the next verb is about: those of its own item, not the articles that a term refers to."""
    items = list(_NEXT_ITEM.finditer(text))
    if items:
        return text[items[-1].end() :]
    address = re.search(r"\bart\.", text)
    return text[address.start() :] if address else ""


def _rules_of(addresses: str, day: dt.date | None, n_articles: int) -> list[Rule]:
    found_rules: list[Rule] = []
    steps: tuple[Step, ...] = ()
    position = 0
    of_acts = [found.span() for found in _OF_ACT.finditer(addresses)]
    while following := re.compile(r"\bart\.|\bpkt|\blit\.|\bust\.|\btiret").search(addresses, position):
        if span := next((s for s in of_acts if s[0] <= following.start() < s[1]), None):
            position = span[1]  # the article that changes the act whose place could not be read before
            continue
        found = read_places(addresses, following.start(), steps)
        if found is None:
            position = following.end()
            continue
        position = found.end
        places = [p for p in found.places if p.article]
        if of_act := _OF_ACT.match(addresses, position):  # places in the changed act instead of points of this one
            position = of_act.end()
            changing = read_places(of_act["article"])
            found_rules += [Rule(p, day, tuple(places)) for p in (changing.places if changing else ())]
            continue
        steps = places[-1].steps if places else steps
        if addresses[position : position + 1] == ":":
            places = places[:-1]  # "art. 8: a) pkt 2, b) pkt 3": what follows is meant, not the whole of it
        only, end = _narrowing(addresses, position, n_articles)
        if only and places:
            position = end
            found_rules.append(Rule(places.pop(), day, only))
        found_rules += [Rule(p, day) for p in places]
    return found_rules


def _narrowing(addresses: str, at: int, n_articles: int) -> tuple[tuple[Place, ...], int]:
    """ "w zakresie art. 53j, art. 53k i art. 53l": the places in the changed act, and where they end."""
    part = _PART.match(addresses, at)
    if part is None:
        return (), at
    end = len(addresses)
    own = [m.start() for m in _OWN_UNIT.finditer(addresses, part.end())]
    own += [
        m.start()
        for m in _ARTICLE.finditer(addresses, part.end())
        if not m["rest"] and int(m["number"]) <= n_articles  # an article of the amending act itself
    ]
    end = min([*own, end])
    found = read_places(addresses[:end], part.end())
    if found is None:
        return (), at
    of_act = _OF_ACT.match(addresses, found.end)
    return tuple(found.places), of_act.end() if of_act else found.end


def _first_term(text: str, promulgated: dt.date) -> dt.date | None:
    enters = _ENTERS.search(text)
    return term(text[enters.end() :], promulgated) if enters else None


def term(words: str, promulgated: dt.date) -> dt.date | None:
    """ "z dniem 1 stycznia 2015 r.", "po upływie 14 dni od dnia ogłoszenia": the day, or None for an event."""
    words = _EXCEPT.split(words, maxsplit=1)[0][:160].replace("paździenika", "października")
    if first := _FIRST_OF_MONTH.search(words):
        counted = _TERM.search(first["rest"])
        months = (
            int(counted["n"] or 1) if counted and counted["n"] and counted["n"].isdigit() else (1 if counted else 0)
        )
        return _add_months(promulgated.replace(day=1), months + 1)
    found = _TERM.search(words)
    date = parse_date(words)
    if found and (date is None or words.find("z dniem") < 0 or found.start() < words.find("z dniem")):
        return _counted(found, promulgated)
    if _NEXT_DAY.search(words[:70]):
        return promulgated + dt.timedelta(days=1)
    if date is not None:
        return date
    return promulgated if _SAME_DAY.search(words) else None


def _counted(found: re.Match[str], promulgated: dt.date) -> dt.date:
    said = (found["n"] or "1").lower()
    n = int(said) if said.isdigit() else _NUMBERS[said]
    unit = found["unit"].lower()
    if unit.startswith("dni"):
        return promulgated + dt.timedelta(days=n + 1)
    if unit.startswith("tyg"):
        return promulgated + dt.timedelta(days=7 * n + 1)
    months = n * 12 if unit.startswith(("lat", "rok")) else n
    return _add_months(promulgated, months) + dt.timedelta(days=1)


def _add_months(day: dt.date, months: int) -> dt.date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def covers(place: Place, address: Sequence[Step]) -> bool:
    """Is the address the place, or below it?"""
    if len(place.steps) > len(address):
        return False
    return all(
        kind == at[0] and in_range(at[1], (kind, first, last))
        for (kind, first, last), at in zip(place.steps, address, strict=False)
    )


def in_range(label: str, step: Step) -> bool:
    _, first, last = step
    if not last:
        return label == first
    return label_key(first) <= label_key(label) <= label_key(last)
