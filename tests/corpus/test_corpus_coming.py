"""What a text prints as coming gets its day from the point of the act that makes it, line by line; or none."""

from __future__ import annotations

import dataclasses
import datetime as dt
import sqlite3
from pathlib import Path

import pytest
from rich.console import Console

from przepis.answer.coming import begun_first, coming_blocks, coming_notes, coming_wordings
from przepis.corpus.amend.acts import read_amending_act
from przepis.corpus.amend.operations import Aside, Step
from przepis.corpus.amend.schedule import Archive, Change
from przepis.corpus.amend.targets import Targets
from przepis.corpus.store import Store
from przepis.corpus.validity.changes import changes_after, repealed_since
from przepis.corpus.validity.coming_days import LineDay, keep, line_days, line_key, shipped_days, write_shipped_days
from przepis.corpus.validity.known import READ_TO
from przepis.corpus.validity.put_off import put_off_to
from przepis.corpus.validity.read_changes import import_changes
from przepis.corpus.validity.standing import Standing, standing_of
from przepis.messages import Messages
from przepis.serve.cli.render import _print_coming
from tests.corpus.written_law import take_in, write

TEXT = (
    '---\ntitle: "Obwieszczenie w sprawie ogłoszenia jednolitego tekstu ustawy o najmie łodzi"\neli: "DU/2014/50"\n'
    'status_pl: "obowiązujący"\nlegal_status_date: "2014-01-15"\n---\n## Treść\n\n'
    "1. Ogłasza się jednolity tekst ustawy z dnia 3 marca 2010 r. o najmie łodzi.\n\n## Załącznik - Tekst jednolity\n\n"
    "##### Art. 1.\n\n1. Najem trwa rok od dnia wydania łodzi.\n\n"
    "1. **Najem trwa dwa lata od dnia wydania łodzi.**\n\n"
    "2. **Wynajmujący prowadzi rejestr wynajętych łodzi.**\n\n"
    "3. **Rejestr prowadzi się w systemie portu macierzystego.**\n\n"
    "##### Art. 2.\n\nKaucja to sto złotych.\n\n**Kaucję zwraca się w dniu zwrotu łodzi.**\n\n"
    "##### Art. 3.\n\n1. Łódź ubezpiecza najemca.\n\n2. **Ubezpieczenie obejmuje także wiosła łodzi.**\n\n"
    "##### Art. 4.\n\nŁódź czyści najemca.\n\n**Łódź czyści wynajmujący na koszt najemcy.**\n\n"
    "##### Art. 5.\n\nŁódź cumuje się w porcie.\n"
)
AMENDING = (
    '---\ntitle: "Ustawa z dnia 5 maja 2013 r. o zmianie ustawy o najmie łodzi"\neli: "DU/2013/800"\n'
    'promulgation_date: "2013-05-20"\nentry_into_force: "2013-07-01"\nstatus_pl: "akt jednorazowy"\n'
    'effective_date_notes: "1) art. 1 pkt 1 lit. a wchodzi w życie z dniem 1 lipca 2015 r.; 2) art. 1 pkt 1 lit. b '
    "w zakresie art. 1 ust. 2 wchodzi w życie z dniem 1 stycznia 2016 r.; 3) art. 1 pkt 1 lit. b w zakresie art. 1 "
    "ust. 3 wchodzi w życie po upływie 7 dni od dnia ogłoszenia komunikatu; 4) art. 1 pkt 2 i 4 wchodzą w życie "
    'z dniem 1 lutego 2014 r."\n---\n'
    "##### Art. 1.\n\nW ustawie z dnia 3 marca 2010 r. o najmie łodzi wprowadza się następujące zmiany:\n\n"
    "1) w art. 1:\n\na) ust. 1 otrzymuje brzmienie:\n\n> 1. Najem trwa dwa lata od dnia wydania łodzi.\n\n"
    "b) dodaje się ust. 2 i 3 w brzmieniu:\n\n> 2. Wynajmujący prowadzi rejestr wynajętych łodzi. 3. Rejestr prowadzi "
    "się w systemie portu macierzystego.\n\n"
    "2) w art. 2 dodaje się § 2 w brzmieniu:\n\n> § 2. Kaucję zwraca się w dniu zwrotu łodzi.\n\n"
    "3) art. 4 otrzymuje brzmienie:\n\n> Art. 4. Łódź czyści wynajmujący na koszt najemcy.\n\n"
    "4) uchyla się art. 5;\n\n5) w art. 5 wyraz „cumuje” zastępuje się wyrazem „trzyma”.\n\n"
    "##### Art. 2.\n\nUstawa wchodzi w życie z dniem 1 lipca 2013 r.\n"
)
TEXT_DAY, LATER = dt.date(2014, 1, 15), dt.date(2026, 11, 18)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "home", create=True)
    take_in(store, tmp_path / "law", TEXT)
    import_changes(store, write(tmp_path / "later", act=AMENDING))
    return store


def standing(store: Store, label: str, on: dt.date = LATER) -> Standing:
    return standing_of(store, store.article(f"{store.acts()[0].act_id}#{label}"), on)


def test_each_line_gets_the_day_of_the_point_that_makes_it(store: Store) -> None:
    coming = standing(store, "1").coming
    assert coming is not None
    assert [(p.day, p.waits, p.by_eli, p.by_place) for p in coming.parts] == [
        (dt.date(2015, 7, 1), False, "DU/2013/800", "art. 1 pkt 1 lit. a"),
        (dt.date(2016, 1, 1), False, "DU/2013/800", "art. 1 pkt 1 lit. b"),
        (None, True, "DU/2013/800", "art. 1 pkt 1 lit. b"),
    ]
    assert coming.day is None, "it begins in parts"
    assert coming.likely is None


def test_what_has_begun_stands_before_the_text_that_it_replaces(store: Store) -> None:
    between = standing(store, "1", dt.date(2015, 8, 1))
    begun, said, rest = begun_first(between)
    say = Messages("pl")
    assert [block.text for block in begun] == ["1. Najem trwa dwa lata od dnia wydania łodzi."]
    assert say.note(begun[0].title) == "Obowiązuje od 2015-07-01 (Dz.U. 2013 poz. 800, art. 1 pkt 1 lit. a):"
    assert said is not None
    assert "Tekst z 2014-01-15" in say.note(said)
    assert [block.begun for block in rest] == [False, None]
    notes = [say.note(note) for note in coming_notes(between.coming, between.on)] if between.coming else []
    assert "jest w tej części nieaktualny" in notes[0]
    assert "Przepis zmieni się z dniem 2016-01-01" in notes[1]
    assert "czeka na zdarzenie" in notes[2]
    with (console := Console(width=200)).capture() as shown:
        _print_coming(console, begun, say)
    assert "Obowiązuje od 2015-07-01" in shown.get()


def test_of_a_day_after_the_last_act_read_it_is_said_that_it_may_have_been_put_off(store: Store) -> None:
    act_id, line = store.acts()[0].act_id, "2. Ubezpieczenie obejmuje także wiosła łodzi."
    keep(store, [LineDay(act_id, "3", line_key(line), READ_TO + dt.timedelta(30), "DU/2013/800", "art. 1", "")])
    begun, said, rest = begun_first(standing(store, "3"))
    assert (begun, said) == ((), None)
    say = Messages("pl")
    assert "o ile dnia tego nie przesunięto aktem ogłoszonym po 2024-12-31" in say.note(rest[0].title)
    found = standing(store, "3")
    assert found.coming is not None
    assert "nie wiadomo" in say.note(next(coming_notes(found.coming, found.on)))


def test_on_the_day_of_the_text_nothing_has_begun(store: Store) -> None:
    begun, said, rest = begun_first(standing(store, "1", TEXT_DAY))
    assert (begun, said, len(rest)) == ((), None, 3)
    assert {wording.begun for wording in coming_wordings(standing(store, "1", TEXT_DAY))} == {False}


def test_the_number_of_a_section_that_the_text_does_not_print_is_told(store: Store) -> None:
    coming = standing(store, "2").coming
    assert coming is not None
    assert coming.day == dt.date(2014, 2, 1)
    assert [part.text for part in coming.parts] == ["[§ 2.] Kaucję zwraca się w dniu zwrotu łodzi."]
    assert coming.text == "Kaucję zwraca się w dniu zwrotu łodzi."


def test_a_line_that_no_act_makes_has_no_day(store: Store) -> None:
    found = standing(store, "3")
    assert found.coming is not None
    assert (found.coming.day, found.coming.parts[0].waits) == (None, False)
    assert [block.begun for block in coming_blocks(found)] == [None]


def test_a_point_that_says_the_line_is_law_already_contradicts_the_text(store: Store) -> None:
    coming = standing(store, "4").coming
    assert coming is not None
    assert coming.day is None
    fact = line_days(store, store.acts()[0].act_id, "4")[line_key(coming.text)]
    assert (fact.day, fact.by_eli, fact.waits) == (None, "", False)


def test_the_notes_tell_of_a_day_put_off_by_an_act_that_was_not_read() -> None:
    archive = Archive([read_amending_act(AMENDING, "act.md")], Targets())
    letter: tuple[Step, ...] = (("art", "1", ""), ("point", "1", ""), ("letter", "a", ""))
    read = Change(dt.date(2014, 9, 1), dt.date(2013, 5, 20), "DU/2013/800", letter, Aside(""))
    assert put_off_to(archive, read) == dt.date(2015, 7, 1)
    assert put_off_to(archive, dataclasses.replace(read, day=dt.date(2015, 7, 1))) is None
    parts = (*letter[:2], ("letter", "b", ""))
    assert put_off_to(archive, dataclasses.replace(read, address=parts)) is None, "of its parts each has its own"


def test_all_days_of_an_article_that_one_act_changes_twice_are_kept(store: Store) -> None:
    article_id = f"{store.acts()[0].act_id}#5"
    changes = changes_after(store, article_id, dt.date(2013, 6, 1), LATER)
    assert [(change.day, change.repeals) for change in changes] == [
        (dt.date(2013, 7, 1), False),
        (dt.date(2014, 2, 1), True),
    ]
    assert [change.day for change in changes_after(store, article_id, TEXT_DAY, LATER)] == [dt.date(2014, 2, 1)]
    assert article_id in repealed_since(store, LATER), "the later of the two days repeals it"


def test_an_article_deferred_by_its_own_act_begins_on_its_day(tmp_path: Path) -> None:
    act = (
        '---\ntitle: "Ustawa z dnia 3 marca 2010 r. o najmie kajaków"\neli: "DU/2010/300"\nstatus_pl: "obowiązujący"\n'
        'promulgation_date: "2010-03-20"\nentry_into_force: "2010-05-01"\n'
        'effective_date_notes: "1) art. 2 wchodzi w życie z dniem 1 lipca 2030 r.; 2) art. 1 ust. 2 wchodzi w życie '
        'z dniem 1 stycznia 2031 r."\n---\n'
        "##### Art. 1.\n\n1. Kajak ma dwa wiosła zapasowe.\n\n2. Kajak ma także kamizelkę ratunkową.\n\n"
        "##### Art. 2.\n\nPrzystań prowadzi spis kajaków.\n\n"
        "##### Art. 3.\n\nUstawa wchodzi w życie z dniem 1 maja 2010 r.\n"
    )
    text = (
        TEXT[: TEXT.index("##### Art. 1.")].replace("łodzi", "kajaków").replace("DU/2014/50", "DU/2014/51")
        + "##### Art. 1.\n\n1. Kajak ma dwa wiosła zapasowe.\n\n2. **Kajak ma także kamizelkę ratunkową.**\n\n"
        "##### Art. 2.\n\n**Przystań prowadzi spis kajaków.**\n"
    )
    with Store(tmp_path / "home", create=True) as store:
        take_in(store, tmp_path / "law", act)
        take_in(store, tmp_path / "newer", text)
        import_changes(store, tmp_path / "law")
        days = {label: standing(store, label).coming for label in ("1", "2")}
        assert {label: coming.day for label, coming in days.items() if coming} == {
            "1": dt.date(2031, 1, 1),
            "2": dt.date(2030, 7, 1),
        }
        assert standing(store, "2").in_force is False
        assert standing(store, "2", dt.date(2030, 7, 1)).in_force is True


def test_a_store_without_the_tables_is_completed_when_opened(store: Store, tmp_path: Path) -> None:
    store.close()
    with sqlite3.connect(tmp_path / "home" / "corpus.sqlite") as db:
        db.executescript("DROP TABLE coming_days; DROP TABLE further_changes; PRAGMA user_version = 8")
    with Store(tmp_path / "home") as again:
        assert standing(again, "2").coming is not None
        assert changes_after(again, f"{again.acts()[0].act_id}#1", TEXT_DAY, LATER)


def test_the_shipped_facts_survive_writing_and_hold_no_words(tmp_path: Path) -> None:
    facts = list(shipped_days())
    assert len(facts) > 1000
    assert write_shipped_days(facts, tmp_path / "again.zst") == len(facts)
    assert all(len(fact.line) == 8 and len(fact.unit) < 20 and len(fact.place) < 60 for fact in facts)


def test_signs_spaces_and_raised_numbers_do_not_part_a_line_from_its_fact(store: Store) -> None:
    assert line_key("1) w art. 5^1^ - „tak”;") == line_key("1)  w art. 5^1 – tak")
    keep(store, [LineDay("a", "1", line_key("x"), None, "", "", "")])
    assert not line_days(store, "a", "1")[line_key("x")].waits
