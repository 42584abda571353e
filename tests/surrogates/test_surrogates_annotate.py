"""Annotation online: resumed after a kill, honest about failures, never paid twice."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from przepis.corpus.ingest import ingest
from przepis.errors import BudgetError, InputError, ModelError, ModelRefusedError
from przepis.llm.budget import Budget
from przepis.llm.journal import Journal
from przepis.llm.ledger import Ledger
from przepis.surrogates.annotate import annotate
from przepis.surrogates.coverage import coverage
from przepis.surrogates.extract import extract_all
from przepis.surrogates.plan import pending
from tests.llm.clients import http_client
from tests.llm.fake_server import ANNOTATION, FakeServer
from tests.llm.synthetic_law import ACT_ID, SECOND_ID, make_store, parsed_act

PROGRAM = Path(__file__).with_name("annotate_process.py")
N = 1000


@pytest.fixture
def server():
    with FakeServer() as fake:
        yield fake


def test_annotations_are_stored_with_their_provenance(server, tmp_path):
    with make_store(tmp_path, 3) as store, http_client(server) as client:
        report = annotate(store, client, pending(store))
        surrogate = store.surrogate(f"{ACT_ID}#2")
        article = store.article(f"{ACT_ID}#2")
    assert (report.n_done, report.failed, report.stopped) == (3, [], None)
    assert surrogate.theme == ANNOTATION["theme"]
    assert surrogate.lay == tuple(ANNOTATION["lay"])
    assert (surrogate.annotator, surrogate.prompt_version) == ("test-model", "annotate-1")
    assert surrogate.text_hash == article.text_hash
    assert surrogate.written is not None


def test_only_what_changed_is_annotated_again(server, tmp_path):
    with make_store(tmp_path, 5) as store, http_client(server) as client:
        annotate(store, client, pending(store))
        assert list(pending(store)) == []
        with store.transaction():
            store.db.execute("UPDATE surrogates SET text_hash = 'old' WHERE label = '4'")
        assert [t.article.label for t in pending(store)] == ["4"]
        assert len(list(pending(store, prompt_version="annotate-2"))) == 5


def test_important_acts_come_first(tmp_path):
    with make_store(tmp_path, 2) as store:
        ingest(store, parsed_act(2, eli=SECOND_ID, title="Kodeks przejazdów"))
        assert [t.act.act_id for t in pending(store)] == [SECOND_ID, SECOND_ID, ACT_ID, ACT_ID]
        assert [t.act.act_id for t in pending(store, act_ids=[ACT_ID])] == [ACT_ID, ACT_ID]
        with pytest.raises(InputError, match="no act DU/1/1"):
            list(pending(store, act_ids=["DU/1/1"]))


def test_a_model_replaces_an_extract_and_never_the_reverse(server, tmp_path):
    with make_store(tmp_path, 4) as store, http_client(server) as client:
        tasks = list(pending(store))[:2]
        annotate(store, client, tasks)
        assert extract_all(store, pending(store, replace_extractive=False)) == 2
        assert coverage(store).annotators == {"test-model": 2, "extractive": 2}
        assert extract_all(store, pending(store, replace_extractive=False)) == 0
        annotate(store, client, pending(store))
        assert coverage(store).annotators == {"test-model": 4}


def test_an_answer_in_another_language_is_sent_back(server, tmp_path):
    server.faults = lambda n, request: "english" if n == 1 else None
    with make_store(tmp_path, 1) as store, http_client(server) as client:
        report = annotate(store, client, pending(store))
    assert report.n_done == 1
    assert "to nie jest po polsku" in server.requests[1]["messages"][1]["content"]


def test_copied_questions_are_sent_back(server, tmp_path):
    copied = "Czy posiadacz rejestru numer 1 może żądać zwrotu kosztów przejazdu poniesionych w danym roku?"
    bad = json.dumps({**ANNOTATION, "lay": [copied, ANNOTATION["lay"][0]]})
    answers = iter([bad, bad])
    server.answer = lambda request: next(answers)
    with make_store(tmp_path, 1) as store, http_client(server) as client:
        report = annotate(store, client, pending(store))
        assert store.surrogate(f"{ACT_ID}#1") is None
    assert report.n_done == 0
    [(article_id, reason)] = report.failed
    assert article_id == f"{ACT_ID}#1"
    assert "kolejnych słów" in reason


def test_a_refused_key_stops_at_once(server, tmp_path):
    server.faults = lambda n, request: "401"
    with make_store(tmp_path, 100) as store, http_client(server, concurrency=4) as client:
        report = annotate(store, client, pending(store))
    assert isinstance(report.stopped, ModelRefusedError)
    assert server.n_requests <= 8


def test_an_endpoint_that_only_fails_stops_the_run(server, tmp_path):
    server.faults = lambda n, request: "503"
    with make_store(tmp_path, 100) as store, http_client(server, retries=0, concurrency=2) as client:
        report = annotate(store, client, pending(store))
    assert isinstance(report.stopped, ModelError)
    assert 20 <= len(report.failed) <= 24


def test_known_failures_do_not_stop_a_resumed_run(server, tmp_path):
    bad = {f"numer {n} " for n in range(1, 31)}
    server.faults = lambda n, request: "english" if any(b in str(request["messages"]) for b in bad) else None
    with make_store(tmp_path, 40) as store, http_client(server, tmp_path, concurrency=1) as client:
        first = annotate(store, client, pending(store))
        assert isinstance(first.stopped, ModelError)  # twenty in a row: is the model of any use?
        assert 20 <= len(first.failed) <= 22  # and what was on the wire
        second = annotate(store, client, pending(store))
        assert second.stopped is None  # those twenty are known; ten more fail, ten succeed
        assert (second.n_done, len(second.failed)) == (10, 30)


def test_a_budget_stops_cleanly_and_what_was_done_is_kept(server, tmp_path):
    with make_store(tmp_path, 60) as store:
        with http_client(server, tmp_path, budget=Budget(tokens=30_000)) as client:
            report = annotate(store, client, pending(store))
            assert client.budget.spent_tokens <= 30_000
        assert isinstance(report.stopped, BudgetError)
        n_stored = len(list(store.surrogates()))
        assert 0 < n_stored == report.n_done == server.n_requests < 60
        with http_client(server, tmp_path) as client:
            annotate(store, client, pending(store))
        assert len(list(store.surrogates())) == 60
    assert set(server.paid.values()) == {1}


def storm(seed):
    """Every fault a provider is known for, about two requests in five; a hang is rare because it takes its
    time.
    """
    rng = random.Random(seed)
    kinds = ["429"] * 8 + ["503"] * 4 + ["reset"] * 4 + ["half"] * 4 + ["garbage"] * 2
    kinds += ["invalid-json"] * 6 + ["english"] * 6 + ["wrong-shape"] * 4
    state = {"storm": 0}

    def fault(n, request):
        if state["storm"] > 0:
            state["storm"] -= 1
            return "429"
        if rng.random() < 0.004:
            state["storm"] = 25
        if rng.random() < 0.002:
            return "hang"
        return rng.choice(kinds) if rng.random() < 0.3 else None

    return fault


@pytest.mark.parametrize("seed", [1])
def test_a_thousand_under_faults_killed_and_resumed(server, tmp_path, seed):
    """None lost, none paid twice, every failure visible."""
    make_store(tmp_path, N).close()
    server.faults = storm(seed)
    server.hang_s = 1.5
    for n_paid in (250, 550):
        killed = subprocess.Popen([sys.executable, PROGRAM, tmp_path, server.url], stdout=subprocess.DEVNULL)
        while len(server.paid) < n_paid and killed.poll() is None:
            time.sleep(0.005)
        killed.send_signal(signal.SIGKILL)
        assert killed.wait() == -signal.SIGKILL, "it ended before it could be killed"
    journal = Journal(tmp_path / "llm.sqlite")
    in_flight = set(Ledger(journal).unfinished())
    journal.close()
    done = subprocess.run(
        [sys.executable, PROGRAM, tmp_path, server.url], capture_output=True, text=True, timeout=120, check=True
    )
    n_done, n_failed, stopped = done.stdout.split()
    assert stopped == "None"
    with make_store(tmp_path, N) as store:
        n_stored = len(list(store.surrogates()))
        left = len(list(pending(store)))
    assert n_stored + left == N
    assert left == int(n_failed)
    assert n_stored > 0.8 * N
    # Paid twice: only what was on the wire at a kill, at most eight requests each time, all named in the ledger.
    twice = {key for key, n in server.paid.items() if n > 1}
    assert twice <= in_flight
    assert len(in_flight) <= 2 * 8
    assert int(n_done) <= N
    # Failures are what the model got wrong twice. Run again, they fail again without being paid for;
    # asked anew of a healthy server, they all succeed.
    server.faults = lambda n, request: None
    n_requests = server.n_requests
    again = subprocess.run([sys.executable, PROGRAM, tmp_path, server.url], capture_output=True, text=True, check=True)
    assert again.stdout.split() == ["0", n_failed, "None"]
    assert server.n_requests == n_requests
    subprocess.run([sys.executable, PROGRAM, tmp_path, server.url, "--retry-failed"], capture_output=True, check=True)
    with make_store(tmp_path, N) as store:
        assert len(list(store.surrogates())) == N
