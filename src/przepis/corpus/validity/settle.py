"""From witnesses to a verdict on every act, by one stated rule.

1. A clause in an act that took effect ends the act it names on its day, unless a text of that act states the law of
   a later day: then the clause was undone before it could work.
2. A clause that leaves part of the act in force for good does not end it by itself.
3. Without such a clause the status fields decide; one that says the act is not in force outweighs one that says it is.
4. A regulation ends with what it was issued on, unless a text of it states the law of a later day: then it was kept.

Whatever was not believed, and every contradiction, is kept with the act and listed by ``corpus verify``.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import re
from pathlib import Path

from przepis.corpus.store import Store
from przepis.corpus.validity.changes import take_shipped
from przepis.corpus.validity.coming_days import take_shipped_days
from przepis.corpus.validity.disagree import disagreement_of
from przepis.corpus.validity.grounds import ended_grounds
from przepis.corpus.validity.known import known_to
from przepis.corpus.validity.published import Progress, PublishedReport, published_to_json, read_published
from przepis.corpus.validity.record import Validity, Witness, validity_from_json
from przepis.corpus.validity.rulings import link_rulings
from przepis.corpus.validity.witnesses import Witnesses
from przepis.errors import SourceError
from przepis.law.dates import parse_date
from przepis.law.prefixes import prefixes
from przepis.messages import Messages
from przepis.records import ActKind, to_json

_ENDED = ("repealed", "expired")
_ONLY_CHANGES = re.compile(r"o zmian|o uchyleni", re.I)
_INTRODUCTION = re.compile(r"przepisy wprowadzające", re.I)


def settle_validity(store: Store) -> Witnesses:
    """The verdict on every act, kept in the store; acts of which nothing was heard stay ``unknown``."""
    heard = Witnesses(store)
    verdicts = _verdicts(store, heard)
    before = dict(store.db.execute("SELECT act_id, body FROM validity"))
    statuses = dict(store.db.execute("SELECT act_id, status FROM acts"))
    with store.transaction():
        for verdict in verdicts:
            body = json.dumps(to_json(verdict), ensure_ascii=False)
            if before.get(verdict.act_id) != body:
                store.db.execute(
                    "INSERT OR REPLACE INTO validity VALUES (?, ?, ?, ?)",
                    (verdict.act_id, _iso(verdict.since), _iso(verdict.until), body),
                )
            if statuses[verdict.act_id] != verdict.status:
                store.db.execute("UPDATE acts SET status = ? WHERE act_id = ?", (verdict.status, verdict.act_id))
    link_rulings(store)
    take_shipped(store)
    take_shipped_days(store)
    return heard


def import_published(store: Store, path: Path, progress: Progress | None = None) -> tuple[PublishedReport, Witnesses]:
    """Statutes as published, read for evidence alone: none of them becomes an act that can be searched."""
    report = PublishedReport()
    for act in read_published(path, report, progress):
        body = json.dumps(published_to_json(act), ensure_ascii=False)
        with store.transaction():
            store.db.execute("INSERT OR REPLACE INTO published VALUES (?, ?)", (act.eli, body))
    if report.n_read and len(report.failed) == report.n_read:
        raise SourceError(report.failed[0])
    from przepis.corpus.validity.read_changes import (
        import_changes,
    )  # the reader of amending acts is no part of a search

    report.n_changes = import_changes(store, path, progress)
    return report, settle_validity(store)


def disagreements(store: Store) -> list[Validity]:
    """Acts whose witnesses contradict each other; the verdict stands with them."""
    return [v for v in validities(store).values() if v.disagreement]


def validities(store: Store) -> dict[str, Validity]:
    """Every act's verdict as last settled."""
    rows = store.db.execute("SELECT act_id, kind, body FROM validity JOIN acts USING (act_id)")
    today = store.present_day()
    return {act_id: _read(body, kind, today) for act_id, kind, body in rows}


def validity_of(store: Store, act_id: str) -> Validity:
    """Of one act; where nothing was settled yet, what the act's record says."""
    return store.kept.get(("validity", act_id), lambda: _read_validity(store, act_id))


def _read_validity(store: Store, act_id: str) -> Validity:
    row = store.db.execute("SELECT body FROM validity WHERE act_id = ?", (act_id,)).fetchone()
    act = store.act(act_id)
    return _read(row[0], act.kind, store.present_day()) if row else Validity(act_id, act.status)


def _read(body: str, kind: ActKind, today: dt.date) -> Validity:
    """How far its end is known is worked out anew: what has been read may have grown since it was settled. No source
    says on what day a status was read: today it surely had been."""
    verdict = validity_from_json(json.loads(body))
    known = known_to(kind, verdict.last_text) if verdict.last_text else None
    return dataclasses.replace(verdict, known_to=known, end_known_by=today)


def _verdicts(store: Store, heard: Witnesses) -> list[Validity]:
    """Statutes first: what they authorise ends with them."""
    own = {act_id: _verdict(act_id, heard) for act_id in heard.acts}
    titles = {act_id: act.title for act_id, act in heard.acts.items()}
    for act_id, basis in ended_grounds(store, own, titles).items():
        own[act_id] = _without_basis(own[act_id], basis)
    return [dataclasses.replace(verdict, disagreement=_in_english(verdict)) for verdict in own.values()]


def _in_english(verdict: Validity) -> str:
    """What is kept for programs; a person is told by ``disagreement_of``, in the language asked for."""
    told = disagreement_of(verdict)
    return Messages("en").note(told) if told is not None else ""


def _without_basis(verdict: Validity, basis: Witness) -> Validity:
    if verdict.last_text and basis.day and verdict.last_text > basis.day:
        basis = dataclasses.replace(basis, void="text_later", void_day=verdict.last_text)
    verdict = dataclasses.replace(verdict, witnesses=(*verdict.witnesses, basis))
    if basis.void or verdict.status in _ENDED:
        return verdict
    return dataclasses.replace(
        verdict,
        status="repealed",
        until=basis.day,
        exact=basis.exact,
        ended_by=basis.source,
        ended_by_title=basis.words,
        ended_by_article=basis.label,
    )


def _verdict(act_id: str, heard: Witnesses) -> Validity:
    last = heard.last_text.get(act_id)
    witnesses = [_believed(w, act_id, last, heard) for w in heard.of(act_id)]
    statuses = [w for w in witnesses if w.kind == "status"]
    endings = [w for w in witnesses if w.kind != "status" and not w.void]
    stated = next((w.says for w in statuses if w.says in _ENDED), statuses[0].says if statuses else "unknown")
    published = heard.published.get(act_id)
    since = heard.since.get(act_id) or (published.in_force_from if published else None)
    verdict = Validity(act_id, stated, since, last_text=last, witnesses=tuple(witnesses))
    ending = min(endings, key=lambda w: w.day or dt.date.max, default=None)
    if ending is not None and (stated in _ENDED or not stays_in_part(ending.left_out)):
        verdict = _ended(verdict, ending, heard)
    return verdict


def _believed(witness: Witness, act_id: str, last: dt.date | None, heard: Witnesses) -> Witness:
    """A clause is void where the act lived on after it, or the act with the clause was ended before it worked."""
    if witness.kind == "status" or witness.day is None:
        return witness
    if last is not None and last > witness.day:
        return dataclasses.replace(witness, void="text_later", void_day=last)
    for other in heard.of(witness.source) if witness.source != act_id else ():
        if other.kind == "clause" and other.day is not None and other.day <= witness.day and not other.left_out:
            return dataclasses.replace(witness, void="source_ended", void_day=other.day)
    return witness


def stays_in_part(left_out: str) -> bool:
    """Does what a clause leaves out stay in force for good?"""
    return bool(left_out) and parse_date(left_out) is None


def replaces(title: str) -> bool:
    """May an act of this title that ends another be the one in its place? One that only introduces it is not."""
    return not _ONLY_CHANGES.match(title) and not _INTRODUCTION.match(title)


def _ended(verdict: Validity, ending: Witness, heard: Witnesses) -> Validity:
    successor = _successor(verdict.act_id, ending, heard)
    return dataclasses.replace(
        verdict,
        status=verdict.status if verdict.status in _ENDED else ending.says,
        until=ending.day,
        exact=ending.exact,
        ended_by=ending.source,
        ended_by_title=heard.title(ending.source),
        ended_by_article=ending.label,
        replaced_by=successor,
        replaced_by_title=heard.title(successor) if successor else "",
    )


def _successor(act_id: str, ending: Witness, heard: Witnesses) -> str:
    """The act that took the place of one ended: that with the clause, or the one it introduces."""
    title = heard.title(ending.source)
    if ending.kind == "expiry" or _ONLY_CHANGES.match(title):
        return ""
    if replaces(title):
        return ending.source
    introduced, own = prefixes(title), prefixes(heard.acts[act_id].title)
    day = heard.published[ending.source].date if ending.source in heard.published else None
    near = [
        act
        for act in heard.acts.values()
        if act.date
        and day
        and abs((act.date - day).days) < 400
        and prefixes(act.title) <= introduced
        and not _INTRODUCTION.match(act.title)
    ]
    best = max(near, key=lambda act: (len(prefixes(act.title) & own), act.act_id), default=None)
    return best.act_id if best else ""


def _iso(day: dt.date | None) -> str | None:
    return day.isoformat() if day else None
