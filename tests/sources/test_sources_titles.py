"""What a publication is, by its title. All acts are invented."""

from __future__ import annotations

import datetime as dt

import pytest

from przepis.sources.titles import identify

ANNOUNCED = """1. Na podstawie art. 16 ust. 3 ustawy z dnia 20 lipca 2000 r. o ogłaszaniu ogłasza się jednolity tekst \
rozporządzenia Ministra Portów, Mostów i Promów z dnia 3 maja 2091 r. w sprawie latarni, z uwzględnieniem zmian:
1) rozporządzeniem Ministra Portów z dnia 4 maja 2092 r. zmieniającym rozporządzenie w sprawie latarni."""


@pytest.mark.parametrize(
    ("title", "issuer", "own"),
    [
        ("Rozporządzenie Ministra Wód z dnia 3 maja 2091 r. w sprawie latarni", "Ministra Wód", "w sprawie latarni"),
        (
            "Rozporządzenie Ministra Portów, Mostów i Promów z dnia 3 maja 2091 r. w sprawie latarni",
            "Ministra Portów, Mostów i Promów",
            "w sprawie latarni",
        ),
        (
            "Rozporządzenie Ministrów: Wód, Lasów oraz Gór z dnia 3 maja 2091 r. w sprawie zgłoszeń z dnia na dzień",
            "Ministrów: Wód, Lasów oraz Gór",
            "w sprawie zgłoszeń z dnia na dzień",
        ),
    ],
)
def test_commas_in_the_issuer_do_not_hide_a_regulation(title: str, issuer: str, own: str) -> None:
    found = identify(title, "rozporzadzenie", "")
    assert (found.kind, found.issuer, found.title) == ("regulation", issuer, own)
    assert found.act_date == dt.date(2091, 5, 3)


@pytest.mark.parametrize(
    ("announced", "own"),
    [
        ("Ministra Portów, Mostów i Promów w sprawie latarni", "w sprawie latarni"),
        ("Ministra Portów, Mostów i Promów sprawie latarni", "w sprawie latarni"),
        ("Ministra Portów, Mostów i Promów - Regulamin latarników", "Regulamin latarników"),
    ],
)
def test_an_announcement_names_issuer_title_and_date_of_the_regulation(announced: str, own: str) -> None:
    title = "Obwieszczenie Ministra Wód z dnia 1 lipca 2093 r. w sprawie ogłoszenia jednolitego tekstu rozporządzenia"
    found = identify(f"{title} {announced}", "obwieszczenie", ANNOUNCED)
    assert (found.kind, found.issuer, found.title) == ("regulation", "Ministra Portów, Mostów i Promów", own)
    assert found.consolidated
    assert found.act_date == dt.date(2091, 5, 3), "its own day, not that of the amending regulation"


def test_a_statute_has_no_issuer_and_keeps_the_date_right_after_its_kind() -> None:
    found = identify("Ustawa z dnia 2 marca 2090 r. o psach", "ustawa", "")
    assert (found.kind, found.issuer, found.title) == ("statute", "", "o psach")


def test_what_no_title_tells_is_a_regulation_by_its_rank() -> None:
    assert identify("Regulamin latarników", "rozporzadzenie", "").kind == "regulation"
    assert identify("Regulamin latarników", "", "").kind == "other"
