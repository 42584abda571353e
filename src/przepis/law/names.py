"""Names of acts: full titles in any grammatical case, abbreviations, popular names, date and title."""

from __future__ import annotations

import datetime as dt
import functools
import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace

from przepis.law.base_acts import bare_title, namings
from przepis.law.name_match import Match, NameMatcher
from przepis.law.prefixes import overlap, prefixes, words
from przepis.law.years import Said, Times, time_said, times_of
from przepis.records import Act

_STEM = 4
"""Letters compared when a name is looked up: endings change words such as prawo/prawem from the fifth on."""
_DATED_MATCH = 0.3
"""With the date known the title only has to tell the few acts of one day apart."""
_TITLE_MATCH = 0.75
_REGULATION = re.compile(
    r"\s*(?:rozporz[ąa]dz\w+|rozp\.)\s+(?:(?:rad[ay]|ministr|prezes|prezydent|krajow|przewodnicz|komisji)\w*\b"
    r"[^\d]{0,200}?(?=\bw\s+sprawie\b|\bz\s+dnia\b))?",
    re.IGNORECASE,
)
"""What stands before the title of a regulation: the word, and who issued it."""
_DIGIT = re.compile(r"\d")
_LONGEST_NAME = 25  # words
_SLACK = 4  # words that PDF may have broken in two


def abbreviation_key(text: str) -> str:
    """``k. r. i o.``, ``k.r. i o`` and ``KRIO`` are one key: letters only, lower case."""
    return re.sub(r"[\W\d_]", "", text.lower())


class ActNames:
    """Resolves what people call an act to its act_id.

    The corpus' acts and the table of abbreviations are both known, so that a citation of an act that is not
    imported (or of Union law) still resolves to its id and the caller can say what is missing.

    >>> names = ActNames([Act("DU/1997/557", "Kodeks karny wykonawczy", date=dt.date(1997, 6, 6))])
    >>> names.resolve("Kodeksem karnym wykonawczym"), names.resolve("k.k.w.")
    ('DU/1997/557', 'DU/1997/557')
    """

    def __init__(self, acts: Iterable[Act], texts: Callable[[str], Iterable[int]] = lambda act_id: ()) -> None:
        """``texts`` gives the years in which texts of an act were published."""
        self._texts = texts
        self._times: dict[str, Times] = {}
        self._titles: dict[str, str] = {}
        self._dates: dict[str, dt.date | None] = {}
        self._in_force: dict[str, bool] = {}
        self._by_abbreviation: dict[str, str] = {}
        self._abbreviations: dict[str, str] = {}
        self._issuers: dict[str, str] = {}
        self._kinds: dict[str, str] = {}
        self._written: list[tuple[str, str]] = []
        self._sets: dict[str, list[frozenset[str]]] = defaultdict(list)
        self._names: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        self._by_date: dict[dt.date, list[str]] = defaultdict(list)
        self._matcher: NameMatcher | None = None
        self.in_corpus: frozenset[str] = frozenset(self._add_corpus(acts))
        for naming in namings():
            self._add(naming.act_id, bare_title(naming.title), naming.date, True, naming.kind)
            for name in naming.names:
                self._index(naming.act_id, name)
            self._add_abbreviations(naming.act_id, naming.abbreviations)

    def _add_corpus(self, acts: Iterable[Act]) -> Iterable[str]:
        for act in acts:
            in_force = act.status not in ("repealed", "expired")
            self._add(act.act_id, act.title, act.date, in_force, act.kind)  # records keep titles bare
            if act.issuer:
                self._issuers[act.act_id] = act.issuer
            for alias in act.aliases:
                if "." in alias or alias.isupper():
                    self._add_abbreviations(act.act_id, (alias,))
                else:
                    self._index(act.act_id, alias)
            yield act.act_id

    def _add(self, act_id: str, title: str, date: dt.date | None, in_force: bool, kind: str) -> None:
        self._index(act_id, title)
        if act_id in self._titles:
            return
        self._titles[act_id] = title
        self._dates[act_id] = date
        self._in_force[act_id] = in_force
        self._kinds[act_id] = kind
        if date is not None:
            self._by_date[date].append(act_id)

    def _add_abbreviations(self, act_id: str, written: Iterable[str]) -> None:
        for abbreviation in written:
            self._abbreviations.setdefault(act_id, abbreviation)
            self._by_abbreviation.setdefault(abbreviation_key(abbreviation), act_id)
            self._written.append((abbreviation, act_id))
            if "." not in abbreviation:
                self._index(act_id, abbreviation)  # "ustawy o VAT" is a name in any case

    def _index(self, act_id: str, name: str) -> None:
        stems = prefixes(name, _STEM)
        if stems and stems not in self._sets[act_id]:
            self._sets[act_id].append(stems)
            self._names[act_id].append(tuple(words(name)))

    @functools.cached_property
    def _postings(self) -> dict[str, dict[int, set[str]]]:
        """Acts by a stem of a name and the number of stems that the name has. Not every search asks for them."""
        found: dict[str, dict[int, set[str]]] = {}
        for act_id, names in self._sets.items():
            for stems in names:
                for stem in stems:
                    found.setdefault(stem, {}).setdefault(len(stems), set()).add(act_id)
        return found

    def by_abbreviation(self, words_: str) -> str | None:
        """The act that has just this abbreviation."""
        return self._by_abbreviation.get(abbreviation_key(words_))

    def of_time(self, act_id: str, said: Said) -> bool:
        """Can the act be the one meant, with the date or year that was said?"""
        if not said.timed:
            return True
        if act_id not in self._times:
            texts = frozenset(self._texts(act_id)) if act_id in self.in_corpus else frozenset()
            date = self._dates.get(act_id)
            last = None if self._in_force.get(act_id, True) else max((*texts, date.year if date else 0))
            self._times[act_id] = times_of(act_id, self._titles.get(act_id, ""), date, texts, last)
        return self._times[act_id].fit(said) and not self._of_a_namesake(act_id, said)

    def _of_a_namesake(self, act_id: str, said: Said) -> bool:
        """Was another act of the same title made in the year that was said? Then that one is meant."""
        own = self._dates.get(act_id)
        if said.year is None or (own is not None and own.year == said.year):
            return False
        others = self._by_title.get(self._titles.get(act_id, "").lower(), ())
        return any(date.year == said.year for other in others if (date := self._dates[other]) is not None)

    @functools.cached_property
    def _by_title(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for act_id, title in self._titles.items():
            found[title.lower()].append(act_id)
        return found

    def exactly(self, words_: str) -> Match | None:
        """The act that the words name wholly, in any case, without diacritics or with a slip; see ``name_match``."""
        return self._exactly(time_said(words_))

    def named(self, words_: str) -> Match | None:
        """``exactly``, or the act that has the words as its abbreviation: "k.k. z 1997 r."."""
        said = time_said(words_)
        by_key = self.by_abbreviation(said.words) if not _DIGIT.search(said.words) else None
        if by_key is None:
            return self._exactly(said)
        return Match(by_key, "name") if self.of_time(by_key, said) else None

    def of_another_time(self, words_: str) -> str | None:
        """The act that has the name, where the date or year said with it is none of its own."""
        said = time_said(words_)
        found = self.named(said.words) if said.timed else None
        return found.act_id if found is not None and not self.of_time(found.act_id, said) else None

    def _exactly(self, said: Said) -> Match | None:
        if self._matcher is None:
            self._matcher = NameMatcher(self._names, self.of_time, self._preference)
        found = self._matcher.match(said)
        title = _REGULATION.sub("", said.words, count=1)
        return found or (self._matcher.match(replace(said, words=title)) if title != said.words else None)

    def has_paragraphs(self, act_id: str) -> bool:
        """Are its provisions § and not articles? (Regulations of the Union have articles.)"""
        return self._kinds.get(act_id) == "regulation" and not act_id.startswith("EU/")

    def resolve(self, words_: str, date: dt.date | None = None) -> str | None:
        """The act_id that the words name, or None. A date inside the words counts as the date."""
        said = time_said(words_, date)
        words_ = said.words
        by_key = self._by_abbreviation.get(abbreviation_key(words_))
        if by_key is not None:
            return by_key if self.of_time(by_key, said) else None
        head = _REGULATION.match(words_)
        title = words_[head.end() :] if head else words_
        if said.date is not None:
            return self._resolve_dated(words(title), self._of_day(said.date, words_))
        found = self._resolve_title(words(bare_title(words_)), said)[1]
        return found if found or not head else self._only_regulation(self._resolve_title(words(title), said)[1])

    def resolve_leading(self, words_: str, date: dt.date | None = None) -> str | None:
        """Like ``resolve``, but the words may run on past the name, as they do in running text."""
        by_key = self._by_abbreviation.get(abbreviation_key(words_))
        if by_key is not None:
            return by_key
        head = _REGULATION.match(words_)
        if date is not None:
            title = words_[head.end() :] if head else words_
            return self._resolve_dated(words(time_said(title, date).words), self._of_day(date, words_))
        found = self._leading(words(words_)[:_LONGEST_NAME])
        return found if found or not head else self._only_regulation(self._leading(words(words_[head.end() :])))

    def _of_day(self, date: dt.date, words_: str) -> list[str]:
        """Acts of that date, and of the kind that the first of the words says."""
        wanted = {"roz": True, "ust": False}.get(words_.lstrip()[:3].lower())
        acts = self._by_date.get(date, [])
        return acts if wanted is None else [a for a in acts if (self._kinds[a] == "regulation") is wanted]

    def _only_regulation(self, act_id: str | None) -> str | None:
        return act_id if act_id is not None and self._kinds[act_id] == "regulation" else None

    def _leading(self, leading: list[str]) -> str | None:
        best: tuple[float, int, str] | None = None
        for n in range(1, len(leading) + 1):
            score, act_id = self._resolve_title(leading[:n])
            # The longest of the best: "Kodeks karny" must not win over "Kodeks karny wykonawczy".
            if act_id is not None and (best is None or (score, n) > best[:2]) and self._alike(act_id, leading[:n]):
                best = (score, n, act_id)
        return best[2] if best else None

    def _alike(self, act_id: str, written: list[str]) -> bool:
        """Every written word is a form of a word of the name: wykonuje is none of wykonawczy."""
        known = [word for name in self._names[act_id] for word in name]
        return all(any(_one_word(word, other) for other in known) for word in written)

    def _resolve_dated(self, written: list[str], candidates: list[str]) -> str | None:
        if not written or not candidates:
            return candidates[0] if len(candidates) == 1 else None
        scored = sorted(((self._covered(act_id, written), act_id) for act_id in candidates), reverse=True)
        if scored[0][0][0] < _DATED_MATCH or (len(scored) > 1 and scored[0][0] == scored[1][0]):
            return None
        return scored[0][1]

    def _covered(self, act_id: str, written: list[str]) -> tuple[float, int]:
        """How much of a name the first words cover (they may run on), and how many words it has."""
        return max(
            (sum(any(_one_word(w, k) for w in written[: len(name) + _SLACK]) for k in name) / len(name), len(name))
            for name in self._names[act_id]
        )

    def _resolve_title(self, written: list[str], said: Said | None = None) -> tuple[float, str | None]:
        stems = prefixes(" ".join(written), _STEM)
        if not stems:
            return 0.0, None
        scored = [(self._score(act_id, stems), act_id) for act_id in self._sharing(stems)]
        best = max((score for score, _ in scored), default=0.0)
        if best < _TITLE_MATCH:
            return best, None
        # "prawa konsumenta" and "Prawo konsularne" have the same stems: the letters after them decide first
        tied = [act_id for score, act_id in scored if score == best and (said is None or self.of_time(act_id, said))]
        nearest = max(
            tied, key=lambda act_id: (self._closeness(act_id, written), *self._preference(act_id)), default=None
        )
        return best, nearest

    def _sharing(self, stems: frozenset[str]) -> set[str]:
        """Acts with a name that can be alike enough: neither much shorter nor much longer, and with so many of the
        stems that it has one of the rarer ones. What nearly every title has ("w sprawie") need not be looked at.
        """
        least, most = _alike_sizes(len(stems))
        sizes = range(least, most + 1)
        found = [[by_size[n] for n in sizes if n in by_size] for stem in stems if (by_size := self._postings.get(stem))]
        if len(found) < least:
            return set()
        found.sort(key=lambda sets: sum(map(len, sets)))
        return set().union(*(acts for sets in found[: len(found) - least + 1] for acts in sets))

    def _closeness(self, act_id: str, written: list[str]) -> float:
        """How much of the written words the act's nearest name shares, letter by letter from their beginnings."""
        return max(
            sum(max(_shared_beginning(word, other) for other in name) / len(word) for word in written)
            for name in self._names[act_id]
        )

    def _score(self, act_id: str, stems: frozenset[str]) -> float:
        return max((overlap(stems, known) for known in self._sets[act_id]), default=0.0)

    def _preference(self, act_id: str) -> tuple[bool, bool, dt.date, str]:
        """Of two acts with one title the one in the corpus, in force, and newer is meant."""
        date = self._dates[act_id] or dt.date.min
        return (act_id in self.in_corpus, self._in_force[act_id], date, act_id)

    def title(self, act_id: str) -> str:
        return self._titles.get(act_id, "")

    def date(self, act_id: str) -> dt.date | None:
        return self._dates.get(act_id)

    def issuer(self, act_id: str) -> str:
        """Of a regulation, in the genitive: „Ministra Zdrowia”."""
        return self._issuers.get(act_id, "")

    def kind(self, act_id: str) -> str:
        return self._kinds.get(act_id, "other")

    def abbreviation(self, act_id: str) -> str:
        """``k.c.``; empty where the act has none."""
        return self._abbreviations.get(act_id, "")

    def written_abbreviations(self) -> list[tuple[str, str]]:
        """Every abbreviation as it is written, with its act_id."""
        return self._written

    def suggest(self, prefix: str, limit: int = 10) -> list[str]:
        """Acts of the corpus whose abbreviation, or words of whose title, begin so; the best known first."""
        key, wanted = abbreviation_key(prefix), words(prefix)
        if not key:
            return []
        ranked: dict[str, tuple[int, int, str]] = {}
        for abbreviation, act_id in self._by_abbreviation.items():
            if abbreviation.startswith(key):
                rank = (0 if abbreviation == key else 1, len(abbreviation), act_id)
                ranked[act_id] = min(rank, ranked.get(act_id, rank))
        for act_id, title in self._titles.items():
            title_words = words(title)
            if wanted and all(any(word.startswith(w) for word in title_words) for w in wanted):
                rank = (2 if act_id in self._abbreviations else 3, len(title), act_id)
                ranked.setdefault(act_id, rank)
        known = [act_id for act_id in ranked if act_id in self.in_corpus]
        return sorted(known, key=lambda act_id: ranked[act_id])[:limit]


def _alike_sizes(n: int) -> tuple[int, int]:
    """How few and how many stems a name can have that is alike to one of ``n``: the overlap of the two is 2s / (n + m)
    with s stems in both, and s is at most the smaller of n and m.
    """
    share = _TITLE_MATCH / (2 - _TITLE_MATCH)
    return math.ceil(n * share - 1e-9), math.floor(n / share + 1e-9)


def _one_word(left: str, right: str) -> bool:
    """Forms of one word differ in the last two letters of the shorter at most."""
    shorter = min(len(left), len(right))
    return left[: max(_STEM, shorter - 2)] == right[: max(_STEM, shorter - 2)]


def _shared_beginning(one: str, other: str) -> int:
    """How many letters two words begin with in common."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
