"""Requests out as files, answers back: every fault of an answer counted and handled, none stops the rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from przepis.answer.context import Context
from przepis.answer.paper_generation import generate_as_paper
from przepis.errors import BatchPendingError
from przepis.llm.calls import CHARS_PER_TOKEN, Call
from przepis.llm.client import Client
from przepis.llm.presets import Price
from przepis.llm.replay import ReplayTransport, write_replay
from przepis.llm.rounds import Given, RoundTransport, read_answers, request_id, write_requests
from przepis.records import Hit, Question
from przepis.rerank.llm_listwise import Candidate, Reranked, rerank_listwise
from przepis.retrieve.analysis import analyse
from przepis.retrieve.rewrite import rephrase

HITS = [Hit(f"A#{i}", 1.0 / i, i) for i in range(1, 13)]
BEFORE = [hit.article_id for hit in HITS]


def client(answers: dict[str, Given], *, closed: bool = False) -> Client:
    return Client(RoundTransport(answers, closed=closed), "m", price=Price(1.0, 10.0), repairs=False)


def asked_by(ask: Any) -> str:
    """The id of the one request that ``ask`` makes."""
    transport = RoundTransport({})
    with pytest.raises(BatchPendingError):
        ask(Client(transport, "m", repairs=False))
    (own_id,) = transport.pending
    return own_id


def rerank(with_client: Client) -> Reranked:
    return rerank_listwise("pytanie", HITS, lambda a: Candidate(a, a, "treść"), with_client)


def reranked(answer: Any) -> Reranked:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return rerank(client({asked_by(rerank): Given(text)}))


def order(done: Reranked) -> list[str]:
    return [hit.article_id for hit in done.hits]


def test_a_good_list_goes_first_and_the_rest_keep_their_order():
    done = reranked({"ranking": ["K12", "K11", "K10", "K09", "K08", "K07", "K06", "K05"]})
    assert order(done) == [f"A#{i}" for i in (12, 11, 10, 9, 8, 7, 6, 5, 1, 2, 3, 4)]
    assert done.faults == ()


def test_a_missing_answer_leaves_the_earlier_order():
    done = rerank(client({}, closed=True))
    assert (order(done), done.faults) == (BEFORE, ("rerank: missing",))


@pytest.mark.parametrize("answer", ["bez listy", {"order": ["K01"]}, {"ranking": "K01"}, '{"ranking": ["K01"'])
def test_a_malformed_answer_leaves_the_earlier_order(answer):
    done = reranked(answer)
    assert (order(done), done.faults) == (BEFORE, ("rerank: malformed",))


def test_an_answer_over_the_limit_is_cut_and_so_unusable():
    done = reranked(json.dumps({"ranking": ["K01"] * 400}))
    assert (order(done), done.faults) == (BEFORE, ("rerank: too long",))
    assert done.usage.tokens_out == 400  # what the request allows, not what was written


def test_wrong_and_repeated_ids_are_passed_over_and_counted():
    done = reranked({"ranking": ["K99", "K03", "art. 1", "K03", "K02", "K01", "K04", "K05", "K06", "K07", "K08"]})
    assert order(done)[:3] == ["A#3", "A#2", "A#1"]
    assert sorted(done.faults) == ["rerank: repeated id", "rerank: wrong id", "rerank: wrong id"]


def test_a_short_list_is_used_as_far_as_it_goes():
    done = reranked({"ranking": ["K05"]})
    assert (order(done)[:3], done.faults) == (["A#5", "A#1", "A#2"], ("rerank: short list",))


def test_the_other_stages_go_on_without_an_answer():
    nobody = client({}, closed=True)
    analysis, rewrite = analyse("czy", nobody), rephrase("czy", nobody)
    assert (analysis.reformulated, analysis.faults) == ("czy", ("analysis: missing",))
    assert (rewrite.text, rewrite.faults) == ("czy", ("rephrase: missing",))
    answer = generate_as_paper(Question("q", "czy", ("tak", "nie")), Context(), nobody, None)  # type: ignore[arg-type]
    assert (answer.answer.abstained, answer.faults) == (True, ("answer: missing",))


def test_an_unreadable_option_and_an_empty_basis_are_counted():
    def ask(with_client: Client) -> Any:
        return generate_as_paper(Question("q", "czy", ("tak", "nie")), Context(), with_client, None)  # type: ignore[arg-type]

    done = ask(client({asked_by(ask): Given('{"option": "F", "legal_basis": " "}')}))
    assert (done.answer.option, done.answer.citations) == ("", ())
    assert done.faults == ("answer: no such option", "answer: no legal basis")


def test_tokens_are_estimated_where_nobody_counted_them():
    call = Call("rephrase", "s" * 23, "u" * 46, None, 100)
    own_id = request_id(call.request_hash("m"))
    counted = RoundTransport({own_id: Given("t" * 23, 7, 9, 1.5)}).send(call, call.request_hash("m"))
    assert (counted.tokens_in, counted.tokens_out, counted.latency_ms) == (7, 9, 1500.0)
    estimated = RoundTransport({own_id: Given("t" * 23)}).send(call, call.request_hash("m"))
    assert (estimated.tokens_in, estimated.tokens_out) == (11 + 21, 11)
    assert CHARS_PER_TOKEN == 2.3


def test_files_are_small_state_the_prompt_once_and_say_nothing_of_the_question(tmp_path: Path):
    calls = [Call("rerank", "system", "u" * 700, {"type": "object"}, 40, item=f"question-{i}") for i in range(10)]
    requests = {f"{i:016x}": call for i, call in enumerate(calls)}
    files = write_requests(tmp_path, "p01", requests, max_chars=3_000)
    assert [len(ids) for ids in files.values()] == [4, 4, 2]
    assert sorted(i for ids in files.values() for i in ids) == sorted(requests)
    for path, ids in files.items():
        assert path.stat().st_size < 3_400
        header, *lines = (json.loads(line) for line in path.read_text().splitlines())
        assert (header["system"], header["kind"], header["n"]) == ("system", "rerank", len(ids))
        assert all(set(line) == {"id", "user"} for line in lines)
        assert "question-" not in path.read_text()
    more = write_requests(tmp_path, "p01", {"f" * 16: calls[0]})
    assert [p.name for p in more] == ["p01-rerank-004.jsonl"]


def test_answers_in_any_order_with_every_fault_of_the_files_counted(tmp_path: Path):
    lines = [
        {"id": "b", "answer": {"x": 1}},
        {"id": "z", "answer": "nikt nie pytał"},
        {"id": "a", "answer": "tak", "tokens_out": "dużo"},
        {"id": "a", "answer": "nie"},
        {"id": "a", "answer": "tak"},
        {"answer": "czyja?"},
        {"id": "c"},
    ]
    text = "\n".join(json.dumps(line) for line in lines) + '\n{"id": "c", "ans\n'
    (tmp_path / "x.jsonl").write_text(text)
    found = read_answers(tmp_path, "abc")
    assert {i: given.text for i, given in found.given.items()} == {"a": "tak", "b": '{"x":1}'}
    assert found.faults == {
        "id of no request": 1,
        "a second, other answer": 1,
        "no id or no answer": 2,
        "not JSON": 1,
    }
    assert "x.jsonl, line 2: id of no request" in found.where
    assert read_answers(tmp_path / "none", "abc").given == {}


def test_a_recording_repeats_the_faults_and_the_bill(tmp_path: Path):
    first = client({asked_by(rerank): Given(json.dumps({"ranking": ["K01"] * 400}))})
    done = rerank(first)
    assert write_replay(first.cache, tmp_path / "r.jsonl", "m", price=first.price, asks_once=True) == 1
    recording = ReplayTransport(tmp_path / "r.jsonl")
    again = rerank(Client(recording, "m", price=recording.price, repairs=not recording.asks_once))
    assert again == done
    assert done.usage.cost_usd > 0
