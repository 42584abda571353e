"""Acts from the API: what their JSON says, which text is chosen, what amended it since."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from przepis.errors import SourceError
from przepis.sources.eli.act import FetchedAct, choose_texts, fetch_text
from przepis.sources.eli.client import EliClient
from przepis.sources.eli.meta import kind_of, read_meta
from przepis.sources.eli.pace import Politeness
from tests.sources.fake_sejm import (
    BASE,
    FERRY,
    LATER,
    LATEST,
    NEW_TEXT,
    OLD_TEXT,
    PDF_TEXT,
    VERDICT,
    FakeSejm,
    add_pdf_text,
)
from tests.sources.invented_act import KITES
from tests.sources.print_journal import as_pdf

QUICK = Politeness(per_second=500.0, retries=2, wait_s=0.01, read_s=0.5)


@pytest.fixture
def sejm() -> Iterator[FakeSejm]:
    with FakeSejm() as server:
        yield server


@pytest.fixture
def client(sejm: FakeSejm, tmp_path: Path) -> Iterator[EliClient]:
    with EliClient(tmp_path, sejm.url, QUICK) as found:
        yield found


def fetch(client: EliClient, eli: str) -> FetchedAct:
    (publication,) = choose_texts(client, eli)
    return fetch_text(client, publication)


def test_a_base_act_is_read_in_its_newest_consolidated_text(client: EliClient) -> None:
    act = fetch(client, BASE).act
    assert (act.eli, act.base_eli, act.address) == (NEW_TEXT, BASE, "Dz.U. 2092 poz. 15")
    assert (act.title, act.kind, act.status) == (KITES.title, "statute", "in_force")
    assert (act.act_date, act.as_of, act.published) == (
        dt.date(2090, 3, 14),
        dt.date(2092, 1, 20),
        dt.date(2092, 2, 3),
    )
    assert act.consolidated
    assert act.keywords == ("latawce", "wypożyczanie")
    assert len(act.articles) == 12


def test_an_announcement_is_read_itself(client: EliClient) -> None:
    act = fetch(client, OLD_TEXT).act
    assert (act.eli, act.base_eli, act.as_of) == (OLD_TEXT, BASE, dt.date(2091, 5, 1))


def test_history_is_every_text_oldest_first(client: EliClient) -> None:
    assert [p.meta.eli for p in choose_texts(client, BASE, history=True)] == [BASE, OLD_TEXT, NEW_TEXT]


def test_later_amendments_are_completed_from_the_base_act(client: EliClient) -> None:
    """The announcement lists one of two; the one published before its legal status date is not among them."""
    found = fetch(client, BASE).later_amendments
    assert [(a.eli, a.in_force, a.published) for a in found] == [
        (LATER, dt.date(2092, 8, 1), dt.date(2092, 7, 10)),
        (LATEST, dt.date(2093, 2, 1), dt.date(2093, 1, 5)),
    ]
    assert found[0].title.startswith("Ustawa z dnia 10 lipca 2092 r.")


def test_a_regulation(client: EliClient) -> None:
    act = fetch(client, FERRY).act
    assert (act.kind, act.title, act.consolidated) == (
        "regulation",
        "w sprawie oznaczania przystani promowych",
        False,
    )
    assert [a.label for a in act.articles] == ["1", "2", "3"]
    assert act.as_of == dt.date(2091, 6, 10)


def test_pdf_where_there_is_no_html(sejm: FakeSejm, client: EliClient) -> None:
    add_pdf_text(sejm)
    act = fetch(client, BASE).act
    assert act.eli == PDF_TEXT
    assert act.articles == fetch(client, NEW_TEXT).act.articles  # the same law, from HTML
    assert f"/acts/{PDF_TEXT}/text.html" not in sejm.requests


def test_pdf_where_the_promised_html_is_empty(sejm: FakeSejm, client: EliClient) -> None:
    add_pdf_text(sejm)
    sejm.acts[PDF_TEXT]["textHTML"] = True  # and the page has zero bytes
    assert len(fetch(client, BASE).act.articles) == 12


def test_the_next_pdf_where_the_first_is_missing(sejm: FakeSejm, client: EliClient) -> None:
    add_pdf_text(sejm)
    sejm.texts[f"{PDF_TEXT}/text/T/D20950008L.pdf"] = sejm.texts.pop(f"{PDF_TEXT}/text/O/D20950008.pdf")
    assert len(fetch(client, BASE).act.articles) == 12


def test_an_old_act_is_read_in_its_unified_text(sejm: FakeSejm, client: EliClient) -> None:
    """Scans of old Journals are passed over; the unified text states the law after its amendments in force."""
    sejm.add(
        "DU/1951/3",
        title="Ustawa z dnia 3 maja 1951 r. o chmurach",
        type="Ustawa",
        announcementDate="1951-05-03",
        promulgation="1951-05-10",
        entryIntoForce="1951-06-01",
        texts=[{"fileName": "D19510003.pdf", "type": "O"}, {"fileName": "D19510003Lj.pdf", "type": "U"}],
        references={
            "Akty zmieniające": [{"id": "DU/1999/4", "date": "1999-02-01"}, {"id": "DU/2098/4", "date": "2098-01-01"}]
        },
    )
    sejm.texts["DU/1951/3/text/U/D19510003Lj.pdf"] = as_pdf(KITES, "unified")
    act = fetch(client, "DU/1951/3").act
    assert act.as_of == dt.date(1999, 2, 1)
    assert act.consolidated


def test_no_text_at_all(sejm: FakeSejm, client: EliClient) -> None:
    add_pdf_text(sejm)
    sejm.texts.pop(f"{PDF_TEXT}/text/O/D20950008.pdf")
    with pytest.raises(SourceError, match="neither HTML nor PDF"):
        fetch(client, BASE)


def test_what_has_no_articles_is_not_an_act(client: EliClient) -> None:
    with pytest.raises(SourceError, match=r"Wyrok .* is not an act with articles"):
        fetch(client, VERDICT)


def test_a_page_in_another_encoding(sejm: FakeSejm, client: EliClient) -> None:
    sejm.faults[f"/acts/{NEW_TEXT}/text.html"] = ["latin2"]
    with pytest.raises(SourceError, match="not UTF-8"):
        fetch(client, BASE)


# -- JSON -------------------------------------------------------------------------------------------------------


def test_kinds() -> None:
    names = (
        "Ustawa",
        "Rozporządzenie",
        "Rozporządzenie z mocą ustawy",
        "Dekret",
        "Uchwała",
        "Umowa międzynarodowa",
        "Wyrok",
    )
    kinds = ["statute", "regulation", "statute", "statute", "resolution", "treaty", "other"]
    assert [kind_of(name) for name in names] == kinds


def test_json_that_is_not_an_act() -> None:
    for data in ({}, {"ELI": "X/1/2", "title": "t"}, {"ELI": "DU/2090/1"}):
        with pytest.raises(SourceError, match="not an act"):
            read_meta(data)
    with pytest.raises(SourceError, match="promulgation 'yesterday' is not a date"):
        read_meta({"ELI": "DU/2090/1", "title": "t", "promulgation": "yesterday"})


@pytest.mark.parametrize(
    ("in_force", "status", "found"),
    [
        ("IN_FORCE", "akt posiada tekst jednolity", "in_force"),
        ("NOT_IN_FORCE", "uznany za uchylony", "repealed"),
        ("NOT_IN_FORCE", "wygaśnięcie aktu", "expired"),
        ("UNKNOWN", "", "unknown"),
    ],
)
def test_statuses(in_force: str, status: str, found: str) -> None:
    assert read_meta({"ELI": "DU/2090/1", "title": "t", "inForce": in_force, "status": status}).status == found


@pytest.mark.shared
def test_real_metadata(shared: Path) -> None:
    folder = shared / "data" / "eli" / "sejm-mcp"
    code = read_meta(json.loads((folder / "eli-du-1964-93.trimmed.json").read_text(encoding="utf-8")))
    assert (code.title, code.kind, code.date) == ("Kodeks cywilny", "statute", dt.date(1964, 4, 23))
    assert [m.eli for m in code.newest_first("Inf. o tekście jednolitym")][:2] == ["DU/2026/795", "DU/2025/1071"]
    text = read_meta(json.loads((folder / "eli-du-2024-1061.json").read_text(encoding="utf-8")))
    assert (text.title, text.base_eli, text.is_announcement) == ("Kodeks cywilny", "DU/1964/93", True)
    assert text.legal_status_date == dt.date(2024, 6, 19)
    rule = read_meta(json.loads((folder / "eli-du-1997-78.json").read_text(encoding="utf-8")))
    assert (rule.kind, rule.status, rule.is_amending) == ("regulation", "repealed", True)
    whole = read_meta(json.loads((folder.parent / "sample-konstytucja-meta.json").read_text(encoding="utf-8")))
    assert (whole.kind, whole.title) == ("constitution", "Konstytucja Rzeczypospolitej Polskiej")
