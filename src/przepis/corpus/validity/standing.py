"""What can be said of an article on a day: is it law, what comes, what was ruled, what changed since its text.

Every face of the product asks here, so that none says more, or less, than another.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
from collections.abc import Iterator
from dataclasses import dataclass

from przepis.corpus.store import Store
from przepis.corpus.validity.changes import LaterChange, announced_after, changes_after
from przepis.corpus.validity.coming import Coming, coming_of
from przepis.corpus.validity.known import known_before
from przepis.corpus.validity.record import Validity, validity_from_json
from przepis.corpus.validity.rulings import rulings_on
from przepis.corpus.validity.settle import validity_of
from przepis.records import Article
from przepis.sources.articles import is_omitted


@dataclass(frozen=True, slots=True)
class Ruled:
    """A judgment of the Constitutional Tribunal on the article."""

    eli: str
    case: str
    address: str
    provision: str
    scope: str  # empty where there is none, or where the judgments were not imported
    scoped: bool
    contrary_to: str
    loses_force: dt.date | None


@dataclass(frozen=True, slots=True)
class Standing:
    """``in_force``: None where nothing is known of the act, or not whether the article's day has come."""

    article_id: str
    on: dt.date
    in_force: bool | None
    act: Validity
    repealed: bool  # the article itself
    omitted: bool = False  # from the text, which does not say that it was repealed
    coming: Coming | None = None
    rulings: tuple[Ruled, ...] = ()
    changes: tuple[LaterChange, ...] = ()  # that the text shown does not have
    announced: tuple[str, ...] = ()  # acts that changed the act since; which articles is not known
    read_to: dt.date | None = None  # after this day, before ``on``, neither changes nor an end are known; None: all are

    @property
    def ended(self) -> bool:
        return self.in_force is False


def present_day(store: Store) -> dt.date:
    """The day whose law a question without a day is about."""
    return store.present_day()


def standing_of(store: Store, article: Article, on: dt.date | None = None) -> Standing:
    """``article`` in the wording of the day ``on``; None: today."""
    day = on or present_day(store)
    wording = (article.article_id, article.version_id, article.valid_from, article.ours)
    return store.kept.get(("standing", wording, day), lambda: _read_standing(store, article, day))


def _read_standing(store: Store, article: Article, day: dt.date) -> Standing:
    act = validity_of(store, article.act_id)
    as_of = store.version(article.version_id).as_of
    if article.ours and article.valid_from is not None:
        as_of = article.valid_from  # what came before has been applied
    changes = tuple(changes_after(store, article.article_id, as_of, day))
    coming = coming_of(store, article)
    omitted = article.repealed and is_omitted(article.text)
    gone = (article.repealed and not omitted) or any(c.repeals and c.day and c.day <= day for c in changes)
    begun = coming.begun_on(day) if coming is not None and coming.whole else True
    in_force = act.in_force_on(day)
    if gone or begun is False:
        in_force = False
    elif in_force and (omitted or begun is None):
        in_force = None
    read_to = known_before(store.act(article.act_id).kind, as_of, day)
    return Standing(
        article.article_id,
        day,
        in_force,
        act,
        gone,
        omitted,
        coming,
        tuple(_rulings(store, article, day)),
        changes,
        tuple(announced_after(store, article.act_id, as_of, day)),
        read_to if act.in_force_on(day) is not False else None,
    )


def _rulings(store: Store, article: Article, day: dt.date) -> Iterator[Ruled]:
    """Judgments published by that day; not those on a wording that the corpus knows to have been replaced since."""
    found = rulings_on(store, article.article_id)
    if not found:
        return
    days = [w.valid_from for w in store.wordings(article.article_id) if w.valid_from]
    since = max(
        (d for d in days if d <= (article.valid_from or day)), default=None
    )  # of the text, if merged with later
    older = since is not None and min(days) < since
    for ruling, verdict in found:
        if ruling.published is None or ruling.published > day:
            continue
        if older and article.valid_from and since and (verdict.loses_force or ruling.published) < since:
            continue
        yield Ruled(
            ruling.eli,
            ruling.case,
            ruling.address,
            verdict.provision,
            verdict.scope,
            verdict.scoped,
            verdict.contrary_to,
            verdict.loses_force,
        )


def ended_acts(store: Store, day: dt.date) -> frozenset[str]:
    """Acts that are certainly not in force on a day; of one whose status or end is unknown that cannot be said."""
    today, on = present_day(store), day.isoformat()
    found = store.kept.get(("acts that end or begin",), lambda: _ends_and_beginnings(store))
    some = (act_id for act_id, ends, since in found if ends or (since and since > on))
    return frozenset(act_id for act_id in some if _kept_validity(store, act_id, today).in_force_on(day) is False)


def _ends_and_beginnings(store: Store) -> tuple[tuple[str, bool, str | None], ...]:
    """Of every act whether it has an end, and its first day; read once, for every day asks for nearly the same."""
    query = """SELECT act_id, acts.status IN ('repealed', 'expired') OR until IS NOT NULL, since
        FROM validity JOIN acts USING (act_id)"""
    return tuple((act_id, bool(ends), since) for act_id, ends, since in store.db.execute(query))


def _kept_validity(store: Store, act_id: str, today: dt.date) -> Validity:
    query = "SELECT body FROM validity WHERE act_id = ?"
    return store.kept.get(
        ("validity on a day", act_id, today),
        lambda: _read_validity(store.db.execute(query, (act_id,)).fetchone()[0], today),
    )


def _read_validity(body: str, today: dt.date) -> Validity:
    return dataclasses.replace(validity_from_json(json.loads(body)), end_known_by=today)
