"""Acts found by words of their names: whole, begun, in another form, between quotation marks."""

from __future__ import annotations

import pytest

from przepis.corpus.act_list import _rank
from przepis.records import Act

PARENTS = 'o wspieraniu rodziców w aktywności zawodowej oraz w wychowaniu dziecka - "Aktywny rodzic"'
WAGES = "o minimalnym wynagrodzeniu za pracę"


@pytest.mark.parametrize(
    ("title", "asked", "rank"),
    [
        (PARENTS, "Aktywny rodzic", 2),
        (PARENTS, "„aktywny rodzic”", 2),
        ("o świadczeniu „Dobry start”", "dobry start", 2),
        (WAGES, "minimalne wynagrodzenie", 3),
        (WAGES, "wynagrodzenie za prace", 3),
        (WAGES, "minim wynagr", 1),
        (WAGES, "minimalny wzrost", None),
        (WAGES, "k.c.", None),
        (WAGES, "„”", None),
        ("Kodeks karny", "karta", None),
        (WAGES, "praca", 3),
        ("o ochronie praw lokatorów", "praca", None),
        ("o podatku od spadków", "podatek", 3),
        ("o podaniach", "podatek", None),
        ("o radach pracowników", "rady", 3),
        (WAGES, "", 4),
    ],
)
def test_how_well_a_name_fits(title: str, asked: str, rank: int | None) -> None:
    assert _rank(Act("DU/2000/1", title), asked) == rank
