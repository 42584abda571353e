"""A quotation, and a unit, on a day on which wording holds that the text prints as still to come."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from przepis.answer.cited import open_cited
from przepis.answer.merged import AsItReads
from przepis.answer.reworded import reworded
from przepis.answer.verification import Verification
from przepis.corpus.store import Store
from przepis.corpus.validity.coming_days import LineDay, keep, line_key
from przepis.lookups import Lookups
from przepis.messages import in_words
from przepis.records import Cause, Run
from przepis.serve.mcp.tools import Tools
from tests.corpus.written_law import take_in

TITLE = "Obwieszczenie w sprawie ogłoszenia jednolitego tekstu ustawy o najmie łodzi"
TEXT = (
    f'---\ntitle: "{TITLE}"\neli: "DU/2014/50"\nstatus_pl: "obowiązujący"\nlegal_status_date: "2014-01-15"\n---\n'
    "## Treść\n\n1. Ogłasza się jednolity tekst ustawy z dnia 3 marca 2010 r. o najmie łodzi.\n\n"
    "## Załącznik - Tekst jednolity\n\n"
    "##### Art. 1.\n\n1. Kaucja za wynajętą łódź wynosi 500 złotych.\n\n2. Kaucję zwraca się w dniu zwrotu łodzi.\n\n"
    "**Kaucja za wynajętą łódź wynosi 800 złotych.**\n\n3. **Kaucję przyjmuje bosman portu.**\n\n"
    "##### Art. 2.\n\n1. Najemca:\n\n1) czyści łódź przed zwrotem;\n\n2) cumuje łódź w porcie.\n\n"
    "2. Wynajmujący:\n\n1) ubezpiecza łódź na czas najmu;\n\n2) maluje burty co roku.\n\n"
    "2) **(uchylony)**\n\n"
    "##### Art. 3.\n\n1. Łódź stoi przy pomoście.\n\n1. **Łódź stoi w hangarze.**\n\n"
    "##### Art. 4.\n\n1. Wynajmujący:\n\n1) prowadzi rejestr łodzi;\n\n2) wydaje klucz do hangaru.\n\n"
    "2) **wydaje klucz do przystani;**\n\n3) **odbiera klucz po najmie.**\n\n"
    "##### Art. 5.\n\n1. Bosman:\n\n1) liczy łodzie;\n\n2) waży kotwice.\n\n"
    "2. Kapitan:\n\n1) liczy wiosła;\n\n2) waży żagle.\n\n2) **(uchylony)**\n\n3. **Port zamyka się o zmroku.**\n\n"
    "##### Art. 6.\n\n1. Port czynny jest latem.\n\n2. Zimą stoi.\n\n3. Wiosną się maluje.\n\n"
    "1a. **Wejście jest płatne.**\n\n"
    "##### Art. 7.\n\n1. Bosman wpisuje do książki portu:\n\n1) nazwę łodzi;\n\n2) imię sternika.\n\n"
    "1. **Bosman wpisuje do książki portu:**\n\n**1) nazwę i długość łodzi,**\n\n"
    "##### Art. 8.\n\n1. Łódź wraca przed zmrokiem do portu. Spóźnienie zgłasza się bosmanowi telefonem.\n\n"
    "1. **Łódź wraca przed zmrokiem do portu macierzystego.**\n\n"
    "##### Art. 9.\n\nKto gubi wiosło, płaci bosmanowi.\n\n2. **Wiosło znalezione oddaje się.**\n\n"
    "##### Art. 10.\n\n1. Klucze wydaje bosman.\n\n1. **(uchylony)**\n"
)
BEGUN, BEFORE, LATER = dt.date(2015, 7, 1), dt.date(2015, 6, 30), dt.date(2016, 3, 1)
COMING = {
    "1": ("Kaucja za wynajętą łódź wynosi 800 złotych.", "3. Kaucję przyjmuje bosman portu."),
    "2": ("2) (uchylony)",),
    "4": ("2) wydaje klucz do przystani;", "3) odbiera klucz po najmie."),
    "5": ("2) (uchylony)", "3. Port zamyka się o zmroku."),
    "6": ("1a. Wejście jest płatne.",),
    "7": ("1. Bosman wpisuje do książki portu:", "1) nazwę i długość łodzi,"),
    "8": ("1. Łódź wraca przed zmrokiem do portu macierzystego.",),
    "9": ("2. Wiosło znalezione oddaje się.",),
}


@pytest.fixture
def lookups(tmp_path: Path) -> Iterator[Lookups]:
    with Store(tmp_path / "home", create=True) as store:
        take_in(store, tmp_path / "law", TEXT)
        act_id = store.acts()[0].act_id
        days = [
            LineDay(act_id, label, line_key(line), BEGUN, "DU/2013/800", "art. 1 pkt 1", "")
            for label, lines in COMING.items()
            for line in lines
        ]
        keep(store, days)
        yield Lookups(store)


def verified(lookups: Lookups, unit: str, quote: str = "", on: dt.date = LATER) -> Verification:
    return lookups.verify(f"{unit} ustawy o najmie łodzi", quote, on)


def test_words_that_have_begun_are_found_with_their_day_and_act(lookups: Lookups) -> None:
    done = verified(lookups, "art. 1 ust. 1", "wynosi 800 złotych")
    assert (done.verified, done.quote_found, done.reason) == (True, True, "")
    assert done.wording == "1. Kaucja za wynajętą łódź wynosi 800 złotych."
    assert done.notes[0].key == "note_quote_begun"
    assert "2015-07-01 (Dz.U. 2013 poz. 800, art. 1 pkt 1)" in done.notes[0].text
    assert all(note.text for note in done.notes), "the amendment's own note has its words, too"
    assert {"warn_coming_begun"} < {note.key for note in done.notes}
    assert verified(lookups, "art. 1", "800 złotych").verified


@pytest.mark.parametrize("unit", ["art. 1 ust. 1", "art. 1"])
def test_words_that_were_replaced_are_what_it_read_before(lookups: Lookups, unit: str) -> None:
    done = verified(lookups, unit, "wynosi 500 złotych")
    assert (done.verified, done.exists, done.quote_found) == (False, True, False)
    assert "before 2015-07-01" in done.reason
    assert "brzmienie sprzed 2015-07-01" in done.notes[0].text
    earlier = verified(lookups, unit, "wynosi 500 złotych", BEFORE)
    assert earlier.verified, "it was law the day before"
    assert not verified(lookups, unit, "wynosi 800 złotych", BEFORE).verified


def test_what_begun_words_leave_alone_is_verified_as_before(lookups: Lookups) -> None:
    done = verified(lookups, "art. 1 ust. 2", "Kaucję zwraca się w dniu zwrotu łodzi")
    assert (done.verified, done.quote_found) == (True, True)
    assert not any(note.key.startswith("note_quote") for note in done.notes)
    assert not verified(lookups, "art. 1 ust. 2", "wynosi 800 złotych").verified, "it stands in another unit"


def test_where_it_cannot_be_told_what_is_replaced_nothing_is_verified(lookups: Lookups) -> None:
    for unit, quote in (("art. 2 ust. 1 pkt 2", "cumuje łódź"), ("art. 2 ust. 2 pkt 2", "maluje burty")):
        done = verified(lookups, unit, quote)
        assert (done.verified, done.quote_found) == (False, None), "pkt 2 of either may be the one repealed"
        assert "cannot be told" in done.reason
        assert done.notes[0].key == "note_quote_replaced_untold"
    assert verified(lookups, "art. 2 ust. 1 pkt 1", "czyści łódź").verified


def test_words_whose_day_is_not_known_may_have_begun(lookups: Lookups) -> None:
    old, new = (verified(lookups, "art. 3 ust. 1", quote) for quote in ("przy pomoście", "w hangarze"))
    assert [(done.verified, done.quote_found) for done in (old, new)] == [(False, None), (False, None)]
    assert [done.notes[0].key for done in (old, new)] == ["note_quote_replaced_untold", "note_quote_there_untold"]
    assert verified(lookups, "art. 3 ust. 1").verified, "that there is such a unit is sure"


def test_a_unit_that_begun_words_add_exists(lookups: Lookups) -> None:
    done = verified(lookups, "art. 1 ust. 3", "przyjmuje bosman")
    assert (done.verified, done.exists, done.unit) == (True, True, ("pass:3",))
    assert verified(lookups, "art. 1 ust. 3", on=BEFORE).exists is False
    assert verified(lookups, "art. 1 ust. 4").exists is False
    assert verified(lookups, "art. 4 ust. 1 pkt 3", "odbiera klucz").verified


def test_the_units_of_the_day_have_their_places(lookups: Lookups) -> None:
    article = lookups.store.article(lookups.article_id("art. 4 ustawy o najmie łodzi"))
    day = reworded(article, lookups.standing(article, LATER)).article
    assert [unit.path for unit in day.units] == [
        ("pass:1",),
        ("pass:1", "point:1"),
        ("pass:1", "point:2"),
        ("pass:1", "point:3"),
    ]
    assert all(day.text[unit.start : unit.end] == unit.text for unit in day.units)
    assert day.units[0].text == day.text
    assert day.text.splitlines()[-2:] == ["2) wydaje klucz do przystani;", "3) odbiera klucz po najmie."]


def test_an_agent_is_told_the_same(lookups: Lookups) -> None:
    tools = Tools(SimpleNamespace(lease=lambda: nullcontext(lookups)))  # type: ignore[arg-type]
    begun, before, untold = (
        tools.verify_citation(f"{unit} ustawy o najmie łodzi", quote)
        for unit, quote in (("art. 1", "800 złotych"), ("art. 1", "500 złotych"), ("art. 2", "maluje burty"))
    )
    assert begun.verified
    assert "in force since 2015-07-01 (Dz.U. 2013 poz. 800" in begun.next_step
    assert (before.verified, before.exact_wording.splitlines()[0][-12:]) == (False, "800 złotych.")
    assert "before 2015-07-01" in before.reason
    assert (untold.verified, untold.quote_found) == (False, None)
    assert "not known here" in untold.next_step


def opened(lookups: Lookups, unit: str, on: dt.date | None = LATER) -> Run:
    reading = lookups.reader_on(on).read(f"{unit} ustawy o najmie łodzi")
    assert reading is not None
    return open_cited(lookups.store, lookups.names, reading, on, 10)


def test_a_unit_that_begun_words_add_is_opened(lookups: Lookups) -> None:
    run = opened(lookups, "art. 1 ust. 3")
    assert run.notes == ()
    assert run.hits[0].unit is not None
    assert run.hits[0].unit.text == "3. Kaucję przyjmuje bosman portu."
    assert [note.key for note in opened(lookups, "art. 1 ust. 3", BEFORE).notes] == ["note_no_unit"]
    missing = opened(lookups, "art. 1 ust. 4")
    assert [note.key for note in missing.notes] == ["note_no_unit"]
    assert "ma ust. 1–ust. 3" in in_words(missing.notes)[0]


def test_where_not_all_can_be_placed_a_new_unit_is_not_said_to_be_missing(lookups: Lookups) -> None:
    run = opened(lookups, "art. 5 ust. 3")
    assert [(note.key, dict(note.values)["day"]) for note in run.notes] == [("note_unit_begun", "2015-07-01")]
    assert "ust. 3" in in_words(run.notes)[0]
    assert (run.hits[0].unit, run.hits[0].confidence) == (None, 1.0), "its words stand beside the text"


def test_an_article_whose_new_words_have_all_a_place_is_shown_with_them(lookups: Lookups) -> None:
    whole = lookups.article("art. 1 ustawy o najmie łodzi", LATER)
    assert whole.text.splitlines() == [
        "1. Kaucja za wynajętą łódź wynosi 800 złotych.",
        "2. Kaucję zwraca się w dniu zwrotu łodzi.",
        "3. Kaucję przyjmuje bosman portu.",
    ]
    assert (whole.ours, whole.valid_from, whole.from_exact, whole.n_operations) == (True, BEGUN, True, 2)
    assert whole.made_by == (Cause("DU/2013/800", "art. 1 pkt 1"),)
    assert lookups.standing(whole, LATER).coming is None
    before = lookups.article("art. 1 ustawy o najmie łodzi", BEFORE)
    assert (before.ours, "500 złotych" in before.text) == (False, True)


def test_an_answer_is_written_from_the_wording_of_the_day(lookups: Lookups) -> None:
    read, article_id = AsItReads(lookups.store), lookups.article_id("art. 1 ustawy o najmie łodzi")
    assert "800 złotych" in read.article(article_id, LATER).text
    assert "500 złotych" in read.article(article_id, BEFORE).text
    assert read.act(article_id.partition("#")[0]).title == "o najmie łodzi"


@pytest.mark.parametrize("label", ["7", "8", "9"])
def test_what_would_lose_law_in_force_is_not_merged(lookups: Lookups, label: str) -> None:
    """A list that breaks off, one sentence of two, a unit beside words that have none."""
    article = lookups.article(f"art. {label} ustawy o najmie łodzi", LATER)
    assert not article.ours
    assert lookups.standing(article, LATER).coming is not None


def test_days_are_compared_as_they_read(lookups: Lookups) -> None:
    change = lookups.diff("art. 1 ustawy o najmie łodzi", BEFORE.isoformat(), LATER.isoformat())
    assert [unit.where for unit in change.units] == ["ust. 1", "ust. 3"]


@pytest.mark.parametrize("label", ["2", "3", "5"])
def test_an_article_is_shown_as_printed_where_new_words_have_no_sure_place_or_day(lookups: Lookups, label: str) -> None:
    article = lookups.article(f"art. {label} ustawy o najmie łodzi", LATER)
    assert not article.ours
    assert lookups.standing(article, LATER).coming is not None


def test_a_new_unit_stands_behind_the_one_before_it(lookups: Lookups) -> None:
    article = lookups.article("art. 6 ustawy o najmie łodzi", LATER)
    assert [unit.path for unit in article.units] == [("pass:1",), ("pass:1a",), ("pass:2",), ("pass:3",)]
    assert article.text.splitlines()[1] == "1a. Wejście jest płatne."
    assert all(article.text[unit.start : unit.end] == unit.text for unit in article.units)


def test_an_agent_reads_the_unit_that_begun_words_add(lookups: Lookups) -> None:
    tools = Tools(SimpleNamespace(lease=lambda: nullcontext(lookups)))  # type: ignore[arg-type]
    read = tools.get_article("art. 1 ust. 3 ustawy o najmie łodzi", LATER.isoformat())
    assert read.text == "3. Kaucję przyjmuje bosman portu."
    assert "ust. 3" in read.citation
    assert "500 złotych" in tools.get_article("art. 1 ust. 3 ustawy o najmie łodzi", BEFORE.isoformat()).text
