"""The operative part of a judgment: provision, scope, verdict, day."""

from __future__ import annotations

import datetime as dt

import pytest

from przepis.law.rulings import declares_contrary, labels_in, read_ruling

PUBLISHED = dt.date(2093, 5, 10)
BOATS = "ustawy z dnia 3 marca 2091 r. o najmie łodzi"


def test_one_sentence() -> None:
    (verdict,) = read_ruling(
        f"Sąd w składzie …\n\norzeka:\n\nArt. 5 ust. 2 {BOATS} , w zakresie, w jakim pomija tratwy, jest niezgodny "
        "z art. 2 i art. 32 ust. 1 Konstytucji Rzeczypospolitej Polskiej.\n\nPonadto postanawia: umorzyć.",
        PUBLISHED,
    )
    assert (verdict.date, verdict.title, verdict.labels) == (dt.date(2091, 3, 3), "o najmie łodzi", ("5",))
    assert verdict.provision == "Art. 5 ust. 2"
    assert verdict.scope == "w zakresie, w jakim pomija tratwy"
    assert verdict.contrary_to == "art. 2 i art. 32 ust. 1 Konstytucji Rzeczypospolitej Polskiej"
    assert verdict.loses_force == PUBLISHED


def test_points_refer_to_acts_of_earlier_ones_and_some_are_put_off() -> None:
    verdicts = read_ruling(
        f"orzeka:\n\nI\n\n1. Art. 5 {BOATS} jest niezgodny z art. 2 Konstytucji.\n\n"
        "2. Art. 6^1^ § 2 w związku z art. 7 ustawy powołanej w punkcie 1 jest niezgodny z art. 45 Konstytucji.\n\n"
        "3. Art. 8 ustawy powołanej w punkcie 1 jest zgodny z art. 2 Konstytucji.\n\n"
        "II\n\nPrzepis wymieniony w części I w punkcie 2 traci moc obowiązującą z upływem 12 (dwunastu) miesięcy "
        "od dnia ogłoszenia wyroku.",
        PUBLISHED,
    )
    assert [(v.labels, v.title, v.loses_force) for v in verdicts] == [
        (("5",), "o najmie łodzi", PUBLISHED),
        (("6^1",), "o najmie łodzi", dt.date(2094, 5, 10)),
    ]


def test_sub_points_with_verdicts_of_their_own() -> None:
    (verdict,) = read_ruling(
        f"orzeka:\n\nArt. 5 {BOATS}:\n\na) jest zgodny z art. 2,\n\nb) jest niezgodny z art. 64 Konstytucji.",
        PUBLISHED,
    )
    assert (verdict.labels, verdict.contrary_to) == (("5",), "art. 64 Konstytucji")


@pytest.mark.parametrize(
    "verdict", ["jest zgodny z art. 2 Konstytucji", "nie jest niezgodny z art. 2 Konstytucji"], ids=["zgodny", "nie"]
)
def test_what_is_not_contrary(verdict: str) -> None:
    text = f"orzeka:\n\nArt. 5 {BOATS} {verdict}."
    assert read_ruling(text, PUBLISHED) == []
    assert not declares_contrary(text)


def test_articles_examined_only_in_relation_are_left_out() -> None:
    assert labels_in("Art. 3, 5a i 7 oraz art. 9 pkt 2 w związku z art. 11") == ("3", "5a", "7", "9")
