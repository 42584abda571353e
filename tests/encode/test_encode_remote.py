"""An OpenAI-compatible endpoint, played by a function."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx
import numpy as np
import pytest

from przepis.encode.remote import KEY_VARIABLE, RemoteEncoder
from przepis.errors import InputError, ModelError

PLACE = "https://encoder.test/v1#multilingual-e5-large"
Handler = Callable[[httpx.Request], httpx.Response]


def vector_of(text: str) -> list[float]:
    return [float(len(text)), 1.0, float(text.startswith("query: "))]


def answer(request: httpx.Request) -> httpx.Response:
    """Vectors in reverse order: the index in each row must be obeyed."""
    texts = json.loads(request.content)["input"]
    rows = [{"index": i, "embedding": vector_of(text)} for i, text in enumerate(texts)]
    return httpx.Response(200, json={"data": rows[::-1]})


def remote(handler: Handler, **settings: int) -> RemoteEncoder:
    return RemoteEncoder(PLACE, transport=httpx.MockTransport(handler), wait_s=0.0, **settings)


def test_rows_follow_the_texts_and_have_unit_length() -> None:
    vectors = remote(answer).encode_passages(["a", "bbb"])
    expected = np.array([vector_of("passage: a"), vector_of("passage: bbb")])
    assert np.allclose(vectors, expected / np.linalg.norm(expected, axis=1, keepdims=True))


def test_a_known_model_gets_its_query_prefix() -> None:
    assert remote(answer).encode_queries(["a"])[0, 2] > 0
    assert remote(answer).encode_passages(["a"])[0, 2] == 0


def test_texts_are_sent_in_batches() -> None:
    sizes: list[int] = []

    def count(request: httpx.Request) -> httpx.Response:
        sizes.append(len(json.loads(request.content)["input"]))
        return answer(request)

    assert remote(count, batch=4).encode_passages(["x"] * 10).shape == (10, 3)
    assert sizes == [4, 4, 2]


def test_a_passing_failure_is_tried_again() -> None:
    calls: list[int] = []

    def flaky(request: httpx.Request) -> httpx.Response:
        calls.append(1)
        return httpx.Response(503) if len(calls) < 3 else answer(request)

    assert remote(flaky).encode_passages(["x"]).shape == (1, 3)
    assert len(calls) == 3


@pytest.mark.parametrize("status", [401, 404])
def test_a_refusal_is_not_tried_again(status: int) -> None:
    calls: list[int] = []

    def refuse(request: httpx.Request) -> httpx.Response:
        calls.append(1)
        return httpx.Response(status, text="no")

    with pytest.raises(ModelError, match=f"status {status}"):
        remote(refuse).encode_passages(["x"])
    assert len(calls) == 1


def test_retries_end() -> None:
    with pytest.raises(ModelError, match="status 500"):
        remote(lambda request: httpx.Response(500), retries=2).encode_passages(["x"])


@pytest.mark.parametrize("body", [{}, {"data": [{"index": 0}]}, {"data": []}])
def test_an_answer_without_vectors_is_an_error(body: dict[str, object]) -> None:
    with pytest.raises(ModelError):
        remote(lambda request: httpx.Response(200, json=body)).encode_passages(["x"])


def test_the_key_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "secret-value")
    seen: list[str] = []

    def look(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers["authorization"])
        return answer(request)

    encoder = remote(look)
    assert encoder.dim == 3
    assert seen == ["Bearer secret-value"]
    assert "secret" not in encoder.name


def test_an_endpoint_without_a_model_is_refused() -> None:
    with pytest.raises(InputError, match="https://host/v1#model"):
        RemoteEncoder("https://encoder.test/v1")
