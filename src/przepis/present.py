"""Hits as records: what ``answer.shown`` decides, laid out flat for REST, MCP, JSON, the command line and Python."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace

from przepis.answer.coming import coming_wordings
from przepis.answer.context import cited_name
from przepis.answer.shown import ShownHit, show_hit
from przepis.corpus.publication import official_url
from przepis.corpus.store import Store
from przepis.corpus.together import read_together
from przepis.corpus.units import whole_text
from przepis.corpus.validity.standing import Standing
from przepis.law.names import ActNames
from przepis.law.printing import format_citation
from przepis.messages import Language, Messages
from przepis.records import ActStatus, Found, Hit, Note, Provision, Run


class Presenter:
    """``language``: of the notes; the law itself is Polish."""

    def __init__(self, store: Store, names: ActNames, language: Language = "pl") -> None:
        self._store = store
        self._names = names
        self._language = language

    def found(
        self, run: Run, on: dt.date | None = None, *, signals: bool = False, language: Language | None = None
    ) -> Found:
        say = Messages(language or self._language)
        return Found(
            hits=tuple(self.provisions(run.hits, on, signals=signals, language=language)),
            notes=tuple(self.note(note, say) for note in run.notes),
            act=self._store.act(run.act_id) if run.act_id else None,
            stage_ms=run.stage_ms,
            usage=run.usage,
            sure=run.sure,
        )

    def provisions(
        self,
        hits: Iterable[Hit],
        on: dt.date | None = None,
        *,
        signals: bool = False,
        language: Language | None = None,
    ) -> Iterator[Provision]:
        say = Messages(language or self._language)
        chosen = list(hits)
        together = read_together(self._store, [hit.article_id for hit in chosen])
        for hit in chosen:
            beside = tuple((target, self.name_of(target)) for target in together.get(hit.article_id, ()))
            yield self._provision(show_hit(self._store, self._names, hit, on), beside, signals, say)

    def name_of(self, target: str) -> str:
        """An article by its citation, an act by what it is called."""
        return format_citation(target, self._names) if "#" in target else cited_name(self._store.act(target))

    def note(self, note: Note, say: Messages) -> Note:
        """The note with its words."""
        near = [format_citation(article_id, self._names) for article_id in note.article_ids]
        return replace(note, text=say.note(note, near))

    def _provision(
        self, shown: ShownHit, beside: tuple[tuple[str, str], ...], signals: bool, say: Messages
    ) -> Provision:
        hit, article, version = shown.hit, shown.article, shown.version
        return Provision(
            article_id=article.article_id,
            rank=hit.rank,
            score=hit.score,
            confidence=hit.confidence,
            citation=shown.citation,
            formal_citation=shown.formal,
            act_id=article.act_id,
            act_title=shown.act.title,
            headings=article.headings,
            unit=shown.unit,
            text=whole_text(article.text, article.units, shown.unit),
            status=status_of(shown.standing),
            law_as_of=article.valid_from if article.ours and article.valid_from else version.as_of,
            changes_known_to=shown.standing.read_to,
            valid_from=article.valid_from,
            valid_to=article.valid_to,
            version_id=version.version_id,
            address=version.address,
            source_url=official_url(version),
            summary=shown.summary,
            summary_by=shown.summary_by,
            provisional=shown.act.provisional,
            warnings=tuple(self.note(note, say) for note in shown.notes),
            read_with=beside,
            coming=coming_wordings(shown.standing),
            signals=hit.signals if signals else {},
        )


def status_of(standing: Standing) -> ActStatus:
    """One word for where a provision stands on its day; the warnings say the rest."""
    if standing.repealed:
        return "repealed"
    if standing.in_force is None:
        return "unknown"
    if standing.in_force:
        return "in_force"
    return standing.act.status if standing.act.status in ("repealed", "expired") else "unknown"
