"""The addresses of an amending act: "art. 3 ust. 1 i 2 pkt 4 lit. a-c oraz art. 7 zdanie drugie"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from przepis.corpus.amend.operations import Part, Place, Step

_L = "[a-ząćęłńóśźż]"
NUMBER = rf"\d+{_L}{{0,9}}(?:\^\d+{_L}{{0,2}})?(?!\w)"
_LETTER_LABEL = rf"{_L}{{1,3}}(?!\w)"
_NO_LETTER = re.compile(r"w\s+(?:pkt|lit|ust|§|art|tiret|zdani|części|brzmieni)|a\s+(?:w|po|także|ust|pkt)\s")

_ORDINALS = {
    "pierwsz": 1,
    "drug": 2,
    "trzeci": 3,
    "czwart": 4,
    "piąt": 5,
    "szóst": 6,
    "siódm": 7,
    "ósm": 8,
    "dziewiąt": 9,
    "dziesiąt": 10,
    "jedenast": 11,
    "dwunast": 12,
    "trzynast": 13,
    "czternast": 14,
    "piętnast": 15,
    "szesnast": 16,
    "siedemnast": 17,
    "osiemnast": 18,
    "dziewiętnast": 19,
    "dwudziest": 20,
    "trzydziest": 30,
    "czterdziest": 40,
    "pięćdziesiąt": 50,
    "ostatni": -1,
}
_UNITS = "pierwsz|drug|trzeci|czwart|piąt|szóst|siódm|ósm|dziewiąt"
ORDINAL = rf"(?:(?:{'|'.join(_ORDINALS)}){_L}*)(?:\s(?:{_UNITS}){_L}*)?"

_UNIT = re.compile(
    r"(?P<art>art\.?|artykuł\w*)(?=\s?\d)|(?P<para>§§?)(?=\s?\d)|(?P<pass>ust\.|ustęp\w*)(?=\s?\d)|(?P<point>pkt\.?|punkt\w*)(?=\s?\d)"
    r"|(?P<letter>lit\.|lit(?=\s[a-z]\b)|liter\w+)(?=\s)|(?P<double>(?:podwójn\w+\s+tiret|tiret\s+podwójn\w+))|(?P<indent>tiret)"
    r"|(?P<sentence>zdani\w+)|(?P<intro>wprowadzeni\w+ do wyliczenia|wprowadzeni\w+ do wyliczeń"
    r"|zdani\w+ wstępn\w+|zdani\w+ wprowadzając\w+)"
    r"|(?P<tail>cz[ęe]ś\w+ wspóln\w+(?: wyliczenia)?)"
)
_INTRO = re.compile(r"wprowadzeni\w+ do wylicze(?:nia|ń)|zdani\w+ wstępn\w+|zdani\w+ wprowadzając\w+", re.I)
_DIVISION = re.compile(
    rf"(?P<what>tytu[łl]\w*|rozdzia[łl]\w*|oddzia[łl]\w*|dzia[łl]\w*|dziale|rozdziale|oddziale|ksi[ęe](?:g|dz)\w*"
    rf"|cz[ęe]ś\w+(?! wspóln))"
    rf"\s+(?P<label>[IVXLC]+{_L}{{0,3}}(?:\^\d+)?(?!\w)|\d+{_L}{{0,3}}(?:\^\d+{_L}?)?(?!\w)"
    rf"|(?:pierwsz|drug|trzeci|czwart|piąt|szóst){_L}*|(?:ogóln|szczególn|wojskow){_L}*)",
    re.I,
)
_DIVISION_NAMES = {"t": "tytuł", "r": "rozdział", "o": "oddział", "d": "dział", "k": "księga", "c": "część"}
_LAST_DIVISION = re.compile(rf"\s?-\s?(?P<label>[IVXLC]+{_L}{{0,3}}(?!\w)|\d+{_L}{{0,3}}(?:\^\d+{_L}?)?(?!\w))")
_FURTHER_DIVISION = re.compile(r",?\s+(?:we?\s+)?(?=(?:tytu|rozdzia|oddzia|dzia|ksi|części))", re.I)
_SEPARATOR = re.compile(r"\s*(?:,\s*(?:a także|oraz|i|lub|jak i)\s|,|(?:\s(?:i|oraz|lub|a także|jak i)\s))\s*")
_RANGE = re.compile(r"\s?[-–—]\s?(?:(?:art\.|ust\.|pkt|lit\.|§)\s?)?")
LEVEL = {"art": -1, "para": 0, "pass": 0, "point": 1, "letter": 2, "indent": 3}


@dataclass(slots=True)
class Found:
    """Places read from a text, and where reading stopped."""

    places: list[Place]
    end: int


def ordinal(word: str) -> int:
    """ "drugim" -> 2, "ostatnie" -> -1, "dwudziestym pierwszym" -> 21."""
    return sum(next(n for stem, n in _ORDINALS.items() if one.startswith(stem)) for one in word.lower().split())


def read_places(text: str, at: int = 0, steps: tuple[Step, ...] = ()) -> Found | None:
    """The addresses that begin at ``at``; None where none does. ``steps``: what was named before."""
    places: list[Place] = []
    kind = ""
    direct = False  # no separator since the last label: a deeper unit narrows it
    end = at
    while True:
        position = _skip_spaces(text, at)
        if intro := _INTRO.match(text, position):
            _narrow(places, steps, direct, part="intro")
            at = end = intro.end()
        elif unit := _UNIT.match(text, position):
            found = _read_unit(text, unit, places, steps, direct)
            if found is None:
                break
            at, steps, kind = found
            end = at
        elif kind and not direct and (again := _read_next_label(text, position, kind)):
            step, at = again
            steps = (*_above(steps, kind), step)
            places.append(Place(steps))
            end = at
        else:
            break
        separator = _SEPARATOR.match(text, at)
        direct = separator is None
        at = separator.end() if separator else at
    return Found(places, end) if places else None


def _read_unit(
    text: str, unit: re.Match[str], places: list[Place], steps: tuple[Step, ...], direct: bool
) -> tuple[int, tuple[Step, ...], str] | None:
    name = unit.lastgroup or ""
    position = _skip_spaces(text, unit.end())
    if name == "sentence":
        return _read_sentences(text, position, places, steps, direct)
    if name in ("tail",):
        _narrow(places, steps, direct, part="tail")
        return unit.end(), steps, ""
    if name == "double":
        return None
    found = read_label(text, position, name)
    if found is None:
        return None
    step, at = found
    above = _above(steps, name)
    deeper = bool(steps) and LEVEL[name] > LEVEL[steps[-1][0]]
    steps = (*above, step)
    if direct and deeper and places:
        places[-1] = Place(steps)
    else:
        places.append(Place(steps))
    return at, steps, name


def _read_sentences(
    text: str, position: int, places: list[Place], steps: tuple[Step, ...], direct: bool
) -> tuple[int, tuple[Step, ...], str] | None:
    numbers: list[int] = []
    at = position
    while found := re.compile(ORDINAL, re.I).match(text, position):
        numbers.append(ordinal(found[0]))
        at = found.end()
        separator = _SEPARATOR.match(text, at) or _RANGE.match(text, at)
        if separator is None:
            break
        position = separator.end()
    if not numbers:
        return None
    _narrow(places, steps, direct, sentence=tuple(numbers))
    return at, steps, ""


def _narrow(
    places: list[Place], steps: tuple[Step, ...], direct: bool, part: Part = "", sentence: tuple[int, ...] = ()
) -> None:
    """A part of the unit just named, or of the unit the whole clause is about."""
    if direct and places:
        places[-1] = replace(places[-1], part=part or places[-1].part, sentence=sentence or places[-1].sentence)
    else:
        places.append(Place(steps, sentence, part))


def _above(steps: tuple[Step, ...], kind: str) -> tuple[Step, ...]:
    return tuple(step for step in steps if LEVEL[step[0]] < LEVEL[kind])


def _read_next_label(text: str, at: int, kind: str) -> tuple[Step, int] | None:
    """One more label of a list; the "a" of "a w ust. 2" and the "w" of "w pkt 3" are no letters of a list."""
    if kind == "letter" and _NO_LETTER.match(text, at):
        return None
    return read_label(text, at, kind)


def read_label(text: str, at: int, kind: str) -> tuple[Step, int] | None:
    """One label or a range of them, without the name of its kind."""
    pattern = {"letter": _LETTER_LABEL, "indent": rf"{ORDINAL}|{NUMBER}"}.get(kind, NUMBER)
    compiled = re.compile(pattern, re.I if kind == "indent" else 0)
    first = compiled.match(text, at)
    if first is None:
        return None
    span = _RANGE.match(text, first.end())
    last = compiled.match(text, span.end()) if span else None
    if kind == "indent":
        labels = [str(ordinal(m[0])) if not m[0][0].isdigit() else m[0] for m in (first, last) if m]
    else:
        labels = [m[0].replace(" ", "") for m in (first, last) if m]
    return (kind, labels[0], labels[1] if len(labels) > 1 else ""), (last or first).end()


def read_division(text: str, at: int) -> tuple[str, int] | None:
    """ "rozdziale 5a" -> ("rozdział 5a", end); "tytule I w dziale V" -> ("tytuł I / dział V", end)."""
    names: list[str] = []
    end = at
    while found := _DIVISION.match(text, at):
        end = found.end()
        last = _LAST_DIVISION.match(text, end)
        if last:
            end = last.end()
        what = found["what"].lower()
        names.append(f"{_DIVISION_NAMES[what[0]]} {found['label']}{'-' + last['label'] if last else ''}")
        further = _FURTHER_DIVISION.match(text, end)
        if further is None:
            break
        at = further.end()
    return (" / ".join(names), end) if names else None


def _skip_spaces(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \u00a0":
        at += 1
    return at


def within(scope: Place, place: Place) -> Place:
    """``place`` as said inside ``scope``: what scope names at the same or a deeper level gives way."""
    if not place.steps:
        return replace(
            scope, sentence=place.sentence or scope.sentence, part=place.part or scope.part, division=scope.division
        )
    if place.steps[0][0] == "art":
        return place
    steps = (*_above(scope.steps, place.steps[0][0]), *place.steps)
    return Place(steps, place.sentence, place.part)
