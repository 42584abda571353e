"""Numbers of § that the source dropped: what is known of them takes the place of the count, in one wording each."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from przepis.answer.quoted import contains_quote
from przepis.corpus import numbering
from przepis.corpus.importing import import_markdown
from przepis.corpus.numbering import differs_from_count, read_facts, told_numbers, wording_key, write_shipped
from przepis.corpus.prepare import act_style
from przepis.corpus.store import Store
from przepis.corpus.units import NO_PARAGRAPH, Number, build_unit, find_cited, lacks_numbers, parse_units, whole_text
from przepis.law.labels import Label
from przepis.law.printing import format_citation
from przepis.records import ActKind, Unit
from przepis.sources.markdown import parse_markdown

THEFT = """Kto zabiera cudzą łódź,
podlega karze grzywny.
Tej samej karze podlega, kto zabiera wiosło.
W wypadku mniejszej wagi sprawca czynu z § 1 lub 1a:
1) przeprasza,
2) oddaje łódź.
Szczegóły określa rozporządzenie.
Przepisu § 1 nie stosuje się do pontonów."""
TOLD = (Number("1", True), Number("1a", True), Number("2", True), Number(NO_PARAGRAPH, True), Number("", False))
ACT = f"""---
title: "Ustawa z dnia 3 maja 2091 r. o kradzieży łodzi"
eli: "DU/2091/45"
publication_date: "2091-05-03"
---
##### Art. 1.

{THEFT.replace(chr(10), chr(10) * 2)}

##### Art. 2.

Do czynów z art. 1 § 1 i § 2 stosuje się art. 1 § 1a.
"""


def units_of(text: str, told: tuple[Number, ...] | None) -> tuple[Unit, ...]:
    return tuple(build_unit(text, span) for span in parse_units(text, "para", told))


def test_known_numbers_take_the_place_of_the_count() -> None:
    units = units_of(THEFT, TOLD)
    assert [unit.path for unit in units] == [
        ("para:1",),
        ("para:1a",),
        ("para:2",),
        ("para:2", "point:1"),
        ("para:2", "point:2"),
        ("para:?8",),
    ]
    assert [(u.restored, u.inferred) for u in units if len(u.path) == 1] == [(True, False)] * 3 + [(False, True)]
    points = {unit.label: unit.text for unit in units if unit.kind == "point"}
    assert points["2"] == "2) oddaje łódź."  # what follows ends the list: it belongs to the whole §
    assert next(unit for unit in units if unit.label == "2").text.endswith("rozporządzenie.")


def test_a_number_that_cannot_be_told_is_neither_shown_nor_cited() -> None:
    units = units_of(THEFT, TOLD)
    shown = whole_text(THEFT, units)
    assert "[§ 1a.] Tej samej" in shown
    assert "[§ 2.] W wypadku" in shown
    assert "\nSzczegóły" in shown
    assert "\nPrzepisu § 1" in shown
    assert contains_quote(shown, "§ 1a. Tej samej karze podlega")
    assert lacks_numbers(THEFT, units)
    assert units[-1].label == "?"
    assert format_citation("DU/2091/45#1", None, units[-1].path) == "art. 1 DU/2091/45"
    assert find_cited(THEFT, units, ("para:1a",)) == units[1]
    assert find_cited(THEFT, units, ("para:3",)) is None


def test_numbers_for_another_number_of_lines_are_not_taken() -> None:
    assert parse_units(THEFT, "para", TOLD[:3]) == parse_units(THEFT, "para")


@pytest.mark.parametrize(
    "line",
    ["> Ślubuję łowić uczciwie.", "„Ślubuję łowić uczciwie.”", "‒ łowić uczciwie", "| łódź | wiosło |"],
)
def test_what_a_paragraph_quotes_or_lists_is_no_paragraph(line: str) -> None:
    text = f"Rybak składa ślubowanie:\n{line}\nŚlubowanie składa się raz."
    assert [span.path for span in parse_units(text, "para")] == [("para:1",), ("para:2",)]


def test_a_fact_belongs_to_one_wording() -> None:
    key = wording_key(THEFT)
    assert wording_key(THEFT.upper().replace("\n", "\n\n").replace(",", " –")) == key
    assert wording_key(THEFT.replace("\n", " ", 1)) != key
    assert wording_key(THEFT.replace("wiosło", "wiosła")) != key


def test_facts_are_packed_and_read_again(tmp_path: Path) -> None:
    counted = (Number("1", False), Number("2", False))
    facts = {wording_key(THEFT): TOLD, wording_key("a"): counted, wording_key("b"): counted}
    size = write_shipped(facts, tmp_path / "numbers")
    data = (tmp_path / "numbers").read_bytes()
    assert len(data) == size
    assert read_facts(data) == facts
    assert differs_from_count(TOLD)
    assert not differs_from_count(counted)


def test_the_facts_that_come_with_the_package_are_sound() -> None:
    numbering._shipped.cache_clear()
    facts = numbering._shipped()
    assert len(facts) > 5000
    for told in facts.values():
        labels = [Label.from_canonical(n.label) for n in told if n.label not in ("", NO_PARAGRAPH)]
        assert labels == sorted(set(labels))
        assert differs_from_count(told)


def test_an_article_of_the_store_has_the_known_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbering, "_shipped", lambda: {wording_key(THEFT): TOLD})
    (tmp_path / "one.md").write_text(ACT, encoding="utf-8")
    with Store(tmp_path, create=True) as store:
        import_markdown(store, tmp_path, workers=1)
        article = store.article("DU/2091/45#1")
        assert [unit.label for unit in article.units if unit.kind == "para"] == ["1", "1a", "2", "?"]
        assert told_numbers(article.text) == TOLD
        assert told_numbers(f"{article.text} Ani do tratew.") is None


@pytest.mark.parametrize(("kind", "style"), [("statute", "para"), ("regulation", "pass")])
def test_what_a_regulation_does_not_number_is_no_paragraph(kind: ActKind, style: str) -> None:
    parsed = dataclasses.replace(parse_markdown(ACT, "one.md"), kind=kind)
    assert act_style(parsed) == style
