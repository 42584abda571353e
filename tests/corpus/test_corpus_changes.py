"""Articles changed after the text shown carry the amending act, its article and the day."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from przepis.answer.shown import show_hit, standing_notes, unseen_changes
from przepis.corpus.store import Store
from przepis.corpus.validity.changes import changes_after, repealed_since, shipped_changes
from przepis.corpus.validity.known import READ_TO
from przepis.corpus.validity.published import shipped_acts
from przepis.corpus.validity.read_changes import import_changes
from przepis.corpus.validity.standing import standing_of
from przepis.law.names import ActNames
from przepis.messages import Messages, in_words
from przepis.records import Hit, Surrogate
from przepis.serve.web.standing import badges
from tests.corpus.written_law import take_in, write

BOATS = "DU/2010/3"
TEXT = (
    '---\ntitle: "Obwieszczenie w sprawie ogłoszenia jednolitego tekstu ustawy o najmie łodzi"\neli: "DU/2014/50"\n'
    'status_pl: "obowiązujący"\nlegal_status_date: "2014-01-15"\n---\n## Treść\n\n'
    "1. Ogłasza się jednolity tekst ustawy z dnia 3 marca 2010 r. o najmie łodzi.\n\n## Załącznik - Tekst jednolity\n\n"
    "##### Art. 1.\n\n1. Najem trwa rok.\n\n1. **Najem trwa dwa lata.**\n\n##### Art. 2.\n\nKaucja to sto złotych.\n"
    "\n##### Art. 3.\n\nŁódź ubezpiecza najemca.\n"
)
AMENDING = (
    '---\ntitle: "Ustawa z dnia 5 maja 2013 r. o zmianie ustawy o najmie łodzi"\neli: "DU/2013/800"\n'
    'promulgation_date: "2013-05-20"\nentry_into_force: "2015-07-01"\nstatus_pl: "akt jednorazowy"\n---\n'
    "##### Art. 1.\n\nW ustawie z dnia 3 marca 2010 r. o najmie łodzi wprowadza się następujące zmiany:\n\n"
    "1) w art. 1 ust. 1 otrzymuje brzmienie:\n\n> 1. Najem trwa dwa lata.\n\n2) uchyla się art. 3.\n\n"
    "##### Art. 2.\n\nUstawa wchodzi w życie z dniem 1 lipca 2015 r.\n"
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "home", create=True)
    take_in(store, tmp_path / "law", TEXT)
    assert import_changes(store, write(tmp_path / "later", act=AMENDING)) == 2
    return store


def warnings(store: Store, article_id: str, on: dt.date) -> list[str]:
    article = store.article(article_id, on)
    return list(in_words(standing_notes(standing_of(store, article, on), article, store.act(article.act_id))))


def test_how_far_changes_are_known_is_said_of_a_later_day(store: Store) -> None:
    act_id = store.acts()[0].act_id
    article = store.article(f"{act_id}#2")
    assert standing_of(store, article, READ_TO).read_to is None
    assert standing_of(store, article, READ_TO + dt.timedelta(1)).read_to == READ_TO
    with store.transaction():
        store.db.execute("UPDATE acts SET kind = 'regulation'")
    as_of = store.version(article.version_id).as_of
    assert standing_of(store, article, as_of).read_to is None
    assert standing_of(store, article, as_of + dt.timedelta(1)).read_to == as_of, "no amending regulation was read"


def test_the_facts_that_are_shipped_reach_to_the_day_that_is_said() -> None:
    assert max(act.published for act in shipped_acts() if act.published) == READ_TO


def test_the_line_says_what_is_not_known() -> None:
    text, read = dt.date(2022, 6, 9), dt.date(2024, 12, 31)
    said = [Messages("pl").law_as_of(text, known) for known in (None, text, read)]
    assert said == [
        "stan na 2022-06-09",
        "stan na 2022-06-09, późniejsze zmiany nieznane",
        "stan na 2022-06-09, zmiany sprawdzone do 2024-12-31",
    ]


def test_the_warning_names_act_article_and_day(store: Store) -> None:
    act_id = store.acts()[0].act_id
    coming, changed = warnings(store, f"{act_id}#1", dt.date(2016, 1, 1))
    assert "2015-07-01" in coming, "the day of the coming wording is that of the act that makes it"
    assert "art. 1" in changed
    assert "Dz.U. 2013 poz. 800" in changed
    assert "2015-07-01" in changed
    assert warnings(store, f"{act_id}#2", dt.date(2016, 1, 1)) == []


def test_before_its_day_a_change_is_still_to_come(store: Store) -> None:
    act_id = store.acts()[0].act_id
    article = store.article(f"{act_id}#3")
    before, after = (standing_of(store, article, dt.date(year, 1, 1)) for year in (2015, 2016))
    assert (before.in_force, after.in_force) == (True, False)
    assert repealed_since(store, dt.date(2015, 1, 1)) == frozenset()
    assert repealed_since(store, dt.date(2016, 1, 1)) == {f"{act_id}#3"}


def test_a_newer_text_has_the_change(store: Store) -> None:
    act_id = store.acts()[0].act_id
    assert changes_after(store, f"{act_id}#1", dt.date(2015, 7, 1), dt.date(2016, 1, 1)) == []


def test_what_ships_names_acts_articles_and_days() -> None:
    changes = list(shipped_changes())
    assert len(changes) > 50_000
    assert all(change.by_eli.startswith("DU/") and change.label for change in changes[:1000])


@pytest.mark.parametrize(("day", "reworded"), [(dt.date(2015, 6, 30), False), (dt.date(2015, 7, 1), True)])
def test_a_hit_gives_the_words_that_are_law_by_its_day(store: Store, day: dt.date, reworded: bool) -> None:
    names, article_id = ActNames(store.acts()), f"{store.acts()[0].act_id}#1"
    store.put_surrogates([Surrogate(article_id, "", "Łódź najmuje się na rok.", "najem", ())])
    shown = show_hit(store, names, Hit(article_id, 1.0, 1), day)
    told = {each.key: dict(each.values) for each in shown.notes}
    assert shown.article.ours is reworded
    assert ("Najem trwa dwa lata." in shown.article.text) is reworded
    assert ("warn_ours" in told) is reworded
    assert bool(shown.summary) is not reworded, "a summary of the wording before says what is no longer law"
    if reworded:
        assert told["warn_ours"]["day"] == "2015-07-01"
        assert shown.article.valid_from == day
        assert "ze zm." in shown.formal
    badged = [badge.text for badge in badges(shown.standing, shown.article, shown.version, Messages("pl"))]
    assert ("tekst nieurzędowy" in badged) is reworded


def test_two_days_of_one_text_are_not_said_to_have_one_law(store: Store) -> None:
    article = store.article(f"{store.acts()[0].act_id}#1")

    def unseen(day: dt.date) -> list[str]:
        notes = standing_notes(standing_of(store, article, day), article, store.act(article.act_id))
        return [told.key for told in unseen_changes(notes)]

    assert "warn_changed" not in unseen(dt.date(2014, 1, 15))
    assert "warn_changed" in unseen(dt.date(2015, 7, 1))
