"""What ships, from end to end on the bundled sample: the encoder, the ranker, every face.

Other tests build their indexes with a hashing encoder and search by words, for speed; here nothing is exchanged.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from mcp.client import Client
from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from przepis.library import Library
from przepis.pipelines.loader import candidate_lists
from przepis.serve.cli.main import cli
from przepis.serve.http.app import create_app
from przepis.serve.http.live import Live
from przepis.serve.mcp.server import create_server
from przepis.settings import Settings, load_settings
from przepis.sources.sample import read_questions


def run(home: Path, *words: str) -> str:
    done = CliRunner().invoke(cli, ["--home", str(home), *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Imported and indexed as a person would do it, with no option given."""
    folder = tmp_path_factory.mktemp("shipped")
    run(folder, "corpus", "import", "sample")
    run(folder, "index", "build")
    return folder


@pytest.fixture(scope="module")
def settings(home: Path) -> Settings:
    found = load_settings(home)
    assert (found.encoder, found.pipeline) == ("przepis", "przepis")
    return found


@pytest.fixture(scope="module")
def library(settings: Settings) -> Iterator[Library]:
    with Library(settings=settings) as opened:
        yield opened


def test_the_index_has_the_vectors_of_the_shipped_encoder(library: Library) -> None:
    assert library.index.encoder_name.startswith("przepis")
    assert {"chunks", "questions"} <= library.index.dense_fields


def test_the_sample_is_answered_by_the_default_system(library: Library) -> None:
    """A floor, not a figure: a step that is lost, or a model that does not load, falls through it."""
    questions, labels = read_questions()
    asked = [q for q in questions if q.on is None]
    first = ten = 0
    for question in asked:
        hits = library.search(question.text, options=question.options)
        right = labels.articles[question.question_id]
        first += bool(hits) and hits[0].article_id in right
        ten += any(hit.article_id in right for hit in hits)
    assert first >= 0.6 * len(asked), f"{first} of {len(asked)} are right at rank one"
    assert ten >= 0.85 * len(asked), f"{ten} of {len(asked)} are among the first ten"


def test_every_part_leaves_its_mark_on_a_hit(library: Library) -> None:
    """Lists of words and of vectors, the ranker's confidence."""
    questions, _ = read_questions()
    lists = {dense: {s.name for s in candidate_lists() if s.dense is dense} for dense in (False, True)}
    for question in questions[:12]:
        best = library.run(question.text, options=question.options).hits[0]
        if "citation" in best.signals:
            continue
        told = {name.rpartition(":")[0] for name, value in best.signals.items() if value > 0}
        assert told & lists[True], "no list of vectors"
        assert told & lists[False], "no list of words"
        assert best.confidence is not None
        assert 0.0 <= best.confidence <= 1.0


def test_command_line_page_and_mcp_agree(home: Path, settings: Settings, library: Library) -> None:
    question = "jaka może być najwyższa kaucja za wypożyczenie narzędzia?"
    wanted = library.search(question, k=3)[0].article_id
    printed = json.loads(run(home, "search", question, "--json"))
    hits = printed["hits"] if isinstance(printed, dict) else printed
    assert hits[0]["article_id"] == wanted
    with TestClient(create_app(settings), base_url="http://localhost") as site:
        assert site.get("/v1/search", params={"text": question}).json()["hits"][0]["article_id"] == wanted
        page = LexborHTMLParser(site.get("/search", params={"q": question}).text)
        act, _, label = wanted.partition("#")
        assert page.css_first(".result a.open").attributes["href"].startswith(f"/{act}/art/{label}")
    live = Live(settings)
    try:
        assert asyncio.run(_first_provision(live, question)) == wanted
    finally:
        live.close()


async def _first_provision(live: Live, question: str) -> str:
    async with Client(create_server(live)) as client:
        done = await client.call_tool("find_provision", {"question": question, "limit": 3})
    assert not done.is_error, done.content
    assert done.structured_content is not None
    found: str = done.structured_content["provisions"][0]["article_id"]
    return found


def test_demo(tmp_path: Path) -> None:
    """The first command of the README: its own folder, three questions, each with a provision."""
    shown = run(tmp_path, "demo")
    assert (tmp_path / "demo" / "corpus.sqlite").is_file()
    assert shown.count("DU/209") >= 3
    assert "1. " in shown
    again = run(tmp_path, "demo")  # a second time: nothing is in the way
    assert again.count("DU/209") == shown.count("DU/209")
