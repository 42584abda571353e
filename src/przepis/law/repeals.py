"""Clauses by which law ends law: ``Traci moc ustawa z dnia … o …``, ``Tracą moc: 1) … 2) …``, ``Uchyla się ustawę …``.

Only the clause is read here: which act it names, whole or in part, from what day, with what left out. Whether the
corpus has that act is asked elsewhere.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from przepis.law.dates import MONTHS, parse_date

_DATE = rf"\d{{1,2}}\s+(?:{'|'.join(MONTHS)})\s+[12]\d{{3}}\s*(?:r\.|roku)?"
_ENDS = re.compile(
    rf"(?:\bz\s+dniem\s+(?P<before>{_DATE}|wejścia[^,:]{{5,60}}?)\s+)?"
    rf"(?:\b(?:traci|tracą)\s+moc(?:\s+obowiązującą)?|\buchyla\s+się(?=:?\s+(?:\d+\)\s+)?(?:ustaw[ęy]|dekret)))"
    rf"(?:\s+z\s+dniem\s+(?P<after>{_DATE}))?",
    re.I,
)
_MENTION = re.compile(
    rf"(?P<what>ustaw(?:a|ę|y)|dekret(?:u|y)?|rozporządzeni[ea]\s+Prezydenta\s+Rzeczypospolitej(?:\s+Polskiej)?)"
    rf"\s+z\s+dnia\s+(?P<date>{_DATE})[\s,–-]*(?P<title>.*)",
    re.I | re.S,
)
_TITLE_END = re.compile(
    r"\s+[.,;](?=\s|$)|\s\(Dz|[,;]?\s+(?:z wyjątkiem|z wyłączeniem|z tym że|z zastrzeżeniem|w części)\b"
    r"|,\s+(?:któr|z dniem|a\s)|\s[-–]\s+z\s+dniem|\s+(?:oraz|i)\s+(?:ustaw[aęy]|dekret\w*)\s+z\s+dnia|[.;]$"
)
_EXCEPT = re.compile(r"\b(?:z wyjątkiem|z wyłączeniem|z tym że|z zastrzeżeniem)\b\s*(.*)", re.S)
_PART = re.compile(r"\b(?:art\.|przepis\w*|rozdział\w*|dział\w*|tytuł\w*|ust\.|§|oddział\w*|załącznik\w*)", re.I)
_PART_AFTER = re.compile(r"\s*,?\s*w części\b|\s*,\s*w zakresie\b")
_DAY_AFTER = re.compile(rf"\s*[-–,]?\s*z\s+dniem\s+({_DATE})")
_JOURNAL = re.compile(r"\s*\(Dz\.\s?U\.\s*(?:z\s+(?P<year>\d{4})\s*r\.\s*)?(?:Nr\s*\d+,?\s*)?poz\.\s*(?P<position>\d+)")
_SENTENCE = re.compile(r"(?<!\br)(?<!\bart)(?<!\bust)(?<!\bpkt)(?<!\bpoz)(?<!\bNr)(?<!\bDz)(?<!\bU)\.\s+(?=[A-ZŁŚŻ])")
_ITEM = re.compile(r"(?:\d+[a-z]*|[a-z]{1,2})\)\s+|[-–—]\s*")
_ITSELF = re.compile(
    rf"(?:\d+\.\s*)?(?:niniejsza\s+)?ustawa\b(?!\s+z\s+dnia)[^.]*?\btraci\s+moc\b(?P<rest>.*{_DATE})", re.I
)


@dataclass(frozen=True, slots=True)
class RepealClause:
    """One act that a clause names. ``date`` and ``title`` are empty where the act ends itself."""

    date: dt.date | None
    title: str
    day: dt.date | None = None  # stated in the clause; None: the day the clause enters into force
    part: str = ""  # only these provisions lose force: "art. 3-5"
    left_out: str = ""  # "art. 9, który …": what stays in force for a time
    journal: str = ""  # "DU/2019/622" where the clause says where the act was published

    @property
    def itself(self) -> bool:
        return self.date is None


def read_repeals(text: str) -> list[RepealClause]:
    """Every clause in the text of one article, in its order. Quoted lines (``>``) are other acts' words."""
    lines = [line for line in text.split("\n") if not line.startswith(">")]
    found: list[RepealClause] = []
    for i, line in enumerate(lines):
        if own := _ITSELF.match(line):
            found.append(RepealClause(None, "", parse_date(own["rest"])))
            continue
        for match in _ENDS.finditer(line):
            day = parse_date(match["before"] or "") or parse_date(match["after"] or "")
            rest = _SENTENCE.split(line[match.end() :], maxsplit=1)[0]
            items = [rest]
            if rest.rstrip().endswith(":"):
                items = [rest + " " + item for item in _list_below(lines[i + 1 :])]
            found += [clause for item in items for clause in _named(item, day)]
            found += _named_before(line[: match.start()], day)
    return found


def may_end_law(text: str) -> bool:
    """A quick look: is there any such clause at all?"""
    return _ENDS.search(text) is not None


def _list_below(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if _ITEM.match(line) is None:
            return
        yield _ITEM.sub("", line, count=1)


def _named(item: str, day: dt.date | None) -> Iterator[RepealClause]:
    """Acts named after the verb: one, or several joined by "oraz"."""
    start = 0
    while match := _MENTION.search(item, start):
        end = _TITLE_END.search(match["title"])
        title = match["title"][: end.start()] if end else match["title"]
        rest = match["title"][len(title) :]
        before = item[start : match.start()]
        start = match.start("title") + len(title)
        clause = _clause(match, before, " ".join(title.split()), rest, day)
        if clause is not None:
            yield clause


def _clause(match: re.Match[str], before: str, title: str, rest: str, day: dt.date | None) -> RepealClause | None:
    date = parse_date(match["date"])
    if date is None or _EXCEPT.search(before):  # an act named within an exception is not repealed
        return None
    genitive = match["what"].lower() in ("ustawy", "dekretu")
    part = before.strip(" :,") if _PART.search(before) else ""
    if genitive and not part:  # "wydane na podstawie ustawy …": something else loses force
        return None
    if not part and _PART_AFTER.match(rest):
        part = rest.strip(" ,.")
    left_out = _EXCEPT.search(rest)
    own_day = _DAY_AFTER.match(rest)  # items of one list may end on days of their own
    stated = _JOURNAL.match(rest)
    journal = f"DU/{stated['year'] or date.year}/{stated['position']}" if stated else ""
    kept = left_out[1].strip(" .")[:200] if left_out else ""
    return RepealClause(
        date, title.strip(' .,;"'), (parse_date(own_day[1]) if own_day else None) or day, part[:200], kept, journal
    )


def _named_before(words: str, day: dt.date | None) -> Iterator[RepealClause]:
    """``Ustawa z dnia … o … traci moc z dniem …``: the act stands before the verb."""
    sentence = _SENTENCE.split(words)[-1]
    match = _MENTION.match(re.sub(r"^\d+\.\s*", "", sentence.strip()))
    if match is None or match["what"].lower() not in ("ustawa", "dekret"):
        return
    end = _TITLE_END.search(match["title"])
    title = match["title"][: end.start()] if end else match["title"]
    clause = _clause(match, "", " ".join(title.split()), match["title"][len(title) :], day)
    if clause is not None:
        yield clause
