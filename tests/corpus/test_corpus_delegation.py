"""Regulations: imported by kind, § as the top unit, linked to the article that authorises them."""

from __future__ import annotations

from pathlib import Path

import pytest

from przepis.corpus.annexes import annexes_of
from przepis.corpus.checks import corpus_stats
from przepis.corpus.delegation import delegated_acts, find_grounds
from przepis.corpus.importing import import_markdown
from przepis.corpus.linking import link_references
from przepis.corpus.store import Store
from przepis.corpus.together import read_together
from przepis.records import Reference
from przepis.sources.sample import acts_dir

REGULATION, STATUTE = "DU/2095/40", "DU/2092/88"


@pytest.mark.parametrize(
    ("preamble", "grounds"),
    [
        (
            "Na podstawie art. 12 ust. 4 ustawy z dnia 9 maja 2092 r. o psach (Dz.U. 2092 poz. 88) zarządza się, co",
            "art. 12 ust. 4 ustawy z dnia 9 maja 2092 r. o psach",
        ),
        ("Na podstawie art. 5 i art. 7 pkt 2 ustawy o lasach uchwala się:", "art. 5 i art. 7 pkt 2 ustawy o lasach"),
        ("Na  podstawie\nart. 3 ustawy o wodach postanawia się", "art. 3 ustawy o wodach"),
        ("Na postawie *art. 3*ustawy o wodach zarządza się:", "art. 3 ustawy o wodach"),
        ("Na podstawie art. 36^1ust. 6 ustawy o wodach zarządza się:", "art. 36^1 ust. 6 ustawy o wodach"),
        ("W trosce o zwierzęta.", ""),
        ("", ""),
    ],
)
def test_the_words_that_authorise(preamble: str, grounds: str) -> None:
    assert find_grounds(preamble) == grounds


def test_a_regulation_is_linked_to_its_article(sample_home: Path) -> None:
    with Store(sample_home) as store:
        links = [r for r in store.references_from(f"{REGULATION}#1") if r.kind == "regulation"]
        mention = links[0].mention
        assert links == [Reference(f"{REGULATION}#1", f"{STATUTE}#12", mention, True, "regulation")]
        assert mention.startswith("art. 12 ust. 4")
        assert links[0] in store.references_to(f"{STATUTE}#12")
        assert delegated_acts(store, f"{STATUTE}#12") == [REGULATION]
        assert delegated_acts(store, f"{STATUTE}#1") == []


def test_statutes_have_no_such_link(sample_home: Path) -> None:
    with Store(sample_home) as store:
        rows = store.db.execute("SELECT DISTINCT act_id FROM refs WHERE kind = 'regulation'").fetchall()
        kinds = {a.act_id: a.kind for a in store.acts()}
    assert {kinds[r[0]] for r in rows} == {"regulation"}


def test_only_regulations_can_be_imported(tmp_path: Path) -> None:
    with Store(tmp_path, create=True) as store:
        report = import_markdown(store, acts_dir(), kinds=frozenset({"regulation"}), workers=1)
        link_references(store, workers=1)
        assert (report.n_stored, report.n_unchanged) == (1, 0)
        assert report.n_other_kind == report.n_read - 1  # told apart from what was there already
        assert [(a.act_id, a.kind) for a in store.acts()] == [(REGULATION, "regulation")]
        article = store.article(f"{REGULATION}#3")  # § 3 is the top unit, ust. 1 and 2 stand in it
        assert article.headings == ("Rozdział 2. Odznaka",)
        assert [u.path for u in article.units] == [("pass:1",), ("pass:2",)]
        link = store.references_from(f"{REGULATION}#1")[0]  # the statute is not there: kept, but unresolved
        assert (link.kind, link.resolved) == ("regulation", False)


def test_linking_again_changes_nothing(sample_corpus: Path) -> None:
    with Store(sample_corpus) as store:
        before = store.db.execute("SELECT * FROM refs ORDER BY 1, 2, 3").fetchall()
        store.db.execute("DELETE FROM linked")
        link_references(store, workers=1)
        assert store.db.execute("SELECT * FROM refs ORDER BY 1, 2, 3").fetchall() == before


def test_provisions_of_one_list_that_belong_together(sample_home: Path) -> None:
    with Store(sample_home) as store:
        both = read_together(store, [f"{STATUTE}#12", f"{REGULATION}#3", f"{STATUTE}#1"])
        assert both == {f"{STATUTE}#12": (f"{REGULATION}#3",), f"{REGULATION}#3": (f"{STATUTE}#12",)}
        assert read_together(store, [f"{STATUTE}#12"]) == {f"{STATUTE}#12": (REGULATION,)}


def test_kinds_are_counted_apart(sample_home: Path) -> None:
    with Store(sample_home) as store:
        facts = corpus_stats(store)
        n_own, kinds = len(store.labels(REGULATION)), {act.kind for act in store.acts()}
    assert (facts["regulation_acts"], facts["regulation_articles"]) == (1, n_own - 1)
    assert facts["regulation_annex_units"] == 1
    assert sum(facts[f"{kind}_articles"] for kind in kinds) + 1 == facts["articles"]


def test_annexes_are_kept_by_name(sample_home: Path) -> None:
    with Store(sample_home) as store:
        assert [(a.label, a.only_named) for a in annexes_of(store, REGULATION)] == [("z1", False), ("z2", True)]
        unit = store.article(f"{REGULATION}#z1")
    assert unit.headings == ("Załącznik nr 1. Zakres ćwiczeń psa przewodnika",)
    assert unit.text.split("\n")[2] == "2 | Wskazywanie schodów ruchomych | 12"
