"""Tables, scales and formulas that a source announces and does not have; the wordings are invented."""

from __future__ import annotations

import datetime as dt

import pytest

from przepis.answer.shown import standing_notes
from przepis.corpus.lost import announced_in_vain
from przepis.corpus.validity.record import Validity
from przepis.corpus.validity.standing import Standing
from przepis.messages import in_words
from przepis.records import Act, Article


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. Opłatę pobiera się według następującej skali:\n1a. (uchylony)", "według następującej skali"),
        ("1. Żagle dzieli tabela:\n^*)^ Nie dotyczy łodzi.\n2. Łódź ma żagiel.", "1. Żagle dzieli tabela"),
        ("Opłatę oblicza się według wzoru:\ngdzie:\nO - oznacza opłatę", "Opłatę oblicza się według wzoru"),
        ("Opłatę określa poniższa tabela:", "Opłatę określa poniższa tabela"),
        ("1. Żagiel ma powierzchnię co najmniej:\n2. Łódź ma maszt.", "Żagiel ma powierzchnię co najmniej"),
    ],
)
def test_nothing_behind_the_colon(text: str, words: str) -> None:
    assert announced_in_vain(text).endswith(words)


@pytest.mark.parametrize(
    "text",
    [
        "1. Oceny ustala się według następującej skali:\n1) dobra;\n2) zła.\n2. Ocenę ogłasza się.",
        "Opłatę oblicza się według wzoru:\n*O = K × 2*\ngdzie:\nO - oznacza opłatę",
        "1. Opłaty określa tabela:\nŁódź | 5 zł\n2. Opłatę wpłaca się z góry.",
        "Łódź:\n1) ma maszt:\n2) ma ster.",
        "1. Przepis otrzymuje brzmienie:\n2. Łódź ma maszt.",
        "Objaśnienia do tabel 2 i 3:\n^1)^ Nie dotyczy łodzi.",
        "Kapitan określi, w drodze regulaminu:",
        "Łódź ma maszt.",
    ],
)
def test_what_is_announced_is_there_or_may_be(text: str) -> None:
    assert announced_in_vain(text) == ""


def test_the_reader_is_told_where_to_look() -> None:
    day = dt.date(2090, 1, 1)
    text = "1. Opłatę pobiera się według następującej skali:\n2. Opłatę wpłaca się z góry."
    article = Article("DU/2090/1#3", "DU/2090/1", "3", 1, text, version_id="DU/2091/7")
    standing = Standing(article.article_id, day, True, Validity("DU/2090/1", "in_force"), False)
    (told,) = in_words(standing_notes(standing, article, Act("DU/2090/1", "o łodziach")))
    assert "według następującej skali:" in told
    assert "Dz.U. 2091 poz. 7" in told
