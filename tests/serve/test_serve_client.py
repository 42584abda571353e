"""``connect(url)`` answers as ``open(home)`` does: the same records, the same errors."""

from __future__ import annotations

import datetime as dt

import pytest
from served import settings_for

from przepis.client import connect
from przepis.errors import CitationError, InputError, PipelineError, RemoteError
from przepis.library import Library
from przepis.records import Answer

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
        lambda lib: lib.run("łódź", k=3).hits,
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
