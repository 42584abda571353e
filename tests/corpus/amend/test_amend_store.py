"""Amending acts kept and applied in a store: intervals, causes, refusals; killed and resumed."""

from __future__ import annotations

import datetime as dt
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from przepis.corpus.amend.applying import apply_amendments
from przepis.corpus.amend.keeping import keep_folder
from przepis.corpus.history import moments
from przepis.corpus.importing import import_markdown
from przepis.corpus.outline import labels_on
from przepis.corpus.store import Store
from przepis.errors import CitationError, InputError
from przepis.lookups import Lookups
from przepis.serve.cli.main import cli
from tests.corpus.consolidated_text import CONSOLIDATED

TITLE = "Ustawa z dnia 3 maja 2010 r. o parkach"
FIRST = {
    "1": "Ustawa dotyczy parków.",
    "2": "1. Park prowadzi gmina.\n\n2. Wstęp jest płatny.",
    "3": "Kara wynosi 5 zł.",
}
SECOND = {
    "1": FIRST["1"],
    "2": "1. Park prowadzi gmina.\n\n2. Wstęp jest wolny.",
    "3": "Kara wynosi 9 zł.",
    "4": "Nowy.",
}


_AMENDING = """---
title: "Ustawa z dnia {of} marca {year} r. o zmianie ustawy o parkach"
eli: "{eli}"
promulgation_date: "{published}"
---
##### Art. 1.

W ustawie z dnia 3 maja 2010 r. o parkach wprowadza się następujące zmiany:

{points}

##### Art. 2.

Ustawa wchodzi w życie z dniem {when}
"""


def _write(folder: Path, eli: str, template: str, **fields: str) -> None:
    _, year, position = eli.split("/")
    text = template.format(eli=eli, year=year, position=position, of=int(position) % 28 + 1, **fields)
    (folder / f"{eli.replace('/', '-')}.md").write_text(text, encoding="utf-8")


def _consolidated(folder: Path, eli: str, day: str, articles: dict[str, str]) -> None:
    body = "".join(f"##### Art. {label}.\n\n{text}\n\n" for label, text in articles.items())
    _write(folder, eli, CONSOLIDATED, day=day, body=body)


def _amending(folder: Path, eli: str, published: str, points: str, when: str) -> None:
    _write(folder, eli, _AMENDING, published=published, points=points, when=when)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    texts, acts = tmp_path / "texts", tmp_path / "acts"
    texts.mkdir()
    acts.mkdir()
    _consolidated(texts, "DU/2018/10", "2018-01-10", FIRST)
    _consolidated(texts, "DU/2020/20", "2020-01-20", SECOND)
    _amending(
        acts,
        "DU/2018/500",
        "2018-05-01",
        "1) w art. 2 ust. 2 otrzymuje brzmienie:\n\n> 2. Wstęp jest wolny.\n\n"
        "2) po art. 3 dodaje się art. 4 w brzmieniu:\n\n> Art. 4. Nowy.",
        "1 czerwca 2018 r.",
    )
    _amending(
        acts,
        "DU/2019/600",
        "2019-05-01",
        "1) w art. 3 wyrazy „5 zł” zastępuje się wyrazami „7 zł”;",
        "1 czerwca 2019 r.",
    )
    _amending(
        acts,
        "DU/2020/700",
        "2020-05-01",
        "1) w art. 1 wyraz „parków” zastępuje się wyrazami „parków i skwerów”;\n\n"
        "2) w art. 9 uchyla się ust. 2;\n\n3) uchyla się art. 4;",
        "1 czerwca 2020 r.",
    )
    with Store(tmp_path, create=True) as store:
        import_markdown(store, texts, workers=1)
    return tmp_path


def _applied(home: Path) -> Store:
    store = Store(home)
    keep_folder(store, home / "acts")
    apply_amendments(store, workers=1)
    return store


def _id(store: Store, label: str) -> str:
    return f"{store.acts()[0].act_id}#{label}"


def test_a_wording_has_its_days_and_its_cause(home: Path) -> None:
    with _applied(home) as store:
        before = store.article(_id(store, "2"), dt.date(2018, 5, 31))
        after = store.article(_id(store, "2"), dt.date(2018, 6, 1))
    assert "płatny" in before.text
    assert before.valid_to == dt.date(2018, 6, 1)
    assert "wolny" in after.text
    assert (after.valid_from, after.from_exact, after.ours) == (dt.date(2018, 6, 1), True, False)
    assert [(c.eli, c.provision) for c in after.made_by] == [("DU/2018/500", "art. 1 pkt 1")]
    assert after.version_id == "DU/2020/20"  # the official text that agrees is named beside


def test_an_article_exists_from_the_day_it_was_added(home: Path) -> None:
    with _applied(home) as store:
        assert store.article(_id(store, "4"), dt.date(2018, 6, 1)).text == "Nowy."
        labels = [a.label for a in store.articles(store.acts()[0].act_id, dt.date(2018, 7, 1))]
    assert labels == ["1", "2", "3", "4"]


def test_the_official_text_wins_and_the_difference_is_kept(home: Path) -> None:
    with _applied(home) as store:
        ours = store.article(_id(store, "3"), dt.date(2019, 7, 1))
        official = store.article(_id(store, "3"), dt.date(2020, 1, 20))
        differs = store.db.execute("SELECT differs FROM wordings WHERE label = '3' AND ours = 1").fetchall()
    assert ours.text == "Kara wynosi 7 zł."
    assert (official.text, official.from_exact, official.made_by) == ("Kara wynosi 9 zł.", False, ())
    assert differs == [("DU/2020/20",)]


def test_after_the_newest_text_the_wording_is_ours(home: Path) -> None:
    with _applied(home) as store:
        article = store.article(_id(store, "1"), dt.date(2021, 1, 1))
        assert store.article(_id(store, "1")).text == FIRST["1"]  # the newest official text
        gone = store.article(_id(store, "4"), dt.date(2021, 1, 1))
    assert article.text == "Ustawa dotyczy parków i skwerów."
    assert (article.ours, article.n_operations) == (True, 1)
    assert gone.repealed


def test_wording_printed_before_its_day_waits_for_it(home: Path) -> None:
    """A text of 2022 prints, unmarked, what an act published before it changes in 2023."""
    coming = SECOND | {"1": "Ustawa dotyczy parków i skwerów.", "2": "1. Park prowadzi gmina.\n\n2. Wstępu nie ma."}
    _consolidated(home / "texts", "DU/2022/20", "2022-01-20", coming)
    points = "1) w art. 2 ust. 2 otrzymuje brzmienie:\n\n> 2. Wstępu nie ma."
    _amending(home / "acts", "DU/2021/800", "2021-12-01", points, "1 marca 2023 r.")
    with Store(home) as store:
        import_markdown(store, home / "texts", workers=1)
    with _applied(home) as store:
        before, after = store.wordings(_id(store, "2"))[-2:]
    assert "wolny" in before.text
    assert before.valid_to == after.valid_from == dt.date(2023, 3, 1)
    assert "nie ma" in after.text
    assert not after.ours  # the text of 2022 states it
    assert [cause.eli for cause in after.made_by] == ["DU/2021/800"]


def test_what_is_refused_is_kept_with_its_reason(home: Path) -> None:
    _amending(
        home / "acts",
        "DU/2020/800",
        "2020-06-01",
        "1) w art. 3 uchyla się ust. 2;\n\n2) art. 3 zyskuje blask;",
        "1 lipca 2020 r.",
    )
    with _applied(home) as store:
        rows = store.db.execute("SELECT label, provision, reason FROM unsettled ORDER BY label, provision").fetchall()
        article = store.article(_id(store, "3"), dt.date(2020, 8, 1))
    assert ("9", "art. 1 pkt 2", "the act has no article 9") in rows
    assert ("3", "art. 1 pkt 1", "there is no ust. 2") in rows
    assert any(reason.startswith("not understood: ") for _, _, reason in rows)
    assert article.text == "Kara wynosi 9 zł."
    assert {gap.cause.eli for gap in article.unsettled} == {"DU/2020/800"}


def test_acts_of_one_day_that_contradict_each_other_change_nothing(home: Path) -> None:
    _amending(
        home / "acts",
        "DU/2020/801",
        "2020-06-01",
        "1) art. 3 otrzymuje brzmienie:\n\n> Art. 3. Raz.",
        "1 lipca 2020 r.",
    )
    _amending(
        home / "acts",
        "DU/2020/802",
        "2020-06-01",
        "1) art. 3 otrzymuje brzmienie:\n\n> Art. 3. Dwa.",
        "1 lipca 2020 r.",
    )
    with _applied(home) as store:
        article = store.article(_id(store, "3"), dt.date(2020, 8, 1))
    assert article.text == "Kara wynosi 9 zł."
    assert len(article.unsettled) == 2
    assert "otherwise on the same day" in article.unsettled[0].reason


def test_a_second_run_computes_nothing_anew_and_a_new_act_only_what_it_changes(home: Path) -> None:
    with _applied(home) as store:
        assert apply_amendments(store, workers=1).n_changed == 0
        _amending(home / "acts", "DU/2021/900", "2021-05-01", "1) uchyla się art. 1;", "1 czerwca 2021 r.")
        assert keep_folder(store, home / "acts").n_new == 1
        assert apply_amendments(store, workers=1).n_changed == 1
        assert store.article(_id(store, "1"), dt.date(2021, 6, 1)).repealed


def test_nothing_to_apply_is_said(tmp_path: Path) -> None:
    with Store(tmp_path, create=True) as store, pytest.raises(InputError, match="no amending acts"):
        apply_amendments(store)


def test_the_faces_name_day_and_cause(home: Path) -> None:
    _applied(home).close()
    run = CliRunner()
    shown = run.invoke(cli, ["--home", str(home), "show", "art. 1 ustawy o parkach", "--on", "2021-01-01"])
    assert "tekst ujednolicony przez przepis, nie urzędowy" in " ".join(shown.output.split())
    assert "Dz.U. 2020 poz. 700, art. 1 pkt 1" in " ".join(shown.output.split())
    listed = run.invoke(cli, ["--home", str(home), "corpus", "changes", "--since", "2018-06-01", "--json"])
    days = {
        (row["article_id"].partition("#")[2], row["day"]) for row in json.loads(listed.output) if not row["refused"]
    }
    assert days == {
        ("2", "2018-06-01"),
        ("4", "2018-06-01"),
        ("3", "2019-06-01"),
        ("1", "2020-06-01"),
        ("4", "2020-06-01"),
    }
    with Store(home) as store:
        found = [(str(m.day), m.exact, m.change) for m in moments(store, _id(store, "4"))]
    assert found == [("2018-06-01", True, "first"), ("2020-06-01", True, "repealed")]


def _said_of_changes(home: Path, since: str, *more: str) -> str:
    asked = ["--home", str(home), "corpus", "changes", "--since", since, *more]
    return " ".join(CliRunner().invoke(cli, asked).output.split())


def test_where_no_amending_act_was_applied_nothing_is_said_not_to_have_changed(home: Path, tmp_path: Path) -> None:
    assert "do 2020-01-20), ale zmian artykuł po artykule w nich nie ustalono" in _said_of_changes(home, "2018-06-01")
    one = tmp_path / "one"
    with Store(one, create=True) as store:
        import_markdown(store, home / "texts" / "DU-2020-20.md", workers=1)
        act_id = store.acts()[0].act_id
    of_act = _said_of_changes(one, "2018-06-01", "--act", act_id)
    assert "jeden tekst tego aktu, według stanu na 2020-01-20: co się zmieniło od 2018-06-01" in of_act
    assert "`przepis setup --history`" in of_act
    assert "po jednym tekście każdego aktu" in _said_of_changes(one, "2018-06-01")
    later = _said_of_changes(one, "2020-02-01", "--act", act_id)
    assert later.startswith("Zbiór nie ma brzmień tego aktu nowszych niż 2020-02-01.")
    assert _said_of_changes(one, "2020-02-01").startswith("Zbiór nie ma brzmień nowszych niż 2020-02-01.")
    _applied(home).close()
    assert _said_of_changes(home, "2022-01-01").startswith("Zbiór nie ma brzmień nowszych niż 2022-01-01.")


def test_of_a_range_those_are_shown_that_there_were_on_the_day(home: Path) -> None:
    _applied(home).close()
    run = CliRunner()
    asked = ["--home", str(home), "show", "art. 2-4 ustawy o parkach", "--on", "2018-05-31"]
    shown = " ".join(run.invoke(cli, asked).output.split())
    assert "Wstęp jest płatny." in shown
    assert "Kara wynosi 5 zł." in shown
    assert "Tego dnia (2018-05-31) nie było: art. 4" in shown
    alone = run.invoke(cli, [*asked[:3], "art. 4 ustawy o parkach", *asked[4:]])
    assert alone.exit_code != 0
    with Store(home) as store:
        labels = [a.label for a in Lookups(store).articles("art. 2-4 ustawy o parkach", "2018-05-31")]
    assert labels == ["2", "3"]


def test_an_article_added_after_the_newest_text_can_be_cited_and_shown(home: Path) -> None:
    points = "1) po art. 2 dodaje się art. 2a w brzmieniu:\n\n> Art. 2a. Psy są mile widziane."
    _amending(home / "acts", "DU/2021/900", "2021-05-01", points, "1 czerwca 2021 r.")
    with _applied(home) as store:
        act_id = store.acts()[0].act_id
        assert "2a" not in store.labels(act_id)  # no official text has it
        assert labels_on(store, act_id) == ["1", "2", "2a", "3", "4"]
        assert labels_on(store, act_id, dt.date(2021, 5, 31)) == ["1", "2", "3", "4"]
        lookups = Lookups(store)
        article = lookups.article("art. 2a ustawy o parkach")
        assert (article.text, article.ours, article.valid_from) == ("Psy są mile widziane.", True, dt.date(2021, 6, 1))
        assert lookups.neighbours(article) == ("2", "3")
        entries = [e for section in lookups.outline(act_id).sections for e in section.entries]
        assert [(e.label, e.ours) for e in entries if e.ours] == [("2a", True)]
        assert lookups.verify("art. 2a ustawy o parkach", "Psy są mile widziane.").verified
        with pytest.raises(CitationError):
            lookups.article("art. 2a ustawy o parkach", "2021-05-31")
    shown = CliRunner().invoke(cli, ["--home", str(home), "show", "art. 2a ustawy o parkach"])
    assert "Psy są mile widziane." in shown.output
    assert "tekst ujednolicony przez przepis, nie urzędowy" in " ".join(shown.output.split())


_RUN = """
import sys
from pathlib import Path
from przepis.corpus.amend.applying import apply_amendments
from przepis.corpus.amend.keeping import keep_folder
from przepis.corpus.store import Store
home = Path(sys.argv[1])
with Store(home) as store:
    keep_folder(store, home / "acts", lambda n, name: print("kept", n, flush=True))
    apply_amendments(store, workers=1, progress=lambda n, name: print("act", n, flush=True))
"""


def _wordings(home: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything known of each act that is done."""
    columns = "act_id, label, since, until, ordinal, text, repealed, exact, ours, made_by, n_operations, differs"
    with Store(home) as store:
        assert store.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found: dict[str, list[tuple[object, ...]]] = {a: [] for (a,) in store.db.execute("SELECT act_id FROM amended")}
        for row in store.db.execute(f"SELECT {columns} FROM wordings JOIN texts USING (text_id) ORDER BY 1, 2, 3"):
            found[row[0]].append(row)  # an act that is not done has no wording
    return found


_FLOWERS = "astrach bratkach dzwonkach fiołkach goździkach irysach liliach makach narcyzach różach".split()


def _garden(folder: Path, n: int) -> None:
    """One of ten acts, changed three times."""
    title = f"o {_FLOWERS[n - 10]}"
    texts, acts = folder / "texts", folder / "acts"
    articles = "".join(f"##### Art. {i}.\n\nOgród {n} ma {i} alejek.\n\n" for i in range(1, 9))
    _write(texts, f"DU/2018/{n}", CONSOLIDATED.replace("o parkach", title), day="2018-01-10", body=articles)
    for k, day in enumerate(("1 czerwca 2018 r.", "1 lipca 2018 r.", "1 sierpnia 2018 r.")):
        points = f"1) w art. {k + 1} wyraz „alejek” zastępuje się wyrazem „ścieżek”;\n\n2) uchyla się art. {k + 4};"
        template = _AMENDING.replace("o parkach", title)
        _write(acts, f"DU/2018/{1000 + 10 * n + k}", template, published="2018-05-01", points=points, when=day)


def test_killed_at_ten_random_points_and_run_again(tmp_path: Path) -> None:
    homes = [tmp_path / "whole", tmp_path / "killed"]
    for home in homes:
        (home / "texts").mkdir(parents=True)
        (home / "acts").mkdir()
        for n in range(10, 20):
            _garden(home, n)
        with Store(home, create=True) as store:
            import_markdown(store, home / "texts", workers=1)
    _applied(homes[0]).close()
    whole = _wordings(homes[0])
    assert len(whole) == 10
    assert all(len(rows) > 6 for rows in whole.values())
    chance = random.Random(19)
    done: dict[str, list[tuple[object, ...]]] = {}
    for _ in range(10):
        with subprocess.Popen([sys.executable, "-c", _RUN, str(homes[1])], stdout=subprocess.PIPE, text=True) as run:
            assert run.stdout is not None
            for _line in range(chance.randint(1, 40)):
                run.stdout.readline()
            time.sleep(chance.random() * 0.01)
            os.kill(run.pid, signal.SIGKILL)
        before, done = done, _wordings(homes[1])
        assert before.keys() <= done.keys()  # nothing that was written is lost
        assert all(whole[act_id] == rows for act_id, rows in done.items())  # and nothing is half-written
    _applied(homes[1]).close()
    assert _wordings(homes[1]) == whole
