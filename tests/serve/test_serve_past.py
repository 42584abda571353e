"""``search --on`` over the wordings of a day: Python, command line, REST, page and MCP; with and without the past."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from mcp.client import Client
from starlette.testclient import TestClient

from przepis.encode.registry import open_encoder
from przepis.index.build import past_root
from przepis.index.past.build import build_past
from przepis.library import Library
from przepis.records import Hits
from przepis.retrieve.step import State
from przepis.serve.cli.main import cli
from przepis.serve.http.app import create_app
from przepis.serve.http.live import Live
from przepis.serve.mcp.server import create_server
from przepis.settings import EngineSettings, Settings, load_settings
from tests.index.past_law import CAMEL, DRONES, GUARD, KITES, PARKS, make_home, make_young_home

THEN = dt.date(2015, 5, 5)
MYTO = "myto w naturze"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_home(tmp_path_factory.mktemp("past"))


@pytest.fixture(scope="module")
def without(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same home before ``index build --past``."""
    copy = tmp_path_factory.mktemp("no-past") / "home"
    shutil.copytree(home, copy)
    shutil.rmtree(past_root(copy))
    return copy


def settings(home: Path, pipeline: str = "lexical") -> Settings:
    return load_settings(home, pipeline=pipeline, encoder="hashing")


@pytest.fixture(params=["lexical", "przepis", "przepis-no-dense"])
def library(home: Path, request: pytest.FixtureRequest) -> Library:
    return Library(settings=settings(home, request.param))


def found(library: Library, text: str, on: dt.date | None, **asked: Any) -> list[str]:
    return [hit.article_id for hit in library.search(text, on=on, **asked)]


def keys(hits: Hits) -> list[str]:
    """What is said of the day. That nothing is sure in so small a corpus is another matter; but it is said only where
    the first hit is more likely wrong than right."""
    said = [told.key for told in hits.notes]
    for unsure in ("note_not_sure", "note_one_of_two"):
        if unsure in said:
            assert hits[0].confidence is not None
            assert hits[0].confidence < 0.5
            said.remove(unsure)
    return said


# -- Python ----------------------------------------------------------------------------------------------------


def test_an_old_wording_is_found_by_its_own_words_and_shown_with_its_unit(library: Library) -> None:
    hit = library.search(CAMEL, on=THEN)[0]
    assert hit.article_id == f"{PARKS}#2"
    assert hit.unit is not None
    assert hit.unit.path == ("pass:2",)
    assert MYTO in hit.text
    assert (hit.valid_from, hit.valid_to) == (dt.date(2010, 7, 1), dt.date(2018, 1, 10))
    assert hit.status == "in_force"
    assert keys(library.search(CAMEL, on=THEN)) == []


def test_what_the_words_of_the_day_do_not_have_is_not_found_by_them(library: Library) -> None:
    assert not any("wielbłąd" in hit.text for hit in library.search("wielbłąd", on=dt.date(2019, 1, 1)))
    assert f"{PARKS}#2" in found(library, "pies wstęp wolny", dt.date(2019, 1, 1))
    assert not any("psem" in hit.text for hit in library.search("pies wstęp wolny", on=THEN))


def test_the_year_of_the_day_is_no_word_to_be_found(library: Library) -> None:
    """What ``w 2015 roku`` says is what ``on`` says."""
    plain = library.run(CAMEL, on=THEN)
    assert library.run(f"{CAMEL} w 2015 roku", on=THEN).hits == plain.hits
    assert library.run(f"w roku 2015 {CAMEL}", on=THEN).hits == plain.hits


def test_an_article_repealed_and_gone_is_found_while_it_was_law(library: Library) -> None:
    assert found(library, GUARD, THEN)[0] == f"{PARKS}#3"
    for later in (dt.date(2018, 6, 1), dt.date(2021, 6, 1), None):
        assert f"{PARKS}#3" not in found(library, GUARD, later)


def test_an_act_repealed_since_is_found_while_it_was_law(library: Library) -> None:
    assert found(library, "latawiec na łące", THEN)[0] == f"{KITES}#1"
    assert found(library, "latawiec na łące", dt.date(2017, 1, 1))[0] == f"{DRONES}#1"
    both = found(library, "latawiec na łące", dt.date(2017, 1, 1), all_law=True)
    assert {f"{KITES}#1", f"{DRONES}#1"} <= set(both)


def test_an_amended_wording_is_found_between_two_texts(library: Library) -> None:
    hit = library.search("ochrona jeży", on=dt.date(2019, 8, 1))[0]
    assert hit.article_id == f"{PARKS}#1"
    assert "jeży" in hit.text
    assert not any("jeży" in hit.text for hit in library.search("ochrona jeży", on=THEN))


def test_a_day_before_an_act_existed(library: Library) -> None:
    before = library.search("park gmina", on=dt.date(2006, 1, 1))
    assert not any(hit.act_id == PARKS for hit in before)
    nothing = library.search("latawiec", on=dt.date(1990, 1, 1))
    assert nothing == []
    assert keys(nothing) == ["note_day_before_texts"]
    assert "2005-03-01" in nothing.notes[0].text


def test_a_day_to_come_shows_what_is_known_and_says_so(library: Library) -> None:
    hits = library.search("regulamin fontanny", on=dt.date(2190, 1, 1))
    assert hits[0].article_id == f"{PARKS}#4"
    assert keys(hits) == ["note_day_to_come"]


def test_what_speaks_of_it_today_and_has_no_text_so_old_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rather than that nothing is sure: parks were law in 2015, their text of then is not here."""

    def sure_of_today(state: State, *rest: object) -> None:
        state.sure = state.where.on is None

    monkeypatch.setattr("przepis.rerank.learned.note_confidence", sure_of_today)
    library = Library(settings=settings(make_young_home(tmp_path), "przepis"))
    (parks,) = {act.act_id for act in library.store.acts()} - {KITES}
    asked = "wstęp z psem wolny na łące"
    (told,) = library.run(asked, on=THEN).notes
    assert (told.key, told.article_ids) == ("note_no_text_of_day", (f"{parks}#2",))
    assert dict(told.values)["since"] == "2018-01-10"
    assert library.run(asked, on=dt.date(2019, 1, 1)).hits[0].article_id == f"{parks}#2"
    for on in (dt.date(2019, 1, 1), None):  # it is shown then
        assert "note_no_text_of_day" not in [note.key for note in library.run(asked, on=on).notes]


def test_a_search_within_an_act_or_a_kind_keeps_to_the_day(library: Library) -> None:
    assert found(library, CAMEL, THEN, act=PARKS)[0] == f"{PARKS}#2"
    assert set(found(library, CAMEL, THEN, act=KITES)) <= {f"{KITES}#1"}
    assert found(library, CAMEL, THEN, kind="statute")[0] == f"{PARKS}#2"


def test_without_a_day_the_past_changes_nothing(home: Path, without: Path) -> None:
    runs = [
        [(hit.article_id, hit.score) for hit in Library(settings=settings(h, "przepis")).run("park", k=10).hits]
        for h in (home, without)
    ]
    assert runs[0] == runs[1]
    assert runs[0]


def test_without_the_past_that_is_said_with_the_command_that_adds_it(without: Path) -> None:
    library = Library(settings=settings(without))
    hits = library.search("park gmina", on=THEN)
    assert hits[0].article_id == f"{PARKS}#2"
    assert any(MYTO in library.article(hit.article_id, THEN).text for hit in hits)  # shown as of the day all the same
    assert keys(hits) == ["note_past_missing"]
    assert "przepis index build --past" in hits.notes[0].text
    assert found(library, CAMEL, THEN) == []
    assert keys(library.search("latawiec", on=dt.date(2006, 1, 1))) == []  # that day has no other wordings
    assert keys(library.search("park")) == []


def test_a_past_of_another_corpus_is_not_searched(home: Path, tmp_path: Path) -> None:
    copy = tmp_path / "home"
    shutil.copytree(home, copy)
    library = Library(settings=settings(copy))
    library.store.db.execute("DELETE FROM amended")
    hits = library.search("park gmina", on=THEN)
    assert keys(hits) == ["note_past_stale"]
    assert "przepis index build --past" in hits.notes[0].text


def test_an_import_says_that_the_past_is_older_now(home: Path, without: Path, tmp_path: Path) -> None:
    command = ["corpus", "import", "sample"]
    for origin, told in ((home, True), (without, False)):
        copy = tmp_path / origin.name / "copy"
        shutil.copytree(origin, copy)
        done = CliRunner().invoke(cli, ["--home", str(copy), *command])
        assert done.exit_code == 0
        assert ("przepis index build --past" in done.output) == told


def test_a_pipeline_whose_fields_the_past_has_not_says_so(home: Path) -> None:
    library = Library(settings=settings(home))
    hits = library.search("park", on=THEN, pipeline="bm25-raw")
    assert keys(hits) == ["note_past_not_for_pipeline"]
    assert hits[0].article_id.startswith(PARKS)


def test_with_milvus_the_past_is_searched_here(home: Path) -> None:
    """The cluster holds today's wordings; those of a day lie in the home folder."""
    engine = EngineSettings(name="milvus", uri="http://127.0.0.1:1")
    library = Library(settings=settings(home).model_copy(update={"engine": engine}))
    assert found(library, CAMEL, THEN)[0] == f"{PARKS}#2"


def test_a_citation_of_a_gone_article_opens_on_its_day(home: Path) -> None:
    library = Library(settings=settings(home))
    for words in (f"{PARKS}#3", "art. 3 ustawy o parkach"):
        (hit,) = library.search(words, on=THEN)
        assert "pelerynę" in hit.text
        assert "pelerynę" in library.article(words, THEN).text
        assert library.verify(words, "zieloną pelerynę", THEN).verified
        assert [m.day.year for m in library.moments(words)] == [2010, 2018]
        assert [n.key for n in library.search(words, on=dt.date(2021, 1, 1)).notes] == ["note_no_article"]
        assert [n.key for n in library.search(words).notes] == ["note_no_article"]


# -- the other faces -------------------------------------------------------------------------------------------


def run_cli(home: Path, *arguments: str) -> str:
    done = CliRunner().invoke(cli, ["--home", str(home), *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return " ".join(done.output.split())


def test_command_line(home: Path, without: Path) -> None:
    asked = ("search", CAMEL, "--on", THEN.isoformat(), "--pipeline", "lexical")
    printed = run_cli(home, *asked)
    assert MYTO in printed
    assert "--past" not in printed
    (hit, *_) = json.loads(run_cli(home, *asked, "--json"))["hits"]
    assert (hit["article_id"], hit["unit"]["label"]) == (f"{PARKS}#2", "2")
    assert "pelerynę" in run_cli(home, "show", f"{PARKS}#3", "--on", THEN.isoformat())
    lacking = run_cli(without, *asked)
    assert "przepis index build --past" in lacking
    assert "przepis index build --past" in run_cli(without, "--lang", "en", *asked)


def test_the_command_that_adds_the_past(without: Path, tmp_path: Path) -> None:
    copy = tmp_path / "home"
    shutil.copytree(without, copy)
    asked = ("search", CAMEL, "--on", THEN.isoformat(), "--pipeline", "lexical")
    assert MYTO not in run_cli(copy, *asked)
    assert json.loads(run_cli(copy, "index", "status", "--json"))["past"] == "absent"
    assert "wordings of 7 articles" in run_cli(copy, "index", "build", "--encoder", "hashing", "--past")
    assert MYTO in run_cli(copy, *asked)
    status = json.loads(run_cli(copy, "index", "status", "--json"))
    assert status["past"] == "fresh"
    assert status["past_wordings"] == 11
    assert run_cli(copy, "index", "verify") == "the index is sound"
    (past_root(copy) / "gen-1" / "articles.txt").write_text("x", encoding="utf-8")
    broken = CliRunner().invoke(cli, ["--home", str(copy), "index", "verify"])
    assert broken.exit_code == 3


def test_rest_and_page(home: Path, without: Path) -> None:
    params = {"text": CAMEL, "on": THEN.isoformat()}
    with TestClient(create_app(settings(home)), base_url="http://localhost") as site:
        page = site.get("/v1/search", params=params).json()
        assert page["hits"][0]["article_id"] == f"{PARKS}#2"
        assert MYTO in page["hits"][0]["text"]
        assert page["notes"] == []
        assert site.get("/v1/status").json()["index"]["past"] == 11
        shown = site.get("/search", params={"q": CAMEL, "on": THEN.isoformat()}).text
        assert "<mark>wielbłąda</mark>" in shown
        assert f"/{PARKS}/art/2?on={THEN}" in shown
        gone = site.get("/search", params={"q": GUARD, "on": THEN.isoformat()}).text
        assert f"/{PARKS}/art/3?on={THEN}" in gone
        assert "pelerynę" in site.get(f"/{PARKS}/art/3", params={"on": THEN.isoformat()}).text
        assert "pelerynę" in site.get("/v1/article", params={"citation": f"{PARKS}#3", "on": THEN.isoformat()}).text
    with TestClient(create_app(settings(without)), base_url="http://localhost") as site:
        page = site.get("/v1/search", params=params | {"language": "en"}).json()
        assert [note["key"] for note in page["notes"]] == ["note_past_missing", "note_nothing_on_day"]
        assert "adds past wordings" in page["notes"][0]["text"]
        assert "index build --past" in site.get("/search", params={"q": CAMEL, "on": THEN.isoformat()}).text
        assert site.get("/v1/status").json()["index"]["past"] is None


def test_a_server_takes_the_past_up_when_it_is_built(without: Path, tmp_path: Path) -> None:
    copy = tmp_path / "home"
    shutil.copytree(without, copy)
    live = Live(settings(copy))
    try:
        assert not live.refresh()
        with live.lease() as library:
            build_past(library.store, copy, open_encoder("hashing"))
        assert live.refresh()
        with live.lease() as library:
            assert found(library, CAMEL, THEN)[0] == f"{PARKS}#2"
    finally:
        live.close()


def test_mcp(home: Path, without: Path) -> None:
    def ask(place: Path) -> dict[str, Any]:
        live = Live(settings(place))

        async def session() -> Any:
            async with Client(create_server(live)) as client:
                return await client.call_tool("find_provision", {"question": CAMEL, "on": THEN.isoformat()})

        try:
            answer: dict[str, Any] = asyncio.run(session()).structured_content
        finally:
            live.close()
        return answer

    told = ask(home)
    assert told["provisions"][0]["article_id"] == f"{PARKS}#2"
    assert MYTO in told["provisions"][0]["snippet"]
    lacking = ask(without)
    assert "przepis index build --past" in lacking["note"]
    assert "Nothing found" in lacking["note"]
