"""Names of acts in every form people write them."""

from __future__ import annotations

import datetime as dt

import pytest

from przepis.law.base_acts import bare_title, base_act, base_acts, namings, whole_title
from przepis.law.names import ActNames
from przepis.records import Act

ACTS = [
    Act("DU/1964/93", "Kodeks cywilny", date=dt.date(1964, 4, 23)),
    Act("DU/1964/59", "Kodeks rodzinny i opiekuńczy", date=dt.date(1964, 2, 25)),
    Act("DU/1974/141", "Kodeks pracy", date=dt.date(1974, 6, 26)),
    Act("DU/1997/553", "Kodeks karny", date=dt.date(1997, 6, 6)),
    Act("DU/1997/555", "Kodeks postępowania karnego", date=dt.date(1997, 6, 6)),
    Act("DU/1997/557", "Kodeks karny wykonawczy", date=dt.date(1997, 6, 6)),
    Act("DU/1982/145", "o radcach prawnych", date=dt.date(1982, 7, 6)),
    Act("DU/1982/147", "o księgach wieczystych i hipotece", date=dt.date(1982, 7, 6)),
    Act("DU/2018/1000", "o ochronie danych osobowych", date=dt.date(2018, 5, 10)),
    Act("DU/1997/883", "o ochronie danych osobowych", date=dt.date(1997, 8, 29), status="repealed"),
    Act("DU/1998/576", "o samorządzie województwa", date=dt.date(1998, 6, 5)),
    Act("DU/1998/578", "o samorządzie powiatowym", date=dt.date(1998, 6, 5)),
    Act("DU/2099/1", "o wypożyczalniach latawców", date=dt.date(2099, 1, 2), aliases=("u.w.l.t.", "latawcowa")),
]
NAMES = ActNames(ACTS)


@pytest.mark.parametrize(
    ("words", "act_id"),
    [
        ("k.c.", "DU/1964/93"),
        ("KC", "DU/1964/93"),
        ("kc", "DU/1964/93"),
        ("Kodeksem cywilnym", "DU/1964/93"),
        ("Kodeksu cywilnego", "DU/1964/93"),
        ("k. r. i o.", "DU/1964/59"),
        ("k.r.io.", "DU/1964/59"),
        ("k.p.", "DU/1974/141"),
        ("k.p.k.", "DU/1997/555"),
        ("Kodeksie karnym", "DU/1997/553"),
        ("Kodeksu karnego wykonawczego", "DU/1997/557"),
        ("Kodeksu postępowania karnego", "DU/1997/555"),
        ("ustawy z dnia 6 lipca 1982 r. o radcach prawnych", "DU/1982/145"),
        ("ustawy z dnia 6 lipca 1982 r. o księgach wieczystych i hipotece", "DU/1982/147"),
        ("ustawy z dnia 6 lipca 1982 r. o księgach wieczystyc h i hip otece", "DU/1982/147"),
        ("ustawą o radcach prawnych", "DU/1982/145"),
        ("ustawy o ochronie danych osobowych", "DU/2018/1000"),
        ("ustawy z dnia 29 sierpnia 1997 r. o ochronie danych osobowych", "DU/1997/883"),
        ("ustawy z dnia 5 czerwca 1998 r. o samorządzie województwa", "DU/1998/576"),
        ("ustawy z dnia 5 czerwca 1998 r. o samorządzie powiatowym", "DU/1998/578"),
        ("Konstytucji Rzeczypospolitej Polskiej", "DU/1997/483"),
        ("kodeksu drogowego", "DU/1997/602"),
        ("TFUE", "EU/TFUE"),
        ("Traktatu o funkcjonowaniu Unii Europejskiej", "EU/TFUE"),
        ("u.w.l.t.", "DU/2099/1"),
        ("latawcowej", "DU/2099/1"),
        ("ustawy z dnia 6 lipca 1982 r.", None),
        ("ustawa o niczym szczególnym", None),
        ("", None),
    ],
)
def test_resolves(words: str, act_id: str | None) -> None:
    assert NAMES.resolve(words) == act_id


def test_date_argument_decides_between_equal_titles() -> None:
    assert NAMES.resolve("o ochronie danych osobowych", dt.date(1997, 8, 29)) == "DU/1997/883"


def test_abbreviation_and_suggestions() -> None:
    assert NAMES.abbreviation("DU/1964/93") == "k.c."
    assert NAMES.abbreviation("DU/1900/1") == ""
    assert NAMES.suggest("k.p", 3)[0] == "DU/1974/141"
    assert NAMES.suggest("radc") == ["DU/1982/145"]
    assert NAMES.suggest("kodeks kar", 2) == ["DU/1997/553", "DU/1997/557"]
    assert NAMES.suggest("..") == []


def test_a_title_is_shown_whole_and_clean() -> None:
    assert whole_title("o spisie powszechnym w 2011 r") == "o spisie powszechnym w 2011 r."
    assert whole_title("o latawcach 2023-03-23 Pobierz dokument D2023000054401.pdf") == "o latawcach"
    assert whole_title("Kodeks cywilny") == "Kodeks cywilny"
    assert whole_title('o nadaniu uczelni nazwy "Uniwersytet Łodzi') == 'o nadaniu uczelni nazwy "Uniwersytet Łodzi"'
    assert whole_title("o programie „Łódź plus") == "o programie „Łódź plus”"


def test_bare_title() -> None:
    assert bare_title("Ustawa z dnia 7 lipca 1994 r. - Prawo budowlane") == "Prawo budowlane"
    assert bare_title("ustawy o radcach prawnych") == "o radcach prawnych"
    assert bare_title("ustawy - Kodeks karny") == "Kodeks karny"


@pytest.mark.parametrize(
    ("date", "title", "act_id"),
    [
        (dt.date(1982, 7, 6), "ustawy o radcach prawnych", "DU/1982/145"),
        (dt.date(1982, 7, 6), "o księgach wieczystych i hipotece", "DU/1982/147"),
        (dt.date(1997, 6, 6), "Kodeks karny", "DU/1997/553"),
        (dt.date(1997, 6, 6), "Kodeks karny wykonawczy", "DU/1997/557"),
        (dt.date(2017, 2, 10), "ustawy o Krajowym Ośrodku Wsparcia Rolnictwa", "DU/2017/623"),
    ],
)
def test_base_act_by_date_and_title(date: dt.date, title: str, act_id: str) -> None:
    found = base_act(date, title)
    assert found is not None
    assert found.act_id == act_id


def test_a_base_act_says_where_its_number_is_from_and_an_unknown_one_is_none() -> None:
    stated = base_act(dt.date(2017, 2, 10), "ustawy o Krajowym Ośrodku Wsparcia Rolnictwa")
    assert stated is not None
    assert stated.source == "stated"
    assert base_act(dt.date(1982, 7, 6), "o czymś zupełnie innym") is None


def test_tables_are_sound() -> None:
    seen: dict[str, dt.date] = {}
    for act in base_acts():
        year = int(act.act_id.split("/")[1])
        assert act.date.year <= year <= act.date.year + 3, act
        assert act.source in {"stated", "known", "renamed"}
        assert seen.setdefault(act.act_id, act.date) == act.date, "one ELI, two dates"
    dates = {act.act_id: act.date for act in base_acts()}
    for naming in namings():
        assert naming.date == dates.get(naming.act_id, naming.date), naming


def test_one_abbreviation_means_one_act() -> None:
    from przepis.law.names import abbreviation_key

    owners: dict[str, str] = {}
    for naming in namings():
        for abbreviation in naming.abbreviations:
            assert owners.setdefault(abbreviation_key(abbreviation), naming.act_id) == naming.act_id


def test_titles_with_the_same_stems_are_told_apart_by_their_letters() -> None:
    acts = [Act("DU/2015/1274", "Prawo konsularne"), Act("DU/2014/827", "o prawach konsumenta")]
    names = ActNames(acts)
    assert names.resolve("ustawy o prawach konsumenta") == "DU/2014/827"
    assert names.resolve("Prawa konsularnego") == "DU/2015/1274"
