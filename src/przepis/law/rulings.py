"""Judgments of the Constitutional Tribunal: which provision is contrary to what, in which scope, and until when.

Read from the operative part, what follows „orzeka:”. A point names its provision („Art. 5 ust. 2 ustawy z dnia … o …”),
perhaps a scope („w zakresie, w jakim …”), and the verdict; a point may refer to the act of an earlier one („ustawy
powołanej w punkcie 1”). A later part may put off the day on which the provision loses force.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from przepis.law.dates import MONTHS, parse_date

_DATE = rf"\d{{1,2}}\s+(?:{'|'.join(MONTHS)})\s+[12]\d{{3}}\s*(?:r\.|roku)?"
_RULES = re.compile(r"\bo\s*r\s*z\s*e\s*k\s*a\b[^:\n]{0,40}:?", re.I)
_POINT = re.compile(r"(?:(?P<roman>[IVX]+)\.?\s*$)|(?:(?P<number>\d+)[.)]\s+)|(?:(?P<part>[IVX]+)[.)]?\s+(?=\S))")
_SUB = re.compile(r"(?:[a-z]{1,2}\)|[-–—])\s*")
_IS = r"(?:jest|są|był[aoy]?|były)"
_CONTRARY = re.compile(rf"(?<!nie )(?<!nie\u00a0)\b{_IS}\s+niezgodn\w+|\bnie\s+(?:jest|są)\s+zgodn\w+", re.I)
_VERDICT = re.compile(rf"\b(?:nie\s+)?{_IS}\s+(?:nie)?zgodn\w+", re.I)
_ACT = re.compile(
    r"\b(?:ustaw\w*|dekret\w*|rozporządzeni\w+[^,;]{0,120}?)"
    rf"\s+z\s+(?:dnia\s+)?(?P<date>{_DATE})[\s,–-]*(?P<words>.*)",
    re.I | re.S,
)
_EARLIER = re.compile(
    r"\bustaw\w*\s*,?\s*(?:powołan\w+|wymienion\w+|wskazan\w+|o\s+któr\w+\s+mowa|określon\w+)\s+"
    r"w\s+(?:części\s+[IVX]+\s*,?\s*)?(?:w\s+)?(?:pkt|punkcie|punktach)\s*\.?\s*(?:[IVX]+\.)?(?P<point>\d+)",
    re.I,
)
_SAME = re.compile(
    r"\b(?:tej|tejże|wyżej\s+(?:powołanej|wymienionej|wskazanej)|powołanej|wymienionej|powyższej)"
    r"\s+(?:wyżej\s+|w\s+pkt\s+\d+\s+)?ustawy",
    re.I,
)
_SCOPE = re.compile(
    r"(?:[,–-]\s*)?\b(?P<scope>(?:w\s+(?:tym\s+|takim\s+)?zakresie|w\s+(?:tej\s+)?części|przez\s+to,?\s+(?:że|iż)"
    r"|rozumian\w+|o\s+tyle)\b.*)",
    re.I | re.S,
)
_LABEL = r"\d+[a-ząćęłńóśźż]{0,3}(?:\^\d+\w?\^?)?"
_ARTICLE = re.compile(rf"\bart\.?\s*(?P<label>{_LABEL})(?=,|\s|$)", re.I)
_MORE = re.compile(rf"\s*(?:,|i|oraz|lub|albo)\s*(?P<label>{_LABEL})(?=,|\s|$)(?!\s*(?:ust|pkt|lit|§))")
_UNDATED = re.compile(
    r"\b(?P<words>Kodeksu\s+\w+(?:\s+\w+){0,2}|Ordynacji\s+podatkowej|(?<=ustawy\s)o\s+\w.{5,150})", re.S
)
_REPEATED = re.compile(r"\s*,?\s*(?:powołan|wymienion|wskazan)", re.I)
_TITLE_END = re.compile(
    r"\s+[.,;:](?=\s|$)|\s\((?:Dz|j\.t)|[,;:]?\n|,\s+(?:w\s|któr|obowiązując)"
    r"|,?\s+(?:w\s+(?:tym\s+)?zakresie,|w\s+brzmieniu|w\s+części|w\s+zw|rozumian|przez\s+to|dodan|uchylon|uznan)",
    re.I,
)
_REASON_END = re.compile(
    r"(?<!\bart)(?<!\bust)(?<!\bpkt)\.(?:\s+(?=[A-ZŁŚŻ])|\s*$)|\n\s*(?=Ponadto|postanawia|\d+[.)]|[IVX]+\b)"
    r"|,?\s+przez\s+to|,?\s+w\s+zakresie,\s+w\s+jakim",
    re.I,
)
_IN_RELATION = re.compile(r"\bw\s+(?:związku|zw\.)\s+z(?:e)?\b", re.I)
_LOSES = re.compile(
    r"\b(?:trac[ią]|utrac[iąa]\w*)\s+moc(?:\s+obowiązującą)?\s+(?P<when>(?:z|po)\s+.{5,140})", re.I | re.S
)
_MONTHS_LATER = re.compile(r"upływ\w+\s+(?P<n>\d+)\s*(?:\([^)]*\))?\s*(?P<unit>miesi|dni|tygodni|lat|rok)", re.I)
_LISTED = r"\d+(?:(?:\s*,\s*|\s+i\s+|\s+oraz\s+|\s*[-–]\s*)\d+)*"
_POINTS_NAMED = re.compile(rf"(?:pkt|punk\w+)\s*\.?\s*(?P<list>{_LISTED})", re.I)


Act = tuple[dt.date | None, str]
"""Date and title, as the judgment gives them; without a date where it names the act by its title alone."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One provision declared contrary. ``labels`` are its articles; empty where the whole act is."""

    point: str
    date: dt.date | None  # of the act
    title: str  # of the act; more may stand behind it
    labels: tuple[str, ...]
    provision: str  # as written: „art. 5 ust. 2 pkt 1”
    scope: str
    contrary_to: str  # „art. 2 i art. 31 ust. 3 Konstytucji”
    loses_force: dt.date | None = None
    scoped: bool = False  # only in a scope; told though the scope's words are not kept


def read_ruling(text: str, published: dt.date | None) -> list[Verdict]:
    """The provisions that a judgment declares contrary, in its order; empty where it declares none.

    Without a day of its own a provision loses force on the day the judgment is published.
    """
    parts = _RULES.split(text, maxsplit=1)
    if len(parts) < 2:
        return []
    points = list(_points(parts[1]))
    acts: dict[str, Act] = {}
    found: list[Verdict] = []
    last: Act = (None, "")
    for number, words in points:
        act = _act_of(words, acts, last)
        if act != (None, ""):
            acts.setdefault(number, act)
            last = act
        found += _verdicts(number, words, act, acts)
    delays = list(_delays(points, published))
    return [replace(verdict, loses_force=_day_of(verdict.point, delays) or published) for verdict in found]


def declares_contrary(text: str) -> bool:
    """Does the operative part declare anything contrary?"""
    parts = _RULES.split(text, maxsplit=1)
    return len(parts) > 1 and _CONTRARY.search(parts[1]) is not None


def _points(text: str) -> Iterator[tuple[str, str]]:
    """(number, words) of each point; lines below a point belong to it. Numbers of later parts are not repeated."""
    number, lines, part = "", [], ""
    for line in (raw.strip() for raw in text.split("\n")):
        match = _POINT.match(line) if line else None
        if match is None:
            lines += [line] if line else []
            continue
        if lines:
            yield number, "\n".join(lines)
        if match["roman"] or match["part"]:
            part = match["roman"] or match["part"]
            number, rest = part, line[match.end() :]
            inner = _POINT.match(rest)
            if inner and inner["number"]:
                number, rest = inner["number"], rest[inner.end() :]
        else:
            number, rest = match["number"] if part in ("", "I") else f"{part}.{match['number']}", line[match.end() :]
        lines = [rest] if rest else []
    if lines:
        yield number, "\n".join(lines)


def _act_of(words: str, acts: dict[str, Act], last: Act) -> Act:
    verdict = _VERDICT.search(words)
    head = words[: verdict.start()] if verdict else words
    earlier = _EARLIER.search(head)
    named = _ACT.search(head)
    if earlier and (named is None or earlier.start() < named.start()):
        return acts.get(earlier["point"], last)
    if named:
        return _dated(named, acts)
    if _SAME.search(head) or earlier:
        return last
    title = _UNDATED.search(head)
    return (None, _title(title["words"])) if title else (None, "")


def _dated(named: re.Match[str], acts: dict[str, Act]) -> Act:
    """The act named by its day; „powołanej w punkcie 1” stands for the title given there."""
    day = parse_date(named["date"])
    if _REPEATED.match(named["words"]):
        return next((act for act in acts.values() if act[0] == day), (day, ""))
    return day, _title(named["words"])


def _title(words: str) -> str:
    """The title, with as little behind it as can be told."""
    end = _TITLE_END.search(words)
    return " ".join((words[: end.start()] if end else words).split())[:250]


def _verdicts(number: str, words: str, act: Act, acts: dict[str, Act]) -> Iterator[Verdict]:
    """One where the point declares its provision contrary, also if only one of its sub-points does."""
    first = _VERDICT.search(words)
    contrary = _CONTRARY.search(words)
    if first is None or contrary is None:
        return
    head = words[: first.start()]
    # a sub-point may name an article of its own: „a) art. 5 – jest niezgodny …, b) art. 6 – jest zgodny …”
    for item in _items(words):
        if _CONTRARY.search(item) is None:
            continue
        own = item[: _CONTRARY.search(item).start()]  # type: ignore[union-attr]
        provision = own if _ARTICLE.search(_before_act(own)) else head
        named = _ACT.search(own)
        date, title = _dated(named, acts) if named else act
        scope = _SCOPE.search(own) or _SCOPE.search(head)
        yield Verdict(
            number,
            date,
            title,
            labels_in(_before_act(provision)),
            " ".join(_before_act(provision).split())[:200].strip(" :,-–"),
            " ".join(scope["scope"].split()).strip(" ,:-–")[:500] if scope else "",
            _contrary_to(item),
            scoped=scope is not None,
        )


def _items(words: str) -> list[str]:
    """Sub-points that have verdicts of their own, or the point as it is."""
    lines = words.split("\n")
    if sum(_VERDICT.search(line) is not None for line in lines) <= 1:
        return [words]
    items: list[str] = []
    for line in lines:
        if _SUB.match(line) or not items:
            items.append(_SUB.sub("", line, count=1))
        else:
            items[-1] += f"\n{line}"
    return items


def _before_act(words: str) -> str:
    """The provision as written: what stands before the act, or before the scope where no act is named."""
    ends = [m.start() for p in (_ACT, _EARLIER, _SAME, _SCOPE) if (m := p.search(words))]
    return words[: min(ends)] if ends else words


def labels_in(provision: str) -> tuple[str, ...]:
    """Articles named; one only „w związku z” which another was examined is left out."""
    own = _IN_RELATION.split(provision, maxsplit=1)[0]
    found: list[str] = []
    for match in _ARTICLE.finditer(own if _ARTICLE.search(own) else provision):
        found.append(_label(match["label"]))
        at = match.end("label")
        while more := _MORE.match(own, at):
            found.append(_label(more["label"]))
            at = more.end("label")
    return tuple(dict.fromkeys(found))


def _label(raw: str) -> str:
    return raw.lower().rstrip("^")


def _contrary_to(item: str) -> str:
    match = _CONTRARY.search(item)
    if match is None:
        return ""
    rest = item[match.end() :]
    stop = _VERDICT.search(rest)
    rest = _REASON_END.split(rest[: stop.start()] if stop else rest, maxsplit=1)[0]
    return " ".join(re.sub(r"^\s*:?\s*(?:z|ze)\b", "", rest).split()).strip(" .,;:-–")[:300]


def _delays(points: list[tuple[str, str]], published: dt.date | None) -> Iterator[tuple[frozenset[str], dt.date]]:
    """(points, empty for all; the day on which what they declare contrary loses force)."""
    for _, words in points:
        for match in _LOSES.finditer(words):
            day = _day(match["when"], published)
            if day is not None:
                before = words[: match.start()][-300:]
                yield frozenset(_numbers(before)), day


def _numbers(words: str) -> Iterator[str]:
    for match in _POINTS_NAMED.finditer(words):
        numbers = re.findall(r"\d+", match["list"])
        if len(numbers) == 2 and re.search(r"[-–]", match["list"]):
            numbers = [str(n) for n in range(int(numbers[0]), int(numbers[1]) + 1)]
        yield from numbers


def _day(words: str, published: dt.date | None) -> dt.date | None:
    later = _MONTHS_LATER.search(words)
    if later is not None and published is not None:
        n = int(later["n"])
        unit = later["unit"].lower()
        if unit == "dni":
            return published + dt.timedelta(days=n)
        if unit == "tygodni":
            return published + dt.timedelta(weeks=n)
        return _months_after(published, n if unit == "miesi" else 12 * n)
    return parse_date(words)


def _months_after(day: dt.date, n: int) -> dt.date:
    year, month = divmod(day.month - 1 + n, 12)
    last = calendar.monthrange(day.year + year, month + 1)[1]
    return dt.date(day.year + year, month + 1, min(day.day, last))


def _day_of(point: str, delays: list[tuple[frozenset[str], dt.date]]) -> dt.date | None:
    own = [day for points, day in delays if point in points]
    return own[0] if own else next((day for points, day in delays if not points), None)
