"""Clauses about whole units: replaced, added, repealed, numbered anew; and what is no article."""

from __future__ import annotations

import re

from przepis.corpus.amend.clause_state import State, move_scope, resolve
from przepis.corpus.amend.clauses_of_words import SIGN
from przepis.corpus.amend.operations import Aside, Insert, Number, Place, Repeal, Replace
from przepis.corpus.amend.places import LEVEL, Found, ordinal, read_division, read_label, read_places, within

RECEIVES = re.compile(
    r"\s*(?:\(.*?\)\s*)?(?:,\s*)?(?:otrzymuj\w*\s+(?:odpowiednio\s+)?(?:następujące\s+)?brzmienie|otrzymuj\w*\s+brzmieni\w*|brzmienie)",
    re.I,
)
_ADDS = re.compile(
    r"dodaje(?:\s+się)?\s+(?:kolejn\w+\s+|now\w+\s+)?(?:w\s+(?=ust\.|pkt|lit\.))?|się\s+(?=(?:art|ust|pkt|lit)\.?\s)",
    re.I,
)
_AFTER = re.compile(r"(?P<side>po|przed)\s+", re.I)
_REPEALS = re.compile(r"(?:(?:uchyla|skreśla|wykreśla)\s+się|trac[ią]\w*\s+moc)\s+(?:kolejno\s+|w\s+nim\s+)?", re.I)
_IS_REPEALED = re.compile(r"\s+(?:uchyla|skreśla)\s+się\s*(?=[;,.]|$)", re.I)
_WHICH_RECEIVES = re.compile(r"któr\w+\s+otrzymuj\w+\s+brzmieni\w+", re.I)
_AFTER_TITLE = re.compile(r"po\s+tytule\s+(?:rozdziału|oddziału|działu)\s+\S+\s+(?=dodaje\s+się\s+art\.)", re.I)
_IN_WORDING = re.compile(
    r"\s*(?:w\s+(?:następującym\s+)?brzmieniu(?:\s+określonym.*)?|o\s+brzmieniu|w\s+brzmieniu)?\s*:?\s*", re.I
)
_WHOLE = re.compile(
    r"dotychczasow\w+\s+(?:treść|przepis|brzmienie|zdanie)(?:\s+(?:art\.|tego artykułu|artykułu)[^,]*?)?\s+"
    r"(?:oznacza\s+się|otrzymuje\s+oznaczenie|oznaczając)\s+(?:jako\s+)?",
    re.I,
)
_ONE_UNIT = re.compile(r"(?P<kind>ust\.|§|pkt|lit\.)\s?(?P<label>\d+[a-z]*(?:\^\d+)?|[a-z])(?!\w)")
_RELABEL = re.compile(
    r"(?:dotychczasow\w+\s+)?(?:treść\s+)?(?P<old>(?:art\.|ust\.|§|pkt|lit\.)\s?\S+(?:\s*(?:-|i|,)\s*\S+)*?)\s+(?:oznacza\s+się|otrzymuj\w+\s+oznaczeni\w)\s+(?:odpowiednio\s+)?(?:jako\s+)?",
    re.I,
)
_RELABEL_SIGN = re.compile(
    r"oznaczenie\s+(?P<old>(?:art\.|ust\.|§|pkt|lit\.)\s?\S+)\s+zastępuje\s+się\s+oznaczeniem\s+", re.I
)
_UNNUMBERS = re.compile(r"skreśla\s+się\s+oznaczenie\s+(?=(?:ust\.|§)\s?1(?!\w))", re.I)
_QUOTED_ARTICLE = re.compile(r"\bArt\.\s?\d")
_TITLE = re.compile(r"\s*[„\"][^„”\"]*[”\"]")
_SENTENCE = re.compile(
    r"(?:po\s+zdaniu\s+\S+\s+)?dodaje\s+się\s+(?:\w+\s+)?zdani\w+(?P<which>(?:[\s,]+(?:i\s+)?(?:pierwsz|drug|trzeci|czwart|piąt|szóst|siódm|ósm|dziewiąt|dziesiąt|ostatni)\w*)*)",
    re.I,
)
_MORE_DIVISIONS = re.compile(
    r"\s*(?:,|i|oraz)\s*(?:rozdział\w*\s+|dział\w*\s+|oddział\w*\s+)?"
    r"((?:[IVXL]+[a-z]{0,3}|\d+[a-z]{0,3})(?:\s?-\s?(?:[IVXL]+[a-z]{0,3}|\d+[a-z]{0,3}))?)(?!\w)"
)
_ASIDES = (
    r"załącznik\w*",
    r"tytuł\w*\s+(?![IVXLC]+[a-z]{0,3}\b)\w+",
    r"tytule\s+(?![IVXLC]+[a-z]{0,3}\b)\w+",
    r"dotychczasowy tytuł",
    r"odnośnik\w*",
    r"odesłani\w+ nr",
    r"przypis\w*",
    r"oznaczeni\w+ (?:(?:i|oraz) tytuł|rozdziału|działu|oddziału|tytułu|części)",
    r"dotychczasow\w+ (?:rozdział|dział|oddział)\w* \S+ oznacza",
    r"nazw\w+ (?:rozdziału|działu|oddziału)",
    r"preambuł\w*",
    r"ogóln\w+ określeni\w+",
    r"tabel\w+",
    r"część\s+\w+\s+załącznika",
    r"wykaz\w*",
    r"użyte w załącznik",
    r"spis\w* treści",
    r"(?:lp|poz)\.\s",
    r"pozycj\w+\s",
    r"(?:w )?kolumn\w+",
    r"wz[oó]r\w*",
    r"rubry\w+",
    r"objaśnieni\w+",
    r"(?:przed|po)\s+(?:art\.\s\S+|załączniku\s.*?)\s+(?:dodaje|uchyla|skreśla)\s+się\s+"
    r"(?:tytuł(?!\s[IVXLC]+[a-z]{0,3}\b)|oznaczenie|nazwę|załącznik)",
    r"dodaje się (?:tytuł(?!\s[IVXLC]+[a-z]{0,3}\b)|oznaczenie|nazwę|odnośnik|załącznik)",
)
_ASIDE = re.compile("|".join(_ASIDES), re.I)


def is_aside(text: str, at: int) -> bool:
    """Does something that is no article begin here: a heading, an annex, a footnote?"""
    return _ASIDE.match(text, at) is not None


def aside(state: State, at: int) -> int | None:
    """What is no article is left alone, with everything said of it."""
    if not is_aside(state.text, at):
        return None
    state.operations.append(Aside(state.text[at : at + 80]))
    return len(state.text)


def sentence_added(state: State, at: int) -> int | None:
    found = _SENTENCE.match(state.text, at)
    if found is None or not _IN_WORDING.match(state.text, found.end()):
        return None
    which = re.findall(
        r"(?:pierwsz|drug|trzeci|czwart|piąt|szóst|siódm|ósm|dziewiąt|dziesiąt|ostatni)\w*", found["which"], re.I
    )
    number = ordinal(which[0]) if which else 0
    for scope in state.scope:
        state.operations.append(Insert("sentence", scope, state.quote, sentence=number))
    return after_wording(state, found.end())


def whole_numbered(state: State, at: int) -> int | None:
    verb = _WHOLE.match(state.text, at)
    found = _ONE_UNIT.match(state.text, verb.end()) if verb else None
    if found is None:
        return None
    kind = {"u": "pass", "§": "para", "p": "point", "l": "letter"}[found["kind"][0]]
    for scope in state.scope:
        state.operations.append(Number(scope, kind, found["label"]))
    return found.end()


def unnumbered(state: State, at: int) -> int | None:
    """ "skreśla się oznaczenie ust. 1": the article is divided no longer."""
    verb = _UNNUMBERS.match(state.text, at)
    found = read_places(state.text, verb.end()) if verb else None
    if found is None:
        return None
    state.operations += [Number(place, "text", "") for place in resolve(state.scope, found)]
    return found.end


def relabelled(state: State, at: int) -> int | None:
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


def inserted_after(state: State, at: int) -> int | None:
    lead = _AFTER.match(state.text, at)
    if lead is None:
        return None
    if title := _AFTER_TITLE.match(state.text, at):
        return added(state, title.end())  # its number tells the article's place
    found = read_places(state.text, lead.end())
    division = read_division(state.text, lead.end()) if found is None else None
    end = found.end if found else division[1] if division else None
    if end is None:
        return None
    if found and re.compile(rf"\s*{SIGN}\s+zastępuje|\s*(?:na końcu\s+)?dodaje\s+się\s+{SIGN}").match(state.text, end):
        move_scope(state, found)  # "po lit. d średnik zastępuje się przecinkiem": meant is "w lit. d"
        return end
    verb = _ADDS.match(state.text, _past_division(state.text, end))
    if verb is None:
        return None
    anchor = within(state.current[0], found.places[-1]) if found else Place(division=division[0] if division else "")
    after, before = (anchor, None) if lead["side"].lower() == "po" else (None, anchor)
    return _insertion(state, verb.end(), after, before)


def _past_division(text: str, at: int) -> int:
    """ "po art. 110 w dziale IV w rozdziale 1 dodaje się": where it stands is known from the article."""
    found = re.compile(r"[\s,:]*(?:we?\s+)?").match(text, at)
    division = read_division(text, found.end()) if found else None
    spaces = re.compile(r"[\s,:]*").match(text, division[1] if division else at)
    return spaces.end() if spaces else at


def _insertion(state: State, at: int, after: Place | None, before: Place | None) -> int | None:
    division = read_division(state.text, at)
    found = None if division else read_places(state.text, at) or _bare_label(state.text, at, after)
    if found is None and division is None:
        return None
    if division:
        end = division[1]
        while more := re.compile(
            r"\s*(?:,|i|oraz|-)\s*(?:rozdział\w*\s+|dział\w*\s+)?[IVX\d]+[a-z]{0,3}(?:\^\d+)?(?!\w)"
        ).match(state.text, end):
            end = more.end()
        state.operations.append(Insert("division", state.scope[0], state.quote, after, before))
        return after_wording(state, end)
    assert found is not None
    place = found.places[0]
    if place.part or not place.steps:
        if place.part == "tail":
            state.operations.append(Insert("tail", state.scope[0], state.quote, after, before))
            return after_wording(state, found.end)
        return None
    kind = place.steps[-1][0]
    for scope in state.scope if after is None and before is None else state.scope[:1]:
        parent = Place(
            tuple(s for s in within(scope, place).steps if LEVEL[s[0]] < LEVEL[kind]), division=scope.division
        )
        state.operations.append(Insert(kind, parent, state.quote, after, before))
    return after_wording(state, found.end)


def _bare_label(text: str, at: int, after: Place | None) -> Found | None:
    """ "po ust. 1 dodaje się 1a-1c": units of the same kind as the one they follow."""
    kind = after.steps[-1][0] if after and after.steps else ""
    found = read_label(text, at, kind) if kind not in ("", "art", "indent") else None
    return Found([Place((found[0],))], found[1]) if found else None


def added(state: State, at: int) -> int | None:
    verb = _ADDS.match(state.text, at)
    if verb is None:
        return None
    if is_aside(state.text, verb.end()) or is_aside(state.text, at):
        return aside(state, verb.end())
    return _insertion(state, verb.end(), None, None)


def added_again(state: State, at: int) -> int | None:
    """ "na końcu dodaje się przecinek i pkt 3 w brzmieniu": the verb is not said twice."""
    found = read_places(state.text, at)
    if found is None or not state.operations or not re.compile(r"\s*w\s+brzmieniu").match(state.text, found.end):
        return None
    return _insertion(state, at, None, None)


def repealed(state: State, at: int) -> int | None:
    verb = _REPEALS.match(state.text, at)
    if verb is None:
        return _repealed_after(state, at)
    if is_aside(state.text, verb.end()):
        return aside(state, verb.end())
    found = read_places(state.text, verb.end())
    if found is not None:
        state.operations.append(Repeal(tuple(resolve(state.scope, found))))
        return found.end
    division = read_division(state.text, verb.end())
    if division is None:
        return None
    names = [division[0]]
    end = division[1]
    while more := _MORE_DIVISIONS.match(state.text, end):
        names.append(f"{division[0].split()[0]} {more[1].replace(' ', '')}")
        end = more.end()
    state.operations.append(Repeal(tuple(_below(state, name) for name in names)))
    return end


def _repealed_after(state: State, at: int) -> int | None:
    """ "pkt 5c uchyla się": the verb comes last."""
    found = read_places(state.text, at)
    verb = _IS_REPEALED.match(state.text, found.end) if found else None
    if found is None or verb is None:
        return None
    state.operations.append(Repeal(tuple(resolve(state.scope, found))))
    return verb.end()


def receives_too(state: State, at: int) -> int | None:
    """ "dotychczasową treść oznacza się jako § 1, który otrzymuje brzmienie": the unit just numbered."""
    verb = _WHICH_RECEIVES.match(state.text, at)
    numbered = state.operations[-1] if state.operations else None
    if verb is None or not isinstance(numbered, Number):
        return None
    above = tuple(step for step in numbered.place.steps if LEVEL[step[0]] < LEVEL[numbered.kind])
    place = Place((*above, (numbered.kind, numbered.label, "")))
    state.operations.append(Replace((place,), state.quote))
    return after_wording(state, verb.end())


def _below(state: State, division: str) -> Place:
    """A division said inside the wider one that the clause is about."""
    above = state.current[-1].division
    return Place(division=f"{above} / {division}" if above else division)


def replaced(state: State, at: int) -> int | None:
    found = read_places(state.text, at)
    division = read_division(state.text, at) if found is None else None
    end = found.end if found else division[1] if division else None
    if end is None:
        return None
    title = _TITLE.match(state.text, end) if division else None
    verb = RECEIVES.match(state.text, title.end() if title else end)
    if verb is None:
        return None
    if division and not _QUOTED_ARTICLE.search(state.quote):
        state.operations.append(Aside(state.text[at : at + 80]))  # its title only
        return len(state.text)
    places = resolve(state.current, found) if found else [_below(state, division[0] if division else "")]
    state.operations.append(Replace(tuple(places), state.quote))
    return after_wording(state, verb.end())


def after_wording(state: State, at: int) -> int:
    tail = _IN_WORDING.match(state.text, at)
    return tail.end() if tail else at
