"""The act a question is about, with the paper's arithmetic written out."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from przepis.law.names import ActNames
from przepis.law.prefixes import prefixes
from przepis.law.scope import EVERYDAY, ActScope, act_phrase, paper_scope
from przepis.records import Act

TITLES = {
    "DU/1997/553": "Kodeks karny",
    "DU/1997/557": "Kodeks karny wykonawczy",
    "DU/1964/93": "Kodeks cywilny",
    "DU/1982/145": "o radcach prawnych",
    "DU/1982/147": "o księgach wieczystych i hipotece",
    "DU/2002/1270": "Prawo o postępowaniu przed sądami administracyjnymi",
    "DU/2001/733": "o ochronie praw lokatorów, mieszkaniowym zasobie gminy i o zmianie Kodeksu cywilnego",
}
DATES = {
    "DU/1997/553": dt.date(1997, 6, 6),
    "DU/1997/557": dt.date(1997, 6, 6),
    "DU/1982/145": dt.date(1982, 7, 6),
    "DU/1982/147": dt.date(1982, 7, 6),
}
NAMES = ActNames(Act(act_id, title, date=DATES.get(act_id)) for act_id, title in TITLES.items())
SCOPE = ActScope(TITLES, NAMES)


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("Zgodnie z Kodeksem karnym, występkiem jest czyn:", "Kodeksem karnym"),
        ("Zgodnie z ustawą z dnia 6 lipca 1982 r. o radcach prawnych, radca:", "ustawą o radcach prawnych"),
        ("W świetle ustawy – Prawo wodne, kto może:", "ustawy – Prawo wodne"),
        ("Czy sąsiad może ściąć moje drzewo?", ""),
    ],
)
def test_act_phrase(question: str, phrase: str) -> None:
    assert act_phrase(question) == phrase


def test_papers_example_of_prefixes() -> None:
    assert prefixes("Kodeksem karnym") == {"kodek", "karny"}


def test_paper_scope_is_containment_at_six_tenths() -> None:
    # P(q) = {kodek, karny}. Kodeks karny and Kodeks karny wykonawczy: 2/2 = 1. Kodeks cywilny, and the tenants' act
    # whose title ends with "Kodeksu cywilnego": 1/2 = 0.5 < 0.6. The others: 0/2.
    found = paper_scope("Zgodnie z Kodeksem karnym, występkiem jest czyn:", TITLES)
    assert found == {"DU/1997/553", "DU/1997/557"}


def test_paper_scope_threshold_is_inclusive() -> None:
    # P(q) = {prawo, wodne, morsk, rzecz, ochro}: 3 of 5 in the title is 0.6, which counts; 2 of 5 is 0.4.
    question = "Zgodnie z prawem wodnem morskiem rzecznem ochronnem, wolno:"
    assert prefixes(act_phrase(question)) == {"prawe", "wodne", "morsk", "rzecz", "ochro"}
    titles = {"A": "wodne morskie rzeczne", "B": "wodne morskie lądowe"}
    assert paper_scope(question, titles) == {"A"}
    assert paper_scope(question, titles, threshold=0.4) == {"A", "B"}


def test_paper_scope_of_a_question_without_an_act_is_empty() -> None:
    assert paper_scope("Czy sąsiad może ściąć moje drzewo?", TITLES) == frozenset()


@pytest.mark.parametrize(
    ("question", "act_id"),
    [
        ("Zgodnie z Kodeksem karnym, występkiem jest czyn:", "DU/1997/553"),
        ("Zgodnie z Kodeksem karnym wykonawczym, skazany:", "DU/1997/557"),
        ("Zgodnie z Kodeksem cywilnym, lokator:", "DU/1964/93"),
        ("Zgodnie z ustawą z dnia 6 lipca 1982 r. o radcach prawnych, radca:", "DU/1982/145"),
        ("Zgodnie z ustawą z dnia 6 lipca 1982 r. o księgach wieczystych i hipotece, wpis:", "DU/1982/147"),
        ("Jak liczyć termin według k.c., gdy koniec wypada w sobotę?", "DU/1964/93"),
        ("Ustawa o radcach prawnych: kto nadzoruje aplikantów?", "DU/1982/145"),
    ],
)
def test_improved_scope_names_one_act(question: str, act_id: str) -> None:
    scores = SCOPE.scores(question)
    assert next(iter(scores)) == act_id
    assert all(0.0 <= score <= 1.0 for score in scores.values())


def test_title_that_runs_over_the_first_comma() -> None:
    question = (
        "Zgodnie z ustawą o ochronie praw lokatorów, mieszkaniowym zasobie gminy i o zmianie Kodeksu cywilnego, "
        "właściciel może:"
    )
    assert SCOPE.best(question) == "DU/2001/733"


def test_no_act_named_gives_nothing_strong() -> None:
    assert SCOPE.best("Czy sąsiad może ściąć moje drzewo?") is None
    assert max(SCOPE.scores("radca i prawnik, kto jest droższy?").values(), default=0.0) <= 0.5


def test_needs_something_to_match() -> None:
    with pytest.raises(ValueError, match="titles or names"):
        ActScope()


@given(st.text(max_size=300))
def test_any_text_gives_scores_between_zero_and_one(text: str) -> None:
    assert all(0.0 <= score <= 1.0 for score in SCOPE.scores(text).values())


def test_an_everyday_word_is_a_hint_and_no_name() -> None:
    titles = {"DU/2004/535": "o podatku od towarów i usług"}
    scope = ActScope(titles, ActNames(Act(act_id, title) for act_id, title in titles.items()))
    assert scope.scores("Czy VAT od wydatków z KPO jest kwalifikowalny?") == {"DU/2004/535": EVERYDAY}
    assert scope.scores("Kto jest podatnikiem według u.p.t.u.?") == {"DU/2004/535": 1.0}
    assert scope.scores("Kto jest podatnikiem, ustawa o VAT?") == {"DU/2004/535": 1.0}


@pytest.mark.parametrize(
    "asked", ["Do szkoły mamy 5 km. Czy gmina musi dowozić?", "silnik 90 KM nie odpala", "Mamy 3 kw. Co dalej?"]
)
def test_a_measure_at_the_end_of_a_sentence_names_no_act(asked: str) -> None:
    acts = [
        Act("DU/2001/1545", "Kodeks morski"),
        Act("DU/1971/114", "Kodeks wykroczeń"),
        Act("DU/2091/1", "o łodziach"),
    ]
    assert ActScope(names=ActNames(acts)).scores(asked) == {}


def test_the_same_abbreviation_with_its_dots_names_it() -> None:
    acts = [Act("DU/2001/1545", "Kodeks morski"), Act("DU/2091/1", "o łodziach")]
    assert ActScope(names=ActNames(acts)).scores("czy § 2 k.m. to obejmuje") == {"DU/2001/1545": 1.0}
