"""Replay files and batch files."""

from __future__ import annotations

import json
import random

import pytest

from przepis.errors import BatchPendingError, InputError, ReplayMissError, StoreError
from przepis.llm.batch import CollectTransport, import_to_cache, read_batch, write_batch
from przepis.llm.calls import Call
from przepis.llm.client import Client
from przepis.llm.open import open_client
from przepis.llm.replay import write_replay
from przepis.settings import LLMSettings, Settings
from tests.llm.clients import MODEL, PRICE, http_client
from tests.llm.fake_server import FakeServer


def calls(n):
    return [(f"id-{i}", Call("annotate", "system", f"artykuł {i}", None, 50)) for i in range(n)]


def answer_line(custom_id, text="tak", **changes):
    body = {"model": "m-1", "choices": [{"message": {"content": text}, "finish_reason": "stop"}]}
    line = {"custom_id": custom_id, "response": {"status_code": 200, "body": body}, "error": None}
    return json.dumps({**line, **changes})


def test_replay_gives_the_recorded_answers_and_misses_loudly(tmp_path):
    file = tmp_path / "answers.jsonl"
    with FakeServer(lambda request: request["messages"][1]["content"].upper()) as server:
        with http_client(server) as client:
            for word in ("raz", "dwa"):
                client.complete("rephrase", "s", word)
            assert write_replay(client.cache, file, MODEL, price=PRICE) == 2
            live = client.complete("rephrase", "s", "dwa").usage
        n_requests = server.n_requests
    with open_client(Settings(home=tmp_path, llm=LLMSettings(replay=str(file)))) as client:
        again = client.complete("rephrase", "s", "dwa")
        assert again.text == "DWA"
        assert again.usage.cost_usd == live.cost_usd > 0
        assert again.usage.latency_ms == pytest.approx(live.latency_ms, abs=0.06)
        assert (again.usage.n_calls, again.usage.n_cached, again.usage.paid_usd) == (1, 1, 0.0)
        with pytest.raises(ReplayMissError, match=r"no answer for this rephrase request .*trzy.* among its 2"):
            client.complete("rephrase", "s", "trzy")
    assert n_requests == 2
    assert not (tmp_path / "llm.sqlite").exists()


def test_two_recordings_of_one_cache_are_the_same_bytes(tmp_path):
    with FakeServer(lambda request: "x") as server, http_client(server) as client:
        for n in range(5):
            client.complete("rephrase", "s", str(n))
        write_replay(client.cache, tmp_path / "a", MODEL)
        write_replay(client.cache, tmp_path / "b", MODEL)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_file_that_is_no_replay_is_refused(tmp_path):
    (tmp_path / "x.jsonl").write_text('{"a": 1}\n')
    with pytest.raises(StoreError, match="first line"):
        open_client(Settings(home=tmp_path, llm=LLMSettings(replay=str(tmp_path / "x.jsonl"))))


def test_batch_lines_have_the_shape_providers_read(tmp_path):
    [file] = write_batch(calls(3), tmp_path / "requests.jsonl", "m-1")
    lines = [json.loads(line) for line in file.path.read_text().splitlines()]
    assert file.path.name == "requests-001.jsonl"
    assert [line["custom_id"] for line in lines] == ["id-0", "id-1", "id-2"]
    assert {(line["method"], line["url"]) for line in lines} == {("POST", "/v1/chat/completions")}
    assert lines[1]["body"]["model"] == "m-1"
    assert lines[1]["body"]["messages"][1] == {"role": "user", "content": "artykuł 1"}


def test_batch_files_respect_lines_and_bytes(tmp_path):
    by_lines = write_batch(calls(7), tmp_path / "lines.jsonl", "m", max_lines=3)
    assert [f.n_requests for f in by_lines] == [3, 3, 1]
    line = by_lines[0].n_bytes // 3
    by_bytes = write_batch(calls(7), tmp_path / "bytes.jsonl", "m", max_bytes=2 * line + 1)
    assert [f.n_requests for f in by_bytes] == [2, 2, 2, 1]
    assert all(f.path.stat().st_size == f.n_bytes <= 2 * line + 1 for f in by_bytes)
    with pytest.raises(InputError, match="alone has"):
        write_batch(calls(1), tmp_path / "small.jsonl", "m", max_bytes=20)
    assert not list(tmp_path.glob("*.partial"))


def test_answers_in_any_order_with_errors_and_damage_inside(tmp_path):
    lines = [answer_line(f"id-{i}", f"odpowiedź {i}") for i in range(4)]
    lines.append(answer_line("id-4", response=None, error={"message": "expired"}))
    lines.append(answer_line("id-5", response={"status_code": 429, "body": {"error": {"message": "limit"}}}))
    lines.append(answer_line("id-6", text=None))
    lines.append('{"custom_id": "id-7", "respon')
    lines.append('{"response": {}}')
    random.Random(3).shuffle(lines)
    (tmp_path / "out.jsonl").write_text("\n".join(lines) + "\n\n")
    answers = list(read_batch([tmp_path / "out.jsonl"]))
    good = {a.custom_id: a.reply.text for a in answers if a.reply}
    assert good == {f"id-{i}": f"odpowiedź {i}" for i in range(4)}
    errors = "\n".join(a.error for a in answers if not a.reply)
    assert len([a for a in answers if not a.reply]) == 5
    for words in ("expired", "HTTP 429, limit", "no text", "not JSON", "no custom_id"):
        assert words in errors


def test_any_stage_can_run_through_batch_files(tmp_path):
    """Ask, collect, answer elsewhere, import, ask again: the second time it is all in the cache."""
    file = tmp_path / "collected.jsonl"
    client = Client(CollectTransport(file, "m-1"), "m-1")
    for word in ("raz", "dwa", "raz"):
        with pytest.raises(BatchPendingError, match="waits in"):
            client.complete("rephrase", "s", word)
    requests = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(requests) == 2
    out = tmp_path / "out.jsonl"
    out.write_text(
        "\n".join(answer_line(r["custom_id"], r["body"]["messages"][1]["content"].upper()) for r in requests)
    )
    assert import_to_cache(read_batch([out]), client.cache, "m-1") == (2, [])
    assert client.complete("rephrase", "s", "dwa").text == "DWA"
    client.close()
    again = CollectTransport(file, "m-1")  # a later run does not write a request twice
    with pytest.raises(BatchPendingError):
        again.send(Call("rephrase", "s", "raz"), requests[0]["custom_id"])
    assert len(file.read_text().splitlines()) == 2
