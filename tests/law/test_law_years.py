"""A year said with an act's name: the act of that year, or none."""

from __future__ import annotations

import datetime as dt

import pytest

from przepis.law.citations import CitationResolver
from przepis.law.names import ActNames
from przepis.law.reading import CitationReader
from przepis.law.years import time_said, year_after
from przepis.records import Act

KK, WATER, DATA, OLD_DATA = "DU/1997/553", "DU/2017/1566", "DU/2018/1000", "DU/1997/883"
BUDGET, TRIBUNAL = "DU/2024/122", "DU/1982/84"
CATS, NEW_CATS = "DU/2090/1", "DU/2095/1"
ACTS = [
    Act(KK, "Kodeks karny", date=dt.date(1997, 6, 6)),
    Act(WATER, "Prawo wodne", date=dt.date(2017, 7, 20)),
    Act(DATA, "o ochronie danych osobowych", date=dt.date(2018, 5, 10)),
    Act(OLD_DATA, "o ochronie danych osobowych", date=dt.date(1997, 8, 29), status="repealed"),
    Act(TRIBUNAL, "o Trybunale Stanu", date=dt.date(1982, 3, 26)),
    Act(CATS, "o kotach domowych", date=dt.date(2090, 1, 2)),
    Act(NEW_CATS, "o kotach domowych", date=dt.date(2095, 1, 2), status="repealed"),
    Act(BUDGET, "budżetowa na rok 2024", date=dt.date(2024, 1, 18)),
]
TEXTS = {OLD_DATA: {1997, 2016}, KK: {1997, 2024}}
NAMES = ActNames(ACTS, lambda act_id: TEXTS.get(act_id, ()))
READER = CitationReader(
    CitationResolver(NAMES, lambda act_id: ["5", "148"] if act_id in NAMES.in_corpus else []),
    lambda eli: {"DU/2024/1087": WATER, "DU/2024/17": KK}.get(eli),
    lambda name: 2020 if time_said(name).year == 2020 and "o Trybunale Stanu" in name else None,
)


@pytest.mark.parametrize(
    ("text", "act_id"),
    [
        ("prawo wodne 2017 art 5", WATER),
        ("prawo wodne 2021 art 5", WATER),  # a later text of it
        ("prawo wodne 2001 art 5", None),
        ("art. 5 prawo wodne 2001", None),
        ("art. 5 prawa wodnego (2001)", None),
        ("art. 5 prawo wodne rok 2001", None),
        ("art. 5 prawo wodne/2001", None),
        ("art. 5 prawo wodne2001", None),
        ("2001 prawo wodne art. 5", None),
        ("art. 5 prawo wodne (tekst z 2001 r.)", None),
        ("art. 5 prawo wodne (tekst jednolity z 2021 r.)", WATER),
        ("art. 5 ustawy z 2001 r. Prawo wodne", None),
        ("art. 5 ustawy z dnia 18 lipca 2001 r. Prawo wodne", None),
        ("Kodeks karny z 1969 art 148", None),
        ("art. 148 kk 1969", None),
        ("art 148 kk 2023", KK),
        ("art. 148 k.k. z 1997 r.", KK),
        ("art. 148 k.k. z 2024 r.", KK),
        ("art. 148 k.k. z 2020 r.", KK),  # as it read then: no other code is of that year
        ("art. 148 kodeksu karnego z 2009 roku", KK),
        ("art. 5 prawa wodnego z 2018 r.", WATER),
        ("art. 5 ustawy o ochronie danych osobowych z 2010 r.", OLD_DATA),
        ("art. 5 ustawy o Trybunale Stanu z 2019 r.", TRIBUNAL),
        ("art. 5 ustawy o kotach domowych z 2094 r.", CATS),
        ("art. 5 ustawy o kotach domowych z 2095 r.", NEW_CATS),
        ("art. 5 ustawy o kotach domowych 2095", NEW_CATS),
        ("ustawa o ochronie danych osobowych 2018 art 5", DATA),
        ("ustawa o ochronie danych osobowych 1997 art 5", OLD_DATA),
        ("ustawa o ochronie danych osobowych 2010 art 5", OLD_DATA),
        ("ustawa o ochronie danych osobowych 1990 art 5", None),
        ("art. 5 ustawy budżetowej na rok 2024", BUDGET),
        ("art. 5 ustawy budżetowej na rok 2031", None),
        ("art. 5 prawa wodnego (Dz.U. 2024 poz. 1087)", WATER),
        ("art. 5 prawa wodnego (Dz.U. 2021 poz. 2233)", WATER),
        ("art. 5 prawa wodnego (Dz.U. 2001 nr 115 poz. 1229)", None),
        ("art. 5 prawa wodnego (Dz.U. 2024 poz. 17)", None),
    ],
)
def test_a_provision_is_of_the_act_of_that_year(text: str, act_id: str | None) -> None:
    reading = READER.read(text)
    assert reading is not None
    (cite,) = reading.cites
    assert cite.act_id == act_id
    assert [one.act_id for one in READER.resolve(text)] == [act_id]
    if act_id is None:
        assert (cite.problem, cite.article_id, reading.to_search) == ("another_time", None, False)
        assert reading.absent is not None
        assert reading.absent.act_id in (WATER, KK, DATA, BUDGET)


@pytest.mark.parametrize(
    ("text", "act_id"),
    [
        ("kk 2023", KK),
        ("kodeks karny z 2020 r.", KK),
        ("ustawa o Trybunale Stanu 1982", TRIBUNAL),
        ("prawo wodne 2017", WATER),
        ("ustawa o ochronie danych osobowych 2018", DATA),
        ("Dz.U. 2024 poz. 1087", WATER),
        ("kk 1969", None),
        ("kodeks karny 1969", None),
        ("prawo wodne 2001", None),
    ],
)
def test_an_act_alone_is_the_one_of_that_year(text: str, act_id: str | None) -> None:
    for reading in (READER.read(text), READER.read_act(text)):
        assert reading is not None
        assert reading.act_id == act_id
        assert (reading.absent is None) is (act_id is not None)


@pytest.mark.parametrize(
    ("text", "article_id"),
    [
        ("zgodnie z art. 5 prawa wodnego 2001 wolno było", None),
        ("zgodnie z art. 148 kk 1969 sąd orzeka", None),
        ("art. 5 ustawy o danych osobowych 1990", None),
        ("art. 5 ustawy o danych osobowych urodzonych 1990", f"{DATA}#5"),
        ("zgodnie z art. 148 kk 2023 sąd orzeka", f"{KK}#148"),
        ("art 148 kk 25 lat", f"{KK}#148"),
        ("art 148 kk 1900 zł grzywny", f"{KK}#148"),
        ("art. 5 prawo wodne 200 m od brzegu", f"{WATER}#5"),
        ("w roku 1990 ile dni z art 148 kk", f"{KK}#148"),
        ("art. 5 prawa wodnego, urodzony w 1990", f"{WATER}#5"),
        ("art. 5 prawa wodnego w latach 2001-2005", f"{WATER}#5"),
        ("kodeks karny, art. 148", f"{KK}#148"),
        ("dawny kodeks karny, art. 148", None),
        ("jak francuski kodeks karny, art. 148", None),
    ],
)
def test_in_a_sentence_the_year_must_follow_the_name(text: str, article_id: str | None) -> None:
    assert [cite.article_id for cite in READER.resolve(text)] == [article_id]


@pytest.mark.parametrize("text", ["prawo wodne 200 m od brzegu", "art. 5 prawo wodne 200 m od brzegu"])
def test_a_question_is_not_a_name(text: str) -> None:
    assert READER.read(text) is None


def test_what_follows_an_act_that_is_not_known_is_searched_for_too() -> None:
    reading = READER.read("art. 12 ustawy o kotach?")
    assert reading is not None
    assert reading.to_search
    assert (reading.article_ids, [cite.problem for cite in reading.cites]) == ((), ["unknown_act"])


@pytest.mark.parametrize("text", ["ustawa o Trybunale Stanu z 2020 r.", "art. 5 ustawy o Trybunale Stanu 2020"])
def test_a_year_in_which_an_act_was_made_that_has_ended_means_that_one(text: str) -> None:
    reading = READER.read(text)
    assert reading is not None
    assert reading.absent is not None
    assert (reading.absent.problem, reading.absent.act_id, reading.article_ids) == ("ended_act", TRIBUNAL, ())


def test_a_name_is_told_from_its_time() -> None:
    assert time_said("Kodeks karny z 1969 r.").words == "Kodeks karny"
    assert time_said("w latach 2014-2020").year is None
    assert time_said("Prawo wodne (2001)").year == 2001
    assert year_after(" 2000 zł") is None
    assert year_after(" 1969 r., gdy") is not None


def test_words_resolved_loosely_keep_to_the_year_too() -> None:
    assert NAMES.resolve("prawo wodne 2001") is None
    assert NAMES.resolve("kk z 1969") is None
    assert NAMES.resolve("Prawem wodnym z 2017 r.") == WATER
