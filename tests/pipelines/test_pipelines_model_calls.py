"""Every pipeline of the paper, end to end on the bundled sample, against a local endpoint: calls counted
exactly.
"""

from __future__ import annotations

import dataclasses
import importlib.util

import pytest

from przepis.answer.answering import Answerer
from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.evaluate.runs.systems import BenchOptions, open_pipeline
from przepis.index.build import build_index
from przepis.index.fields import OPTIONAL_FIELDS
from przepis.library import Library
from przepis.pipelines.loader import load_pipeline
from przepis.pipelines.run import run_pipeline
from przepis.settings import LLMSettings, Settings
from przepis.sources.sample import acts_dir, read_questions, read_surrogates
from tests.llm.fake_server import FakeServer

# With the generation call, as in the paper's table of costs.
N_CALLS = {
    "ascr": 3,
    "ascr-h": 3,
    "no-covers": 3,
    "no-concepts": 3,
    "no-analysis": 2,
    "no-rerank": 2,
    "bm25-expanded": 2,
    "dense-rephrased": 2,
    **dict.fromkeys(("bm25-raw", "bm25-surrogate", "dense", "rrf", "dtf", "dense-prf"), 1),
    **dict.fromkeys(("dense-surro-rrf", "dense-surro-rescore"), 1),
    **dict.fromkeys(("closed-book", "random", "oracle", "oracle-doc", "bm25-lemma", "przepis"), 1),
    "przepis-llm": 2,
}
HAS_LEMMAS = importlib.util.find_spec("morfeusz2") is not None
STAGES = {
    "ascr": {"analysis": 1, "rerank": 1, "answer": 1},
    "no-analysis": {"rerank": 1, "answer": 1},
    "no-rerank": {"analysis": 1, "answer": 1},
    "bm25-expanded": {"expand": 1, "answer": 1},
    "dense-rephrased": {"rephrase": 1, "answer": 1},
    "closed-book": {"answer": 1},
}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    with Store(folder, create=True) as store:
        import_markdown(store, acts_dir(), workers=1)
        store.put_surrogates(read_surrogates())
        build_index(store, folder, open_encoder("hashing:64"), extra_fields=OPTIONAL_FIELDS if HAS_LEMMAS else ())
    return folder


@pytest.fixture
def server():
    with FakeServer() as fake:
        yield fake


@pytest.fixture
def library(home, server):
    (home / "llm.sqlite").unlink(missing_ok=True)  # every test asks anew
    llm = LLMSettings(base_url=server.url, model="test-model", price_in=0.25, price_out=1.5)
    with Library(settings=Settings(home=home, encoder="hashing:64", llm=llm)) as opened:
        yield opened


def ask(library, name, question, labels):
    """Search by one pipeline and answer from what it found."""
    tools = dataclasses.replace(library.tools(), labels=labels.articles)
    run = run_pipeline(load_pipeline(name), question, tools)
    answerer = Answerer(library.store, library.resolver, library.client)
    return run, answerer.answer(question, run.hits[:10], closed_book=name == "closed-book")


@pytest.mark.parametrize("name", sorted(N_CALLS))
def test_calls_are_those_of_the_paper(library, server, name):
    questions, labels = read_questions()
    question = questions[0]
    run, done = ask(library, name, question, labels)
    assert server.n_requests == run.usage.n_calls + done.usage.n_calls == N_CALLS[name]
    assert server.stages == STAGES.get(name, server.stages)
    assert bool(run.hits) == (name != "closed-book")
    assert not done.answer.abstained
    if name != "closed-book":
        assert done.answer.citations[0].in_context
    ledger = {line.stage: line for line in library.client.ledger.costs()}
    assert set(ledger) == set(server.stages)
    assert run.usage.cost_usd + done.usage.cost_usd == pytest.approx(sum(line.cost_usd for line in ledger.values()))
    assert all(line.p50_ms > 0 for line in ledger.values())
    ask(library, name, question, labels)
    assert server.n_requests == N_CALLS[name]  # the second time it is all in the cache


def test_the_dense_branch_does_not_wait_for_analysis(library, server):
    questions, labels = read_questions()
    ask(library, "ascr-h", questions[1], labels)  # everything is open before anything is timed
    server.delay_s = 0.3
    run, _ = ask(library, "ascr-h", questions[0], labels)
    assert run.stage_ms["analyse"] < 150
    assert run.stage_ms["await_analysis"] > 100
    assert run.stage_ms["dense"] + run.stage_ms["await_analysis"] < 600


def test_a_repeated_run_asks_the_model_again_and_the_bill_is_the_same_from_the_cache(library, server):
    questions, _ = read_questions()
    options = BenchOptions(answers="product", repeat=2)
    first, second = (open_pipeline("ascr", library.tools, {}, options, turn) for turn in (1, 2))
    one, other = first(questions[0]), second(questions[0])
    assert server.n_requests == 6
    assert (one.usage.n_calls, one.usage.n_cached, other.usage.n_cached) == (3, 0, 0)
    again = first(questions[0])
    assert server.n_requests == 6
    assert (again.usage.n_calls, again.usage.n_cached) == (3, 3)
    assert (again.usage.tokens_in, again.usage.cost_usd) == (one.usage.tokens_in, pytest.approx(one.usage.cost_usd))
    assert again.stage_ms["total"] > again.usage.cached_ms - again.stage_ms["answer"] > 0
    assert again.context == one.context == other.context
    assert 0 < len(one.context) <= 10
