"""`przepis answer` as a person runs it, on the bundled sample."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.index.build import build_index
from przepis.serve.cli.answer import answer
from przepis.serve.cli.context import Context
from przepis.sources.sample import acts_dir, read_questions, read_surrogates
from tests.llm.fake_server import FakeServer


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    with Store(folder, create=True) as store:
        import_markdown(store, acts_dir(), workers=1)
        store.put_surrogates(read_surrogates())
        build_index(store, folder, open_encoder("hashing:64"))
    return folder


@pytest.fixture
def server(home, monkeypatch):
    monkeypatch.setenv("PRZEPIS_LLM_MODEL", "test-model")
    (home / "llm.sqlite").unlink(missing_ok=True)
    with FakeServer() as fake:
        yield fake


def run(home, server, *args):
    context = Context(home, "pl", server.url)
    done = CliRunner().invoke(answer, [*args, "--pipeline", "bm25-raw"], obj=context, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_answer_with_its_basis(home, server):
    question = read_questions()[0][0]
    printed = run(home, server, question.text, "--option", "jedno", "--option", "drugie")
    assert printed.startswith("A\nTak, to wynika z przepisu.\n")
    assert "art. " in printed
    assert server.stages == {"answer": 1}


def test_answer_for_a_program(home, server):
    question = read_questions()[0][0]
    data = json.loads(run(home, server, question.text, "--json"))
    [citation] = data["answer"]["citations"]
    assert citation["article_id"] in data["hits"]
    assert citation["in_context"]
    assert citation["quote"]
    assert (data["n_calls"], data["answer"]["abstained"]) == (1, False)
    assert data["stage_ms"]["answer"] > 0


def test_streamed_and_then_checked(home, server):
    question = read_questions()[0][0]
    printed = run(home, server, question.text, "--stream")
    assert printed.startswith("Tak, to wynika z przepisu.\n")
    assert server.requests[0]["stream"] is True
    assert printed.count("Tak, to wynika") == 1


def test_an_invented_basis_is_shown_as_refused(home, server):
    form = {"answer": "Zmyślone.", "option": "", "legal_basis": ["art. 99999 k.c."], "sufficient": True}
    server.answer = lambda request: json.dumps(form)
    printed = run(home, server, read_questions()[0][0].text)
    assert "Zmyślone" not in printed
    assert "✗ art. 99999" in printed
