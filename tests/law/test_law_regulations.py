"""Names and citations of regulations: short names of real ones, invented acts for the rest."""

from __future__ import annotations

import datetime as dt

import pytest

from przepis.law.citations import CitationResolver
from przepis.law.names import ActNames
from przepis.law.printing import format_citation
from przepis.law.reading import CitationReader
from przepis.records import Act

STATUTE, FEES, LIGHTS, TECHNICAL = "DU/2090/7", "DU/2091/40", "DU/2091/41", "DU/2002/690"
ACTS = [
    Act(STATUTE, "o latarniach", "statute", dt.date(2091, 5, 3)),
    Act(FEES, "w sprawie opłat za latarnie", "regulation", dt.date(2091, 5, 3), issuer="Ministra Wód"),
    Act(LIGHTS, "w sprawie latarni", "regulation", dt.date(2092, 6, 4), issuer="Ministra Portów, Mostów i Promów"),
    Act(TECHNICAL, "w sprawie warunków technicznych, jakim powinny odpowiadać budynki i ich usytuowanie", "regulation"),
]


@pytest.fixture(scope="module")
def names() -> ActNames:
    return ActNames(ACTS)


@pytest.mark.parametrize(
    "written",
    [
        "rozporządzenie w sprawie latarni",
        "Rozporządzenie Ministra Portów, Mostów i Promów w sprawie latarni",
        "rozporządzenia Ministra Portów, Mostów i Promów z dnia 4 czerwca 2092 r. w sprawie latarni",
        "rozporządzenie ministra portów, mostów i promów z dnia 4 czerwca 2092 r. w sprawie latarni",
    ],
)
def test_full_titles_with_and_without_the_issuer(names: ActNames, written: str) -> None:
    assert names.resolve(written) == LIGHTS
    found = names.exactly(written)
    assert found is not None
    assert found.act_id == LIGHTS


@pytest.mark.parametrize(
    "written", ["warunki techniczne", "WT", "rozporządzenie WT", "rozporządzenie w sprawie warunków technicznych"]
)
def test_short_names_of_regulations(names: ActNames, written: str) -> None:
    assert names.resolve(written) == TECHNICAL


def test_kinds_of_one_day_are_told_apart_by_the_first_word(names: ActNames) -> None:
    day = "z dnia 3 maja 2091 r."
    assert names.resolve(f"rozporządzenia Ministra Wód {day} w sprawie opłat za latarnie") == FEES
    assert names.resolve(f"ustawy {day} o latarniach") == STATUTE
    assert names.resolve(f"ustawy {day} o opłatach za latarnie") != FEES


@pytest.mark.parametrize(
    ("citation", "article_id"),
    [
        ("§ 12 ust. 1 rozporządzenia w sprawie latarni", f"{LIGHTS}#12"),
        (
            "§ 12 rozporządzenia Ministra Portów, Mostów i Promów z dnia 4 czerwca 2092 r. w sprawie latarni",
            f"{LIGHTS}#12",
        ),
        ("w myśl § 3 rozporządzenia Ministra Wód w sprawie opłat za latarnie kapitan płaci", f"{FEES}#3"),
        ("§ 12 WT", f"{TECHNICAL}#12"),
        ("WT § 12", f"{TECHNICAL}#12"),
        ("art. 3 ustawy z dnia 3 maja 2091 r. o latarniach", f"{STATUTE}#3"),
    ],
)
def test_citations_of_paragraphs(names: ActNames, citation: str, article_id: str) -> None:
    resolver = CitationResolver(names, lambda act_id: ["1", "3", "12", "z1", "z1.3"])
    assert [found.article_id for found in resolver.resolve(citation)] == [article_id]


@pytest.mark.parametrize(
    "written",
    [
        "§ 12 warunki techniczne",
        "§ 12 warunków technicznych",
        "§ 12 rozp. warunki techniczne",
        "par 12 warunków technicznych",
        "paragraf 12 warunków technicznych",
        "par. 12 warunków tech.",
        "par 12 WT",
        "§ 12 rozporządzenia warunki tech.",
    ],
)
def test_what_a_regulation_is_called_is_enough_beside_a_paragraph(names: ActNames, written: str) -> None:
    reading = CitationReader(CitationResolver(names, lambda act_id: ["1", "3", "12"])).read(written)
    assert reading is not None
    assert [cite.article_id for cite in reading.cites] == [f"{TECHNICAL}#12"]


@pytest.mark.parametrize(
    "written",
    [
        "par 12 ust 1 pkt 2 warunków technicznych",
        "par. 12 ust 1 pkt. 2 warunków tech.",
        "§ 12 warunków technicznych ust. 1 pkt 2",
    ],
)
def test_units_of_a_paragraph_are_read_however_they_are_written(names: ActNames, written: str) -> None:
    reading = CitationReader(CitationResolver(names, lambda act_id: ["1", "3", "12"])).read(written)
    assert reading is not None
    assert [(c.article_id, c.units) for c in reading.cites] == [(f"{TECHNICAL}#12", (("pass:1", "point:2"),))]


def test_a_subject_that_ends_a_regulations_title_is_no_act() -> None:
    title = 'w sprawie dokumentu "Prawo wykonywania zawodu latarnika"'
    names = ActNames([Act("DU/2092/950", title, kind="regulation")])
    reader = CitationReader(CitationResolver(names, lambda act_id: ["1"]))
    assert reader.read("prawo wykonywania zawodu latarnika") is None
    named = reader.read(f"rozporządzenie {title}")
    assert named is not None
    assert named.act_id == "DU/2092/950"


@pytest.mark.parametrize("written", ["§ 5 jakie są zasady", "par 5 jakie są zasady", "par 5 butów bez paragonu"])
def test_a_question_that_begins_with_a_paragraph_is_no_citation(names: ActNames, written: str) -> None:
    assert CitationReader(CitationResolver(names, lambda act_id: ["5"])).read(written) is None


def test_they_are_printed_as_they_are_cited(names: ActNames) -> None:
    day = "rozporządzenia Ministra Portów, Mostów i Promów z dnia 4 czerwca 2092 r. w sprawie latarni"
    assert format_citation(f"{LIGHTS}#12", names, ("pass:1",)) == f"§ 12 ust. 1 {day}"
    assert format_citation(f"{LIGHTS}#z1.3", names) == f"załącznik nr 1 pkt 3 {day}"
    assert format_citation(f"{TECHNICAL}#12", names) == "§ 12 WT"
