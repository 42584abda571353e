"""What can be looked up in a corpus without an index: acts, articles, wordings, references, where they stand."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Sequence
from typing import Literal

from przepis.answer.asked import as_text
from przepis.answer.cited import act_not_here, why_not
from przepis.answer.merged import as_it_reads
from przepis.answer.shown import ShownHit, act_notes, show_hit, standing_notes, unseen_changes
from przepis.answer.verification import Verification, verify_citation
from przepis.corpus.act_list import ActFilter, ActList, list_acts
from przepis.corpus.annexes import annexes_of
from przepis.corpus.delegation import delegated_acts, grounds_of
from przepis.corpus.diff import WordingChange, diff_wordings
from przepis.corpus.history import Moment, Stage, history, moments, wording_of
from przepis.corpus.outline import Outline, labels_on, neighbours, outline
from przepis.corpus.past import other_labels
from przepis.corpus.publication import formal_citation
from przepis.corpus.store import Store
from przepis.corpus.together import read_together
from przepis.corpus.validity.ended import EndedActs
from przepis.corpus.validity.record import Validity
from przepis.corpus.validity.settle import validity_of
from przepis.corpus.validity.standing import Standing, present_day, standing_of
from przepis.corpus.wordings import Changed, changes_since
from przepis.errors import CitationError, InputError, choices
from przepis.law.citations import CitationResolver
from przepis.law.dates import as_day, parse_date
from przepis.law.journal import is_address
from przepis.law.names import ActNames
from przepis.law.reading import CitationReader
from przepis.law.suggest import Suggestion, suggest
from przepis.messages import Language, Messages
from przepis.present import Presenter
from przepis.records import (
    Act,
    Article,
    Hit,
    Note,
    Reference,
    Surrogate,
    Version,
    note,
)
from przepis.sources.parsed import ParsedAnnex

READERS_KEPT = 16  # days
LEAST_LIKE = 4  # letters


class Lookups:
    """Citations and names of acts are read in any spelling; see ``law.reading``."""

    def __init__(self, store: Store, language: Language = "pl") -> None:
        self.store = store
        self.names = ActNames(store.acts(), store.text_years)
        self.resolver = CitationResolver(self.names, self._citable)
        self.ended = EndedActs(store)
        self.reader = self._reader(self.resolver)
        self.say = Messages(language)
        self.presenter = Presenter(store, self.names, language)
        self._readers: dict[dt.date | Literal["ever"], CitationReader] = {}

    def reader_on(self, on: dt.date | Literal["ever"] | None) -> CitationReader:
        """Reads citations as of a day, when an act may have had articles that are gone; ``ever``: as of any."""
        if on is None:
            return self.reader
        if on not in self._readers:
            if len(self._readers) > READERS_KEPT:
                self._readers.clear()
            day = None if on == "ever" else on
            resolver = CitationResolver(self.names, lambda act_id: self._citable_on(act_id, day))
            self._readers[on] = self._reader(resolver)
        return self._readers[on]

    def _reader(self, resolver: CitationResolver) -> CitationReader:
        return CitationReader(resolver, self.store.published_act, self.ended.year_of)

    def labels(self, act_id: str) -> Sequence[str]:
        """Labels of an act's articles in the newest text, in order; empty where the corpus has no such act."""
        return self.resolver.labels(act_id).labels

    def _citable(self, act_id: str) -> Sequence[str]:
        """The newest text's articles, and those that amending acts have added since."""
        return labels_on(self.store, act_id) if self.store.labels(act_id) else ()

    def _citable_on(self, act_id: str, on: dt.date | None) -> Sequence[str]:
        """Today's, so that one too new for the day is told from one that never was; and those gone since."""
        return tuple(dict.fromkeys((*self._citable(act_id), *other_labels(self.store, act_id, on))))

    # -- lookups --------------------------------------------------------------------------------------------

    def shown(self, hits: Sequence[Hit], on: dt.date | None = None) -> list[ShownHit]:
        """Hits as every face shows them: wording and unit of the day, standing, warnings."""
        return [show_hit(self.store, self.names, hit, on) for hit in hits]

    def standing(self, article: Article, on: dt.date | None = None) -> Standing:
        return standing_of(self.store, article, on)

    def notes(self, article: Article, on: dt.date | None = None) -> tuple[Note, ...]:
        """What must be said with an article: ended, amended since, ruled upon, still to come."""
        return standing_notes(self.standing(article, on), article, self.store.act(article.act_id))

    def act_notes(self, act_id: str, on: dt.date | None = None) -> tuple[Note, ...]:
        """What must be said of an act on a day; empty where it is in force."""
        return act_notes(validity_of(self.store, act_id), on or present_day(self.store))

    def validity(self, words: str) -> Validity:
        return self.named_validity(words)[1]

    def named_validity(self, words: str) -> tuple[str, Validity]:
        """An act's title and where it stands; also of a statute that has ended and is not in the corpus."""
        try:
            act_id = self.act_id(words)
        except CitationError:
            ended = self.ended.find(words)
            if ended is None:
                raise
            return ended.title, ended.validity
        return self.names.title(act_id), validity_of(self.store, act_id)

    def act_id(self, words: str) -> str:
        """An act from its id, abbreviation, or name in any case."""
        words = as_text(words, "an act")
        if words in self.names.in_corpus:
            return words
        reading = self.reader.read_act(words)
        if reading is not None and reading.act_id is None:
            raise act_not_here(reading, self.names, self.ended, present_day(self.store))
        loosely = None if reading is not None or is_address(words) else self.names.resolve(words)
        found = reading.act_id if reading is not None else loosely
        if found is None or not self.labels(found):
            near = [self.names.title(a) for a in self._like(words)]
            hint = f"; perhaps {choices(near)}" if near else "; `przepis acts` finds those that are here"
            told = note("error_no_act_near" if near else "error_no_act", act=words, choices=", ".join(near))
            raise CitationError(f"no act {words!r} in the corpus{hint}", told)
        return found

    def _like(self, words: str) -> list[str]:
        """Acts to offer for one that is not here; none for an address, or for words that begin too many titles."""
        letters = max((sum(map(str.isalpha, word)) for word in words.split()), default=0)
        if is_address(words) or letters < LEAST_LIKE:
            return []
        return self.names.suggest(words, 5)

    def article_id(self, citation: str, on: dt.date | str | None = None) -> str:
        """One article from a citation in any spelling, or from its id; ``on`` as in ``reader_on``."""
        return self.article_ids(citation, on)[0]

    def article_ids(self, citation: str, on: dt.date | str | None = None) -> tuple[str, ...]:
        """Every article that a citation names: ``art. 415-417 k.c.`` names three."""
        citation = as_text(citation, "a citation")
        reading = self.reader_on("ever" if on == "ever" else as_day(on)).read(citation)
        cites = reading.cites if reading is not None else self.resolver.resolve(citation)
        found = tuple(dict.fromkeys(cite.article_id for cite in cites if cite.article_id))
        if not found:
            raise why_not(citation, reading, cites, self.names, self.ended, present_day(self.store))
        return found

    def article(self, citation: str, on: dt.date | str | None = None) -> Article:
        day = as_day(on)
        return self.wording(self.article_id(citation, day), day)

    def wording(self, article_id: str, on: dt.date | None = None) -> Article:
        """As it stands on a day; without one, today: our own text where amending acts came after the official one, or
        where what that prints as coming has begun."""
        if on is not None:
            return as_it_reads(self.store, self.store.article(article_id, on), on)
        newest = self.store.article(article_id)
        try:
            today = self.store.article(article_id, present_day(self.store))
        except CitationError:
            return newest
        return today if today.ours or today.unsettled else as_it_reads(self.store, newest)

    def articles(self, citation: str, on: dt.date | str | None = None) -> list[Article]:
        """All that a citation names, a range too; of several articles those that there were on the day."""
        day = as_day(on)
        found: list[Article] = []
        absent: list[CitationError] = []
        for article_id in self.article_ids(citation, day):
            try:
                found.append(self.wording(article_id, day))
            except CitationError as error:
                absent.append(error)
        if absent and not found:
            raise absent[0]
        return found

    def act(self, words: str) -> Act:
        return self.store.act(self.act_id(words))

    def versions(self, words: str) -> list[Version]:
        return self.store.versions(self.act_id(words))

    def version(self, version_id: str) -> Version:
        return self.store.version(version_id)

    def wordings(self, citation: str) -> list[Article]:
        return self.store.wordings(self.article_id(citation, "ever"))

    def references(self, citation: str) -> tuple[list[Reference], list[Reference]]:
        """What the article cites, and what cites it."""
        article_id = self.article_id(citation, "ever")
        return self.store.references_from(article_id), self.store.references_to(article_id)

    def name_of(self, target: str) -> str:
        """An article by its citation, an act by what it is called."""
        return self.presenter.name_of(target)

    def read_together(self, hits: Sequence[Hit]) -> dict[str, tuple[str, ...]]:
        """What must be read with each hit: ids of articles, or of acts."""
        return read_together(self.store, [hit.article_id for hit in hits])

    def issued_on(self, article_id: str) -> list[Act]:
        """Regulations issued on the ground of this article, those in force first."""
        acts = [self.store.act(act_id) for act_id in delegated_acts(self.store, article_id)]
        return sorted(acts, key=lambda act: (act.status in ("repealed", "expired"), act.act_id))

    def grounds(self, act_id: str) -> list[Reference]:
        """What a regulation was issued on; empty for an act that has no such basis."""
        return grounds_of(self.store, act_id)

    def annexes(self, act_id: str, on: dt.date | None = None) -> list[ParsedAnnex]:
        """The act's annexes by name, those also whose content only the printed Journal has."""
        return annexes_of(self.store, self.store.version_on(act_id, on).version_id)

    def surrogate(self, citation: str) -> Surrogate | None:
        """What was written of the article at index time; None where nothing was."""
        return self.store.surrogate(self.article_id(citation, "ever"))

    def acts(
        self,
        name: str = "",
        *,
        year: int | None = None,
        keyword: str = "",
        kind: str = "",
        status: str = "",
        limit: int = 50,
        offset: int = 0,
    ) -> ActList:
        """Acts by words of their name, year, keyword, kind and status on this day."""
        if limit < 1 or offset < 0:
            raise InputError(f"limit is {limit} and offset {offset}; at least 1 and 0")
        return list_acts(self.store, self.names, ActFilter(name, year, keyword, kind, status), limit, offset)

    # -- around an article ----------------------------------------------------------------------------------

    def suggest(self, typed: str, limit: int = 8) -> list[Suggestion]:
        """Acts and articles whose name or number begins so."""
        return suggest(typed, self.names, self.labels, limit)

    def outline(self, words: str, on: dt.date | str | None = None) -> Outline:
        """The act's table of contents in the text of a date."""
        return outline(self.store, self.act_id(words), as_day(on))

    def neighbours(self, article: Article, on: dt.date | None = None) -> tuple[str | None, str | None]:
        return neighbours(self.store, article.act_id, article.label, on)

    def history(self, citation: str) -> list[Stage]:
        """The article through every published text of its act, oldest first."""
        return history(self.store, self.article_id(citation, "ever"))

    def moments(self, citation: str) -> list[Moment]:
        """The days on which the article's wording changed, oldest first, each with what changed it."""
        return moments(self.store, self.article_id(citation, "ever"))

    def changes(self, since: dt.date | str, act: str | None = None) -> list[Changed]:
        """What changed from a day on, article by article."""
        day = as_day(since)
        if day is None:
            raise InputError("changes need the day from which they are asked for", note("error_not_a_date", given=""))
        return changes_since(self.store.db, day, self.act_id(act) if act else None)

    def diff(self, citation: str, older: str, newer: str) -> WordingChange:
        """What changed between two texts, each named by its version_id, or by a day in any spelling."""
        article_id = self.article_id(citation, "ever")
        times = [_text_or_day(when) for when in (older, newer)]
        old, new = (self._wording_then(article_id, when) for when in times)
        names = [when if "-" in when else self.version(when).address for when in times]
        newer_on = times[1] if "-" in times[1] else self.version(times[1]).as_of.isoformat()
        unseen = unseen_changes(self.notes(new, dt.date.fromisoformat(newer_on)))
        return dataclasses.replace(diff_wordings(old, new, *names), notes=unseen)

    def _wording_then(self, article_id: str, when: str) -> Article:
        """As a published text has it, or as it read on a day, with what had begun by then."""
        article = wording_of(self.store, article_id, when)
        return as_it_reads(self.store, article, dt.date.fromisoformat(when)) if _is_day(when) else article

    def formal_citation(self, article: Article, units: tuple[str, ...] = ()) -> str:
        """``art. 22¹ § 1 k.c. (t.j. Dz.U. 2024 poz. 1061)``."""
        return formal_citation(article, self.version(article.version_id), self.names, units)

    def verify(self, citation: str, quote: str = "", on: dt.date | str | None = None) -> Verification:
        day = as_day(on)
        citation, quote = as_text(citation, "a citation"), as_text(quote, "a quotation")
        done = verify_citation(self.reader_on(day), self.store.article, citation, quote, day, self.standing, self.notes)
        return dataclasses.replace(done, notes=tuple(self.presenter.note(told, self.say) for told in done.notes))


def _is_day(when: str) -> bool:
    return "-" in when  # ids of texts have none


def _text_or_day(written: str) -> str:
    day = parse_date(as_text(written, "a text or a day"))
    return day.isoformat() if day is not None else written
