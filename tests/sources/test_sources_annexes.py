"""Annexes of regulations: units of their own. The regulations are invented."""

from __future__ import annotations

import pytest

from przepis.errors import SourceError
from przepis.law.labels import Label
from przepis.sources.annexes import FRAGMENT_CHARS, read_annexes
from przepis.sources.markdown import parse_markdown

LONG = "Latarnia świeci światłem białym o zasięgu pięciu mil morskich. " * 20  # 1,260 characters


def units(*lines: str) -> dict[str, str]:
    return {unit.label: unit.text for unit in read_annexes(lines)[0]}


def test_a_short_annex_is_one_unit_under_its_name() -> None:
    found, annexes = read_annexes(["## Załącznik nr 2 - Barwy latarni", "", "1) biała;", "", "2) zielona dla portu."])
    assert [(u.label, u.text) for u in found] == [("z2", "1) biała;\n2) zielona dla portu.")]
    assert found[0].headings == ("Załącznik nr 2. Barwy latarni",)
    assert [(a.label, a.title, a.only_named) for a in annexes] == [("z2", "Barwy latarni", False)]


def test_a_long_annex_is_cut_at_its_points() -> None:
    found = units(
        "## Załącznik nr 1 - Opis", "Wstęp do opisu.", f"1. {LONG}", f"2. {LONG}", "a) przy molo;", "3. Koniec."
    )
    assert list(found) == ["z1", "z1.1", "z1.2", "z1.3"]
    assert found["z1"] == "Wstęp do opisu."
    assert found["z1.2"].endswith("a) przy molo;")
    assert found["z1.3"] == "Koniec."  # its number is its label and is not repeated


def test_a_long_annex_is_cut_at_its_paragraphs_in_their_chapters() -> None:
    lines = ["## Załącznik - Statut", "### Rozdział 1. Zasady", "##### § 1.", LONG, "##### § 2a.", LONG]
    found, _ = read_annexes(lines)
    assert [u.label for u in found] == ["z.p1", "z.p2a"]
    assert found[1].headings == ("Załącznik. Statut", "Rozdział 1. Zasady")
    assert Label.from_canonical("z.p2a").display == "załącznik § 2a"


def test_numbers_that_begin_anew_give_fragments_with_labels_of_their_own() -> None:
    found = units("## Załącznik nr 3 - Lista", f"1. {LONG}", f"2. {LONG}", f"1. {LONG}", f"2. {LONG}")
    assert list(found) == ["z3.f1", "z3.f2", "z3.f3", "z3.f4"]


def test_table_rows_are_text_and_the_head_is_repeated() -> None:
    rows = [f"| {n} | port w mieście numer {n} | {n * 3} m |" for n in range(200)]
    found = units("## Załącznik nr 4 - Tabela", "| Lp. | Port | Port | Wysokość |", "| --- | --- | --- | --- |", *rows)
    assert found["z4.f1"].split("\n")[:2] == ["Lp. | Port | Wysokość", "0 | port w mieście numer 0 | 0 m"]
    assert found["z4.f2"].startswith("Lp. | Port | Wysokość\n")
    assert all(len(text) <= FRAGMENT_CHARS + 60 for text in found.values())
    assert sum(text.count("port w mieście") for text in found.values()) == 200, "no row is lost"


def test_a_broken_table_keeps_what_can_be_read() -> None:
    found = units(
        "## Załącznik - Tabela", "| Port | Wysokość latarni w metrach", "| --- |", "|| 12 | | nad wodą |", "|  |"
    )
    assert found == {"z": "Port | Wysokość latarni w metrach\n12 | nad wodą"}


def test_patterns_of_forms_pictures_and_figures_are_only_named() -> None:
    found, annexes = read_annexes(
        [
            "## Załącznik nr 1 - Wzór wniosku o latarnię",
            "Imię i nazwisko wnioskodawcy oraz adres jego zamieszkania ......",
            "## Załącznik nr 2 - Mapa",
            "[patrz oryginał](https://example.test/text.pdf)",
            "## Załącznik nr 3 - Punkty granicy",
            *(f"| {n} | 226499,{n} | 555700,{n} |" for n in range(40)),
        ]
    )
    assert found == []
    assert [(a.label, a.only_named) for a in annexes] == [("z1", True), ("z2", True), ("z3", True)]


def test_annexes_of_the_same_number_are_told_apart() -> None:
    lines = [
        "## Załącznik - Barwy",
        "Latarnia jest biała albo zielona.",
        "## Załącznik - Dźwięki",
        "Syrena wyje nisko i długo.",
    ]
    assert list(units(*lines)) == ["z", "z-2"]
    assert Label.from_canonical("z-2").display == "załącznik (2)"


REGULATION = """---
title: "Rozporządzenie Ministra Wód z dnia 3 maja 2091 r. w sprawie latarni"
eli: "DU/2091/500"
rank: "rozporzadzenie"
entry_into_force: "2091-06-01"
---

## Treść rozporządzenia

Na podstawie art. 12 ustawy z dnia 2 maja 2090 r. o morzu zarządza się, co następuje:

{body}

## Załącznik nr 1 - Barwy latarni

Latarnia jest biała albo zielona, jak postanowi kapitan portu.

## Treść rozporządzenia

| Port | Wysokość latarni | uwagi kapitana portu |
"""


def test_units_of_annexes_follow_the_paragraphs() -> None:
    act = parse_markdown(REGULATION.format(body="##### § 1.\n\nLatarnię stawia kapitan."), "a.md")
    assert [a.label for a in act.articles] == ["1", "z1", "zt"]
    assert act.articles[-1].headings == ("Tabele w tekście",)
    assert act.preamble.startswith("Na podstawie art. 12")


def test_a_regulation_that_is_all_annex_has_its_annex_alone() -> None:
    act = parse_markdown(REGULATION.format(body="Ustala się statut urzędu."), "a.md")
    assert [a.label for a in act.articles] == ["z1", "zt"]
    own = REGULATION.split("## Załącznik")[0].format(body="Ustala się statut urzędu.")
    long = parse_markdown(f"{own}## Załącznik - Statut\n\n##### § 1.\n\n{LONG}\n\n##### § 2.\n\n{LONG}", "a.md")
    assert [a.label for a in long.articles] == ["z.p1", "z.p2"], "the § of an annex are not those of the regulation"


def test_a_regulation_without_paragraphs_or_annexes_is_refused_with_the_reason() -> None:
    text = REGULATION.split("## Załącznik")[0].format(body="Ustala się statut urzędu.")
    with pytest.raises(SourceError, match=r"a\.md: no article heading .*§ 1.*no annex with text"):
        parse_markdown(text, "a.md")
