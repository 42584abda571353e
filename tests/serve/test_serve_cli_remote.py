"""`przepis search --server`: what a running server shows, and the errors that the library on that side raised."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from przepis.errors import CitationError, InputError, RemoteError
from przepis.serve.cli.main import cli
from przepis.serve.cli.remote import search_at

QUERY = "zderzenie łodzi termin zawiadomienia"


def test_the_server_is_asked_and_its_hits_are_printed(running: str) -> None:
    page = search_at(running, {"text": QUERY, "limit": 3})
    done = CliRunner().invoke(cli, ["search", QUERY, "--server", running, "--k", "3"])
    assert done.exit_code == 0
    assert [hit["article_id"] in done.output for hit in page["hits"]] == [True] * 3
    assert page["hits"][0]["citation"] in done.output


def test_json_is_the_page_of_the_api(running: str) -> None:
    done = CliRunner().invoke(cli, ["search", QUERY, "--json"], env={"PRZEPIS_SERVER": running})
    assert len(json.loads(done.output)["hits"]) == 10


def test_server_and_key_may_stand_in_variables_and_notes_are_in_the_language_of_the_command(running: str) -> None:
    variables = {"PRZEPIS_SERVER": running, "PRZEPIS_API_KEY": "prz_none"}
    done = CliRunner().invoke(cli, ["--lang", "en", "search", "zwrot kuacji za wypożyczenie"], env=variables)
    assert done.exit_code == 0, done.exception
    assert "Did you mean" in done.output


def test_errors_are_those_of_the_library(running: str) -> None:
    with pytest.raises(CitationError, match="no act"):
        search_at(running, {"text": QUERY, "act": "kodeks nieistniejący"})
    with pytest.raises(InputError, match="not the address"):
        search_at("localhost:80", {"text": QUERY})
    with pytest.raises(RemoteError, match="is the server running"):
        search_at("http://127.0.0.1:9", {"text": QUERY})


def test_no_library_is_opened_for_it() -> None:
    code = "import sys, przepis.serve.cli.main, przepis.serve.cli.find; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"przepis.library", "przepis.corpus.units", "numpy", "onnxruntime", "httpx"} & set(loaded)
