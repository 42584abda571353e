"""The rules an annotation must pass, and the extractor that passes them without a model."""

from __future__ import annotations

import dataclasses

import pytest

from przepis.records import Act, Article
from przepis.surrogates.extract import extract, key_phrases, theme_of
from przepis.surrogates.language import looks_polish
from przepis.surrogates.patterns import ask
from przepis.surrogates.priority import act_tier
from przepis.surrogates.schema import surrogate_from
from przepis.surrogates.sentences import clip, sentences, without_addresses
from przepis.surrogates.validate import longest_copy, problems
from tests.llm.fake_server import ANNOTATION

TEXT = "Kto przed upływem roku zawiadomi urząd o zmianie adresu, otrzymuje zwrot opłaty za wydanie nowego dowodu."
ARTICLE = Article("DU/1/1#1", "DU/1/1", "1", 1, TEXT, text_hash="h")
GOOD = surrogate_from(ANNOTATION, ARTICLE, "m", "v", None)


def test_a_good_annotation_passes():
    assert problems(GOOD, TEXT) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"lay": ("Kto odda mi pieniądze?",)}, "lay: liczba pozycji 1, powinno być 2-6"),
        ({"concepts": ()}, "concepts: liczba pozycji 0"),
        ({"summary": "Krótko."}, "summary: 7 znaków"),
        ({"theme": "x" * 91}, "theme: 91 znaków"),
        ({"keywords": ("zwrot",)}, "keywords: 1 słów"),
        ({"keywords": ("czy będzie zwrot?",)}, "znak zapytania w haśle"),
        ({"practitioner": ("Zwrot kosztów następuje na wniosek strony.",)}, "brak znaku zapytania"),
        ({"practitioner": ("Jak należy rozumieć art. 15 ustawy o zwrocie kosztów?",)}, "numer przepisu"),
        ({"lay": ("Kto odda mi pieniądze?", "Kto odda mi pieniądze?")}, "powtarzają się"),
        ({"summary": "This provision says who may ask for the costs and how."}, "nie jest po polsku"),
        ({"lay": ("Who will pay me back for it?", "When do I get the money?")}, "nie jest po polsku"),
        (
            {"lay": ("Czy zawiadomi urząd o zmianie adresu otrzymuje zwrot opłaty?", "Kto odda mi pieniądze?")},
            "przepisuje 8 kolejnych słów",
        ),
    ],
)
def test_each_rule_refuses(change, words):
    found = problems(dataclasses.replace(GOOD, **change), TEXT)
    assert any(words in line for line in found), found


def test_seven_words_may_be_taken_over():
    seven = "Czy zawiadomi urząd o zmianie adresu otrzymuje zwrot?"
    assert longest_copy(seven, TEXT) == 7
    assert problems(dataclasses.replace(GOOD, lay=(seven, "Kto odda mi pieniądze?")), TEXT) == []


@pytest.mark.parametrize(
    "text",
    [
        "Czy szef może mnie zwolnić w ciąży?",
        "umowa najmu lokalu",
        "Przepis określa zasady zwrotu kosztów.",
        "Ile mam czasu na odwołanie od decyzji?",
    ],
)
def test_polish(text):
    assert looks_polish(text)


@pytest.mark.parametrize(
    "text",
    [
        "Can my boss fire me when I am pregnant?",
        "Kdy může být zaměstnanec propuštěn a kdo o tom rozhoduje?",
        "Кто может требовать возмещения расходов?",
        "Wer kann die Erstattung der Kosten verlangen und wann?",
        "Quién puede pedir el reembolso de los gastos?",
        "",
        "123",
    ],
)
def test_not_polish(text):
    assert not looks_polish(text)


@pytest.mark.parametrize(
    ("sentence", "kind", "question"),
    [
        (
            "Kto zabiera w celu przywłaszczenia cudzą rzecz ruchomą, podlega karze pozbawienia wolności.",
            "penal",
            "Co grozi temu, kto zabiera w celu przywłaszczenia cudzą rzecz ruchomą?",
        ),
        (
            "Przez umowę sprzedaży sprzedawca zobowiązuje się przenieść na kupującego własność rzeczy.",
            "definition",
            "Do czego zobowiązuje się sprzedawca, zawierając umowę sprzedaży?",
        ),
        (
            "Przez lokal socjalny rozumie się lokal o obniżonym standardzie.",
            "definition",
            "Co to znaczy: lokal socjalny?",
        ),
        (
            "Odwołanie wnosi się w terminie czternastu dni od dnia doręczenia decyzji stronie.",
            "deadline",
            "Ile jest czasu, gdy chodzi o to: odwołanie wnosi się?",
        ),
        (
            "Minister właściwy do spraw zdrowia określi, w drodze rozporządzenia, wzór karty pacjenta.",
            "competence",
            "Kto ustala wzór karty pacjenta?",
        ),
        (
            "Starosta wydaje prawo jazdy na wniosek kierowcy.",
            "competence",
            "Kto wydaje prawo jazdy na wniosek kierowcy?",
        ),
        ("Najemca może wypowiedzieć umowę.", "right", "Czy najemca może wypowiedzieć umowę?"),
        ("Pracodawca jest obowiązany wydać świadectwo pracy.", "duty", "Czy pracodawca musi wydać świadectwo pracy?"),
    ],
)
def test_patterns(sentence, kind, question):
    asked = ask(sentence)
    assert asked is not None
    assert asked.kind == kind
    assert asked.lay[0] == question


def test_a_sentence_that_answers_nothing_gives_nothing():
    assert ask("Przepisy stosuje się odpowiednio.") is None


def test_marks_and_addresses_are_taken_off():
    text = (
        "§ 1. Strona składa wniosek, o którym mowa w art. 5 ust. 1 i 2 pkt 3, na piśmie.\n1) wniosek pisemny;\na) druk"
    )
    assert sentences(text) == [
        "Strona składa wniosek, o którym mowa w art. 5 ust. 1 i 2 pkt 3, na piśmie.",
        "wniosek pisemny;",
        "druk",
    ]
    assert without_addresses(sentences(text)[0]) == "Strona składa wniosek, na piśmie"
    assert clip("jeden dwa trzy cztery w", 5) == "jeden dwa trzy cztery"


def test_extracts_are_marked_and_complete():
    act = Act("DU/1/1", "o dowodach")
    article = dataclasses.replace(ARTICLE, headings=("DZIAŁ II", "Rozdział 3. Zwrot opłat"))
    found = extract(act, article)
    assert (found.annotator, found.text_hash, found.theme) == ("extractive", "h", "Zwrot opłat")
    assert found.summary
    assert all([found.lay, found.practitioner, found.keywords, found.concepts])
    assert problems(found, TEXT) == []
    assert theme_of(act, dataclasses.replace(article, headings=("DZIAŁ II",))) == "o dowodach"


def test_key_phrases_by_frequency():
    assert key_phrases("Zwrot opłaty. Zwrot opłaty, nowy dowód.", 2) == ["zwrot opłaty", "nowy dowód"]


def test_tiers():
    assert act_tier(Act("a", "Kodeks cywilny")) == 1
    assert act_tier(Act("a", "Prawo budowlane")) == 2
    assert act_tier(Act("a", "o radcach prawnych")) == 2
    assert act_tier(Act("a", "o nasiennictwie")) == 3
    assert act_tier(Act("a", "Kodeks rodzinny", status="repealed")) == 4
