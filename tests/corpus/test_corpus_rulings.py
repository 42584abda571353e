"""Judgments tied to articles; the rest reported with the reason."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from przepis.answer.shown import standing_notes
from przepis.corpus.store import Store
from przepis.corpus.validity.read_rulings import import_rulings
from przepis.corpus.validity.rulings import ruling_links, rulings_on, shipped_rulings
from przepis.corpus.validity.standing import standing_of
from przepis.errors import SourceError
from tests.corpus.written_law import take_in

ACT = (
    '---\ntitle: "Ustawa z dnia 3 marca 1991 r. o najmie łodzi"\neli: "DU/1991/3"\nstatus_pl: "obowiązujący"\n'
    'entry_into_force: "1991-04-01"\n---\n##### Art. 5.\n\nŁódź wolno nająć.\n\n##### Art. 6.\n\nTratwę też.\n'
)
HEAD = (
    '---\ntitle: "Wyrok Trybunału Konstytucyjnego z dnia 2 maja 2003 r. sygn. akt K 7/03"\neli: "DU/2003/{position}"\n'
    'publication_date: "2003-05-02"\npromulgation_date: "2003-05-10"\n---\n## Treść wyroku\n\norzeka:\n\n'
)
VERDICT = "Art. {label} ustawy z dnia 3 marca 1991 r. o najmie {what} jest niezgodny z art. 2 Konstytucji."


@pytest.fixture
def store(tmp_path: Path) -> Store:
    law = tmp_path / "law"
    store = Store(tmp_path / "home", create=True)
    take_in(store, law, ACT)
    return store


def judgments(tmp_path: Path, *bodies: str) -> Path:
    folder = tmp_path / "rulings"
    folder.mkdir()
    for position, body in enumerate(bodies, start=1):
        (folder / f"{position}.md").write_text(HEAD.format(position=9000 + position) + body, encoding="utf-8")
    return folder


def test_a_verdict_stands_with_its_article_and_warns(tmp_path: Path, store: Store) -> None:
    report = import_rulings(store, judgments(tmp_path, VERDICT.format(label="5", what="łodzi")))
    assert (report.n_read, report.n_contrary, report.failed) == (1, 1, [])
    ((ruling, verdict),) = rulings_on(store, "DU/1991/3#5")
    assert (ruling.case, ruling.address, verdict.contrary_to) == (
        "K 7/03",
        "Dz.U. 2003 poz. 9001",
        "art. 2 Konstytucji",
    )
    article = store.article("DU/1991/3#5")
    (note,) = standing_notes(standing_of(store, article), article, store.act("DU/1991/3"))
    assert (note.key, dict(note.values)["day"]) == ("warn_ruling", "2003-05-10")
    assert dict(note.values)["provision"] == "art. 5", "in one style, wherever it stands in the judgment"
    assert standing_of(store, article, dt.date(2000, 1, 1)).rulings == (), "not yet pronounced"
    assert rulings_on(store, "DU/1991/3#6") == []


def test_what_cannot_be_tied_says_why(tmp_path: Path, store: Store) -> None:
    folder = judgments(
        tmp_path, VERDICT.format(label="77", what="łodzi"), VERDICT.format(label="5", what="rowerów wodnych")
    )
    import_rulings(store, folder)
    why = {link.ruling.eli: link.problem for link in ruling_links(store) if link.ruling.eli.startswith("DU/2003/900")}
    assert why["DU/2003/9001"] == "the act has no art. 77 any more"
    assert why["DU/2003/9002"].startswith("not in the corpus: 1991-03-03")


def test_a_ruling_in_an_unknown_form_is_reported_and_the_rest_imported(tmp_path: Path, store: Store) -> None:
    folder = judgments(tmp_path, VERDICT.format(label="5", what="łodzi"))
    (folder / "note.md").write_text(
        '---\ntitle: "Postanowienie"\neli: "DU/2003/9009"\n---\norzeka: nic', encoding="utf-8"
    )
    report = import_rulings(store, folder)
    assert len(report.failed) == 1
    assert "no judgment" in report.failed[0]
    assert len(rulings_on(store, "DU/1991/3#5")) == 1


def test_a_folder_without_any_judgment_is_refused(tmp_path: Path, store: Store) -> None:
    folder = tmp_path / "none"
    folder.mkdir()
    (folder / "note.md").write_text('---\ntitle: "Postanowienie"\neli: "DU/2003/9009"\n---\nnic', encoding="utf-8")
    with pytest.raises(SourceError, match="no judgment"):
        import_rulings(store, folder)


def test_what_ships_holds_facts_and_no_words_of_scopes() -> None:
    verdicts = [verdict for ruling in shipped_rulings() for verdict in ruling.verdicts]
    assert len(verdicts) > 700
    assert all(verdict.scope == "" and verdict.labels for verdict in verdicts)
    assert any(verdict.scoped for verdict in verdicts)
