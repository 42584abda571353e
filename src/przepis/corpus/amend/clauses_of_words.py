"""Clauses about words and signs inside a unit: replaced, added, struck out."""

from __future__ import annotations

import re

from przepis.corpus.amend.clause_state import State, resolve
from przepis.corpus.amend.operations import InsertWords, Place, Punctuate, ReplaceWords
from przepis.corpus.amend.places import read_places

_SIGNS = {"kropk": ".", "średnik": ";", "przecin": ",", "dwukrop": ":", "myślnik": " -"}
SIGN = r"(?:kropk\w+|średnik\w*|przecin\w+|dwukrop\w+|myślnik\w*)"
_Q = r"[„\"](?P<{}>[^„”\"]*(?:„[^„”]*”[^„”\"]*)*)[”\"]"
_WHAT = (
    "użyt następując wyraz liczb kwot cyfr dat znak skrót symbol oznacze procent ułam kod licz tekst zwrot zdani numer "
    "treść nazw określen wyrażen sform lata rok termin godzin wskaźnik część spójnik liter pozycj wartoś pkt "
    "oraz i słow"
)
_WORDS = rf"(?:(?:(?:{'|'.join(_WHAT.split())})\w*\s+){{0,4}}?)"
_USED = (
    r"(?:,?\s*(?P<used>(?:(?:użyt|zawart|powtórzon|występując|w różn|dwukrot|trzykrot|czterokrot|kilkakrot|każdorazow)"
    r"\w*[^„”\"]*?)),?)?"
)
_FORM = (
    r"(?:\s*(?:,\s*)?(?P<form>(?:użyt\w*|w odpowiedni\w*|odpowiednio|w tej samej|zapisan\w*|we właściw\w*)[^„”\"]*?))?"
)
_LEAD = (
    r"(?P<lead>(?:w\s+różn\w+\s+(?:przypadk|liczb)\w+(?:\s+i\s+(?:przypadk|liczb)\w+)?|\w+krotnie)\s+"
    r"(?=[^„\"]{0,30}[„\"]))?"
)


def _clause(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.I)


_REPLACE_WORDS = _clause(
    rf"{_LEAD}{_WORDS}{_Q.format('old')}{_USED}\s*zastępuje\s+się{_FORM}\s*,?\s*(?:{_WORDS}{_Q.format('new')}|(?P<sign>{SIGN})(?:\s+i\s+wyraz\w*\s+{_Q.format('more')})?)"
)
_REPLACE_PAIR = _clause(
    rf"{_WORDS}{_Q.format('old')}\s*(?:i|oraz)\s*(?:wyraz\w*\s+)?{_Q.format('old2')}{_USED}\s*zastępuje\s+się{_FORM}\s*{_WORDS}"
    rf"{_Q.format('new')}(?:\s*(?:i|oraz)\s*(?:wyraz\w*\s+)?{_Q.format('new2')})?"
)
_INSERT_WORDS = _clause(
    rf"(?:(?:\w+krotnie|każdorazowo)\s+)?(?P<side>po|przed)\s+(?:użyt\w+[^„”\"]*?\s)?{_WORDS}"
    rf"{_Q.format('anchor')}{_USED}\s*dodaje\s+się{_FORM}\s*(?:po przecinku\s+)?"
    rf"(?P<sign>(?:przecinek|średnik|kropkę|dwukropek)(?:\s+(?:i|oraz)\s+|\s*$|(?=[,;])))?(?:dodaje\s+się\s+)?(?:{_WORDS}{_Q.format('new')})?"
)
_INSERT_SIGNED = _clause(
    rf"(?:na\s+końcu\s+)?dodaje\s+się\s+(?:na\s+końcu\s+)?(?:(?P<sign>{SIGN})\s+(?:i|oraz)\s+)?(?:dodaje\s+się\s+)?{_WORDS}{_Q.format('new')}"
)
_DELETE_WORDS = _clause(
    rf"(?:skreśla|uchyla|wykreśla)\s+się:?\s+(?:(?P<pre>użyt\w*[^„”\"]*?)\s)?(?:(?P<sign>przecinek|średnik)\s+(?:i|oraz)\s+)?{_WORDS}:?\s*{_Q.format('old')}{_USED}"
)
_DELETE_AFTER = _clause(
    rf"po\s+{_WORDS}{_Q.format('anchor')}\s*skreśla\s+się\s+(?:(?P<sign>przecinek|średnik)\s+(?:i|oraz)\s+)?{_WORDS}{_Q.format('old')}"
)
_USED_FIRST = _clause(
    r"(?:użyt\w+|zawart\w+|występując\w+)\s+(?P<where>[^„”\"]*?)\s*(?=(?:wyraz|liczb|kwot|skrót|oznacze|cyfr)\w*\s*[„\"])"
)
_PUNCTUATE = _clause(
    rf"(?:(?:na\s+końcu|końcow\w+|ostatni\w+)\s+)?(?P<old>{SIGN})(?:\s+na\s+końcu)?\s+zastępuje\s+się\s+(?P<new>{SIGN})(?!\s+i\s+wyraz)"
    rf"(?:\s+(?:i|oraz)\s+(?:dodaje\s+się\s+)?wyraz\w*\s+{_Q.format('word')})?"
    rf"|(?P<old3>{SIGN})\s+zastępuje\s+się\s+(?P<new3>{SIGN})\s+i\s+wyraz\w*\s+{_Q.format('word3')}"
    rf"|(?:na\s+końcu\s+)?dodaje\s+się\s+(?:na\s+końcu\s+)?(?P<add>{SIGN})(?:\s+na\s+końcu)?"
    rf"|(?:na\s+końcu\s+)?skreśla\s+się\s+(?:na\s+końcu\s+)?(?P<drop>{SIGN})(?:\s+na\s+końcu)?"
    rf"|(?P<old4>{SIGN})\s+zastępuje\s+się\s+wyraz\w+\s+{_Q.format('word4')}"
)
_INFLECTED = re.compile(r"w\s+różn|w\s+odpowiedni|w\s+tej\s+samej|w\s+liczbie|we\s+właściw|przypadk", re.I)


def words_used_first(state: State, at: int) -> int | None:
    """ "użyte w art. 3, art. 5 ust. 2 i art. 7 wyrazy …": the list of places comes before the words."""
    found = _USED_FIRST.match(state.text, at)
    if found is None:
        return None
    said = state.text[found.end() :]
    rest = _REPLACE_PAIR.match(said) or _REPLACE_WORDS.match(said) or _DELETE_WORDS.match(said)
    if rest is None:
        return None
    places = tuple(_places_in(state.scope, found["where"]))
    groups = rest.groupdict()
    inflected = bool(_INFLECTED.search(_unquoted(found[0] + rest[0])))
    new = _sign(groups["sign"]) if groups.get("sign") else groups.get("new") or ""
    state.operations.append(ReplaceWords(places, groups["old"], new, inflected))
    if groups.get("old2"):
        state.operations.append(ReplaceWords(places, groups["old2"], groups["new2"] or new, inflected))
    return found.end() + rest.end()


def _unquoted(text: str) -> str:
    return re.sub(r"[„\"][^„”\"]*[”\"]", "", text)


def _places_in(scope: list[Place], words: str) -> list[Place]:
    """Every place named in a list such as "w art. 1 ust. 2, w art. 5 oraz w art. 7 w zdaniu drugim"."""
    words = re.sub(r"\b(?:w|we)\s+(?=art\.|ust\.|§|pkt|lit\.|tiret|zdani|wprowadz|części)", "", words)
    words = re.sub(
        r"\b\w+krotnie\b|w różn\w+ (?:liczb\w+|przypadk\w+)(?: i (?:liczb\w+|przypadk\w+))?|-",
        lambda m: "-" if m[0] == "-" else "",
        words,
    )
    places: list[Place] = []
    at = 0
    while at < len(words):
        found = read_places(words, at, places[-1].steps if places else ())
        if found is None:
            at += 1
            continue
        places.extend(resolve(scope, found))
        at = found.end
    return places or list(scope)


def words_deleted_after(state: State, at: int) -> int | None:
    """ "po wyrazach … skreśla się wyrazy …": the second words where they follow the first."""
    found = _DELETE_AFTER.match(state.text, at)
    if found is None:
        return None
    joint = f"{_sign(found['sign'])} " if found["sign"] else "" if found["old"].startswith((",", ";")) else " "
    state.operations.append(
        ReplaceWords(tuple(state.scope), f"{found['anchor']}{joint}{found['old']}", found["anchor"])
    )
    return found.end()


def words_inserted(state: State, at: int) -> int | None:
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


def words_replaced(state: State, at: int) -> int | None:
    pair = _REPLACE_PAIR.match(state.text, at)
    if pair is not None:
        inflected = _is_inflected(pair)
        places = _where(state, pair)
        state.operations.append(ReplaceWords(places, pair["old"], pair["new"], inflected))
        state.operations.append(ReplaceWords(places, pair["old2"], pair["new2"] or pair["new"], inflected))
        return pair.end()
    found = _REPLACE_WORDS.match(state.text, at)
    if found is None:
        return None
    new = f"{_sign(found['sign'])} {found['more'] or ''}".rstrip() if found["sign"] else found["new"]
    state.operations.append(ReplaceWords(_where(state, found), found["old"], new, _is_inflected(found)))
    return found.end()


def _where(state: State, found: re.Match[str]) -> tuple[Place, ...]:
    used = found["used"] or ""
    if re.search(r"\b(?:art\.|ust\.|§|pkt|lit\.|zdani)", used):
        return tuple(_places_in(state.scope, used))
    return tuple(state.scope)


def _is_inflected(found: re.Match[str]) -> bool:
    said = f"{found.groupdict().get('lead') or ''} {found['used'] or ''} {found['form'] or ''}"
    return bool(_INFLECTED.search(said))


def words_deleted(state: State, at: int) -> int | None:
    found = _DELETE_WORDS.match(state.text, at)
    if found is None:
        return None
    said = f"{found['used'] or ''} {found['pre'] or ''}"
    old = f"{_sign(found['sign'])} {found['old']}" if found["sign"] else found["old"]
    places = tuple(_places_in(state.scope, said)) if re.search(r"\b(?:art\.|ust\.|§|pkt)", said) else tuple(state.scope)
    state.operations.append(ReplaceWords(places, old, "", bool(_INFLECTED.search(said))))
    end = found.end()
    while more := re.compile(
        rf"\s*(?:,|i|oraz)\s+(?:wyraz\w*\s+)?{_Q.format('old')}(?!\s*(?:zastępuje|dodaje|użyt))"
    ).match(state.text, end):
        state.operations.append(ReplaceWords(places, more["old"], ""))
        end = more.end()
    return end


def words_appended(state: State, at: int) -> int | None:
    found = _INSERT_SIGNED.match(state.text, at)
    if found is None:
        return None
    sign = _sign(found["sign"]) if found["sign"] else ""
    state.operations.append(InsertWords(tuple(state.scope), "", f"{sign} {found['new']}" if sign else found["new"]))
    return found.end()


def punctuated(state: State, at: int) -> int | None:
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
    return next(sign for stem, sign in _SIGNS.items() if word.lower().startswith(stem))
