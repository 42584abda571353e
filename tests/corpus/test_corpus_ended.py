"""Acts that have ended and are not in the corpus: invented ones, and one that the shipped facts know."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from przepis.answer.cited import open_cited
from przepis.answer.verification import verify_citation
from przepis.corpus.store import Store
from przepis.corpus.validity.clauses import Clause
from przepis.corpus.validity.ended import EndedActs, ended_statutes
from przepis.corpus.validity.published import Published
from przepis.errors import CitationError
from przepis.law.citations import CitationResolver
from przepis.law.names import ActNames
from przepis.law.reading import CitationReader
from przepis.lookups import Lookups
from przepis.records import Act
from przepis.serve.cli.main import cli

NOT_ASKED: Any = None
OLD, NEW, BEGINS = dt.date(2040, 1, 2), dt.date(2050, 3, 4), dt.date(2051, 1, 1)


def published(*clauses: Clause, title: str = "Prawo latawcowe", stated: str = "obowiązujący") -> Published:
    return Published("DU/2050/9", title, NEW, stated, in_force_from=BEGINS, clauses=clauses)


def found(*acts: Published) -> dict[str, tuple[dt.date | None, str, str]]:
    ended = ended_statutes({act.eli: act for act in acts})
    return {act.title: (act.validity.until, act.validity.ended_by, act.validity.replaced_by) for act in ended}


def clause(**other: str) -> Clause:
    return Clause(label="7", date=OLD, **{"title": "o latawcach", **other})


def test_a_clause_tells_the_day_and_what_replaced_the_act() -> None:
    old = Published("DU/2040/1", "o latawcach", OLD, "uchylony")
    assert found(old, published(clause())) == {"o latawcach": (BEGINS, "DU/2050/9", "DU/2050/9")}


def test_an_act_older_than_those_read_is_known_from_the_clause_alone() -> None:
    assert found(published(clause())) == {"o latawcach": (BEGINS, "DU/2050/9", "DU/2050/9")}
    introducing = published(clause(), title="Przepisy wprowadzające ustawę - Prawo latawcowe")
    assert found(introducing) == {"o latawcach": (BEGINS, "DU/2050/9", "")}


@pytest.mark.parametrize(
    "act",
    [
        published(clause(left_out="art. 5")),
        published(clause(part="art. 5")),
        published(clause(), stated="uchylony", title="o zmianie ustawy o latawcach"),
        published(clause(title="o zmianie ustawy o latawcach")),
    ],
)
def test_what_is_not_sure_to_have_ended_is_not_said_to_have(act: Published) -> None:
    assert found(act) == {}


def test_an_acts_own_status_is_believed() -> None:
    assert found(Published("DU/2040/1", "o latawcach", OLD, "uchylony")) == {"o latawcach": (None, "", "")}
    assert found(Published("DU/2040/1", "o latawcach", OLD, "obowiązujący"), published(clause())) == {}


def test_a_citation_of_such_an_act_says_that_it_has_ended(tmp_path: Path) -> None:
    with Store(tmp_path / "home", create=True) as store:
        lookups = Lookups(store)
        reading = lookups.reader.read("art. 105 prawa telekomunikacyjnego")
        assert reading is not None
        run = open_cited(store, lookups.names, reading, None, 10, lookups.ended)
        assert [note.key for note in run.notes] == ["note_ended_act", "warn_act_ended_only"]
        assert dict(run.notes[1].values)["day"] == "2024-11-10"
        never = lookups.reader.read("art. 7 ustawy o gimnastyce kotów")
        assert never is not None
        assert [cite.problem for cite in never.cites] == ["unknown_act"]


@pytest.mark.parametrize(
    ("name", "until"),
    [
        ("prawo telekomunikacyjne 2000", dt.date(2004, 9, 3)),
        ("prawo telekomunikacyjne", dt.date(2024, 11, 10)),
        ("kodeks handlowy", dt.date(2001, 1, 1)),
    ],
)
def test_an_ended_act_is_not_answered_for_by_another(tmp_path: Path, name: str, until: dt.date) -> None:
    with Store(tmp_path / "home", create=True) as store:
        lookups = Lookups(store)
        for text in (f"art. 1 {name}", f"{name} art. 1"):
            reading = lookups.reader.read(text)
            assert reading is not None
            assert [cite.problem for cite in reading.cites] == ["ended_act"]
            assert not lookups.verify(text).verified
            with pytest.raises(CitationError) as raised:
                lookups.article_id(text)
            assert [each.key[:14] for each in raised.value.more] == ["warn_act_ended"]
        with pytest.raises(CitationError, match="no longer in force") as raised:
            lookups.act_id(name)
        assert [each.key[:14] for each in raised.value.more] == ["warn_act_ended"]
        assert (lookups.validity(name).status, lookups.validity(name).until) == ("repealed", until)


def test_an_abbreviation_with_a_year_names_the_ended_act_too(tmp_path: Path) -> None:
    with Store(tmp_path / "home", create=True) as store:
        for text in ("pzp 2004 art 67", "art. 67 p.z.p. z 2004 r.", "art. 67 p.z.p. (Dz.U. 2004 nr 19 poz. 177)"):
            reading = Lookups(store).reader.read(text)
            assert reading is not None
            assert [cite.problem for cite in reading.cites] == ["ended_act"]


@pytest.mark.parametrize(
    ("text", "exists", "in_force"),
    [
        ("art. 7 ustawy o latawcach z 1969 r.", None, None),
        ("zgodnie z art. 7 ustawy o latawcach z 1969 r. wolno było", None, None),
        ("art. 9 ustawy o latawcach", False, False),
        ("art. 67 p.z.p. z 2004 r.", None, False),
    ],
)
def test_of_law_that_is_not_here_it_is_not_said_that_it_never_was(text: str, exists: object, in_force: object) -> None:
    names = ActNames([Act("DU/2040/1", "o latawcach", date=OLD)])
    ended = {"Prawo zamówień publicznych z 2004 r.": 2004}
    reader = CitationReader(CitationResolver(names, lambda _: ["7"]), ended=ended.get)
    verified = verify_citation(reader, NOT_ASKED, text, "", None, NOT_ASKED, NOT_ASKED)
    assert (verified.verified, verified.exists, verified.in_force) == (False, exists, in_force)


def test_a_date_tells_acts_of_one_name_apart(tmp_path: Path) -> None:
    with Store(tmp_path / "home", create=True) as store:
        first = EndedActs(store).find("ustawy z dnia 21 lipca 2000 r. - Prawo telekomunikacyjne")
        newest = EndedActs(store).find("prawo telekomunikacyjne")
        assert first is not None
        assert newest is not None
        assert (first.validity.act_id, newest.validity.act_id) == ("DU/2000/852", "DU/2004/1800")


def test_where_an_act_stands_is_told_of_one_that_is_not_here(tmp_path: Path) -> None:
    with Store(tmp_path / "home", create=True) as store:
        lookups = Lookups(store)
        title, verdict = lookups.named_validity("Kodeks celny")
        assert (title, verdict.until) == ("Kodeks celny", dt.date(2004, 5, 1))
        assert lookups.validity("kodeks celny") == verdict
        with pytest.raises(CitationError):
            lookups.validity("o gimnastyce kotów")
    shown = CliRunner().invoke(cli, ["--home", str(tmp_path / "home"), "corpus", "status", "Kodeks celny"])
    assert "Akt nie obowiązuje od 2004-05-01" in " ".join(shown.output.split())
    assert "sprzeczne" not in shown.output
