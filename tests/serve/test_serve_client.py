"""``connect(url)`` answers as ``open(home)`` does: the same records, the same errors."""

from __future__ import annotations

import datetime as dt
import inspect

import httpx
import pytest

from przepis.client import RemoteLibrary, connect
from przepis.errors import CitationError, InputError, PipelineError, RemoteError
from przepis.library import Library
from przepis.protocol import LawLibrary
from przepis.records import Answer
from tests.serve.served import settings_for

DAY = dt.date(2091, 9, 1)


@pytest.fixture(scope="module")
def local(sample_home):
    with Library(settings=settings_for(sample_home)) as library:
        yield library


@pytest.fixture(scope="module")
def remote(running):
    with connect(running) as library:
        yield library


@pytest.mark.parametrize(
    "ask",
    [
        lambda lib: lib.search("zwrot kaucji", k=5),
        lambda lib: lib.search("kto płaci", options=["najemca", "miasto"], act="Kodeks najmu łodzi", on=DAY),
        lambda lib: lib.search("art. 10 Kodeksu najmu łodzi"),
        lambda lib: lib.find("łódź", k=3, signals=True).hits,
        lambda lib: lib.find("art. 999 Kodeksu najmu łodzi", language="en").notes,
        lambda lib: lib.find("Kodeks najmu łodzi").act,
        lambda lib: lib.search("zwrot kaucji", on="2095-06-19", k=2),
        lambda lib: lib.articles("art. 9-11 Kodeksu najmu łodzi"),
        lambda lib: lib.article_ids("art. 9 i 11 Kodeksu najmu łodzi"),
        lambda lib: lib.article("DU/2091/145#15", "2095-06-19"),
        lambda lib: lib.acts("łodzi"),
        lambda lib: lib.acts(kind="ustawa", limit=3),
        lambda lib: lib.acts(year=2091, kind="statute", status="in_force", limit=2, offset=1),
        lambda lib: lib.surrogate("art. 10 Kodeksu najmu łodzi"),
        lambda lib: lib.article("art. 10 Kodeksu najmu łodzi"),
        lambda lib: lib.article("DU/2091/145#15", DAY),
        lambda lib: lib.article_id("art. 5² Kodeksu najmu łodzi"),
        lambda lib: lib.act("DU/2091/145"),
        lambda lib: lib.act_id("Kodeks najmu łodzi"),
        lambda lib: lib.versions("DU/2091/101"),
        lambda lib: lib.version("DU/2093/57"),
        lambda lib: lib.wordings("DU/2091/101#7"),
        lambda lib: lib.references("DU/2091/145#30"),
        lambda lib: lib.surrogate("DU/2091/145#10"),
        lambda lib: lib.outline("DU/2091/145", DAY),
        lambda lib: lib.history("DU/2091/101#7"),
        lambda lib: lib.diff("DU/2091/101#7", "DU/2091/101", "DU/2096/18"),
        lambda lib: lib.verify("art. 10 Kodeksu najmu łodzi", "Stan łodzi"),
        lambda lib: lib.suggest("kodeks"),
        lambda lib: lib.validity("Kodeks najmu łodzi"),
        lambda lib: lib.standing(lib.article("DU/2091/145#21")),
        lambda lib: lib.standing(lib.article("DU/2091/145#15", DAY), DAY),
        lambda lib: lib.notes(lib.article("DU/2091/145#21")),
        lambda lib: lib.changes(dt.date(2090, 1, 1), "Kodeks najmu łodzi"),
    ],
)
def test_both_answer_alike(local, remote, ask):
    assert ask(remote) == ask(local)


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda lib: lib.article("DU/2091/145#999"), CitationError),
        (lambda lib: lib.article("DU/2091/145#10", dt.date(1990, 1, 1)), CitationError),
        (lambda lib: lib.act("ustawa o smokach"), CitationError),
        (lambda lib: lib.search(" "), InputError),
        (lambda lib: lib.search("x", k=101), InputError),
        (lambda lib: lib.search("x", kind="treaty"), InputError),
        (lambda lib: lib.search("x", pipeline="nie-ma"), PipelineError),
    ],
)
def test_both_refuse_alike(local, remote, ask, error):
    with pytest.raises(error) as there:
        ask(remote)
    with pytest.raises(error) as here:
        ask(local)
    assert type(there.value) is type(here.value)
    assert str(there.value) == str(here.value)


def test_both_have_the_methods_of_the_protocol(local, remote):
    wanted = {
        name: inspect.signature(method) for name, method in vars(LawLibrary).items() if inspect.isfunction(method)
    }
    wanted = {name: signature for name, signature in wanted.items() if not name.startswith("_")}
    assert len(wanted) > 20
    for library in (local, remote):
        for name, signature in wanted.items():
            own = inspect.signature(getattr(type(library), name))
            assert list(own.parameters) == list(signature.parameters), (type(library).__name__, name)
            defaults = [(p.name, p.default, p.kind) for p in own.parameters.values()]
            assert defaults == [(p.name, p.default, p.kind) for p in signature.parameters.values()], name


def test_a_server_of_another_api_is_told():
    def other(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={}, headers={"x-przepis-api": "1"})

    with pytest.raises(RemoteError, match="speaks version 1"):
        RemoteLibrary("http://there", transport=httpx.MockTransport(other)).status()


def test_answers_whole_and_streamed(remote):
    whole = remote.answer("zwrot kaucji")
    assert isinstance(whole, Answer)
    assert whole.citations[0].in_corpus
    *drafts, last = remote.stream_answer("zwrot kaucji")
    assert isinstance(last, Answer)
    assert "".join(drafts) == last.text == whole.text


def test_no_server_is_a_remote_error():
    with pytest.raises(RemoteError, match="is the server running"):
        connect("http://127.0.0.1:9").status()
    with pytest.raises(InputError, match="not the address"):
        connect("gdzieś")
