"""What is still to come, what may have begun by now, and what a consolidated text leaves out."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from przepis.answer.causes import moment_line, wording_days
from przepis.answer.coming import coming_blocks
from przepis.answer.shown import standing_notes
from przepis.corpus.history import history, moments
from przepis.corpus.store import Store
from przepis.corpus.validity.changes import LaterChange, change_row
from przepis.corpus.validity.known import READ_TO
from przepis.corpus.validity.settle import validity_of
from przepis.corpus.validity.standing import Standing, standing_of
from przepis.lookups import Lookups
from przepis.messages import Messages, in_words
from przepis.present import status_of
from tests.corpus.written_law import take_in

TEXT = (
    '---\ntitle: "Obwieszczenie w sprawie ogłoszenia jednolitego tekstu ustawy o najmie łodzi"\neli: "DU/2014/50"\n'
    'status_pl: "obowiązujący"\nlegal_status_date: "2014-01-15"\n---\n## Treść\n\n'
    "1. Ogłasza się jednolity tekst ustawy z dnia 3 marca 2010 r. o najmie łodzi.\n\n## Załącznik - Tekst jednolity\n\n"
    "##### Art. 1.\n\n1. Najem trwa rok.\n\n1. **Najem trwa dwa lata.**\n\n##### Art. 2.\n\n**Kaucja to sto.**\n"
    "\n##### Art. 3.\n\n(pominięty)\n\n##### Art. 4.\n\n**(pominięty)**\n\n##### Art. 5.\n\n(uchylony)\n"
)
TEXT_DAY, LATER = dt.date(2014, 1, 15), dt.date(2026, 11, 18)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "home", create=True)
    take_in(store, tmp_path / "law", TEXT)
    return store


def told(store: Store, label: str, on: dt.date) -> tuple[Standing, str]:
    article = store.article(f"{store.acts()[0].act_id}#{label}")
    standing = standing_of(store, article, on)
    return standing, " ".join(in_words(standing_notes(standing, article, store.act(article.act_id))))


def test_coming_wording_without_a_day_may_be_in_force_by_now(store: Store) -> None:
    standing, words = told(store, "1", LATER)
    assert "mogła już wejść w życie" in words
    assert "2014-01-15" in words
    assert standing.coming is not None
    assert Messages("pl").note(coming_blocks(standing)[0].title).startswith("Brzmienie, które mogło już wejść")
    standing, words = told(store, "1", TEXT_DAY)
    assert "zapowiada zmianę" in words
    assert standing.coming is not None
    assert Messages("pl").note(coming_blocks(standing)[0].title) == "Przyszłe brzmienie:"


def test_an_article_to_come_without_a_day_is_neither_in_force_nor_not(store: Store) -> None:
    standing, words = told(store, "2", LATER)
    assert (standing.in_force, status_of(standing)) == (None, "unknown")
    assert "mógł już wejść w życie" in words
    assert "źródła milczą" not in words, "the act is in force"
    assert told(store, "2", TEXT_DAY)[0].in_force is False


@pytest.mark.parametrize("label", ["3", "4"])
def test_omitted_is_not_repealed(store: Store, label: str) -> None:
    standing, words = told(store, label, LATER)
    assert (standing.omitted, standing.repealed, standing.in_force, standing.coming) == (True, False, None, None)
    assert status_of(standing) == "unknown"
    assert [moment.change for moment in moments(store, standing.article_id)] == ["omitted"]
    assert [stage.change for stage in history(store, standing.article_id)] == ["omitted"]
    assert words.startswith(f"art. {label}: pominięty w tekście jednolitym, co nie znaczy, że uchylony")


def test_repealed_stays_repealed(store: Store) -> None:
    standing, words = told(store, "5", LATER)
    assert (standing.omitted, standing.in_force, status_of(standing)) == (False, False, "repealed")
    assert words == "art. 5: przepis uchylony."


def test_in_force_is_said_with_the_day_up_to_which_it_is_known(store: Store) -> None:
    act = store.acts()[0]
    say = Messages("pl")
    assert act.status_known_to == READ_TO
    assert say.status(act.status, act.status_known_to) == "obowiązuje według stanu na 2024-12-31"
    verdict = validity_of(store, act.act_id)
    assert verdict.in_force_known_to(LATER) == READ_TO
    assert verdict.in_force_known_to(READ_TO) is None
    assert say.status("in_force", verdict.in_force_known_to(READ_TO)) == "obowiązuje"
    assert say.status("repealed", READ_TO) == "uchylony"


@pytest.mark.parametrize(
    ("label", "in_force", "reason"), [("2", None, "was to come"), ("3", None, "left out"), ("5", False, "repealed")]
)
def test_a_citation_of_what_is_not_surely_law_is_refused(
    store: Store, label: str, in_force: bool | None, reason: str
) -> None:
    lookups = Lookups(store)
    verified = lookups.verify(f"{store.acts()[0].act_id}#{label}", on=LATER)
    assert (verified.verified, verified.exists, verified.in_force) == (False, True, in_force)
    assert reason in verified.reason
    first = lookups.verify(f"{store.acts()[0].act_id}#1", on=LATER)
    assert (first.verified, first.in_force, first.known_to) == (True, True, READ_TO)


def test_of_a_single_text_the_wording_is_said_to_be_no_younger_than_it(store: Store) -> None:
    article = store.article(f"{store.acts()[0].act_id}#1")
    assert wording_days(article, Messages("pl")) == "brzmienie najpóźniej od 2014-01-15"
    (moment,) = moments(store, article.article_id)
    assert moment_line(moment, Messages("pl")) == "2014-01-15 pierwszy znany tekst"


def test_the_day_of_the_other_changes_by_the_same_act_is_offered(store: Store) -> None:
    act_id = store.acts()[0].act_id
    first, later = dt.date(2013, 10, 1), dt.date(2014, 3, 14)
    days = {"1": first, "9": later}
    rows = [LaterChange(act_id, label, "DU/2013/800", "1", "o zmianie", first, day) for label, day in days.items()]
    with store.transaction():
        store.db.executemany("INSERT INTO later_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?)", map(change_row, rows))
    standing, words = told(store, "1", LATER)
    assert standing.coming is not None
    assert (standing.coming.day, standing.coming.likely) == (None, later)
    assert "Najpewniej chodzi o dzień 2014-03-14" in words
    assert "Dz.U. 2013 poz. 800" in words
    another = LaterChange(act_id, "8", "DU/2013/800", "1", "o zmianie", first, dt.date(2014, 5, 1))
    with store.transaction():
        store.db.execute("INSERT INTO later_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?)", change_row(another))
    standing, words = told(store, "1", LATER)
    assert "Najpewniej" not in words, "of two days neither is sure"
