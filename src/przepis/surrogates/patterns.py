"""Sentences of a statute that answer a kind of question: definitions, penalties, deadlines, competence,
rights, duties.

Each pattern turns a sentence into questions with the sentence's own words, cut short of copying: the
longest run taken over is seven words (``validate.COPIED_WORDS`` is eight). The grammar of Polish bends case
endings that a pattern cannot, so questions keep the words in the case they stand in wherever a question
allows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from przepis.surrogates.sentences import clip, without_addresses

RUN = 7


@dataclass(frozen=True, slots=True)
class Asked:
    """Questions drawn from one sentence; ``about`` are words worth indexing as concepts."""

    kind: str
    lay: tuple[str, ...] = ()
    practitioner: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


_I = re.IGNORECASE
_PENAL = re.compile(r"^Kto,?\s+(?P<act>.+?),?\s+podlega\s+(?P<what>karze|grzywnie|odpowiedzialności)", _I)
_DEFINED_BY = re.compile(r"^Przez (?P<term>.{3,90}?),? (?:należy rozumieć|rozumie się)\b", _I)
_DEFINED_DASH = re.compile(
    r"^(?P<term>[^–—-]{3,80}?)\s[–—-]\s*(?:należy przez to rozumieć|oznacza|rozumie się przez to)\b", _I
)
_DEFINED_IS = re.compile(r"^(?P<term>[A-ZŻŹĆŁŚ][^,.;:]{2,50}?) (?:jest to|to|oznacza) (?=[a-zżźćłś])")
_BY_CONTRACT = re.compile(r"^Przez (?P<term>umowę \w+(?: \w+){0,2}?) (?P<who>[\w ]{3,40}?) zobowiązuje się", _I)
_DEADLINE = re.compile(
    r"^(?P<before>.{0,160}?),?\s*\b(?:nie później niż )?w (?:terminie|ciągu)\s+(?:do\s+)?"
    r"(?P<term>[\w]+ (?:dni|tygodni\w*|miesi[ęą]c\w*|lat|roku|godzin\w*)|tygodnia|miesiąca|roku)\b"
    r"(?P<after>[^.;]{0,120})",
    _I,
)
_BARRED = re.compile(r"^(?P<what>.{3,90}?)\s+(?:przedawnia\w* się|ulega\w* przedawnieniu)", _I)
_REGULATION = re.compile(
    r"^(?P<who>(?:Minister\w*|Rada Ministrów|Prezes\w*)\b.{0,140}?) określ[ai],? w drodze "
    r"rozporządzenia,?:? (?P<what>.+)",
    _I,
)
_VERBS = (
    "orzeka|wydaje|nadaje|udziela|powołuje|odwołuje|rozpoznaje|rozpatruje|prowadzi|wyznacza|ustala|zatwierdza|ogłasza|"
    "nadzoruje|przyznaje|odmawia|wymierza|sprawuje|zarządza|stwierdza|ustanawia|zwołuje|wybiera|reprezentuje"
)
_COMPETENT = re.compile(rf"^(?P<who>[A-ZĄĆĘŁŃÓŚŹŻ][^,.;:]{{2,70}}?) (?P<verb>{_VERBS}) (?P<what>[^.;:]{{5,200}})")
_PROPER = re.compile(r"\bwłaściwy(?:m)? (?:miejscowo |rzeczowo )?jest (?P<who>[^,.;]{3,90})", _I)
_MAY = re.compile(r"^(?P<who>[A-ZĄĆĘŁŃÓŚŹŻ][^,.;:]{2,60}?) może(?: także| również)?,? (?P<what>[^.;:]{8,200})")
_MUST = re.compile(
    r"^(?P<who>[A-ZĄĆĘŁŃÓŚŹŻ][^,.;:]{2,60}?) (?:jest (?:z)?obowiązan[yae]|ma obowiązek|powinien|powinna) "
    r"(?P<what>[^.;:]{8,200})"
)
_ENTITLED = re.compile(r"^(?P<who>[A-ZŻŹĆŁŚ][\w ]{2,40}?) (?:przysługuje|należy się|służy) (?P<what>[^.;:]{5,160})")
_BANNED = re.compile(
    r"\b(?:nie wolno|zabrania się|zakazuje się|jest zakazan[eya]|jest niedopuszczaln[eya]) (?P<what>[^.;:]{5,160})",
    _I,
)
_VOID = re.compile(r"^(?P<what>.{5,120}?) (?:jest|są) nieważn[aey]", _I)


def ask(sentence: str) -> Asked | None:
    """The first pattern that fits, from the most telling; None where the sentence answers no such question."""
    plain = without_addresses(sentence)
    for pattern, make in _RULES:
        if match := pattern.search(plain):
            asked = make(match)
            if asked is not None:
                return asked
    return None


def _cut(words: str, n_words: int = RUN) -> str:
    return clip(words.strip(), n_words)


def _subject(m: re.Match[str]) -> str:
    """Who the sentence is about, short enough to stand in a question beside what is said of them."""
    return _low(_cut(m["who"], 3))


def _low(words: str) -> str:
    """A sentence's first word inside a question; proper names keep their capital by standing second or
    later.
    """
    return words[:1].lower() + words[1:] if words[1:2].islower() or words[1:2] == " " else words


def _penal(m: re.Match[str]) -> Asked:
    deed = _cut(m["act"])
    return Asked(
        "penal",
        (f"Co grozi temu, kto {deed}?", f"Jaka kara jest za to, że ktoś {deed}?"),
        (f"Jaka sankcja jest przewidziana wobec sprawcy, który {deed}?",),
        ("kara", "odpowiedzialność karna"),
    )


def _definition(m: re.Match[str]) -> Asked | None:
    term = _low(_cut(m["term"].strip('„”" ')))
    if len(term.split()) > 6 or len(term) < 3:
        return None
    return Asked(
        "definition",
        (f"Co to znaczy: {term}?", f"Co trzeba rozumieć przez: {term}?"),
        (f"Jaka jest definicja legalna pojęcia: {term}?",),
        (term, "definicja"),
    )


def _contract(m: re.Match[str]) -> Asked:
    term, who = m["term"], m["who"].strip()
    return Asked(
        "definition",
        (f"Do czego zobowiązuje się {who}, zawierając {term}?", f"Na czym polega umowa: {term}?"),
        (f"Jakie są elementy przedmiotowo istotne, gdy strony zawierają {term}?",),
        (term, who),
    )


def _deadline(m: re.Match[str]) -> Asked | None:
    before, after = _low(_cut(m["before"])), _cut(m["after"].strip(" ,"))
    if not before and not after:
        return None
    subject = before or after
    start = f"Od kiedy liczy się termin: {subject}?" if re.match(r"\s*od\b", m["after"]) else ""
    return Asked(
        "deadline",
        (f"Ile jest czasu, gdy chodzi o to: {subject}?", *((start,) if start else ())),
        (f"W jakim terminie {before}?" if before else f"Jaki termin biegnie {after}?",),
        ("termin",),
    )


def _barred(m: re.Match[str]) -> Asked:
    what = _low(_cut(m["what"]))
    return Asked(
        "deadline",
        (f"Po jakim czasie przedawniają się {what}?", f"Kiedy jest już za późno: {what}?"),
        (f"Jaki jest termin przedawnienia: {what}?",),
        ("przedawnienie", "termin"),
    )


def _regulation(m: re.Match[str]) -> Asked:
    what = _cut(m["what"])
    return Asked(
        "competence",
        (f"Kto ustala {what}?", f"Gdzie są szczegółowe przepisy: {what}?"),
        (f"Jaki organ jest upoważniony do wydania rozporządzenia, które określa {what}?",),
        ("rozporządzenie", "delegacja ustawowa"),
    )


def _competent(m: re.Match[str]) -> Asked:
    verb, what = m["verb"], _cut(m["what"], 6)
    return Asked(
        "competence",
        (f"Kto {verb} {what}?", f"Do kogo się zwrócić: kto {verb} {what}?"),
        (f"Jaki organ lub podmiot {verb} {what}?",),
        (_low(_cut(m["who"])),),
    )


def _proper(m: re.Match[str]) -> Asked:
    who = _cut(m["who"])
    return Asked(
        "competence",
        ("Do jakiego sądu lub urzędu trzeba pójść z taką sprawą?", "Kto zajmuje się taką sprawą?"),
        ("Jaki organ lub sąd jest właściwy w sprawie?",),
        ("właściwość", who),
    )


def _may(m: re.Match[str]) -> Asked:
    who, what = _subject(m), _cut(m["what"], 4)
    return Asked(
        "right",
        (f"Czy {who} może {what}?", f"Kiedy {who} może {what}?"),
        (f"W jakich warunkach {who} może {what}?",),
        (who,),
    )


def _must(m: re.Match[str]) -> Asked:
    who, what = _subject(m), _cut(m["what"], 4)
    return Asked(
        "duty",
        (f"Czy {who} musi {what}?", f"Jakie obowiązki ma {who}?"),
        (f"Jaki jest zakres obowiązku, który ma {who}?",),
        (who, "obowiązek"),
    )


def _entitled(m: re.Match[str]) -> Asked:
    who, what = _subject(m), _cut(m["what"], 4)
    return Asked(
        "right",
        (f"Czy {who} przysługuje {what}?", f"Komu należy się {what}?"),
        (f"W jakich warunkach {who} przysługuje {what}?",),
        (who, what),
    )


def _banned(m: re.Match[str]) -> Asked:
    what = _cut(m["what"])
    return Asked(
        "ban",
        (f"Czy wolno {what}?", f"Czego zabrania prawo: {what}?"),
        (f"Jaki jest zakres zakazu: {what}?",),
        ("zakaz",),
    )


def _void(m: re.Match[str]) -> Asked:
    what = _low(_cut(m["what"]))
    return Asked(
        "validity",
        (f"Czy jest ważna lub ważne: {what}?", f"Kiedy nieważność dotyczy tego: {what}?"),
        (f"Jaka jest sankcja wadliwości: {what}?",),
        ("nieważność",),
    )


_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Asked | None]], ...] = (
    (_PENAL, _penal),
    (_DEFINED_BY, _definition),
    (_DEFINED_DASH, _definition),
    (_BY_CONTRACT, _contract),
    (_REGULATION, _regulation),
    (_BARRED, _barred),
    (_DEADLINE, _deadline),
    (_PROPER, _proper),
    (_BANNED, _banned),
    (_VOID, _void),
    (_ENTITLED, _entitled),
    (_MUST, _must),
    (_MAY, _may),
    (_COMPETENT, _competent),
    (_DEFINED_IS, _definition),
)
