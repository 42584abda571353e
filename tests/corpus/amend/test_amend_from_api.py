"""Amending acts from the API: taken in by an update as HTML or PDF, and applied."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from przepis.corpus.amend.from_api import read_fetched
from przepis.corpus.eli_import import import_eli
from przepis.corpus.store import Store
from przepis.corpus.update import MARK, update
from przepis.sources.eli.client import EliClient
from przepis.sources.eli.html import parse_html
from przepis.sources.eli.meta import read_meta
from przepis.sources.eli.pace import Politeness
from tests.sources.fake_sejm import BASE, LATER, LATEST, FakeSejm
from tests.sources.invented_act import KITES, Article, InventedAct, as_html
from tests.sources.print_journal import as_pdf

QUICK = Politeness(per_second=500.0, retries=1, wait_s=0.01, read_s=0.5)
HEAD = f"W ustawie z dnia {KITES.day} {KITES.title} (Dz. U. z 2092 r. poz. 15) wprowadza się następujące zmiany:"
DRYING = InventedAct(
    title=f"o zmianie ustawy {KITES.title}",
    day="10 lipca 2092 r.",
    parts=(
        Article(
            "1",
            (
                HEAD,
                "1) w art. 3^1 § 2 otrzymuje brzmienie:",
                "> § 2. Odszkodowanie nie przekracza 5 jednostek.",
                "2) po art. 4 dodaje się art. 4a w brzmieniu:",
                "> Art. 4a. Mokry latawiec suszy się.",
            ),
        ),
        Article("2", ("Ustawa wchodzi w życie z dniem 1 sierpnia 2092 r.",)),
    ),
)
FOLDING = InventedAct(
    title=f"o zmianie ustawy {KITES.title}",
    day="5 stycznia 2093 r.",
    parts=(
        Article("1", (HEAD, "1) art. 4a otrzymuje brzmienie:", "> Art. 4a. Mokry latawiec suszy się i składa.")),
        Article("2", ("Ustawa wchodzi w życie po upływie 14 dni od dnia ogłoszenia.",)),
    ),
)


@pytest.fixture
def sejm() -> Iterator[FakeSejm]:
    with FakeSejm() as server:
        for eli in (LATER, LATEST):
            server.acts[eli]["references"] = {"Akty zmienione": [{"id": BASE}]}
        server.acts[LATER] |= {"textHTML": True, "texts": [{"fileName": "text.html", "type": "H"}]}
        server.texts[f"{LATER}/text.html"] = as_html(DRYING).encode()
        server.acts[LATEST] |= {"texts": [{"fileName": "D2093.pdf", "type": "O"}]}
        server.texts[f"{LATEST}/text/O/D2093.pdf"] = as_pdf(FOLDING)
        yield server


@pytest.fixture
def client(sejm: FakeSejm, tmp_path: Path) -> Iterator[EliClient]:
    with EliClient(tmp_path / "cache", sejm.url, QUICK) as found:
        yield found


@pytest.fixture
def store(tmp_path: Path, client: EliClient) -> Iterator[Store]:
    with Store(tmp_path, create=True) as found:
        import_eli(found, client, [BASE])
        yield found


def test_an_update_applies_new_amending_acts(store: Store, client: EliClient) -> None:
    report = update(store, client, since=dt.date(2092, 7, 1))
    assert report.amended == [BASE]
    assert report.done is not None
    assert (report.done.n_amending, report.done.n_amended, report.done.failed) == (2, 1, [])
    changed = store.article(f"{BASE}#3^1", dt.date(2092, 8, 1))
    assert "nie przekracza 5 jednostek" in changed.text
    assert changed.ours
    added = store.article(f"{BASE}#4a", dt.date(2093, 1, 19))
    assert added.text == "Mokry latawiec suszy się."
    assert store.article(f"{BASE}#4a", dt.date(2093, 1, 20)).text == "Mokry latawiec suszy się i składa."  # the PDF's
    again = update(store, client, since=dt.date(2092, 7, 1))
    assert again.done is not None
    assert (again.done.n_amending, again.done.n_amended) == (0, 0)


def test_a_dry_run_names_the_acts_and_changes_nothing(store: Store, client: EliClient) -> None:
    assert update(store, client, since=dt.date(2092, 7, 1), dry_run=True).amended == [BASE]
    assert store.db.execute("SELECT count(*) FROM amending").fetchone() == (0,)


def test_nothing_is_applied_while_one_of_the_acts_is_missing(sejm: FakeSejm, store: Store, client: EliClient) -> None:
    """The older one came before this update, but belongs to what the newest text lacks."""
    sejm.faults[f"/acts/{LATER}/text.html"] = ["503"] * 2
    report = update(store, client, since=dt.date(2093, 1, 1))
    assert report.done is not None
    assert report.done.n_unreachable == 1
    assert store.get_meta(MARK) == ""  # to be run again
    assert store.article(f"{BASE}#3^1", dt.date(2093, 6, 1)).ours is False
    update(store, client, since=dt.date(2093, 1, 1))
    assert store.article(f"{BASE}#4a", dt.date(2093, 6, 1)).text == "Mokry latawiec suszy się i składa."


@pytest.mark.shared
def test_a_real_amending_act_of_the_api(shared: Path) -> None:
    meta = read_meta(json.loads((shared / "data" / "eli" / "sample-ustawa-odra-2023-1963.meta.json").read_bytes()))
    (page,) = (shared / "data" / "eli").glob("sample-ustawa-odra-2023-1963*.html")
    act = read_fetched(meta, parse_html(page.read_bytes(), page.name)[0])
    assert len(act.provisions) >= 5
    assert all(leaf.clause for provision in act.provisions for leaf in provision.leaves())
    assert act.commencement[0]
