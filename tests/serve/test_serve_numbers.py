"""Numbers of § that are known though the source dropped them, and those that nobody can tell: on every face."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from przepis.corpus import numbering
from przepis.corpus.numbering import wording_key
from przepis.corpus.store import Store
from przepis.corpus.units import Number
from przepis.index.build import build_index
from przepis.messages import Messages
from przepis.serve.cli.main import cli
from przepis.serve.http.app import create_app
from przepis.serve.http.live import Live
from przepis.serve.mcp.tools import Tools
from przepis.settings import Settings, load_settings
from tests.corpus.written_law import take_in
from tests.serve.served import BASE

THEFT = """Kto zabiera cudzą łódź, podlega karze grzywny.
Tej samej karze podlega, kto zabiera wiosło.
Przepisu § 1 nie stosuje się do pontonów.
Ściganie następuje na wniosek."""
TOLD = (Number("1", True), Number("1a", True), Number("2", False), Number("", False))
ACT = f"""---
title: "Ustawa z dnia 3 maja 2091 r. o kradzieży łodzi"
eli: "DU/2091/45"
publication_date: "2091-05-03"
---
##### Art. 1.

{THEFT.replace(chr(10), chr(10) * 2)}

##### Art. 2.

Do czynów z art. 1 § 1 i § 2 stosuje się art. 1 § 1a.
"""


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(numbering, "_shipped", lambda: {wording_key(THEFT): TOLD})
    with Store(tmp_path, create=True) as store:
        take_in(store, tmp_path / "law", ACT)
        build_index(store, tmp_path, None)
    return load_settings(tmp_path, pipeline="lexical")


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), base_url=BASE) as client:
        yield client


def test_rest_tells_what_is_known_from_what_was_counted(client: TestClient) -> None:
    units = client.get("/v1/article", params={"citation": "DU/2091/45#1"}).json()["units"]
    assert [(unit["label"], unit["restored"], unit["inferred"]) for unit in units] == [
        ("1", True, False),
        ("1a", True, False),
        ("2", False, True),
        ("?", False, True),
    ]
    hit = client.get("/v1/search", params={"text": "DU/2091/45#1/para:1a"}).json()["hits"][0]
    assert hit["text"] == "[§ 1a.] Tej samej karze podlega, kto zabiera wiosło."


def test_the_page_says_where_a_number_comes_from(client: TestClient) -> None:
    page = client.get("/DU/2091/45/art/1").text
    say = Messages("pl")
    assert page.count(say("restored")) == 2
    assert page.count(say("inferred")) == 2
    assert "§ ?" in page


def test_the_command_line_marks_the_paragraph_that_is_cited(settings: Settings) -> None:
    shown = CliRunner().invoke(cli, ["--home", str(settings.home), "show", "DU/2091/45#1/para:1a"])
    assert "► § 1a. Tej samej karze" in shown.output
    assert "§ ?. Ściganie" in shown.output


def test_an_assistant_opens_it_and_is_not_told_that_a_lost_one_is_not_there(settings: Settings) -> None:
    live = Live(settings)
    try:
        tools = Tools(live)
        assert tools.get_article("DU/2091/45#1/para:1a").text.startswith("[§ 1a.] Tej samej")
        assert tools.verify_citation("DU/2091/45#1/para:1a", "kto zabiera wiosło").exists
        lost = tools.verify_citation("DU/2091/45#1/para:3")
        assert (lost.verified, lost.exists) == (False, None)
    finally:
        live.close()
