"""The newest text of each act in force is chosen from an archive of every publication; invented acts, no law."""

from __future__ import annotations

from pathlib import Path

import pytest

from przepis.corpus.choosing import choose, read_publications
from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store

ACTS = {
    # an act with two consolidated texts: the newer is taken, under the base act's address
    "DU-2090-10": ("ustawa", "Ustawa z dnia 3 marca 2090 r. o latarniach", "akt posiada tekst jednolity", "2090-04-01"),
    "DU-2091-20": ("obwieszczenie", "lantern", "akt objęty tekstem jednolitym", "2091-02-01"),
    "DU-2093-30": ("obwieszczenie", "lantern", "obowiązujący", "2093-02-01"),
    # one whose base act says that it was repealed, whatever its consolidated text says
    "DU-2090-11": ("ustawa", "Ustawa z dnia 4 marca 2090 r. o łodziach", "uchylony", "2090-04-01"),
    "DU-2092-12": ("obwieszczenie", "boat", "obowiązujący", "2092-02-01"),
    "DU-2092-13": ("ustawa", "Ustawa z dnia 5 marca 2092 r. o zmianie ustawy o łodziach", "obowiązujący", "2092-04-01"),
    "DU-2092-14": ("ustawa", "Ustawa z dnia 6 marca 2092 r. o ratyfikacji Umowy o mgle", "obowiązujący", "2092-04-01"),
    "DU-2092-15": ("rozporzadzenie", "Rozporządzenie Rady z dnia 7 marca 2092 r. w sprawie latarń", "", "2092-04-01"),
    "DU-2092-16": ("orzeczenie", "Wyrok Trybunału z dnia 8 marca 2092 r. sygn. K 1/92", "obowiązujący", "2092-04-01"),
}  # fmt: skip
RESTATED = {"lantern": ("o latarniach", "3 marca 2090"), "boat": ("o łodziach", "4 marca 2090")}


def write(folder: Path) -> None:
    for name, (rank, title, status, day) in ACTS.items():
        body = f"# {title}\n\n##### Art. 1.\n\nLatarnia świeci.\n"
        if title in RESTATED:
            what, date = RESTATED[title]
            title = (
                f"Obwieszczenie Marszałka z dnia 9 marca 2093 r. w sprawie ogłoszenia jednolitego tekstu ustawy {what}"
            )
            body = (
                f"# {title}\n\n1. Ogłasza się jednolity tekst ustawy z dnia {date} r. {what}.\n\n"
                "## Załącznik - Tekst jednolity\n\n##### Art. 1.\n\nLatarnia świeci jasno.\n"
            )
        eli = name.replace("-", "/")
        front = f'title: "{title}"\nrank: "{rank}"\neli: "{eli}"\nstatus_pl: "{status}"\nlegal_status_date: "{day}"'
        (folder / f"{name}.md").write_text(f"---\n{front}\n---\n{body}", encoding="utf-8")
    (folder / "README.md").write_text("# about this archive\n", encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path)
    return tmp_path


def test_the_newest_text_of_each_act_in_force(folder: Path) -> None:
    publications, others = read_publications(folder)
    choice = choose(publications)
    assert others == 1
    assert len(publications) == len(ACTS)
    assert choice.names == {"DU-2093-30.md": "DU/2090/10", "DU-2092-15.md": "DU/2092/15"}
    assert choice.left_out == {"older": 2, "ended": 2, "no_own_law": 2, "kind": 1}


def test_every_text_and_acts_that_ended_where_asked_for(folder: Path) -> None:
    publications, _ = read_publications(folder)
    names = choose(publications, ended=True, history=True).names
    assert {n for n, base in names.items() if base == "DU/2090/10"} == {
        f"{n}.md" for n in ("DU-2090-10", "DU-2091-20", "DU-2093-30")
    }
    assert {"DU-2090-11.md", "DU-2092-12.md"} <= set(names)
    assert set(choose(publications, {"regulation"}).names) == {"DU-2092-15.md"}


def renamed(folder: Path) -> None:
    """An act whose older consolidated text bears the title that it had before."""
    before, after = "o bojach", "o bojach i stawach"
    base = f'title: "Ustawa z dnia 8 marca 2090 r. {after}"\nrank: "ustawa"\neli: "DU/2090/40"\n'
    base += f'previous_titles: "Ustawa z dnia 8 marca 2090 r. {before}"\nlegal_status_date: "2090-04-01"'
    (folder / "DU-2090-40.md").write_text(f"---\n{base}\n---\n##### Art. 1.\n\nBoja pływa.\n", encoding="utf-8")
    told = f"Obwieszczenie Marszałka z dnia 9 marca 2093 r. w sprawie ogłoszenia jednolitego tekstu ustawy {before}"
    front = f'title: "{told}"\nrank: "obwieszczenie"\neli: "DU/2093/41"\nlegal_status_date: "2093-02-01"'
    body = f"# {told}\n\n1. Ogłasza się jednolity tekst ustawy z dnia 8 marca 2090 r. {before}.\n\n"
    body += "## Załącznik - Tekst jednolity\n\n##### Art. 1.\n\nBoja pływa i świeci.\n"
    (folder / "DU-2093-41.md").write_text(f"---\n{front}\n---\n{body}", encoding="utf-8")


def test_an_act_that_was_renamed_is_one(tmp_path: Path) -> None:
    renamed(tmp_path)
    publications, _ = read_publications(tmp_path)
    assert choose(publications).names == {"DU-2093-41.md": "DU/2090/40"}


@pytest.mark.parametrize("order", [("DU-2090-40", "DU-2093-41"), ("DU-2093-41", "DU-2090-40")])
def test_texts_of_a_renamed_act_join_in_any_order(tmp_path: Path, order: tuple[str, str]) -> None:
    renamed(tmp_path)
    with Store(tmp_path / "home", create=True) as store:
        for name in order:
            import_markdown(store, tmp_path / f"{name}.md", workers=1)
        assert [act.act_id for act in store.acts()] == ["DU/2090/40"]
        assert store.article("DU/2090/40#1").text == "Boja pływa i świeci."


@pytest.mark.shared
def test_rulings_are_no_acts(shared: Path) -> None:
    publications, _ = read_publications(shared / "data" / "tribunal-rulings.tar.zst")
    assert len(publications) > 1000
    assert not choose(publications).names
