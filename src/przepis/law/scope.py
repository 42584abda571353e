"""The act a question is about: the paper's prefix containment, and a weighted matcher of our own.

``paper_scope`` follows the paper to the letter: the act phrase of the stem, cut to five-character prefixes, is
contained to at least 0.6 in an act's title. ``ActScope`` weighs rare prefixes more, looks both ways, reads dates
and abbreviations, and gives every act a score in [0, 1], so that a ranker can use a weak signal weakly.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

import numpy as np

from przepis.law.citation_parser import abbreviations_of
from przepis.law.dates import find_dates
from przepis.law.names import ActNames, abbreviation_key
from przepis.law.prefixes import prefixes, words
from przepis.law.quantities import MISTAKABLE
from przepis.records import Act

THRESHOLD = 0.6
EVERYDAY = (
    0.5  # of an abbreviation that names a thing as often as an act: articles of the act are looked at, and others
)
_LEAD = r"(?:zgodnie\s+z|w\s+(?:świetle|myśl|rozumieniu)|stosownie\s+do|według|na\s+(?:gruncie|podstawie))"
_ACT_WORD = r"(?:przepis\w+\s+)?(?:ustaw\w+|kodeks\w*|konstytucj\w+|praw\w+|ordynacj\w+|traktat\w*|kart\w+|dekret\w*)"
_COUNTED_BEFORE = re.compile(r"\d\s*\Z")
_PHRASE = re.compile(rf"{_LEAD}\s+(?P<phrase>{_ACT_WORD}\b.*?)(?=,\s|:|\?|;|\.\s*$|$)", re.IGNORECASE | re.DOTALL)


def act_phrase(question: str) -> str:
    """The words that name the act: ``Kodeksem karnym`` in "Zgodnie z Kodeksem karnym, kto …"; empty if none.

    The date of "ustawą z dnia …" is left out: it says nothing of the title.
    """
    found = _PHRASE.search(question)
    if not found:
        return ""
    phrase = found["phrase"]
    for _, start, end in find_dates(phrase):
        before = re.sub(r"\bz\s+dnia\s*$", "", phrase[:start], flags=re.IGNORECASE)
        return f"{before.strip()} {phrase[end:].strip(' –-')}".strip()
    return phrase.strip()


def paper_scope(question: str, titles: Mapping[str, str], threshold: float = THRESHOLD) -> frozenset[str]:
    """Σ(q) = {d : |P(q) ∩ P(d)| / |P(q)| ≥ 0.6}, with P the set of five-character prefixes."""
    wanted = prefixes(act_phrase(question))
    if not wanted:
        return frozenset()
    return frozenset(
        act_id for act_id, title in titles.items() if len(wanted & prefixes(title)) / len(wanted) >= threshold
    )


class ActScope:
    """Scores acts by how surely a question names them.

    A question may name its act in the middle, by abbreviation, by date, or not at all; without a name the scores
    stay low (shared rare words only) or the result is empty.
    """

    def __init__(self, titles: Mapping[str, str] | None = None, names: ActNames | None = None) -> None:
        if titles is None and names is None:
            raise ValueError("ActScope needs titles or names")
        self._titles = dict(titles or {})
        self._names = names or ActNames(Act(act_id, title) for act_id, title in self._titles.items())
        if not self._titles:
            self._titles = {act_id: self._names.title(act_id) for act_id in self._names.in_corpus}
        self._prefixes = {act_id: prefixes(title) for act_id, title in self._titles.items()}
        self._acts = tuple(self._prefixes)
        self._dates: dict[dt.date, list[str]] = defaultdict(list)
        postings: dict[str, list[int]] = defaultdict(list)
        for place, (act_id, stems) in enumerate(self._prefixes.items()):
            for stem in stems:
                postings[stem].append(place)
            date = self._names.date(act_id)
            if date is not None:
                self._dates[date].append(act_id)
        n_acts = len(self._acts)
        self._postings = {stem: np.array(places) for stem, places in postings.items()}  # places in ``_acts``
        self._weights = {stem: math.log(1 + n_acts / len(places)) for stem, places in postings.items()}
        self._unknown = math.log(1 + n_acts)
        rare = frozenset(self._rare(self._postings))
        mass, common = np.zeros(n_acts), np.zeros(n_acts)
        for stem, places in self._postings.items():
            mass[places] += self._weights[stem]
            if stem not in rare:
                common[places] += self._weights[stem]
        self._mass = dict(zip(self._acts, mass.tolist(), strict=True))
        # of each act, the weight of rare prefixes without which too little of its title can be there
        self._least_rare = (THRESHOLD - 1e-9) * mass - common
        self._abbreviation = abbreviations_of(self._names).pattern

    def scores(self, question: str, limit: int = 20) -> dict[str, float]:
        """act_id -> score in [0, 1], best first; empty where nothing in the question points to an act."""
        phrase = act_phrase(question)
        found = self._by_phrase(phrase, question) if phrase else self._by_words(question)
        for act_id, score in self._by_sign(question).items():
            found[act_id] = max(score, found.get(act_id, 0.0))
        ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))[:limit]
        return dict(ranked)

    def best(self, question: str, at_least: float = 0.5) -> str | None:
        """The one act the question names, or None."""
        for act_id, score in self.scores(question, limit=1).items():
            return act_id if score >= at_least else None
        return None

    def _by_phrase(self, phrase: str, question: str) -> dict[str, float]:
        """Weighted containment both ways; the title may reach beyond the first comma of the stem."""
        wanted = prefixes(phrase)
        mass = self._weight(wanted)
        after = question[question.find(phrase[-20:]) :] if phrase else ""
        around = wanted | prefixes(after[:200])
        scores: dict[str, float] = {}
        for act_id in self._candidates(wanted):
            title = self._prefixes[act_id]
            forward = round(self._weight(wanted & title) / mass, 9)
            backward = self._share(around & title, act_id)
            scores[act_id] = _harmonic(forward, backward)
        named = self._names.resolve_leading(phrase)
        if named in self._prefixes:
            scores[named] = max(scores.get(named, 0.0), 0.99)
        return {act_id: score for act_id, score in scores.items() if score > 0.1}

    def _by_words(self, question: str) -> dict[str, float]:
        """No act phrase: a title wholly present in the question still says something, never more than 0.5."""
        wanted = prefixes(question)
        held = np.zeros(len(self._acts))  # by act, the weight of those of its rare prefixes that the question has
        for stem in self._rare(sorted(wanted)):
            held[self._postings[stem]] += self._weights[stem]
        found = {}
        for place in np.flatnonzero((held > 0) & (held >= self._least_rare)).tolist():
            act_id = self._acts[place]
            backward = self._share(wanted & self._prefixes[act_id], act_id)
            if backward >= THRESHOLD:
                found[act_id] = 0.5 * backward * min(1.0, len(self._prefixes[act_id]) / 3)
        return found

    def _by_sign(self, question: str) -> dict[str, float]:
        """Abbreviations and dates are said on purpose; one that is also an everyday word (VAT, PIT) is only a hint, and
        none behind a number: "mamy 5 km. Czy gmina …"."""
        found: dict[str, float] = {}
        for match in self._abbreviation.finditer(question):
            written = match["words"].strip()
            act_id = self._names.resolve(written)
            key = abbreviation_key(written)
            dotted = "." in written.rstrip(".")  # the last may end the sentence
            if act_id not in self._prefixes or not (dotted or written.isupper() or len(key) > 2):
                continue
            mistakable = key in MISTAKABLE and not dotted
            if not (mistakable and _COUNTED_BEFORE.search(question, 0, match.start("words"))):
                found[act_id] = EVERYDAY if mistakable else 1.0
        for date, _, end in find_dates(question):
            following = prefixes(" ".join(words(question[end : end + 250])))
            for act_id in self._dates.get(date, ()):
                covered = self._share(following & self._prefixes[act_id], act_id)
                if covered >= 0.3:
                    found[act_id] = max(found.get(act_id, 0.0), min(1.0, 0.5 + 0.5 * covered))
        return found

    def _candidates(self, wanted: frozenset[str]) -> set[str]:
        """Acts that share a prefix; those sharing only what a fifth of all titles have are not worth a look."""
        places = [self._postings[stem] for stem in self._rare(wanted)]
        return {self._acts[place] for place in np.unique(np.concatenate(places))} if places else set()

    def _rare(self, stems: Iterable[str]) -> list[str]:
        """Those that some title has, and no more than a fifth of all."""
        return [stem for stem in stems if 0 < len(self._postings.get(stem, ())) <= max(len(self._prefixes) / 5, 3)]

    def _weight(self, stems: frozenset[str]) -> float:
        return sum(self._weights.get(stem, self._unknown) for stem in stems)

    def _share(self, stems: frozenset[str], act_id: str) -> float:
        """Of the weight of an act's title. Rounded: sums of one set differ in the last digits with its order."""
        return round(self._weight(stems) / self._mass[act_id], 9)


def _harmonic(left: float, right: float) -> float:
    return 2 * left * right / (left + right) if left + right else 0.0
