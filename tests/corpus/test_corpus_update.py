"""Imports and updates from the API into the store: whole, resumable, polite, and unchanged by failures."""

from __future__ import annotations

import datetime as dt
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from przepis.answer.shown import standing_notes
from przepis.corpus.checks import verify_corpus
from przepis.corpus.eli_import import import_eli, published_since
from przepis.corpus.ingest import ingest
from przepis.corpus.store import Store
from przepis.corpus.update import MARK, update
from przepis.corpus.validity.changes import announced_after
from przepis.corpus.validity.standing import standing_of
from przepis.errors import InputError, MissingTextError, RemoteError, SourceError, StoreError
from przepis.serve.cli.context import Context
from przepis.serve.cli.sources import eli as eli_command
from przepis.serve.cli.sources import pdf as pdf_command
from przepis.serve.cli.sources import update as update_command
from przepis.sources.eli.client import EliClient
from przepis.sources.eli.pace import Politeness
from przepis.sources.parsed import ParsedAct, ParsedArticle
from tests.sources.fake_sejm import (
    BASE,
    FERRY,
    LATER,
    LATEST,
    NEW_TEXT,
    OLD_TEXT,
    PDF_TEXT,
    VERDICT,
    FakeSejm,
    add_pdf_text,
)
from tests.sources.invented_act import KITES, as_html
from tests.sources.print_journal import as_pdf

LONG_AFTER = dt.date(2099, 1, 1)
QUICK = Politeness(per_second=500.0, retries=1, wait_s=0.01, read_s=0.5)


@pytest.fixture
def sejm() -> Iterator[FakeSejm]:
    with FakeSejm() as server:
        yield server


@pytest.fixture
def client(sejm: FakeSejm, tmp_path: Path) -> Iterator[EliClient]:
    with EliClient(tmp_path / "cache", sejm.url, QUICK) as found:
        yield found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path, create=True) as found:
        yield found


def announced(store: Store, act_id: str, on: dt.date) -> list[str]:
    """Acts known to have changed this one by that day, after its newest text in the store."""
    return announced_after(store, act_id, store.versions(act_id)[-1].as_of, on)


def test_import_stores_the_newest_text_under_the_base_act(store: Store, client: EliClient) -> None:
    report = import_eli(store, client, [BASE, FERRY])
    assert (report.n_read, report.n_stored, report.failed) == (2, 2, [])
    assert [(a.act_id, a.kind, a.provisional) for a in store.acts()] == [
        (BASE, "statute", False),
        (FERRY, "regulation", False),
    ]
    article = store.article(f"{BASE}#3^1")
    assert (article.version_id, article.valid_from) == (NEW_TEXT, dt.date(2092, 1, 20))
    assert announced(store, BASE, dt.date(2092, 7, 31)) == []
    assert announced(store, BASE, dt.date(2092, 8, 1)) == [LATER]
    assert announced(store, BASE, dt.date(2093, 2, 1)) == [LATER, LATEST]
    assert announced(store, FERRY, LONG_AFTER) == []
    standing = standing_of(store, article, dt.date(2092, 12, 31))
    assert standing.announced == (LATER,), "the text shown is older than an act that changed it"
    assert "warn_act_amended" in [n.key for n in standing_notes(standing, article, store.act(BASE))]
    assert verify_corpus(store) == []


def test_history_gives_versions_in_order(store: Store, client: EliClient) -> None:
    import_eli(store, client, [BASE], history=True)
    assert [v.version_id for v in store.versions(BASE)] == [BASE, OLD_TEXT, NEW_TEXT]
    assert announced(store, BASE, LONG_AFTER) == [LATER, LATEST]  # of the newest text, not of the first


def test_a_second_import_fetches_no_text(sejm: FakeSejm, store: Store, client: EliClient, tmp_path: Path) -> None:
    import_eli(store, client, [BASE])
    before = store.fingerprint()
    sejm.requests.clear()
    with EliClient(tmp_path / "another cache", sejm.url, QUICK) as fresh:
        report = import_eli(store, fresh, [BASE])
    assert (report.n_stored, report.n_unchanged) == (0, 1)
    assert sejm.requests == [f"/acts/{BASE}", f"/acts/{NEW_TEXT}"]
    assert store.fingerprint() == before


def test_one_bad_act_does_not_stop_the_others(sejm: FakeSejm, store: Store, client: EliClient) -> None:
    report = import_eli(store, client, [VERDICT, BASE, "DU/2090/9999"])
    assert report.n_stored == 1
    assert len(report.failed) == 2
    assert report.n_unreachable == 1
    assert [a.act_id for a in store.acts()] == [BASE]


@pytest.mark.parametrize(
    ("eli", "error"), [(VERDICT, SourceError), ("DU/2090/9999", MissingTextError), ("k.c.", InputError)]
)
def test_the_only_act_being_bad_is_an_error(store: Store, client: EliClient, eli: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        import_eli(store, client, [eli])
    assert store.acts() == []


def test_a_service_that_is_down_is_left_alone(sejm: FakeSejm, store: Store, client: EliClient) -> None:
    names = [f"DU/2090/{n}" for n in range(100, 160)]
    for name in names:
        sejm.faults[f"/acts/{name}"] = ["503"] * 9
    with pytest.raises(RemoteError, match="503"):
        import_eli(store, client, names)
    assert len(set(sejm.requests)) < 30  # of sixty: what was in flight when it gave up


def test_kinds(store: Store, client: EliClient) -> None:
    import_eli(store, client, [BASE, FERRY], kinds={"regulation"})
    assert [a.act_id for a in store.acts()] == [FERRY]


def test_published_since_includes_the_day_and_leaves_amending_acts_out(client: EliClient) -> None:
    assert published_since(client, dt.date(2091, 5, 10)) == [OLD_TEXT, NEW_TEXT]
    assert published_since(client, dt.date(2091, 5, 11)) == [NEW_TEXT]
    assert published_since(client, dt.date(2091, 5, 11), kinds={"regulation"}) == [FERRY]
    assert LATER in published_since(client, dt.date(2091, 5, 11), amending=True)


# -- update -----------------------------------------------------------------------------------------------------


def test_update_takes_in_the_new_text_and_moves_the_mark(sejm: FakeSejm, store: Store, client: EliClient) -> None:
    import_eli(store, client, [BASE])
    add_pdf_text(sejm)
    report = update(store, client, since=dt.date(2095, 1, 1))
    assert report.wanted == [BASE, PDF_TEXT]
    assert report.n_changed == 2
    assert store.versions(BASE)[-1].version_id == PDF_TEXT
    assert announced(store, BASE, LONG_AFTER) == []  # the new text states them
    assert report.mark == store.get_meta(MARK) == "2095-12-01T10:00:00"
    sejm.requests.clear()
    again = update(store, client)
    assert again.since == "2095-12-01T10:00:00"
    assert again.done is not None
    assert again.done.n_stored == 0
    assert not [r for r in sejm.requests if "/text" in r]


def test_a_dry_run_changes_nothing(sejm: FakeSejm, store: Store, client: EliClient) -> None:
    import_eli(store, client, [BASE])
    add_pdf_text(sejm)
    before = store.fingerprint()
    report = update(store, client, since=dt.date(2095, 1, 1), dry_run=True)
    assert (report.wanted, report.done, report.mark) == ([BASE, PDF_TEXT], None, "")
    assert (store.fingerprint(), store.get_meta(MARK)) == (before, "")


def test_update_begins_with_the_newest_text_of_the_corpus(store: Store, client: EliClient) -> None:
    with pytest.raises(InputError, match="--since"):
        update(store, client)
    import_eli(store, client, [BASE])
    assert update(store, client).since == "2092-02-03T00:00:00"


def test_what_is_not_in_the_corpus_comes_in_on_request(store: Store, client: EliClient) -> None:
    import_eli(store, client, [BASE])
    update(store, client, since=dt.date(2091, 1, 1))
    assert [a.act_id for a in store.acts()] == [BASE]
    update(store, client, since=dt.date(2091, 1, 1), new_kinds={"regulation"})
    assert [a.act_id for a in store.acts()] == [BASE, FERRY]


def test_a_text_that_could_not_be_reached_is_asked_for_again(sejm: FakeSejm, store: Store, client: EliClient) -> None:
    import_eli(store, client, [BASE, FERRY])
    sejm.acts[FERRY]["changeDate"] = "2096-01-01T08:00:00"
    sejm.acts[BASE]["changeDate"] = "2096-01-01T09:00:00"
    sejm.faults[f"/acts/{FERRY}"] = ["503"] * 2
    report = update(store, client, since=dt.date(2096, 1, 1))
    assert report.done is not None
    assert (len(report.done.failed), report.mark, store.get_meta(MARK)) == (1, "", "")
    assert update(store, client, since=dt.date(2096, 1, 1)).mark == "2096-01-01T09:00:00"


def test_a_text_that_cannot_be_read_is_reported_and_passed(sejm: FakeSejm, store: Store, client: EliClient) -> None:
    import_eli(store, client, [FERRY])
    before = store.fingerprint()
    sejm.acts[FERRY] |= {"changeDate": "2096-01-01T08:00:00", "textHTML": False, "texts": []}
    report = update(store, client, since=dt.date(2096, 1, 1))
    assert report.done is not None
    assert "neither HTML nor PDF" in report.done.failed[0]
    assert report.mark == "2096-01-01T08:00:00"
    assert store.fingerprint() == before


def test_a_provisional_act_gets_its_real_address(sejm: FakeSejm, store: Store, client: EliClient) -> None:
    guess = ParsedAct(
        eli=OLD_TEXT,
        title=KITES.title,
        act_date=dt.date(2090, 3, 14),
        kind="statute",
        status="unknown",
        consolidated=True,
        as_of=dt.date(2091, 5, 1),
        address="Dz.U. 2091 poz. 400",
        articles=(ParsedArticle("1", "Ustawa określa zasady wypożyczania latawców."),),
    )
    ingest(store, guess)
    assert store.acts()[0].provisional
    update(store, client, since=dt.date(2092, 1, 1))
    assert [(a.act_id, a.provisional) for a in store.acts()] == [(BASE, False)]
    assert [v.version_id for v in store.versions(BASE)] == [OLD_TEXT, NEW_TEXT]


def _stored(home: Path, act_id: str) -> bool:
    try:
        with Store(home) as store:
            return act_id in {a.act_id for a in store.acts()}
    except (StoreError, sqlite3.OperationalError):  # not there yet, or being made
        return False


def test_a_kill_in_the_middle_leaves_a_sound_store_and_the_next_run_goes_on(sejm: FakeSejm, tmp_path: Path) -> None:
    add_pdf_text(sejm)
    sejm.faults[f"/acts/{PDF_TEXT}/text/O/D20950008.pdf"] = ["hang:20"]
    script = (
        "import sys; from pathlib import Path; from przepis.corpus.store import Store\n"
        "from przepis.corpus.eli_import import import_eli; from przepis.sources.eli.client import EliClient\n"
        "from przepis.sources.eli.pace import Politeness\n"
        "home = Path(sys.argv[1]); client = EliClient(home / 'cache', sys.argv[2], Politeness(per_second=500.0))\n"
        f"import_eli(Store(home, create=True), client, ['{FERRY}', '{BASE}'])"
    )
    worker = subprocess.Popen([sys.executable, "-c", script, str(tmp_path), sejm.url], env={**os.environ})
    deadline = time.monotonic() + 60
    # texts come side by side: the first is in the store while the second hangs
    while not (_stored(tmp_path, FERRY) and any(r.endswith(".pdf") for r in sejm.requests)):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    sejm.requests.clear()
    with Store(tmp_path, create=True) as store:
        assert verify_corpus(store) == []
        with EliClient(tmp_path / "cache", sejm.url, QUICK) as client:
            report = import_eli(store, client, [FERRY, BASE])
        assert report.failed == []
        assert [a.act_id for a in store.acts()] == [BASE, FERRY]
    texts = [r for r in sejm.requests if "/text" in r]
    assert texts == [f"/acts/{PDF_TEXT}/text/O/D20950008.pdf"]  # all else is in the cache or the store


# -- commands ---------------------------------------------------------------------------------------------------


def test_commands(sejm: FakeSejm, tmp_path: Path) -> None:
    context = Context(tmp_path, "en", None)
    run = CliRunner()
    base_url = ["--base-url", sejm.url]
    done = run.invoke(eli_command, [BASE, *base_url, "--json"], obj=context, catch_exceptions=False)
    found = json.loads(done.stdout)
    assert (found["import"]["stored"], found["corpus"]["articles"]) == (1, 12)
    assert found["corpus"]["references"] > 0
    add_pdf_text(sejm)
    args = [*base_url, "--since", "2095-01-01"]
    dry = run.invoke(update_command, [*args, "--dry-run"], obj=context, catch_exceptions=False)
    assert dry.stdout.splitlines() == [
        BASE,
        PDF_TEXT,
        "2 acts changed since 2095-01-01T00:00:00, 2 concern the corpus",
    ]
    done = run.invoke(update_command, args, obj=context, catch_exceptions=False)
    assert "1 stored" in done.stdout
    path = tmp_path / "act.pdf"
    path.write_bytes(as_pdf(KITES))
    facts = ["--eli", "DU/2096/1", "--title", KITES.title, "--date", KITES.day, "--as-of", "2096-01-01", "--base", BASE]
    done = run.invoke(pdf_command, [str(path), *facts], obj=context, catch_exceptions=False)
    assert "the corpus has 1 acts, 3 versions, 12 articles" in done.stdout


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ([], "name the acts"),
        ([BASE, "--since", "2090-01-01"], "one of the two"),
        (["DU/64/1"], "right would be DU/1964/93"),
        ([BASE, "--kinds", "poem"], "no such kind of act: poem"),
    ],
)
def test_wrong_arguments(tmp_path: Path, args: list[str], why: str) -> None:
    with pytest.raises(InputError, match=why):
        CliRunner().invoke(eli_command, args, obj=Context(tmp_path, "en", None), catch_exceptions=False)
    assert not (tmp_path / "corpus.sqlite").exists()


def test_a_bad_page_leaves_the_store_as_it_was(sejm: FakeSejm, store: Store, client: EliClient) -> None:
    import_eli(store, client, [BASE])
    before = store.fingerprint()
    sejm.acts[NEW_TEXT]["changeDate"] = "2099-01-01T00:00:00"
    for bad in (b"", b"<html><body>Nic tu nie ma</body></html>", as_html(KITES).encode("iso-8859-2", "replace")):
        sejm.texts[f"{NEW_TEXT}/text.html"] = bad
        with EliClient(store.path.parent / f"cache {len(bad)}", sejm.url, QUICK) as fresh, pytest.raises(SourceError):
            import_eli(store, fresh, [BASE], fresh_s=0.0)
        assert store.fingerprint() == before
