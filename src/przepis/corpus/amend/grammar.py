"""The language of amending provisions, read clause by clause into operations.

A clause is everything said on the way from the amending article down to one leaf: "w art. 39 w pkt 8 kropkę zastępuje
się średnikiem i dodaje się pkt 9 w brzmieniu". Reading goes from left to right: "w …" moves the scope, every verb makes
an operation in it. Whatever cannot be read to its end is refused as a whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

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
from przepis.corpus.amend.places import LEVEL, Found, ordinal, read_division, read_places, within

SIGNS = {"kropk": ".", "średnik": ";", "przecin": ",", "dwukrop": ":", "myślnik": " -"}
_SIGN = r"(?:kropk\w+|średnik\w*|przecin\w+|dwukrop\w+|myślnik\w*)"
_Q = r"[„\"](?P<{}>[^„”\"]*(?:„[^„”]*”[^„”\"]*)*)[”\"]"
_WORDS = r"(?:(?:użyt\w+|następując\w+|wyraz\w*|liczb\w*|kwot\w*|cyfr\w*|dat\w*|znak\w*|skrót\w*|symbol\w*|oznacze\w*|procent\w*|ułam\w*|kod\w*|licz\w*|tekst\w*|zwrot\w*|zdani\w*|numer\w*|treść|nazw\w*|określen\w*|wyrażen\w*|sform\w*|lata|rok\w*|termin\w*|godzin\w*|wskaźnik\w*|część|spójnik\w*|liter\w*|pozycj\w*|wartoś\w*|pkt|oraz|i|słow\w*)\s+){0,4}?"
_USED = (
    r"(?:,?\s*(?P<used>(?:(?:użyt|zawart|powtórzon|występując|w różn|dwukrot|trzykrot|czterokrot|kilkakrot|każdorazow)"
    r"\w*[^„”\"]*?)),?)?"
)
_FORM = r"(?:\s*(?:,\s*)?(?P<form>(?:użyt\w*|w odpowiedni\w*|odpowiednio|w tej samej|zapisan\w*|we właściw\w*)[^„”\"]*?))?"

_REPLACE_WORDS = re.compile(
    rf"{_WORDS}{_Q.format('old')}{_USED}\s*zastępuje\s+się{_FORM}\s*,?\s*(?:{_WORDS}{_Q.format('new')}|(?P<sign>{_SIGN}))", re.I
)
_REPLACE_PAIR = re.compile(
    rf"{_WORDS}{_Q.format('old')}\s*(?:i|oraz)\s*(?:wyraz\w*\s+)?{_Q.format('old2')}{_USED}\s*zastępuje\s+się{_FORM}\s*{_WORDS}"
    rf"{_Q.format('new')}(?:\s*(?:i|oraz)\s*(?:wyraz\w*\s+)?{_Q.format('new2')})?",
    re.I,
)
_INSERT_WORDS = re.compile(
    rf"(?:(?:\w+krotnie|każdorazowo)\s+)?(?P<side>po|przed)\s+(?:użyt\w+[^„”\"]*?\s)?{_WORDS}{_Q.format('anchor')}{_USED}\s*dodaje\s+się{_FORM}\s*(?:po przecinku\s+)?"
    rf"(?P<sign>(?:przecinek|średnik|kropkę|dwukropek)(?:\s+(?:i|oraz)\s+|\s*$|(?=[,;])))?(?:{_WORDS}{_Q.format('new')})?",
    re.I,
)
_INSERT_SIGNED = re.compile(
    rf"(?:na\s+końcu\s+)?dodaje\s+się\s+(?:na\s+końcu\s+)?(?:(?P<sign>{_SIGN})\s+(?:i|oraz)\s+)?(?:dodaje\s+się\s+)?{_WORDS}{_Q.format('new')}",
    re.I,
)
_DELETE_WORDS = re.compile(
    rf"(?:skreśla|uchyla|wykreśla)\s+się:?\s+(?:(?P<pre>użyt\w*[^„”\"]*?)\s)?(?:(?P<sign>przecinek|średnik)\s+(?:i|oraz)\s+)?{_WORDS}:?\s*{_Q.format('old')}{_USED}", re.I
)
_DELETE_AFTER = re.compile(
    rf"po\s+{_WORDS}{_Q.format('anchor')}\s*skreśla\s+się\s+(?:(?P<sign>przecinek|średnik)\s+(?:i|oraz)\s+)?{_WORDS}{_Q.format('old')}", re.I
)
_USED_FIRST = re.compile(r"(?:użyt\w+|zawart\w+|występując\w+)\s+(?P<where>[^„”\"]*?)\s*(?=(?:wyraz|liczb|kwot|skrót|oznacze|cyfr)\w*\s*[„\"])", re.I)
_PUNCTUATE = re.compile(
    rf"(?:(?:na\s+końcu|końcow\w+|ostatni\w+)\s+)?(?P<old>{_SIGN})(?:\s+na\s+końcu)?\s+zastępuje\s+się\s+(?P<new>{_SIGN})(?!\s+i\s+wyraz)"
    rf"(?:\s+(?:i|oraz)\s+(?:dodaje\s+się\s+)?wyraz\w*\s+{_Q.format('word')})?"
    rf"|(?P<old3>{_SIGN})\s+zastępuje\s+się\s+(?P<new3>{_SIGN})\s+i\s+wyraz\w*\s+{_Q.format('word3')}"
    rf"|(?:na\s+końcu\s+)?dodaje\s+się\s+(?:na\s+końcu\s+)?(?P<add>{_SIGN})(?:\s+na\s+końcu)?"
    rf"|(?:na\s+końcu\s+)?skreśla\s+się\s+(?:na\s+końcu\s+)?(?P<drop>{_SIGN})(?:\s+na\s+końcu)?"
    rf"|(?P<old4>{_SIGN})\s+zastępuje\s+się\s+wyraz\w+\s+{_Q.format('word4')}",
    re.I,
)
_RECEIVES = re.compile(
    r"\s*(?:\(.*?\)\s*)?(?:,\s*)?(?:otrzymuj\w*\s+(?:odpowiednio\s+)?(?:następujące\s+)?brzmienie|otrzymuj\w*\s+brzmieni\w*|brzmienie)", re.I
)
_ADDS = re.compile(r"dodaje(?:\s+się)?\s+(?:kolejn\w+\s+|now\w+\s+)?|się\s+(?=(?:art|ust|pkt|lit)\.?\s)", re.I)
_AFTER = re.compile(r"(?P<side>po|przed)\s+", re.I)
_REPEALS = re.compile(r"(?:uchyla|skreśla|wykreśla)\s+się\s+(?:kolejno\s+)?", re.I)
_IN_WORDING = re.compile(r"\s*(?:w\s+(?:następującym\s+)?brzmieniu(?:\s+określonym.*)?|o\s+brzmieniu|w\s+brzmieniu)?\s*:?\s*", re.I)
_WHOLE = re.compile(
    r"dotychczasow\w+\s+(?:treść|przepis|brzmienie|zdanie)(?:\s+(?:art\.|tego artykułu|artykułu)[^,]*?)?\s+(?:oznacza\s+się|otrzymuje\s+oznaczenie|oznaczając)\s+(?:jako\s+)?",
    re.I,
)
_ONE_UNIT = re.compile(r"(?P<kind>ust\.|§|pkt|lit\.)\s?(?P<label>\d+[a-z]*(?:\^\d+)?|[a-z])(?!\w)")
_RELABEL = re.compile(
    r"(?:dotychczasow\w+\s+)?(?P<old>(?:art\.|ust\.|§|pkt|lit\.)\s?\S+(?:\s*(?:-|i|,)\s*\S+)*?)\s+(?:oznacza\s+się|otrzymuj\w+\s+oznaczeni\w)\s+(?:odpowiednio\s+)?(?:jako\s+)?",
    re.I,
)
_RELABEL_SIGN = re.compile(
    r"oznaczenie\s+(?P<old>(?:art\.|ust\.|§|pkt|lit\.)\s?\S+)\s+zastępuje\s+się\s+oznaczeniem\s+", re.I
)
_WHOLE_ACT = re.compile(r"(?:całej\s+)?(?:ustawie|ustawy|tekście ustawy)", re.I)
_SAME_UNIT = re.compile(r"w\s+(?:tym|tak oznaczon\w+)\s+(?:ust\.?|ustępie|paragrafie|§|pkt|punkcie|lit\.)(?!\s?\d)", re.I)
_SCOPE = re.compile(r"(?:w:?|we|do|z)\s+(?:dotychczasow\w+\s+|tym\s+)?", re.I)
_ADDED_BY = re.compile(r",?\s*dodan\w+\s+przez\s+art\..*?(?=otrzymuj|oznacza|$|;)|,?\s*w\s+brzmieniu\s+nadanym\s+(?:przez\s+)?(?:art\.|ustaw).*?(?=otrzymuj|wprowadza|$|:)", re.I)
_SKIP = re.compile(
    r"(?:[\s,;:.”]|\b(?:i|oraz|a|a także|jednocześnie|ponadto|wprowadza się następujące zmiany|wprowadza się następującą zmianę"
    r"|wprowadza się zmiany|następujące zmiany|w ten sposób, że|po przecinku|odpowiednio)(?=[\s:,;.]|$))+",
    re.I,
)
_ASIDE = re.compile(
    r"załącznik\w*|tytuł\w*\s+(?:ustawy|działu|rozdziału|oddziału|księgi|części|załącznika|tytułu|\w+)|tytule\s+\w+|odnośnik\w*|odesłani\w+ nr|odnośnika|"
    r"oznaczeni\w+ (?:rozdziału|działu|oddziału|tytułu|części)|nazw\w+ (?:rozdziału|działu|oddziału)|preambuł\w*|ogóln\w+ określeni\w+|tabel\w+|część\s+\w+\s+załącznika|wykaz\w*|użyte w załącznik|przypis\w*|spis\w* treści|lp\.\s|poz\.\s|pozycj\w+\s|kolumn\w+|w kolumnie|wzór|wzorze|wzoru|rubry\w+|objaśnieni\w+|dotychczasowy tytuł|"
    r"(?:przed|po)\s+art\.\s\S+\s+dodaje\s+się\s+(?:tytuł|oznaczenie|nazwę)|dodaje się (?:tytuł|oznaczenie|nazwę|odnośnik|załącznik)",
    re.I,
)
_INFLECTED = re.compile(r"w\s+różn|w\s+odpowiedni|w\s+tej\s+samej|w\s+liczbie|we\s+właściw|przypadk", re.I)
_MANY = re.compile(r"użyt\w*|dwukrot|trzykrot|czterokrot|kilkakrot|każdorazow|występując|wielokrot", re.I)
_SENTENCE = re.compile(r"(?:po\s+zdaniu\s+\S+\s+)?dodaje\s+się\s+(?:\w+\s+)?zdani\w+(?P<which>(?:[\s,]+(?:i\s+)?(?:pierwsz|drug|trzeci|czwart|piąt|szóst|siódm|ósm|dziewiąt|dziesiąt|ostatni)\w*)*)", re.I)


@dataclass(slots=True)
class _State:
    text: str
    quote: str
    operations: list[Operation] = field(default_factory=list)
    current: list[Place] = field(default_factory=lambda: [Place()])
    beside: list[Place] = field(default_factory=list)  # "w art. 3, w art. 5 i w art. 7 …": those already passed
    n_before_scope: int = 0  # operations made when the scope was last moved
    separated: bool = False  # a comma or "oraz" stood before what is being read

    @property
    def scope(self) -> list[Place]:
        return self.beside + self.current


class Unread(Exception):
    """A clause outside the grammar; the message is where reading stopped."""


_JOURNAL = re.compile(r"\(\s*Dz\.\s?U\.(?:[^()]|\([^()]*\))*\)")


def tidy_clause(text: str) -> str:
    """Spaces and superscripts in one form: ``22^1^^c^`` is 22^1c, ``22^1^w§ 2`` is 22^1 w § 2; slips put right."""
    text = text.replace("\u00a0", " ").replace("*", "").replace("−", "-").replace("–", "-").replace("—", "-")
    text = re.sub(r"\^(\w+)\^\^(\w+)\^", r"^\1\2", text)
    text = re.sub(r"\^(\d+)\^([a-hj-np-vx-y])(?![a-ząćęłńóśźż])(?=[\s,.;:)-]|$)", r"^\1\2", text)
    text = re.sub(r"\^(\w{1,4})\^(?=[a-ząćęłńóśźż§])", r"^\1 ", text)
    text = re.sub(r"\^(\w{1,4})\^", r"^\1", text)
    text = re.sub(r"(?<=\w)§", " §", text).replace("§§", "§")
    text = re.sub(r"(?<=\d)(?=ust\.|pkt |otrzymuj|dodaje)", " ", text)
    text = re.sub(r"\b(art\.|ust\.|pkt|lit\.|§)(?=\d)", r"\1 ", text)
    text = re.sub(r"\bwbrzmieniu", "w brzmieniu", text)
    text = re.sub(r"\bi(?=\d+(?:\^|\b))", "i ", text)
    text = re.sub(r"\bust(?=\s\d)", "ust.", text)
    text = re.sub(r"\b(lit\. |oraz |i )I\b(?=\s)", r"\1l", text)
    text = re.sub(r"\bsię się\b", "się", text).replace("zastępuję się", "zastępuje się")
    text = re.sub(r"”\s*„(?=\s*(?:zastępuje|dodaje|użyt|[;,.]\s*$|$))", "””", text)
    return re.sub(r"\s+", " ", text).strip()


def read_clause(clause: str, quote: str) -> tuple[Operation, ...]:
    """The operations of a clause, in their order. Raises ``Unread`` where a part of it has no reading."""
    state = _State(_outside_quotes(tidy_clause(clause)), quote)
    at = 0
    while True:
        skipped = _SKIP.match(state.text, at)
        state.separated = bool(skipped and re.search(r",|\bi\b|oraz", skipped[0]))
        at = skipped.end() if skipped else at
        if at >= len(state.text):
            break
        step = _next(state, at)
        if step is None:
            raise Unread(state.text[at : at + 60])
        at = step
    if not state.operations:
        raise Unread("no verb: " + state.text[-60:])
    return tuple(state.operations)


def _outside_quotes(text: str) -> str:
    """Journal addresses, and who once added the unit, mean nothing to the operation unless they are quoted."""
    parts = re.split(r"(„[^”]*”)", text)
    plain = [p if p.startswith("„") else _ADDED_BY.sub(" ", _JOURNAL.sub(" ", p)) for p in parts]
    return re.sub(r"\s+", " ", "".join(plain)).strip()


def _next(state: _State, at: int) -> int | None:
    for reader in (
        _words_used_first,
        _sentence_added,
        _whole_numbered,
        _relabelled,
        _words_deleted_after,
        _words_inserted,
        _words_replaced,
        _words_deleted,
        _inserted_after,
        _added,
        _added_again,
        _words_appended,
        _punctuated,
        _repealed,
        _replaced,
        _scope,
        _scope_without_w,
        _aside,
    ):
        end = reader(state, at)
        if end is not None:
            return end
    return None


def _scope(state: _State, at: int) -> int | None:
    lead = _SCOPE.match(state.text, at)
    if lead is None:
        return None
    if _ASIDE.match(state.text, lead.end()):
        return _aside(state, lead.end())
    if again := _SAME_UNIT.match(state.text, at):
        numbered = [o for o in state.operations if isinstance(o, Number)]
        if not numbered:
            return None
        state.beside = []
        state.current = [Place((*o.place.steps, (o.kind, o.label, ""))) for o in numbered]
        return again.end()
    found = read_places(state.text, lead.end())
    if found is not None:
        if verb := _RECEIVES.match(state.text, found.end):
            state.operations.append(Replace(tuple(_resolve(state.current, found)), state.quote))
            return _after_wording(state, verb.end())
        _move_scope(state, found)
        return found.end
    division = read_division(state.text, lead.end())
    if division is not None:
        state.beside, state.current = [], [Place(division=division[0])]
        return division[1]
    if whole := _WHOLE_ACT.match(state.text, lead.end()):
        state.beside, state.current = [], [Place()]
        return whole.end()
    return None


def _scope_without_w(state: _State, at: int) -> int | None:
    """ "art. 53: ust. 4 otrzymuje brzmienie": the preposition is missing."""
    found = read_places(state.text, at)
    if found is None or state.text[found.end : found.end + 1] != ":":
        return None
    _move_scope(state, found)
    return found.end


def _move_scope(state: _State, found: Found) -> None:
    """Down, or, after a comma, to one more place of the same list."""
    moved = _resolve(state.current, found)
    same_list = state.separated and state.n_before_scope == len(state.operations) and state.current[-1].steps
    if same_list and len(moved[0].steps) <= len(state.current[-1].steps):
        state.beside = state.scope
        moved = _resolve(state.current[-1:], found)
    elif not same_list and state.n_before_scope != len(state.operations):
        state.beside = []
        moved = _resolve(state.current[-1:], found) if len(state.current) > 1 else moved
    state.current = moved
    state.n_before_scope = len(state.operations)


def _resolve(scope: list[Place], found: Found) -> list[Place]:
    return [within(base, place) for base in scope for place in found.places]


def _aside(state: _State, at: int) -> int | None:
    """What is no article is left alone, with everything said of it."""
    if _ASIDE.match(state.text, at) is None:
        return None
    state.operations.append(Aside(state.text[at : at + 80]))
    return len(state.text)


def _replaced(state: _State, at: int) -> int | None:
    found = read_places(state.text, at)
    division = read_division(state.text, at) if found is None else None
    end = found.end if found else division[1] if division else None
    if end is None:
        return None
    verb = _RECEIVES.match(state.text, end)
    if verb is None:
        return None
    places = _resolve(state.current, found) if found else [Place(division=division[0] if division else "")]
    state.operations.append(Replace(tuple(places), state.quote))
    return _after_wording(state, verb.end())


def _after_wording(state: _State, at: int) -> int:
    tail = _IN_WORDING.match(state.text, at)
    return tail.end() if tail else at


def _inserted_after(state: _State, at: int) -> int | None:
    lead = _AFTER.match(state.text, at)
    if lead is None:
        return None
    found = read_places(state.text, lead.end())
    division = read_division(state.text, lead.end()) if found is None else None
    end = found.end if found else division[1] if division else None
    if end is None:
        return None
    if found and re.compile(rf"\s*{_SIGN}\s+zastępuje|\s*(?:na końcu\s+)?dodaje\s+się\s+{_SIGN}").match(state.text, end):
        _move_scope(state, found)  # "po lit. d średnik zastępuje się przecinkiem": meant is "w lit. d"
        return end
    spaces = re.compile(r"[\s,]*(?:w\s+(?:rozdziale|dziale|oddziale)\s+\S+\s+)?").match(state.text, end)
    verb = _ADDS.match(state.text, spaces.end() if spaces else end)
    if verb is None:
        return None
    anchor = within(state.current[0], found.places[-1]) if found else Place(division=division[0] if division else "")
    after, before = (anchor, None) if lead["side"].lower() == "po" else (None, anchor)
    return _insertion(state, verb.end(), after, before)


def _insertion(state: _State, at: int, after: Place | None, before: Place | None) -> int | None:
    division = read_division(state.text, at)
    found = None if division else read_places(state.text, at)
    if found is None and division is None:
        return None
    if division:
        end = division[1]
        while more := re.compile(r"\s*(?:,|i|oraz|-)\s*(?:rozdział\w*\s+|dział\w*\s+)?[IVX\d]+[a-z]{0,3}(?:\^\d+)?(?!\w)").match(state.text, end):
            end = more.end()
        state.operations.append(Insert("division", state.scope[0], state.quote, after, before))
        return _after_wording(state, end)
    assert found is not None
    place = found.places[0]
    if place.part or not place.steps:
        if place.part == "tail":
            state.operations.append(Insert("tail", state.scope[0], state.quote, after, before))
            return _after_wording(state, found.end)
        return None
    kind = place.steps[-1][0]
    for scope in state.scope if after is None and before is None else state.scope[:1]:
        parent = Place(tuple(s for s in within(scope, place).steps if LEVEL[s[0]] < LEVEL[kind]), division=scope.division)
        state.operations.append(Insert(kind, parent, state.quote, after, before))
    return _after_wording(state, found.end)


def _added(state: _State, at: int) -> int | None:
    verb = _ADDS.match(state.text, at)
    if verb is None:
        return None
    if _ASIDE.match(state.text, verb.end()) or _ASIDE.match(state.text, at):
        return _aside(state, verb.end())
    return _insertion(state, verb.end(), None, None)


def _added_again(state: _State, at: int) -> int | None:
    """ "na końcu dodaje się przecinek i pkt 3 w brzmieniu": the verb is not said twice."""
    found = read_places(state.text, at)
    if found is None or not state.operations or not re.compile(r"\s*w\s+brzmieniu").match(state.text, found.end):
        return None
    return _insertion(state, at, None, None)


def _words_deleted_after(state: _State, at: int) -> int | None:
    """ "po wyrazach … skreśla się wyrazy …": the second words where they follow the first."""
    found = _DELETE_AFTER.match(state.text, at)
    if found is None:
        return None
    joint = f"{_sign(found['sign'])} " if found["sign"] else "" if found["old"].startswith((",", ";")) else " "
    state.operations.append(
        ReplaceWords(tuple(state.scope), f"{found['anchor']}{joint}{found['old']}", found["anchor"])
    )
    return found.end()


def _sentence_added(state: _State, at: int) -> int | None:
    found = _SENTENCE.match(state.text, at)
    if found is None or not _IN_WORDING.match(state.text, found.end()):
        return None
    which = re.findall(r"(?:pierwsz|drug|trzeci|czwart|piąt|szóst|siódm|ósm|dziewiąt|dziesiąt|ostatni)\w*", found["which"], re.I)
    number = ordinal(which[0]) if which else 0
    for scope in state.scope:
        state.operations.append(Insert("sentence", scope, state.quote, sentence=number))
    return _after_wording(state, found.end())


def _repealed(state: _State, at: int) -> int | None:
    verb = _REPEALS.match(state.text, at)
    if verb is None:
        return None
    if _ASIDE.match(state.text, verb.end()):
        return _aside(state, verb.end())
    found = read_places(state.text, verb.end())
    if found is not None:
        state.operations.append(Repeal(tuple(_resolve(state.scope, found))))
        return found.end
    division = read_division(state.text, verb.end())
    if division is None:
        return None
    names = [division[0]]
    end = division[1]
    while more := re.compile(r"\s*(?:,|i|oraz)\s*(?:rozdział\w*\s+|dział\w*\s+|oddział\w*\s+)?([IVXL]+[a-z]{0,3}|\d+[a-z]{0,3})(?!\w)").match(state.text, end):
        names.append(f"{division[0].split()[0]} {more[1]}")
        end = more.end()
    state.operations.append(Repeal(tuple(Place(division=name) for name in names)))
    return end


def _whole_numbered(state: _State, at: int) -> int | None:
    verb = _WHOLE.match(state.text, at)
    found = _ONE_UNIT.match(state.text, verb.end()) if verb else None
    if found is None:
        return None
    kind = {"u": "pass", "§": "para", "p": "point", "l": "letter"}[found["kind"][0]]
    for scope in state.scope:
        state.operations.append(Number(scope, kind, found["label"]))
    return found.end()


def _relabelled(state: _State, at: int) -> int | None:
    verb = _RELABEL.match(state.text, at) or _RELABEL_SIGN.match(state.text, at)
    if verb is None:
        return None
    old = read_places(verb["old"], 0)
    new = read_places(state.text, verb.end())
    if old is None or new is None or len(old.places) != len(new.places):
        return None
    for was, becomes in zip(old.places, new.places, strict=True):
        kind, label, last = becomes.steps[-1]
        if last or was.steps[-1][2]:
            return None
        state.operations.append(Number(within(state.scope[0], was), kind, label))
    return new.end


def _words_used_first(state: _State, at: int) -> int | None:
    """ "użyte w art. 3, art. 5 ust. 2 i art. 7 wyrazy …": the list of places comes before the words."""
    found = _USED_FIRST.match(state.text, at)
    if found is None:
        return None
    rest = re.match(_REPLACE_WORDS, state.text[found.end() :]) or re.match(_DELETE_WORDS, state.text[found.end() :])
    if rest is None:
        return None
    places = _places_in(state.scope, found["where"])
    groups = rest.groupdict()
    clause = found[0] + rest[0]
    if groups.get("sign"):
        groups["new"] = _sign(groups["sign"])
    state.operations.append(
        ReplaceWords(tuple(places), groups["old"], groups.get("new") or "", bool(_INFLECTED.search(_unquoted(clause))), True)
    )
    return found.end() + rest.end()


def _unquoted(text: str) -> str:
    return re.sub(r"[„\"][^„”\"]*[”\"]", "", text)


def _places_in(scope: list[Place], words: str) -> list[Place]:
    """Every place named in a list such as "w art. 1 ust. 2, w art. 5 oraz w art. 7 w zdaniu drugim"."""
    words = re.sub(r"\b(?:w|we)\s+(?=art\.|ust\.|§|pkt|lit\.|tiret|zdani|wprowadz|części)", "", words)
    words = re.sub(r"\b\w+krotnie\b|w różn\w+ (?:liczb\w+|przypadk\w+)(?: i (?:liczb\w+|przypadk\w+))?|-", lambda m: "-" if m[0] == "-" else "", words)
    places: list[Place] = []
    at = 0
    while at < len(words):
        found = read_places(words, at)
        if found is None:
            at += 1
            continue
        places.extend(_resolve(scope, found))
        at = found.end
    return places or list(scope)


def _words_replaced(state: _State, at: int) -> int | None:
    pair = _REPLACE_PAIR.match(state.text, at)
    if pair is not None:
        flags = _word_flags(pair)
        places = _where(state, pair)
        state.operations.append(ReplaceWords(places, pair["old"], pair["new"], *flags))
        state.operations.append(ReplaceWords(places, pair["old2"], pair["new2"] or pair["new"], *flags))
        return pair.end()
    found = _REPLACE_WORDS.match(state.text, at)
    if found is None:
        return None
    new = _sign(found["sign"]) if found["sign"] else found["new"]
    state.operations.append(ReplaceWords(_where(state, found), found["old"], new, *_word_flags(found)))
    return found.end()


def _where(state: _State, found: re.Match[str]) -> tuple[Place, ...]:
    used = found["used"] or ""
    if re.search(r"\b(?:art\.|ust\.|§|pkt|lit\.|zdani)", used):
        return tuple(_places_in(state.scope, used))
    return tuple(state.scope)


def _word_flags(found: re.Match[str]) -> tuple[bool, bool]:
    said = f"{found['used'] or ''} {found['form'] or ''}"
    return bool(_INFLECTED.search(said)), bool(_MANY.search(said))


def _words_inserted(state: _State, at: int) -> int | None:
    found = _INSERT_WORDS.match(state.text, at)
    if found is None or not (found["new"] or found["sign"]):
        return None
    said = f"{found['used'] or ''} {found['form'] or ''}"
    sign = _sign(found["sign"]) if found["sign"] else ""
    new = sign + (" " if sign and found["new"] else "") + (found["new"] or "")
    before = found["side"].lower() == "przed"
    state.operations.append(
        InsertWords(_where(state, found), found["anchor"], new, before, bool(_INFLECTED.search(said)))
    )
    return found.end()


def _words_deleted(state: _State, at: int) -> int | None:
    found = _DELETE_WORDS.match(state.text, at)
    if found is None:
        return None
    said = f"{found['used'] or ''} {found['pre'] or ''}"
    old = f"{_sign(found['sign'])} {found['old']}" if found["sign"] else found["old"]
    places = tuple(_places_in(state.scope, said)) if re.search(r"\b(?:art\.|ust\.|§|pkt)", said) else tuple(state.scope)
    state.operations.append(
        ReplaceWords(places, old, "", bool(_INFLECTED.search(said)), bool(_MANY.search(said)))
    )
    end = found.end()
    while more := re.compile(rf"\s*(?:,|i|oraz)\s+(?:wyraz\w*\s+)?{_Q.format('old')}(?!\s*(?:zastępuje|dodaje|użyt))").match(state.text, end):
        state.operations.append(ReplaceWords(places, more["old"], ""))
        end = more.end()
    return end


def _words_appended(state: _State, at: int) -> int | None:
    found = _INSERT_SIGNED.match(state.text, at)
    if found is None:
        return None
    sign = _sign(found["sign"]) if found["sign"] else ""
    state.operations.append(InsertWords(tuple(state.scope), "", f"{sign} {found['new']}" if sign else found["new"]))
    return found.end()


def _punctuated(state: _State, at: int) -> int | None:
    found = _PUNCTUATE.match(state.text, at)
    if found is None:
        return None
    groups = found.groupdict()
    old = groups["old"] or groups["drop"] or groups["old3"] or groups["old4"]
    new = groups["new"] or groups["add"] or groups["new3"]
    word = groups["word"] or groups["word3"] or groups["word4"] or ""
    places = tuple(state.scope)
    sign = _sign(new) if new else ""
    addition = sign + (f" {word}" if word and not word.startswith((",", ";")) else word)
    state.operations.append(Punctuate(places, _sign(old) if old else "", addition))
    return found.end()


def _sign(word: str) -> str:
    return next(sign for stem, sign in SIGNS.items() if word.lower().startswith(stem))
