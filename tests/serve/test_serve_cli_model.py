"""The commands surrogates and llm, as a person runs them. (`answer` needs an index: see the pipeline
tests.)
"""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

from przepis.errors import BatchPendingError, InputError, ModelRefusedError
from przepis.llm.open import open_client
from przepis.serve.cli.context import Context
from przepis.serve.cli.llm import llm
from przepis.serve.cli.surrogates import surrogates
from przepis.settings import load_settings
from tests.llm.fake_server import ANNOTATION, FakeServer
from tests.llm.synthetic_law import ACT_ID, make_store


@pytest.fixture
def home(tmp_path):
    make_store(tmp_path / "home", 5).close()
    return tmp_path / "home"


@pytest.fixture
def run(home):
    def invoke(command: click.Command, *args: str, url: str = "") -> str:
        context = Context(home, "pl", url or None)
        done = CliRunner().invoke(command, args, obj=context, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    return invoke


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("PRZEPIS_LLM_MODEL", "test-model")
    with FakeServer() as fake:
        yield fake


def test_annotate_status_show_costs(run, server):
    with pytest.raises(InputError, match="how far to go"):
        run(surrogates, "annotate", url=server.url)
    assert server.n_requests == 0
    done = json.loads(run(surrogates, "annotate", "--limit", "3", "--json", url=server.url))
    assert (done["n_done"], done["failed"], done["stopped"]) == (3, [], "")
    status = json.loads(run(surrogates, "status", "--json"))
    assert (status["total"]["n_articles"], status["total"]["n_model"]) == (5, 3)
    assert status["annotators"] == {"test-model": 3}
    shown = json.loads(run(surrogates, "show", f"{ACT_ID}#1", "--json"))
    assert shown["theme"] == ANNOTATION["theme"]
    [stage] = json.loads(run(llm, "costs", "--json"))["stages"]
    assert (stage["stage"], stage["n_items"], stage["n_calls"]) == ("annotate", 3, 3)
    assert "annotate" in run(llm, "costs")
    assert "100%" not in run(surrogates, "status")
    with pytest.raises(InputError, match="no annotation"):
        run(surrogates, "show", f"{ACT_ID}#5")


def test_a_refused_key_is_an_error_with_a_report(run, server):
    server.faults = lambda n, request: "401"
    with pytest.raises(ModelRefusedError):
        run(surrogates, "annotate", "--all", url=server.url)


def test_export_and_import(run, tmp_path):
    out = json.loads(run(surrogates, "export", str(tmp_path / "r.jsonl"), "--json"))
    assert out["n_requests"] == 5
    assert {"preset", "model", "usd_online", "usd_batch"} <= set(out["estimates"][0])
    requests = [json.loads(line) for line in (tmp_path / "r-001.jsonl").read_text().splitlines()]
    assert requests[0]["body"]["model"] == "gemini-3.1-flash-lite"
    body = {"model": "m", "choices": [{"message": {"content": json.dumps(ANNOTATION)}}]}
    lines = [{"custom_id": r["custom_id"], "response": {"status_code": 200, "body": body}} for r in requests[:4]]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert "4 imported" in run(surrogates, "import", str(tmp_path / "answers.jsonl"))
    assert "1 articles annotated without a model" in run(surrogates, "extract")
    assert "5 annotations" in run(surrogates, "export", str(tmp_path / "all.jsonl"), "--annotations")
    assert "5 imported" in run(surrogates, "import", str(tmp_path / "all.jsonl"))


def test_record_and_presets(run, server, tmp_path):
    run(surrogates, "annotate", "--limit", "2", url=server.url)
    assert "2 answers" in run(llm, "record", str(tmp_path / "replay.jsonl"), "--model", "test-model")
    n_requests = server.n_requests
    make_store(tmp_path / "other", 2).close()
    context = Context(tmp_path / "other", "pl", f"replay:{tmp_path / 'replay.jsonl'}")
    done = CliRunner().invoke(surrogates, ["annotate", "--all", "--json"], obj=context, catch_exceptions=False)
    assert json.loads(done.stdout)["n_done"] == 2
    assert server.n_requests == n_requests
    assert "GEMINI_API_KEY" in run(llm, "presets")


def test_requests_collected_and_answers_imported(run, home, tmp_path, monkeypatch):
    monkeypatch.setenv("PRZEPIS_LLM_BATCH", str(tmp_path / "collected.jsonl"))
    monkeypatch.setenv("PRZEPIS_LLM_PRESET", "llama.cpp")
    settings = load_settings(home)
    with open_client(settings) as client, pytest.raises(BatchPendingError):
        client.complete("rephrase", "s", "u")
    request = json.loads((tmp_path / "collected.jsonl").read_text())
    body = {"model": "m", "choices": [{"message": {"content": "gotowe"}}]}
    answer = {"custom_id": request["custom_id"], "response": {"status_code": 200, "body": body}}
    (tmp_path / "answers.jsonl").write_text(json.dumps(answer))
    assert "1 answers, 0 errors" in run(llm, "import", str(tmp_path / "answers.jsonl"))
    with open_client(settings) as client:
        assert client.complete("rephrase", "s", "u").text == "gotowe"
