"""On a day the unit shown is one of the wording of that day, never the newest one's under an older address."""

from __future__ import annotations

from pathlib import Path

from przepis.answer.shown import show_hit, unit_on
from przepis.corpus.store import Store
from przepis.law.names import ActNames
from przepis.records import Article, Hit, Unit

BOATS = "DU/2091/101"  # three texts: the original, 2093 and 2096


def test_units_belong_to_the_wording_of_the_day(sample_home: Path) -> None:
    n_checked = 0
    with Store(sample_home) as store:
        names = ActNames(store.acts())
        for label in store.labels(BOATS):
            older, *newer = store.wordings(f"{BOATS}#{label}")
            for unit in newer[-1].units if newer else ():
                shown = show_hit(store, names, Hit(older.article_id, 1.0, 1, unit), older.valid_from)
                assert shown.article.text == older.text
                assert shown.version.as_of == older.valid_from
                assert shown.unit is None or shown.unit in shown.article.units
                assert shown.text in older.text
                n_checked += 1
    assert n_checked > 3


def test_a_unit_is_known_by_what_it_says() -> None:
    def unit(label: str, text: str) -> Unit:
        return Unit((f"pass:{label}",), "pass", label, text)

    old = Article(
        "a#1", "a", "1", 0, "", units=(unit("1", "Łódź zwraca się w porcie."), unit("2", "Kaucja to sto złotych."))
    )
    moved = unit("1", "Kaucja to dwieście złotych.")
    found = unit_on(old, moved)
    assert found is not None
    assert found.label == "2", "the rule on the deposit stood in another unit then"
    assert unit_on(old, unit("2", "Najemca ubezpiecza wiosła od kradzieży.")) is None
    assert unit_on(old, None) is None
