"""Words replaced "w różnej liczbie i przypadku": found in every form, replaced in the same form.

The act quotes a phrase in the nominative. Its words that stand in the nominative decline; what depends on them ("do
spraw zdrowia") does not. An occurrence is a run of words that are forms of the phrase's, all in one case and number;
the new phrase is put into that case and number. Forms come from the SGJP dictionary through morfeusz2.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from przepis.corpus.amend.act_text import Refused
from przepis.corpus.amend.editing import replace_words, tidy_spacing

_WORD = re.compile(r"\w+|[^\w\s]")
_DECLINES = {"subst", "adj", "ppas", "pact", "ger", "depr", "num"}
_PREFERENCE = ("nom", "gen", "acc", "inst", "loc", "dat")
_AFTER_PREPOSITION = {
    "w": ("loc", "acc"),
    "we": ("loc", "acc"),
    "o": ("loc", "acc"),
    "na": ("loc", "acc"),
    "po": ("loc", "acc"),
    "przy": ("loc",),
    "z": ("gen", "inst"),
    "ze": ("gen", "inst"),
    "do": ("gen",),
    "od": ("gen",),
    "dla": ("gen",),
    "bez": ("gen",),
    "u": ("gen",),
    "wobec": ("gen",),
    "przez": ("acc",),
    "za": ("acc", "inst"),
    "przed": ("inst", "acc"),
    "nad": ("inst",),
    "pod": ("inst", "acc"),
    "między": ("inst",),
    "przeciwko": ("dat",),
    "dzięki": ("dat",),
}
_NOUNS = ("subst", "ger")
_CONJUNCTIONS = {"oraz", "i", "lub", "albo", "a", "bądź"}
Slot = tuple[str, str]
"""Number and case: ("sg", "gen")."""


class _Reading(NamedTuple):
    lemma: str
    pos: str
    slots: frozenset[Slot]
    genders: frozenset[str]


@functools.cache
def _dictionary() -> Any:
    try:
        import morfeusz2
    except ImportError as error:
        raise Refused("words in various forms need a dictionary: pip install 'przepis[lemma]'") from error
    return morfeusz2.Morfeusz()


def _read_tag(lemma: str, tag: str) -> _Reading | None:
    pos, *fields = tag.split(":")
    if pos not in _DECLINES or len(fields) < 3:
        return None
    numbers, cases, genders = (field.split(".") for field in fields[:3])
    if (pos == "adj" and fields[3:4] not in ([], ["pos"])) or "neg" in fields:
        return None  # neither "właściwszy" nor "niewłaściwy" is a form of "właściwy" here
    slots = frozenset((n, c) for n in numbers for c in cases if c != "voc")
    return _Reading(lemma, pos, slots, frozenset(genders))


@functools.lru_cache(maxsize=20_000)
def _readings(form: str) -> tuple[_Reading, ...]:
    found = []
    for _, _, (_, lemma, tag, *_) in _dictionary().analyse(form):
        reading = _read_tag(lemma, tag)
        # an indeclinable feminine ("pani prokurator") would match every case
        if reading is not None and not (reading.pos == "subst" and len(reading.slots) > 8):
            found.append(reading)
    return tuple(found)


@functools.lru_cache(maxsize=20_000)
def _is_preposition(form: str) -> bool:
    return any(tag.startswith("prep") for _, _, (_, _, tag, *_) in _dictionary().analyse(form.lower()))


@functools.lru_cache(maxsize=20_000)
def _forms(lemma: str) -> tuple[tuple[str, _Reading], ...]:
    """Every form of a lemma with what it stands for."""
    found = []
    for form, name, tag, *_ in _dictionary().generate(lemma):
        reading = _read_tag(name, tag)
        if reading is not None:
            found.append((form.lower(), reading))
    return tuple(found)


@dataclass(slots=True)
class _Token:
    word: str
    spaced: bool  # a space stands before it
    readings: tuple[_Reading, ...]  # empty: the word does not decline here

    def slots(self, word: str) -> frozenset[Slot] | None:
        """Case and number in which ``word`` is a form of this token; None where it is none."""
        if not self.readings:
            return frozenset() if word == self.word else None
        found: set[Slot] = set()
        for reading in self.readings:
            for form, made in _forms(reading.lemma):
                if (
                    form == word.lower()
                    and made.pos in (reading.pos, "depr")
                    and (reading.pos != "subst" or made.genders & reading.genders)
                ):
                    found |= made.slots
        return frozenset(found) or None


@dataclass(slots=True)
class Phrase:
    """A phrase quoted in the nominative, ready to be found or to be put into any case."""

    tokens: list[_Token]

    def may_stand_in(self, text: str) -> bool:
        """Has the text a form of the first word? Most texts have not, and need no closer look."""
        if not self.tokens:
            return False
        first, lowered = self.tokens[0], text.lower()
        if not first.readings:
            return first.word.lower() in lowered
        return any(form in lowered for reading in first.readings for form, _ in _forms(reading.lemma))

    def put(self, slot: Slot, found: frozenset[str]) -> str | None:
        """The phrase in a case and number; None where a word has no such form.

        Adjectives agree with the phrase's own noun; in a phrase without one, with the words it replaces (``found``).
        """
        genders = self._genders() or found
        words = ""
        for token in self.tokens:
            form: str | None = token.word
            if token.readings:
                form = _form_in(token, slot, genders)
                form = None if form is None else _cased(form, token.word)
            if form is None:
                return None
            words += (" " if token.spaced and words else "") + form
        return words

    def _genders(self) -> frozenset[str]:
        """Of the noun: a word that can be nothing else comes before one that may be an adjective."""
        nouns = [
            (sum(r.pos not in _NOUNS for r in t.readings), r.genders)
            for t in self.tokens
            for r in t.readings
            if r.pos in _NOUNS
        ]
        return min(nouns, key=lambda noun: noun[0])[1] if nouns else frozenset()


def _form_in(token: _Token, slot: Slot, genders: frozenset[str]) -> str | None:
    best: tuple[int, str] | None = None
    for reading in token.readings:
        for form, made in _forms(reading.lemma):
            if made.pos != reading.pos or slot not in made.slots:
                continue
            agreeing = len(made.genders & (reading.genders if reading.pos in _NOUNS else genders))
            if (agreeing or not genders) and (best is None or agreeing > best[0]):
                best = agreeing, form
        if best is not None:
            return best[1]
    return None


def _cased(form: str, like: str) -> str:
    if like.isupper() and len(like) > 1:
        return form.upper()
    return form[:1].upper() + form[1:] if like[:1].isupper() else form


@functools.lru_cache(maxsize=4_000)
def read_phrase(words: str) -> Phrase:
    """Which words of a quoted phrase decline: those in its own case, up to what depends on them.

    "minister właściwy do spraw zdrowia oraz minister właściwy do spraw pracy": the head said again declines again.
    """
    marks = list(_WORD.finditer(words))
    raw = [mark[0] for mark in marks]
    base = _base(raw)
    tokens: list[_Token] = []
    fixed = headed = False
    for i, mark in enumerate(marks):
        word = mark[0]
        if i > 0 and raw[i - 1] in _CONJUNCTIONS and word in raw[: i - 1]:
            fixed = headed = False
        readings = () if word in _CONJUNCTIONS else _readings(word)
        declines = tuple(r for r in readings if base in r.slots)
        noun = any(r.pos in _NOUNS for r in readings)
        depends = noun and (not declines or (headed and base[1] != "nom"))
        fixed = fixed or (bool(tokens) and ((_is_preposition(word) and word.islower()) or (headed and depends)))
        headed = headed or noun
        tokens.append(_Token(word, words[mark.start() - 1 : mark.start()].isspace(), () if fixed else declines))
    return Phrase(tokens)


def _base(raw: list[str]) -> Slot:
    """Number and case in which the phrase is quoted: what its first noun and the words before it can share."""
    shared: set[Slot] = set()
    for word in raw:
        readings = () if word in _CONJUNCTIONS else _readings(word)
        nouns = [r for r in readings if r.pos in _NOUNS]
        slots = {slot for reading in (nouns or readings) for slot in reading.slots}
        if slots:
            shared = shared & slots or shared or slots
        if nouns:
            break
    return next(((n, case) for case in _PREFERENCE for n in ("sg", "pl") if (n, case) in shared), ("sg", "nom"))


def replace_inflected(text: str, old: str, new: str) -> tuple[str, int]:
    """Every occurrence of ``old`` in any form, replaced by ``new`` in the same; and how many there were."""
    if not old.strip():
        raise Refused("no words to look for are quoted")
    phrase = read_phrase(old)
    if not any(token.readings for token in phrase.tokens):
        return replace_words(text, old, new)
    target = read_phrase(new) if new.strip() else None
    return _rewrite(text, phrase, lambda found: _new_words(target, found, found.opens))


def insert_inflected(text: str, anchor: str, new: str, *, before: bool) -> tuple[str, int]:
    """``new`` beside every occurrence of ``anchor``, in its case and number."""
    target = read_phrase(new)

    def beside(found: _Occurrence) -> str:
        words = _new_words(target, found, opens=False)
        return f"{words} {found.text}" if before else f"{found.text} {words}"

    return _rewrite(text, read_phrase(anchor), beside)


@dataclass(slots=True)
class _Occurrence:
    """The phrase, found in some form."""

    text: str
    slots: frozenset[Slot]  # the cases and numbers it may stand in
    genders: frozenset[str]
    before: str  # the word before it
    opens: bool  # it begins a sentence


def _rewrite(text: str, phrase: Phrase, write: Callable[[_Occurrence], str]) -> tuple[str, int]:
    if not phrase.may_stand_in(text):
        return text, 0
    words = list(_WORD.finditer(text))
    pieces: list[str] = []
    at = n = i = 0
    while i + len(phrase.tokens) <= len(words):
        window = words[i : i + len(phrase.tokens)]
        opens = _opens_sentence(text, window[0].start())
        slots = _match(phrase, [w[0] for w in window], opens)
        if slots is None or _inside_a_name(phrase, words, i, text):
            i += 1
            continue
        lead = words[i - 1][0].lower() if i else ""
        found = text[window[0].start() : window[-1].end()]
        genders = _genders_of(phrase, [w[0] for w in window], slots)
        pieces += [text[at : window[0].start()], write(_Occurrence(found, slots, genders, lead, opens))]
        at = window[-1].end()
        n += 1
        i += len(phrase.tokens)
    pieces.append(text[at:])
    return (tidy_spacing("".join(pieces)) if n else text), n


def _inside_a_name(phrase: Phrase, words: list[re.Match[str]], i: int, text: str) -> bool:
    """ "Inspektor" alone is not meant where it is part of "Główny Inspektor"."""
    if len(phrase.tokens) > 1 or not phrase.tokens[0].word[:1].isupper() or not i:
        return False
    before = words[i - 1]
    return before[0][:1].isupper() and before[0].isalpha() and not _opens_sentence(text, before.start())


def _opens_sentence(text: str, at: int) -> bool:
    return not text[:at].strip() or text[:at].rstrip().endswith((".", ":", "-"))


def _match(phrase: Phrase, words: list[str], opens: bool) -> frozenset[Slot] | None:
    slots: frozenset[Slot] | None = None
    for i, (token, word) in enumerate(zip(phrase.tokens, words, strict=True)):
        upper, wants = word[:1].isupper(), token.word[:1].isupper()
        if upper != wants and not (i == 0 and upper and opens):
            return None
        found = token.slots(word if token.readings or upper == wants else word[:1].lower() + word[1:])
        if found is None:
            return None
        if token.readings:
            slots = found if slots is None else slots & found
            if not slots:
                return None
    return slots


def _genders_of(phrase: Phrase, words: list[str], slots: frozenset[Slot]) -> frozenset[str]:
    """The genders that the words found can have in those cases."""
    genders: frozenset[str] | None = None
    for token, word in zip(phrase.tokens, words, strict=True):
        forms = (made for r in token.readings for form, made in _forms(r.lemma) if form == word.lower())
        own = frozenset(gender for made in forms if made.slots & slots for gender in made.genders)
        genders = own if genders is None else (genders & own or genders) if own else genders
    return genders or frozenset()


def _new_words(target: Phrase | None, found: _Occurrence, opens: bool) -> str:
    if target is None:
        return ""
    for slot in _ordered(found.slots, found.before):
        words = target.put(slot, found.genders)
        if words is not None:
            break
    else:
        raise Refused(f"the new words have no form for „{found.text[:50]}”")
    starts_low = bool(target.tokens) and target.tokens[0].word[:1].islower()
    return words[:1].upper() + words[1:] if found.text[:1].isupper() and starts_low and opens else words


@functools.lru_cache(maxsize=20_000)
def _is_verb(form: str) -> bool:
    """A verb that takes an object: "informuje", "powołać"; nouns and participles that look like one do not count."""
    tags = [tag.split(":")[0] for _, _, (_, _, tag, *_) in _dictionary().analyse(form)]
    return bool(tags) and all(tag in ("fin", "inf", "praet", "pcon", "pant", "impt") for tag in tags)


@functools.lru_cache(maxsize=20_000)
def _is_noun(form: str) -> bool:
    """A noun and nothing else: what follows it, where its case cannot be told, depends on it."""
    tags = [tag.split(":")[0] for _, _, (_, _, tag, *_) in _dictionary().analyse(form)]
    return bool(tags) and all(tag in _NOUNS for tag in tags)


def _ordered(slots: frozenset[Slot], before: str) -> list[Slot]:
    """Likeliest case first: that of the preposition before, an object's after a verb, then by how common cases are."""
    wanted = _AFTER_PREPOSITION.get(before) or (("acc",) if _is_verb(before) else ("gen",) if _is_noun(before) else ())

    def rank(slot: Slot) -> tuple[int, int, int]:
        number, case = slot
        after = wanted.index(case) if case in wanted else len(wanted) + 1
        return after, 0 if number == "sg" else 1, _PREFERENCE.index(case)

    return sorted(slots, key=rank)
