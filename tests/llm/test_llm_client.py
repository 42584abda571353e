"""The client against a server that behaves and one that does not."""

from __future__ import annotations

import dataclasses
import json
import logging
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from przepis.errors import BudgetError, ModelError, ModelOutputError, ModelRefusedError
from przepis.llm.budget import Budget
from przepis.llm.calls import Call
from tests.llm.clients import MODEL, http_client
from tests.llm.fake_server import FakeServer

SCHEMA = {
    "type": "object",
    "properties": {"word": {"type": "string"}},
    "required": ["word"],
    "additionalProperties": False,
}
GOOD = '{"word": "tak"}'


@pytest.fixture
def server():
    with FakeServer(lambda request: GOOD) as fake:
        yield fake


def ask(client, user="pytanie", **options):
    return client.complete("test", "system", user, SCHEMA, 100, **options)


def test_answer_is_parsed_and_counted(server):
    with http_client(server) as client:
        done = ask(client)
    assert done.data == {"word": "tak"}
    # prompt: len("system") + len("pytanie") = 13 characters, the server says half; answer: 15 // 2
    assert (done.usage.tokens_in, done.usage.tokens_out) == (6, 7)
    assert done.usage.cost_usd == pytest.approx((6 * 1 + 7 * 10) / 1e6)
    assert (done.usage.n_calls, done.cached) == (1, False)
    request = server.requests[0]
    assert request["temperature"] == 0
    assert request["response_format"]["json_schema"]["strict"] is True


def test_second_time_from_the_cache_also_in_a_new_process(server, tmp_path):
    with http_client(server, tmp_path) as client:
        first = ask(client)
        again = ask(client)
    assert again.cached
    # the bill is that of the answer, whoever asked first; what was paid now is nothing
    usage = first.usage
    assert again.usage == dataclasses.replace(usage, n_cached=1, cached_usd=usage.cost_usd, cached_ms=usage.latency_ms)
    assert (again.usage.n_calls, again.usage.paid_usd) == (1, 0.0)
    assert usage.latency_ms > 0
    with http_client(server, tmp_path) as client:
        assert ask(client).usage == again.usage
        assert not ask(client, "inne").cached
    assert server.n_requests == 2


def test_hash_depends_on_model_prompt_and_input_only():
    call = Call("a", "s", "u", None, 10, "item")
    same = Call("b", "s", "u", None, 10, "other")
    assert call.request_hash("m") == same.request_hash("m")
    others = [call.request_hash("m2")]
    others += [c.request_hash("m") for c in (Call("a", "s2", "u", None, 10), Call("a", "s", "u2", None, 10))]
    others += [Call("a", "s", "u", SCHEMA, 10).request_hash("m"), Call("a", "s", "u", None, 11).request_hash("m")]
    assert len({call.request_hash("m"), *others}) == 6


def test_a_repeat_is_another_request(server, tmp_path):
    with http_client(server, tmp_path) as client:
        assert not ask(client).cached
        assert not ask(client.at_turn(2)).cached
        assert ask(client.at_turn(2)).cached
        assert ask(client).cached
    assert server.n_requests == 2


def test_without_repairs_a_bad_answer_is_final_and_is_kept(server, tmp_path):
    server.faults = lambda n, request: "invalid-json"
    with http_client(server, tmp_path) as client:
        client.repairs = False
        for _ in range(2):
            with pytest.raises(ModelOutputError) as refused:
                ask(client)
    assert (refused.value.usage.n_calls, refused.value.usage.n_cached) == (1, 1)
    assert server.n_requests == 1


def test_a_journal_of_the_first_layout_keeps_its_answers_with_their_time(server, tmp_path):
    with http_client(server, tmp_path) as client:
        spent = ask(client).usage.latency_ms
    with sqlite3.connect(tmp_path / "llm.sqlite") as db:
        db.execute("ALTER TABLE responses DROP COLUMN latency_ms")
        db.execute("PRAGMA user_version = 1")
    with http_client(server, tmp_path) as client:
        assert ask(client).usage.cached_ms == pytest.approx(spent)


def test_identical_requests_at_once_are_sent_once(server):
    server.delay_s = 0.1
    with http_client(server) as client, ThreadPoolExecutor(6) as pool:
        done = list(pool.map(lambda _: ask(client), range(6)))
    assert server.n_requests == 1
    assert sum(d.cached for d in done) == 5


def test_concurrency_is_limited(server):
    server.delay_s = 0.03
    with http_client(server, concurrency=3) as client, ThreadPoolExecutor(12) as pool:
        list(pool.map(lambda n: ask(client, f"q{n}"), range(12)))
    assert server.n_requests == 12
    assert server.max_at_once == 3


@pytest.mark.parametrize("fault", ["429", "503", "reset", "half", "garbage"])
def test_passing_faults_are_retried(server, fault):
    server.faults = lambda n, request: fault if n <= 2 else None
    with http_client(server) as client:
        assert ask(client).data == {"word": "tak"}
        row = client.journal.rows("SELECT attempts, state FROM calls")[0]
    assert (row["attempts"], row["state"]) == (3, "ok")
    assert server.n_requests == 3


def test_retry_after_is_honoured_by_every_thread(server):
    arrived: list[float] = []

    def faults(n, request):
        arrived.append(time.monotonic())
        return "429" if n == 1 else None

    server.faults = faults
    with http_client(server, concurrency=1) as client:
        ask(client)
    assert arrived[1] - arrived[0] >= 0.05


@pytest.mark.parametrize("fault", ["hang", "drip"])
def test_a_call_has_a_time_limit(server, fault):
    server.faults = lambda n, request: fault
    started = time.monotonic()
    with http_client(server, timeout_s=0.2, retries=1) as client, pytest.raises(ModelError, match="failed 2 times"):
        ask(client)
    assert time.monotonic() - started < 2.5


def test_gives_up_after_the_retries_and_says_so_in_the_ledger(server):
    server.faults = lambda n, request: "503"
    with http_client(server, retries=2) as client:
        with pytest.raises(ModelError, match=r"failed 3 times.*503"):
            ask(client, item="DU/1/1#1")
        row = client.journal.rows("SELECT * FROM calls")[0]
    assert (row["state"], row["item"]) == ("failed", "DU/1/1#1")
    assert "503" in row["error"]


@pytest.mark.parametrize("fault", ["401", "404", "quota"])
def test_refusals_are_not_retried(server, fault):
    server.faults = lambda n, request: fault
    with http_client(server) as client, pytest.raises(ModelRefusedError):
        ask(client)
    assert server.n_requests == 1


@pytest.mark.parametrize("fault", ["invalid-json", "wrong-shape", "empty"])
def test_a_bad_answer_is_repaired_once(server, fault):
    server.faults = lambda n, request: fault if n == 1 else None
    with http_client(server) as client:
        done = ask(client)
        assert done.data == {"word": "tak"}
        assert done.usage.n_calls == 2
        assert ask(client).cached  # the mended answer stands for the request from now on
    assert server.n_requests == 2
    assert "odrzucona" in server.requests[1]["messages"][1]["content"]


def test_a_bad_answer_twice_is_an_error_and_is_asked_again_later(server):
    server.faults = lambda n, request: "wrong-shape" if n <= 2 else None
    with http_client(server) as client:
        with pytest.raises(ModelOutputError, match="word: missing"):
            ask(client)
        assert client.ledger.count(state="invalid") == 2
        assert ask(client).data == {"word": "tak"}
    assert server.n_requests == 3


def test_a_stage_can_ask_for_more_than_the_schema(server):
    answers = iter(['{"word": "yes"}', GOOD])
    server.answer = lambda request: next(answers)
    with http_client(server) as client:
        done = ask(client, check=lambda data: [] if data["word"] == "tak" else ["word: po polsku"])
    assert (done.data["word"], done.usage.n_calls) == ("tak", 2)


def test_interrupted_before_the_repair_the_first_answer_is_not_paid_again(server, tmp_path):
    server.faults = lambda n, request: {1: "wrong-shape", 2: "401"}.get(n)
    with http_client(server, tmp_path) as client, pytest.raises(ModelRefusedError):
        ask(client)
    with http_client(server, tmp_path) as client:
        assert ask(client).data == {"word": "tak"}
    assert server.n_requests == 3
    assert "odrzucona" in server.requests[2]["messages"][1]["content"]


@pytest.mark.parametrize("status", [400, 422, 500])
@pytest.mark.parametrize(
    ("refused", "n_requests", "format_"),
    [
        ({"json_schema"}, 2, {"type": "json_object", "schema": SCHEMA}),
        ({"json_schema", "json_object"}, 4, None),
    ],
)
def test_structured_output_steps_down_and_stays_there(server, refused, n_requests, format_, status):
    server.refusal_status = status
    server.refused_formats = refused
    with http_client(server) as client:
        assert ask(client).data == {"word": "tak"}
        assert server.n_requests == n_requests
        ask(client, "drugie")
    assert server.n_requests == n_requests + 1  # learnt: no second refusal
    assert server.requests[-1].get("response_format") == format_
    if format_ is None:
        assert '"word"' in server.requests[-1]["messages"][0]["content"]


def test_usd_budget_is_never_crossed_and_keeps_what_was_done(server, tmp_path):
    # A call may cost at most (estimated tokens in + 10 * 100) / 1e6 and costs about 76 / 1e6.
    server.delay_s = 0.01
    budget = Budget(usd=0.0015)
    results = []
    with http_client(server, tmp_path, budget=budget) as client:

        def one(n):
            try:
                return ask(client, f"q{n}")
            except BudgetError as error:
                return error

        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(one, range(40)))
        spent = sum(line.cost_usd for line in client.ledger.costs())
    done = [r for r in results if not isinstance(r, BudgetError)]
    assert 1 <= len(done) < 40
    assert spent <= 0.0015
    assert server.n_requests == len(done)


def test_token_budget(server):
    with http_client(server, budget=Budget(tokens=120)) as client:
        ask(client)  # reserves about 107, uses 13
        with pytest.raises(BudgetError, match="13 of 120 tokens"):
            client.complete("test", "system", "x" * 300, SCHEMA, 100)
    assert server.n_requests == 1


def test_key_is_nowhere(server, tmp_path, caplog):
    key = "sk-very-secret-0123456789"
    caplog.set_level(logging.DEBUG)
    server.key = "another"
    with http_client(server, tmp_path, key=key) as client, pytest.raises(ModelRefusedError) as refused:
        ask(client)
    assert server.authorizations == [f"Bearer {key}"]  # it was sent, and echoed by the server in its refusal
    assert "very-secret" not in str(refused.value)
    assert "key hidden" in str(refused.value)
    server.key = key
    with http_client(server, tmp_path, key=key) as client:
        ask(client)
        assert "very-secret" not in repr(vars(client._transport))
        dump = "\n".join(sqlite_dump(tmp_path / "llm.sqlite"))
    assert "very-secret" not in dump
    assert "very-secret" not in caplog.text
    assert b"very-secret" not in (tmp_path / "llm.sqlite").read_bytes()


def sqlite_dump(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


def test_stream_gives_pieces_and_then_the_whole(server):
    with http_client(server) as client:
        pieces, done = drain(client.stream("test", "system", "pytanie", SCHEMA, 100))
        assert "".join(pieces) == GOOD
        assert len(pieces) == 3  # 15 characters, seven a piece
        assert done.data == {"word": "tak"}
        assert (done.usage.tokens_in, done.usage.tokens_out) == (100, 20)
        pieces, again = drain(client.stream("test", "system", "pytanie", SCHEMA, 100))
    assert (pieces, again.cached) == ([GOOD], True)
    assert server.n_requests == 1


def test_stream_cut_in_the_middle_is_an_error(server):
    server.faults = lambda n, request: "half"
    with http_client(server) as client, pytest.raises(ModelError, match="middle of an answer"):
        drain(client.stream("test", "system", "pytanie", SCHEMA, 100))


def test_stream_is_retried_before_its_first_piece(server):
    server.faults = lambda n, request: "503" if n == 1 else None
    with http_client(server) as client:
        pieces, _ = drain(client.stream("test", "system", "pytanie", SCHEMA, 100))
    assert "".join(pieces) == GOOD


def test_an_abandoned_stream_frees_its_place(server):
    with http_client(server, concurrency=1) as client:
        stream = client.stream("test", "system", "pytanie", SCHEMA, 100)
        next(stream)
        stream.close()
        done = threading.Event()
        threading.Thread(target=lambda: (ask(client, "inne"), done.set())).start()
        assert done.wait(3)


def drain(stream):
    pieces = []
    while True:
        try:
            pieces.append(next(stream))
        except StopIteration as end:
            return pieces, end.value


def test_costs_by_stage(server):
    with http_client(server) as client:
        for n in range(4):
            client.complete("rerank", "system", f"q{n}", SCHEMA, 100, item=f"question-{n}")
        client.complete("rerank", "system", "q0", SCHEMA, 100, item="question-0")
        line = client.ledger.costs()[0]
    # "system" + "q0" = 8 characters -> 4 tokens in, 7 out, each of 4 calls
    assert (line.stage, line.model, line.n_items, line.n_calls, line.n_cached) == ("rerank", MODEL, 4, 4, 1)
    assert line.cost_usd == pytest.approx(4 * (4 + 70) / 1e6)
    assert line.per_100 == pytest.approx(100 * 74 / 1e6)
    assert line.per_1000 == pytest.approx(1000 * 74 / 1e6)
    assert 0 < line.p50_ms <= line.p95_ms


def test_usage_missing_is_estimated():
    from przepis.llm.transport import _parse_reply

    body = {"choices": [{"message": {"content": "x" * 23}}]}
    request = {"messages": [{"content": "y" * 46}]}
    reply = _parse_reply(json.dumps(body).encode(), request)
    assert (reply.tokens_in, reply.tokens_out) == (46 / 2.3 + 1, 23 / 2.3 + 1)
