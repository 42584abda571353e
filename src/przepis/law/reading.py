"""A text that is nothing but a citation: what a person types to open a provision, or a program to verify one.

``art. 415 kc``, ``kodeks karny 148``, ``§ 1 art. 118 k.c.``, ``DU/1964/93#415``, ``Dz.U. 2024 poz. 1061``, ``prawo
budowlane``. Everything in the text must be understood, or it is no citation: what is half understood would open the
wrong provision with full confidence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from przepis.law import grammar
from przepis.law.bare import may_be_none
from przepis.law.citation_parser import ArticleReader, Cite, Group, Units, abbreviations_of, named
from przepis.law.citations import CitationResolver, ResolvedCite, format_citation, parse_groups
from przepis.law.journal import find_address, is_address, parse_id
from przepis.law.named_acts import Absent, EndedName, NamedActs
from przepis.law.names import ActNames, abbreviation_key
from przepis.law.quantities import COUNTED, MISTAKABLE, UNITS_ALONE, is_year
from przepis.law.years import Said, journal_years, time_said

PublishedAct = Callable[[str], str | None]
"""Which act a publication (``DU/2024/1061``) carries; None where the corpus does not have it."""

_ASKING = re.compile(
    r"^(?:(?:co\s+(?:mówi|mowi|stanowi|to)|jak\s+brzmi|pokaż|pokaz|otwórz|otworz|znajdź|zobacz|zob\.?|por\.?|patrz|cytuj|podaj|"
    r"wyświetl|treść|tresc|tekst|brzmienie|przepis\w*|zgodnie\s+z|w\s+myśl|na\s+podstawie|z|w)\s+)+",
    re.IGNORECASE,
)
_JOINTS = frozenset(
    "i oraz lub albo w zw zw. związku zwiazku zbiegu z ze także przepis przepisy treść tresc tekst do od".split()
)
_BODY = re.compile(rf"{grammar.ARTICLE_SIGN}(?={grammar.LABEL})|(?<![\w.,/-])(?={grammar.LABEL})", re.IGNORECASE)
_ACT_WORD = re.compile(
    r"\s*(?:o\s|ustaw|ust\.?\s+(?:o|z)\s|kodeks|kod\.|praw[oae]|pr\.|ordynacj|konstytucj|kart[ay]\s|rozporz|dekret|traktat|konwencj|przepisy\s+wprow)",
    re.IGNORECASE,
)
_REGULATION_WORD = re.compile(r"\s*(?:rozp|regulamin|w\s+sprawie\s|taryfikator)", re.IGNORECASE)

_SPELLED_SIGN = re.compile(r"par(?:\.|agraf\w*)?\s*(?=\d)", re.IGNORECASE)
_SHORT_SIGN = re.compile(r"a\.\s*(?=\d)", re.IGNORECASE)
"""``a. 415 kc``: at the beginning only, since "k. p. a. 107" is an abbreviation."""
_CUT_SHORT = re.compile(r"\d.*[^\W\d]{2}\.\Z")
"""A number, and at the end a dot that may belong to the last word: ``§ 12 warunków tech.``"""

_DATE = re.compile(r"\d{1,2}\s+\w+\s+\d{4}|(?:19|20)\d\d")
_NUMBER = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Reading:
    """Provisions (found or said to be missing), or one act, perhaps in one published text, or one that is not here.

    ``guess`` is the act's title where its name was misspelt, or the article where a number was left over behind it: the
    reader is told what was understood.
    """

    cites: tuple[ResolvedCite, ...] = ()
    act_id: str | None = None
    publication_id: str = ""
    guess: str = ""
    absent: Absent | None = None

    @property
    def to_search(self) -> bool:
        """Is there still something to search for in the words? Where an act of the name is here, it is not the one
        asked for; of one that is unknown, or has ended, other law may speak; an address has no words."""
        if self.absent is None or self.absent.act_id or self.absent.problem == "not_in_corpus":
            return False
        return self.absent.problem == "unknown_act" or not self.cites

    @property
    def article_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(cite.article_id for cite in self.cites if cite.article_id))

    @property
    def missing(self) -> tuple[ResolvedCite, ...]:
        return tuple(cite for cite in self.cites if cite.article_id is None)


_UNKNOWN = re.compile(r"(?:ustaw[ayęąi]\w*\s+(?:z\s+dnia\s|o\s)|kodeks\w*\s)", re.IGNORECASE)
_REASONS = {
    "ended_act": "act no longer in force, not in the corpus",
    "another_time": "no act of that name and time in the corpus: {words}",
    "unknown_act": 'act not known: "{words}"',
    "not_in_corpus": "no text of that address in the corpus: {words}",
}
_NAME_ASKED = 8  # words with a question mark: so many are a question, and no act's name


class CitationReader:
    """Reads whole texts; ``published`` looks an address of the Journal up, ``ended`` names of acts that are gone."""

    def __init__(
        self, resolver: CitationResolver, published: PublishedAct | None = None, ended: EndedName | None = None
    ) -> None:
        self._resolver = resolver
        self._names = resolver.names
        self._acts = NamedActs(self._names, ended)
        self._published = published

    @property
    def names(self) -> ActNames:
        return self._names

    def read(self, text: str) -> Reading | None:
        """What the text names, or None where it is not a citation (or is more than one)."""
        if len(text) > 1_000:
            return None
        plain = _ASKING.sub("", " ".join(text.split())).strip(" .?!;:,\"'„”")
        identified = parse_id(plain)
        if identified is not None:
            return self._by_id(*identified)
        address = find_address(plain)
        if address is not None:
            rest = f"{plain[: address.start].strip(' ,;-–(')} {plain[address.end :].strip(' ,;)')}".strip()
            return self._at_address(address.publication_id, rest, plain[address.start : address.end].strip(" ()[],"))
        plain = _SPELLED_SIGN.sub("§ ", plain, count=1) if _SPELLED_SIGN.match(plain) else plain
        plain = _SHORT_SIGN.sub("art. ", plain, count=1) if _SHORT_SIGN.match(plain) else plain
        found = self._units_last(plain) or self._provisions(plain) or self._mark_last(plain)
        if found is None and _CUT_SHORT.search(text):
            found = self._provisions(f"{plain}.")
        asks = text.rstrip().endswith("?") and plain.count(" ") >= _NAME_ASKED
        return found or (None if asks else self._act_alone(plain) or self._of_unknown(plain))

    def resolve(self, text: str) -> list[ResolvedCite]:
        """Every citation: of the whole text where it is one, else those that stand in it."""
        reading = self.read(text)
        return list(reading.cites) if reading is not None and reading.cites else self._resolver.resolve(text)

    def read_act(self, words: str) -> Reading | None:
        """Words that are an act's name or address: it, or why it is not here; None where it is not sure."""
        if is_address(words):
            reading = self.read(words)
            return reading if reading is not None and (reading.act_id or reading.absent) else None
        found = self._acts.find(words)
        if found is not None:
            return Reading(act_id=found.act_id) if found.how != "misspelt" else None
        absent = self._acts.absent(words)
        return Reading(absent=absent) if absent is not None else None

    def _act_at(self, publication_id: str) -> str | None:
        if self._resolver.labels(publication_id).order:
            return publication_id
        return self._published(publication_id) if self._published is not None else None

    @staticmethod
    def _act(act_id: str | None, publication_id: str) -> Reading | None:
        if act_id is None:
            return None
        return Reading(act_id=act_id, publication_id="" if publication_id == act_id else publication_id)

    def _by_id(self, act_id: str, label: str, units: tuple[str, ...]) -> Reading | None:
        known = self._act_at(act_id)
        if not label:
            return self._act(known, act_id)
        cite = Cite(label, units=units, act_words=act_id)
        return Reading(tuple(self._resolver.articles(cite, known or act_id, exact=True)))

    def _at_address(self, publication_id: str, rest: str, written: str) -> Reading | None:
        act_id = self._act_at(publication_id)
        nowhere = Absent(written, "not_in_corpus") if act_id is None else None
        if not rest:
            return self._act(act_id, publication_id) or Reading(absent=nowhere)
        said = self.read(rest)
        named_act = _act_of(said)
        if said is not None and named_act is not None:
            if self._stands_at(named_act, publication_id, act_id):
                return said
            return self._elsewhere(said, named_act, publication_id, written)
        if said is None:
            return None
        if act_id is None:
            return self._of_absent([named(c.cite, written) for c in said.cites], nowhere) if said.cites else None
        cites = [r for cite in said.cites for r in self._resolver.articles(cite.cite, act_id, exact=True)]
        return Reading(tuple(cites), publication_id=publication_id)

    def _stands_at(self, named_act: str, publication_id: str, act_id: str | None) -> bool:
        """Can a text of the act stand at the address? Where it is not here, its year decides."""
        if act_id is not None:
            return act_id == named_act
        return all(self._names.of_time(named_act, Said("", year=year)) for year in journal_years(publication_id))

    def _elsewhere(self, said: Reading, named_act: str, publication_id: str, written: str) -> Reading | None:
        """``art. 5 prawa wodnego (Dz.U. 2001 nr 115 poz. 1229)``: an act of that name, and not the one that is here."""
        title = self._names.title(named_act)
        of_year = next((self._acts.absent(f"{title} {year}") for year in journal_years(publication_id)), None)
        absent = of_year if of_year is not None and of_year.problem == "ended_act" else None
        absent = absent or Absent(f"{title}, {written}", "another_time", named_act)
        return self._of_absent([named(c.cite, absent.words) for c in said.cites], absent)

    def _provisions(self, text: str) -> Reading | None:
        return self._whole(text) or self._paragraph_of_a_name(text) or self._around_a_name(text)

    def _units_last(self, text: str) -> Reading | None:
        """``art. 415 kc ust. 7``: units behind the act's name are those of the last article before it.

        Asked first: a name's words may be known by their beginnings and letters alone, and would swallow the units.
        """
        reader = ArticleReader(text, abbreviations_of(self._names), "query")
        for sign in grammar.UNIT_SIGN.finditer(text):
            if text[sign.start() - 1].isdigit():
                continue  # behind the article's own number
            paths, end = reader.units(sign.end())
            if not paths or end < len(text):
                continue
            said = self._provisions(text[: sign.start()])
            if said is None or said.cites[-1].act_id is None:
                return None
            last = said.cites[-1].cite
            first, *more = _joined(last.paths, paths)
            own = replace(last, units=first, more_units=tuple(more))
            kept = (cite for cite in said.cites if cite.cite != last)
            return replace(said, cites=(*kept, *self._resolver.articles(own, said.cites[-1].act_id, exact=True)))
        return None

    def _mark_last(self, text: str) -> Reading | None:
        """``art. 22 k.c. 1``: a number behind the act's name is the article's superscript, where there is such one."""
        mark = grammar.LAST_SUPERSCRIPT.search(text)
        said = self._provisions(text[: mark.start()]) if mark is not None else None
        if mark is None or said is None or len(said.cites) != 1 or said.cites[0].cite.units:
            return None
        own = replace(said.cites[0].cite, loose=mark["sup"].lower())
        cites = tuple(self._resolver.articles(own, said.cites[0].act_id, exact=True))
        return replace(said, cites=cites) if all(cite.article_id for cite in cites) else None

    def _whole(self, text: str) -> Reading | None:
        """Groups that the grammar finds and that leave nothing over."""
        groups = parse_groups(text, self._names, "query")
        if not groups or not _covers(text, groups):
            return None
        resolved: list[ResolvedCite] = []
        guess, last = "", None
        acts = [self._named(group) for group in groups]
        for position, (group, own) in enumerate(zip(groups, acts, strict=True)):
            if own is None:
                absent = self._acts.absent(group.cites[0].act_words) if len(groups) == 1 else None
                return self._of_absent(group.cites, absent)
            act_id, slip = own
            act_id = act_id or last or next((a[0] for a in acts[position + 1 :] if a and a[0]), None)
            guess, last = guess or slip, act_id
            for written in group.cites:
                cite, read_as = self._without_count(written, act_id, text)
                guess = read_as or guess
                resolved += self._resolver.articles(cite, act_id, "no act named", "no_act", exact=True)
            if may_be_none(text, group) and resolved[-1].article_id is None:
                return None
        return Reading(tuple(resolved), guess=guess)

    def _of_absent(self, cites: Sequence[Cite], absent: Absent | None) -> Reading | None:
        if absent is None:
            return None
        reason = _REASONS[absent.problem].format(words=absent.words)
        return Reading(
            tuple(ResolvedCite(c, None, None, reason, c.paths, absent.problem) for c in cites), absent=absent
        )

    def _of_unknown(self, text: str) -> Reading | None:
        """``art. 12 ustawy o kotach``, ``ustawa o kotach art. 12``: nothing but a citation, of an act that nobody knows
        by that name."""
        groups = parse_groups(text, self._names, "query")
        if len(groups) == 1 and not groups[0].cites[0].act_words and groups[0].end == len(text):
            words = text[: groups[0].start].strip(" ,;:()")
            groups = [Group(tuple(named(cite, words) for cite in groups[0].cites), 0, len(text))]
        words = groups[0].cites[0].act_words if len(groups) == 1 else ""
        undated = _DATE.sub("", words)
        if not _UNKNOWN.match(words) or _NUMBER.search(undated) or undated.count(" ") >= _NAME_ASKED:
            return None
        leading = self._names.resolve_leading(words)
        if not _covers(text, groups):
            return None
        if leading is not None and not self._resolver.of_other_state(leading, groups[0], text):
            return None
        return self._of_absent(groups[0].cites, Absent(words, "unknown_act"))

    def _named(self, group: Group) -> tuple[str | None, str] | None:
        """The act that the group's words name and nothing more ("" where none are), or None."""
        words = group.cites[0].act_words
        return (None, "") if not words else self._acts.find_with_slip(words)

    def _paragraph_of_a_name(self, text: str) -> Reading | None:
        """``§ 12 warunki techniczne``, ``§ 3 rozp. w sprawie …``: what a regulation is called, the word that says it is
        one left out or cut short."""
        sign = grammar.PARAGRAPH.match(text)
        if sign is None:
            return None
        cites, end = ArticleReader(text, abbreviations_of(self._names), "query").article_list(sign)
        name = text[end:].strip(" ,")
        found = self._names.exactly(name)
        if found is None or found.how != "name" or not self._names.has_paragraphs(found.act_id):
            return None
        resolved = (r for c in cites for r in self._resolver.articles(named(c, name), found.act_id, exact=True))
        return Reading(tuple(resolved))

    def _around_a_name(self, text: str) -> Reading | None:
        """``kodeks karny 148``, ``art 46 kodeksu postepowania cywilnego``: one list, and a name on one side of it."""
        reader = ArticleReader(text, abbreviations_of(self._names), "query")
        for body in _BODY.finditer(text):
            found = self._beside(text, reader, body)
            if found is not None:
                return found
        return None

    def _beside(self, text: str, reader: ArticleReader, body: re.Match[str]) -> Reading | None:
        signed = body.end() > body.start()
        label = grammar.ARTICLE.match(text, body.start()) if signed else reader.bare_label(body.end())
        if label is None or (not signed and (is_year(label["label"]) or COUNTED.match(text, label.end()))):
            return None
        cites, end = reader.article_list(label)
        start = body.start()
        units = grammar.UNITS_BEFORE.search(text, 0, start)
        before, after = text[: units.start() if units else start], text[end:]
        sides = [side.strip(" ,;:()[]-–/") for side in (before, after)]
        said = [re.sub(r"^(?:z|ze|w|wg|według)\s+", "", side, flags=re.IGNORECASE) for side in sides if side]
        if len(said) != 1 or (units and cites[0].units):
            return None
        if not signed and not self._sure(said[0]):
            return None
        if units:
            cites = [reader.with_units_before(cites[0], 0, start)[0], *cites[1:]]
        own = self._acts.find_with_slip(said[0])
        if own is None:
            return self._of_absent([named(cite, said[0]) for cite in cites], self._acts.absent(said[0]))
        *first, last = (named(cite, said[0]) for cite in cites)
        last, read_as = self._without_count(last, own[0], text)
        resolved = (r for cite in (*first, last) for r in self._resolver.articles(cite, own[0], exact=True))
        return Reading(tuple(resolved), guess=read_as or own[1])

    def _without_count(self, cite: Cite, act_id: str | None, text: str) -> tuple[Cite, str]:
        """``kp art 154 26``, ``kpc art 233 1``: a number left over at the end that is no superscript in this act counts
        something, or is a unit whose sign was left out; the article is opened and said to be what was read."""
        last = grammar.LAST_SUPERSCRIPT.search(text)
        left_over = last is not None and (last["sup"].lower(), last.end()) == (cite.loose, cite.end) and not cite.units
        if act_id is None or not left_over:
            return cite, ""
        labels, plain = self._resolver.labels(act_id), replace(cite, loose="")
        found = labels.find(plain) if labels.find(cite, exact=True) is None else None
        return (plain, format_citation(f"{act_id}#{found}", self._names)) if found is not None else (cite, "")

    def _sure(self, words: str) -> bool:
        """Without "art." an abbreviation must not be a measure, and a name must have more than one word."""
        key = abbreviation_key(words)
        return key not in MISTAKABLE and (" " in words or key in abbreviations_of(self._names).keys)

    def _act_alone(self, text: str) -> Reading | None:
        """``kc``, ``prawo budowlane``, ``ustawa o radcach prawnych``; a title that is a subject ("ochrona danych
        osobowych") is searched for instead."""
        key = abbreviation_key(text)
        if _NUMBER.search(_DATE.sub("", text)) or key in UNITS_ALONE:
            return None
        short = self._names.by_abbreviation(time_said(text).words) is not None
        found = self._acts.find(text)
        if found is None:
            absent = self._acts.absent(text) if short or _ACT_WORD.match(text) else None
            return Reading(absent=absent) if absent is not None else None
        guess = self._names.title(found.act_id) if found.how == "misspelt" else ""
        if not short:
            if not _ACT_WORD.match(text) and not guess[:1].isupper():
                return None
            if self._names.has_paragraphs(found.act_id) and not _REGULATION_WORD.match(text):
                return None  # "prawo wykonywania zawodu …" is a subject, though a regulation's title ends so
        return Reading(act_id=found.act_id, guess=guess) if self._resolver.labels(found.act_id).order else None


def _act_of(said: Reading | None) -> str | None:
    if said is None:
        return None
    return said.act_id or next((cite.act_id for cite in said.cites if cite.act_id), None)


def _joined(before: Sequence[Units], after: Sequence[Units]) -> list[Units]:
    """Units on both sides of an act's name: those behind it go on from the last before it, or stand beside it."""
    stem = before[-1] if before else ()
    deeper = not stem or grammar.level_of(after[0][0]) > grammar.level_of(stem[-1])
    return [*before[:-1], *((*stem, *path) for path in after)] if deeper else [*before, *after]


def _covers(text: str, groups: Sequence[Group]) -> bool:
    rest, position = "", 0
    for group in groups:
        rest += " " + text[position : group.start]
        position = group.end
    rest += " " + text[position:]
    rest = re.sub(r"[,;()\[\]]|\ba\s+także\b", " ", rest.lower())
    return all(word in _JOINTS for word in rest.split())
