"""What is asked wrongly is refused with what would be right, on every face; dates are read as people write them."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from mcp.client import Client

from przepis.client import connect
from przepis.errors import InputError, LabelError, PipelineError
from przepis.evaluate.questions.formats.sample import ITS_HOME, read_sample
from przepis.evaluate.questions.labels import LabelMaker
from przepis.library import Library
from przepis.llm.open import JOURNAL_NAME
from przepis.messages import Messages
from przepis.pipelines.loader import load_pipeline
from przepis.records import ActKind, ActStatus
from przepis.serve.cli.serve import run_server
from przepis.serve.http.listening import listen, url_of
from przepis.serve.http.live import Live
from przepis.serve.http.options import ServeOptions
from przepis.serve.mcp.server import create_server
from tests.serve.served import settings_for

WRITTEN = ("2095-06-19", "19.06.2095", "19 czerwca 2095 r.")


@pytest.mark.parametrize(
    ("address", "right"),
    [
        ("/v1/search?text=kaucja&limt=1", "perhaps 'limit'"),
        ("/v1/search?text=kaucja&onn=2095-06-19", "perhaps 'on'"),
        ("/v1/article?citation=DU/2091/145%2310&dzien=2095-06-19", "there are citation, on"),
        ("/v1/status?x=1", "there are none"),
    ],
)
def test_a_parameter_that_is_not_there_is_refused(site, address, right):
    found = site.get(address)
    assert found.status_code == 422
    assert found.json()["error"] == "InputError"
    assert right in found.json()["detail"]


@pytest.mark.parametrize("written", WRITTEN)
def test_a_day_is_read_in_any_spelling(site, written):
    expected = site.get("/v1/search", params={"text": "zwrot kaucji", "on": WRITTEN[0]}).json()["hits"]
    assert expected
    assert site.get("/v1/search", params={"text": "zwrot kaucji", "on": written}).json()["hits"] == expected
    assert site.post("/v1/search", json={"text": "zwrot kaucji", "on": written}).json()["hits"] == expected


@pytest.mark.parametrize("wrong", ["wczoraj", "", "2095-13-40", 0, True])
def test_what_is_no_day_is_refused(site, wrong):
    assert site.post("/v1/search", json={"text": "zwrot kaucji", "on": wrong}).status_code == 422
    told = site.get("/v1/search", params={"text": "zwrot kaucji", "on": wrong})
    assert told.status_code == 422
    assert "19.06.2024" in told.json()["detail"]


@pytest.mark.parametrize(
    ("method", "address"),
    [("GET", "/v1/nic"), ("GET", "/v1/answer"), ("GET", "/v1/search"), ("GET", "/v1/act?act=nic")],
)
def test_every_problem_says_what_is_wrong_and_under_which_id(site, method, address):
    found = site.request(method, address)
    problem = found.json()
    assert problem["detail"]
    assert problem["request_id"] == found.headers["x-request-id"]


def test_kinds_and_statuses_that_no_act_has_are_refused_with_the_list(sample_home, site):
    with Library(settings=settings_for(sample_home)) as library:
        for wrong in ({"status": "in force"}, {"kind": "bzdura"}):
            with pytest.raises(InputError, match="there are"):
                library.acts(**wrong)
        assert library.acts(kind="Ustawa") == library.acts(kind="statute") != library.acts(kind="umowa międzynarodowa")
    assert "in_force" in site.get("/acts?status=in+force").text


@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_refused_kind_or_status_is_told_all_that_there_are(sample_home, language):
    say = Messages(language)
    with Library(settings=settings_for(sample_home)) as library:
        with pytest.raises(InputError) as kind:
            library.acts(kind="bzdura")
        with pytest.raises(InputError) as status:
            library.acts(status="bzdura")
    words = [say(f"kind_{each}") if language == "pl" else each for each in get_args(ActKind)]
    assert all(word in say.error(kind.value) for word in words)
    assert all(each in say.error(status.value) for each in get_args(ActStatus))


def test_mcp_refuses_what_no_tool_takes(sample_home):
    live = Live(settings_for(sample_home))

    async def asked(tool, **arguments):
        async with Client(create_server(live)) as client:
            return await client.call_tool(tool, arguments)

    try:
        misspelt = asyncio.run(asked("find_provision", question="kaucja", limt=5))
        wrong = asyncio.run(asked("find_acts", status="in force"))
    finally:
        live.close()
    assert misspelt.is_error
    assert "`limt`" in misspelt.content[0].text
    assert "limit" in misspelt.content[0].text
    assert wrong.is_error
    assert "in_force" in wrong.content[0].text


@pytest.mark.parametrize("wrong", [None, 7])
def test_python_refuses_what_is_no_text(sample_home, running, wrong):
    with Library(settings=settings_for(sample_home)) as here, connect(running) as there:
        for library in (here, there):
            with pytest.raises(InputError, match="give text"):
                library.search(wrong)
            with pytest.raises(InputError, match="between 1 and 100"):
                library.search("kaucja", k="a")


def test_addresses_of_the_page_opened_otherwise(site):
    assert site.get("/answer", follow_redirects=False).headers["location"] == "/"
    days = site.get("/DU/2091/101/art/7/diff")
    assert days.status_code == 400
    assert "Podaj dwa dni" in days.text
    wrong = site.post("/help")
    assert wrong.status_code == 405
    assert "Method Not Allowed" not in wrong.text


def test_a_pipeline_names_what_it_lacks_and_no_more(sample_home):
    with Library(settings=settings_for(sample_home)) as library, pytest.raises(PipelineError) as told:
        load_pipeline("ascr").check(library.index, model_configured=False)
    assert str(told.value).count("a language model") == 1
    assert "the index has the fields" not in str(told.value)


def test_a_drawing_has_a_line_for_each_list():
    drawn = load_pipeline("przepis").steps[0].draw().splitlines()
    assert drawn[0] == "candidates(scoped_take=20)"
    assert drawn[1] == "     list: name=all-p, field=all-prefix, take=30, scoped"
    assert not any("{" in line for line in drawn)


def test_a_taken_port_is_told_before_an_address_is(sample_home, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"127.0.0.1:{port}"):
            run_server(None, ServeOptions(port=port), "info")
    assert "http://" not in capsys.readouterr().err


def test_every_address_of_a_name_is_listened_on(monkeypatch):
    """As ``localhost`` is both 127.0.0.1 and ::1; an address that this machine lacks is no reason not to serve."""
    found = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0))
        for address in ("203.0.113.1", "127.0.0.1", "127.0.0.2")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with contextlib.ExitStack() as opened:
        listening = [opened.enter_context(one) for one in listen("two.test", 0)]
        addresses = [one.getsockname() for one in listening]
        assert [address for address, _ in addresses] == ["127.0.0.1", "127.0.0.2"]
        assert len({port for _, port in addresses}) == 1
        for address in addresses:
            socket.create_connection(address, timeout=5).close()


def test_an_ipv6_address_is_printed_in_brackets():
    assert url_of("::1", 8017) == url_of("[::1]", 8017) == "http://[::1]:8017"
    assert url_of("localhost", 80) == "http://localhost:80"


def test_costs_are_read_without_making_a_journal(tmp_path):
    code = "from przepis.serve.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "--home", str(tmp_path), "llm", "costs"], check=False)
    assert done.returncode == 0
    assert not (tmp_path / JOURNAL_NAME).exists()


def test_the_sample_in_another_home_names_its_own(sample_home, monkeypatch):
    monkeypatch.setattr(LabelMaker, "has", lambda self, article_id: False)
    with Library(settings=settings_for(sample_home)) as library, pytest.raises(LabelError) as told:
        read_sample(Path("sample"), LabelMaker(library.store))
    assert ITS_HOME in str(told.value)


@pytest.mark.parametrize(
    ("address", "right"),
    [
        ("/v1/search?text=", "the query is empty"),
        ("/v1/search?text=%20", "the query is empty"),
        ("/v1/search?text=kaucja&on=wczoraj", "query.on: 'wczoraj' is not a date"),
        ("/v1/search?text=kaucja&on=2095-06-19&on=2091-06-19", "query.on: Given more than once"),
    ],
)
def test_a_refusal_says_what_is_wrong_in_our_own_words(site, address, right):
    found = site.get(address)
    assert found.status_code == 422
    assert right in found.json()["detail"]


def test_several_options_are_one_parameter_given_several_times(site):
    assert site.get("/v1/search?text=kaucja&options=tak&options=nie").status_code == 200


def test_a_body_without_its_header_is_told_of_it(site):
    found = site.post("/v1/search", content=b'{"text": "kaucja"}')
    assert found.status_code == 422
    assert "content-type: application/json" in found.json()["detail"]


@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize(
    "ask",
    [
        lambda lib: lib.search("kaucja", options="tak"),
        lambda lib: lib.search("kaucja", options=None),
        lambda lib: lib.search("kaucja", options=["tak", 1]),
        lambda lib: lib.search("kaucja", options=["a"] * 11),
        lambda lib: lib.search("kaucja", language="de"),
        lambda lib: lib.search("kaucja", act=5),
        lambda lib: lib.search("kaucja", pipeline=7),
        lambda lib: lib.search("kaucja", on=20950619),
        lambda lib: lib.article(None),
        lambda lib: lib.act(None),
        lambda lib: lib.changes(None),
        lambda lib: lib.changes("wczoraj"),
    ],
)
def test_what_cannot_be_asked_is_refused_here_and_far_away(sample_home, running, ask, far):
    library = connect(running) if far else Library(settings=settings_for(sample_home))
    with contextlib.closing(library), pytest.raises(InputError):
        ask(library)


def test_bytes_that_are_no_text_are_searched_around(sample_home, running):
    """A terminal that is not UTF-8 gives Python halves of characters."""
    with Library(settings=settings_for(sample_home)) as here, connect(running) as there:
        for library in (here, there):
            assert library.search("zwrot kaucji \udcff", k=1)
            with pytest.raises(InputError):
                library.article("\udcff 10")
