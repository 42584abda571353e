"""A regulation ends with what authorises it. The acts are invented."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from przepis.corpus.importing import import_markdown
from przepis.corpus.linking import link_references
from przepis.corpus.store import Store
from przepis.corpus.validity.record import Validity
from przepis.corpus.validity.settle import validity_of

BOATS, RAFTS, FEES = "DU/2091/3", "DU/2095/8", "DU/2092/40"
STATUTE = """---
title: "Ustawa z dnia {title}"
eli: "{eli}"
status_pl: "obowiązujący"
entry_into_force: "{entry}"
---
{body}"""
BOATS_TEXT = "##### Art. 1.\n\nWolno pływać.\n\n##### Art. 2.\n\n{delegation}\n"
DELEGATION = "Minister określi, w drodze rozporządzenia, opłaty."
ENDS = "##### Art. 9.\n\nTraci moc ustawa z dnia 3 marca 2091 r. o najmie łodzi .\n"
REGULATION = """---
title: "Rozporządzenie Ministra Wód z dnia 4 maja 2092 r. w sprawie opłat za łodzie"
eli: "DU/2092/40"
rank: "rozporzadzenie"
status_pl: "obowiązujący"
entry_into_force: "{entry}"
---
Na podstawie {basis} zarządza się, co następuje:

##### § 1.

Opłata wynosi dwa grosze.
"""
BASIS = "art. 2 ustawy z dnia 3 marca 2091 r. o najmie łodzi"


def fees(
    tmp_path: Path, *, basis: str = BASIS, entry: str = "2092-06-01", ends: bool = False, gone: bool = False
) -> Validity:
    law = tmp_path / "law"
    law.mkdir()
    boats = BOATS_TEXT.format(delegation="(uchylony)" if gone else DELEGATION)
    title = "3 marca 2091 r. o najmie łodzi"
    day = "2094-01-01" if gone else "2091-04-01"
    (law / "a.md").write_text(STATUTE.format(title=title, eli=BOATS, entry=day, body=boats), encoding="utf-8")
    if ends:
        rafts = STATUTE.format(title="5 maja 2095 r. o tratwach", eli=RAFTS, entry="2095-06-01", body=ENDS)
        (law / "b.md").write_text(rafts, encoding="utf-8")
    (law / "c.md").write_text(REGULATION.format(basis=basis, entry=entry), encoding="utf-8")
    with Store(tmp_path / "home", create=True) as store:
        import_markdown(store, law, workers=1)
        link_references(store, workers=1)
        return validity_of(store, FEES)


def test_it_ends_on_the_day_its_statute_ends(tmp_path: Path) -> None:
    verdict = fees(tmp_path, ends=True)
    assert (verdict.status, verdict.until, verdict.ended_by) == ("repealed", dt.date(2095, 6, 1), BOATS)
    assert verdict.in_force_on(dt.date(2095, 5, 31))
    assert not verdict.in_force_on(dt.date(2095, 6, 1))
    assert "what authorises it is not" in verdict.disagreement, "its own status field still says that it is in force"


def test_it_ends_with_the_very_article(tmp_path: Path) -> None:
    verdict = fees(tmp_path, gone=True)
    assert (verdict.status, verdict.exact, verdict.ended_by_article) == ("repealed", False, "2")


def test_a_later_text_of_it_shows_that_it_was_kept(tmp_path: Path) -> None:
    verdict = fees(tmp_path, ends=True, entry="2096-01-01")
    assert verdict.status == "in_force"
    (basis,) = [w for w in verdict.witnesses if w.kind == "basis"]
    assert (basis.void, basis.void_day) == ("text_later", dt.date(2096, 1, 1))


@pytest.mark.parametrize("basis", [BASIS, f"{BASIS} oraz art. 5 ustawy z dnia 1 maja 2080 r. o morzu"])
def test_with_a_ground_that_stands_or_is_not_known_it_stands(tmp_path: Path, basis: str) -> None:
    assert fees(tmp_path, basis=basis, ends=basis != BASIS).status == "in_force"


def test_an_unknown_authorising_act_is_named_and_left_open(tmp_path: Path) -> None:
    verdict = fees(tmp_path, basis="art. 5 ustawy z dnia 1 maja 2080 r. o morzu", ends=True)
    assert verdict.status == "in_force"
    with Store(tmp_path / "home") as store:
        (ground,) = [r for r in store.references_from(f"{FEES}#1") if r.kind == "regulation"]
    assert (ground.resolved, ground.mention) == (False, "art. 5")
