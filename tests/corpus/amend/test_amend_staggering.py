"""Parts of one point that take effect on different days."""

from __future__ import annotations

import datetime as dt

from przepis.corpus.amend.act_text import ActText, ArticleText
from przepis.corpus.amend.acts import AmendingAct, read_amending_act
from przepis.corpus.amend.apply import apply
from przepis.corpus.amend.commencement import Commencement, Rule
from przepis.corpus.amend.operations import Place, Repeal, Replace
from przepis.corpus.amend.schedule import Archive
from przepis.corpus.amend.staggering import dated_parts
from przepis.corpus.amend.targets import Targets
from przepis.corpus.amend.unit_lines import read_lines

BODY = """
##### Art. 1.

W ustawie z dnia 3 maja 2010 r. o parkach wprowadza się następujące zmiany:

1) po art. 4 dodaje się art. 4a-4c w brzmieniu:

> Art. 4a. 1. Pierwszy. 2. Drugi: 1) raz; 2) dwa. 3. Trzeci. Art. 4b. Inny. Art. 4c. Jeszcze inny.

2) w art. 5:

a) ust. 1 i 2 otrzymują brzmienie:

> 1. Jeden. 2. Dwa.

b) po ust. 4 dodaje się ust. 5 i 6 w brzmieniu:

> 5. Pięć. 6. Sześć.

##### Art. 2.

Ustawa wchodzi w życie z dniem 1 marca 2020 r.
"""


def _schedule(notes: str) -> list[tuple[str, str]]:
    """(day, what is quoted) of every operation."""
    front = (
        '---\ntitle: "Ustawa z dnia 2 stycznia 2020 r. o zmianie ustawy o parkach"\neli: "DU/2020/100"\n'
        f'promulgation_date: "2020-01-10"\neffective_date_notes: "{notes}"\n---\n'
    )
    act: AmendingAct = read_amending_act(front + BODY, "DU-2020-100.md")
    targets = Targets()
    targets.add("DU/2010/7", dt.date(2010, 5, 3), "o parkach")
    archive = Archive([act], targets)
    changes = archive.changes(archive.instructions("DU/2010/7"))
    return [(str(c.applies), " ".join(getattr(c.operation, "quote", "").split())) for c in changes]


LATER = "wchodzą w życie z dniem 1 lipca 2020 r."


def test_articles_added_together_come_apart() -> None:
    found = _schedule(f"art. 1 pkt 1 w zakresie art. 4b, art. 4c oraz pkt 2 lit. b {LATER}")
    assert [quote for day, quote in found if day == "2020-07-01"] == [
        "Art. 4b. Inny.",
        "Art. 4c. Jeszcze inny.",
        "5. Pięć. 6. Sześć.",
    ]
    assert ("2020-03-01", "1. Jeden. 2. Dwa.") in found


def test_a_unit_of_an_added_article_comes_later() -> None:
    found = _schedule(f"art. 1 pkt 1 w zakresie art. 4a ust. 2 pkt 2 i ust. 3 {LATER}")
    assert ("2020-03-01", "Art. 4a. 1. Pierwszy. 2. Drugi: 1) raz;") in found
    assert [quote for day, quote in found if day == "2020-07-01"] == ["2) dwa.", "3. Trzeci."]


def test_one_of_several_units_comes_later() -> None:
    found = _schedule(f"art. 1 pkt 2 lit. a w zakresie ust. 2 oraz lit. b w zakresie dodawanego ust. 6 {LATER}")
    assert [quote for day, quote in found if day == "2020-07-01"] == ["2. Dwa.", "6. Sześć."]
    assert {"1. Jeden.", "5. Pięć."} <= {quote for day, quote in found if day == "2020-03-01"}


def test_places_in_the_changed_act_are_not_points_of_the_amending_one() -> None:
    found = _schedule(f"art. 4a ust. 3 ustawy, o której mowa w art. 1 w brzmieniu nadanym niniejszą ustawą {LATER}")
    assert [quote for day, quote in found if day == "2020-07-01"] == ["3. Trzeci."]
    assert len([quote for day, quote in found if day == "2020-03-01"]) == len(found) - 1


def test_a_list_of_points_below_their_article() -> None:
    found = _schedule(f"1) art. 1: a) pkt 1 w zakresie art. 4c, b) pkt 2: - lit. b - {LATER}")
    assert [quote for day, quote in found if day == "2020-07-01"] == ["Art. 4c. Jeszcze inny.", "5. Pięć. 6. Sześć."]


def test_a_question_mark_is_a_lost_dash() -> None:
    found = _schedule(f"art. 1 pkt 1?2 {LATER}")
    assert {day for day, _ in found} == {"2020-07-01"}


def test_a_place_that_cannot_be_read_moves_nothing_else() -> None:
    found = _schedule(f"przepis pierwszy ustawy zmienianej w art. 1, w brzmieniu nadanym niniejszą ustawą, {LATER}")
    assert {day for day, _ in found} == {"2020-03-01"}


def test_one_of_a_range_is_repealed_later_and_the_others_on_their_day() -> None:
    day, later = dt.date(2020, 3, 1), dt.date(2020, 7, 1)
    address = (("art", "1", ""), ("point", "3", ""))
    seventh = Place((("art", "7", ""),))
    days = Commencement(day, (Rule(Place(address), later, (seventh,)),))
    whole, part = dated_parts(Repeal((Place((("art", "7", "9"),)),)), address, days)
    assert part == (Repeal((seventh,)), later)
    assert whole == (Repeal((Place((("art", "7", "9"),)),), but=(seventh,)), day)
    act = ActText("pass")
    for label in "6789":
        act.add(ArticleText(label, read_lines("Treść.", "pass")))
    assert apply(act, whole[0]).changed == {"8", "9"}


def test_of_articles_replaced_together_one_comes_later() -> None:
    day, later = dt.date(2020, 3, 1), dt.date(2020, 7, 1)
    address = (("art", "1", ""), ("point", "3", ""))
    days = Commencement(day, (Rule(Place(address), later, (Place((("art", "8", ""),)),)),))
    operation = Replace((Place((("art", "7", "9"),)),), "Art. 7. A. Art. 8. B. Art. 9. C.")
    found = [(getattr(part, "quote", ""), when) for part, when in dated_parts(operation, address, days)]
    assert [(quote.strip(), when) for quote, when in found] == [
        ("Art. 7. A.", day),
        ("Art. 8. B.", later),
        ("Art. 9. C.", day),
    ]
