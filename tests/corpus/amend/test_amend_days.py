"""Entry into force, point by point; and amending acts that were changed before they took effect."""

from __future__ import annotations

import dataclasses
import datetime as dt

import pytest

from przepis.corpus.amend.acts import AmendingAct, read_amending_act
from przepis.corpus.amend.commencement import read_commencement, term
from przepis.corpus.amend.operations import Replace, Step
from przepis.corpus.amend.schedule import Archive, Change
from przepis.corpus.amend.targets import Targets

PUBLISHED = dt.date(2020, 1, 10)


def _act(eli: str, title: str, body: str, *, notes: str = "", published: str = "2020-01-10") -> AmendingAct:
    note = f'effective_date_notes: "{notes}"\n' if notes else ""
    front = f'---\ntitle: "{title}"\neli: "{eli}"\npromulgation_date: "{published}"\n{note}---\n'
    return read_amending_act(front + body, eli)


PARKS = "W ustawie z dnia 3 maja 2010 r. o parkach"
FIRST = _act(
    "DU/2020/100",
    "Ustawa z dnia 2 stycznia 2020 r. o zmianie ustawy o parkach",
    f"""
##### Art. 1.

{PARKS} wprowadza się następujące zmiany:

1) w art. 2:

a) ust. 1 otrzymuje brzmienie:

> 1. Raz.

b) uchyla się ust. 2;

2) po art. 4 dodaje się art. 4a i art. 4b w brzmieniu:

> Art. 4a. Pierwszy. Art. 4b. Drugi.

##### Art. 2.

Ustawa wchodzi w życie po upływie 14 dni od dnia ogłoszenia, z wyjątkiem:

1) art. 1 pkt 1 lit. b, który wchodzi w życie z dniem 1 marca 2020 r.;

2) art. 1 pkt 2 w zakresie art. 4b, który wchodzi w życie z dniem 1 lipca 2020 r.
""",
)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        (" z dniem 1 marca 2020 r.", "2020-03-01"),
        (" po upływie 14 dni od dnia ogłoszenia", "2020-01-25"),
        (" po upływie 3 miesięcy od dnia ogłoszenia.", "2020-04-11"),
        (" po upływie miesiąca od dnia ogłoszenia.", "2020-02-11"),
        (" po upływie roku od dnia ogłoszenia", "2021-01-11"),
        (" z dniem następującym po dniu ogłoszenia", "2020-01-11"),
        (" z dniem ogłoszenia", "2020-01-10"),
        (" pierwszego dnia miesiąca następującego po miesiącu ogłoszenia", "2020-02-01"),
    ],
)
def test_terms(words: str, day: str) -> None:
    assert term(words, PUBLISHED) == dt.date.fromisoformat(day)


def test_a_term_that_waits_for_an_event_has_no_day() -> None:
    assert term(" z dniem następującym po dniu ogłoszenia w Dzienniku Urzędowym komunikatu", PUBLISHED) is None
    assert term(" po upływie 7 dni od dnia ogłoszenia komunikatu", PUBLISHED) is None


def test_a_dash_before_the_part_that_is_meant_is_no_range_of_letters() -> None:
    notes = "art. 1 pkt 10 lit. d - w zakresie art. 39e ust. 4 wchodzi w życie z dniem 6 kwietnia 2022 r."
    (rule,) = read_commencement(dataclasses.replace(FIRST, notes=notes)).rules
    assert (rule.place.describe(), rule.only[0].describe()) == ("art. 1 pkt 10 lit. d", "art. 39e ust. 4")


def test_days_of_points_and_letters() -> None:
    days = read_commencement(FIRST)
    first: tuple[Step, ...] = (("art", "1", ""), ("point", "1", ""))
    assert days.day((*first, ("letter", "a", ""))) == dt.date(2020, 1, 25)
    assert days.day((*first, ("letter", "b", ""))) == dt.date(2020, 3, 1)
    second: tuple[Step, ...] = (("art", "1", ""), ("point", "2", ""))
    assert days.day(second) == dt.date(2020, 1, 25)
    assert [(rule.day, rule.only[0].steps) for rule in days.narrowed(second)] == [
        (dt.date(2020, 7, 1), (("art", "4b", ""),))
    ]


def test_the_front_matter_comes_before_the_wording() -> None:
    act = _act(
        "DU/2020/100",
        FIRST.title,
        "##### Art. 1.\n\nUstawa wchodzi w życie z dniem 1 maja 2020 r.",
        notes="art. 3 pkt 2 wchodzi w życie z dniem 5 maja 2020 r., art. 4 wchodzi z życie z dniem 6 maja 2020 r.",
    )
    days = read_commencement(act)
    assert days.day((("art", "3", ""), ("point", "2", ""))) == dt.date(2020, 5, 5)
    assert days.day((("art", "4", ""), ("letter", "a", ""))) == dt.date(2020, 5, 6)
    assert days.day((("art", "1", ""),)) == dt.date(2020, 5, 1)


def _archive(*acts: AmendingAct) -> Archive:
    targets = Targets()
    targets.add("DU/2010/7", dt.date(2010, 5, 3), "o parkach")
    return Archive(acts, targets)


def _changes(*acts: AmendingAct) -> list[Change]:
    archive = _archive(*acts)
    return archive.changes(archive.instructions("DU/2010/7"))


def test_the_schedule_is_in_order_of_effect_and_apart_by_article() -> None:
    changes = _changes(FIRST)
    assert [str(change.applies) for change in changes] == ["2020-01-25", "2020-01-25", "2020-03-01", "2020-07-01"]
    assert "Art. 4b. Drugi." in changes[-1].operation.quote  # type: ignore[union-attr]


def test_nothing_applies_before_it_is_published() -> None:
    late = _act(
        "DU/2020/100",
        FIRST.title,
        f"##### Art. 1.\n\n{PARKS} uchyla się art. 2.\n\n##### Art. 2.\n\n"
        "Ustawa wchodzi w życie z dniem ogłoszenia, z wyjątkiem art. 1, który wchodzi w życie z dniem "
        "1 stycznia 2020 r.",
    )
    (change,) = _changes(late)
    assert (change.day, change.applies) == (dt.date(2020, 1, 1), PUBLISHED)


def test_a_point_changed_before_it_took_effect() -> None:
    second = _act(
        "DU/2020/300",
        "Ustawa z dnia 4 lutego 2020 r. o zmianie ustawy o zmianie ustawy o parkach",
        """
##### Art. 1.

W ustawie z dnia 2 stycznia 2020 r. o zmianie ustawy o parkach w art. 1 pkt 2 otrzymuje brzmienie:

> 2) po art. 4 dodaje się art. 4b w brzmieniu: „Art. 4b. Drugi, poprawiony.”;

##### Art. 2.

Ustawa wchodzi w życie z dniem następującym po dniu ogłoszenia.
""",
        published="2020-02-10",
    )
    changes = _changes(FIRST, second)
    quotes = {str(c.applies): getattr(c.operation, "quote", "") for c in changes}
    assert quotes["2020-01-25"].startswith(("1. Raz.", "Art. 4a."))  # took effect before the correction
    assert quotes["2020-07-01"] == "Art. 4b. Drugi, poprawiony."


def test_a_day_moved_before_it_came() -> None:
    second = _act(
        "DU/2020/300",
        "Ustawa z dnia 4 lutego 2020 r. o zmianie ustawy o zmianie ustawy o parkach",
        """
##### Art. 1.

W ustawie z dnia 2 stycznia 2020 r. o zmianie ustawy o parkach w art. 2 pkt 1 otrzymuje brzmienie:

> 1) art. 1 pkt 1 lit. b, który wchodzi w życie z dniem 1 marca 2022 r.;

##### Art. 2.

Ustawa wchodzi w życie z dniem następującym po dniu ogłoszenia.
""",
        published="2020-02-10",
    )
    changes = _changes(FIRST, second)
    repeals = [
        str(c.applies) for c in changes if not isinstance(c.operation, Replace) and not hasattr(c.operation, "quote")
    ]
    assert repeals == ["2022-03-01"]


def test_titles_that_begin_alike_and_acts_that_are_unknown() -> None:
    targets = Targets()
    day = dt.date(1997, 6, 6)
    targets.add("DU/1997/1", day, "Kodeks parkowy")
    targets.add("DU/1997/2", day, "Kodeks parkowy wykonawczy")
    assert targets.resolve(day, "- Kodeks parkowy wykonawczy wprowadza się następujące zmiany:") == (
        "DU/1997/2",
        " wprowadza się następujące zmiany:",
    )
    assert targets.resolve(day, "- Kodeks parkowy w art. 5 uchyla się ust. 2.") == (
        "DU/1997/1",
        " w art. 5 uchyla się ust. 2.",
    )
    assert targets.resolve(day, "- Kodeks leśny wprowadza się następujące zmiany:") is None
    unknown = _act(
        "DU/2020/9",
        "Ustawa z dnia 1 stycznia 2020 r. o zmianie ustawy o lasach",
        "##### Art. 1.\n\nW ustawie z dnia 9 maja 1999 r. o lasach uchyla się art. 2.",
    )
    assert _archive(unknown).unknown == [("DU/2020/9", "1", "o lasach uchyla się art. 2.")]


def test_a_day_moved_to_that_of_an_event() -> None:
    """The words change in several articles at once, and the source knows the day on which the event came."""
    first = dataclasses.replace(FIRST, in_force=dt.date(2020, 9, 1))
    second = _act(
        "DU/2020/300",
        "Ustawa z dnia 4 lutego 2020 r. o zmianie ustawy o zmianie ustawy o parkach",
        """
##### Art. 1.

W ustawie z dnia 2 stycznia 2020 r. o zmianie ustawy o parkach wprowadza się następujące zmiany:

1) użyte w art. 1 w pkt 9 i w art. 2 we wprowadzeniu do wyliczenia wyrazy „po upływie 14 dni od dnia ogłoszenia”
zastępuje się wyrazami „z dniem określonym w komunikacie”;

##### Art. 2.

Ustawa wchodzi w życie z dniem następującym po dniu ogłoszenia.
""",
        published="2020-01-15",
    )
    changes = _changes(first, second)
    assert str(changes[0].applies) == "2020-03-01"  # the exception stays as it was
    assert "2020-01-25" not in {str(c.applies) for c in changes}
    assert "2020-09-01" in {str(c.applies) for c in changes}
