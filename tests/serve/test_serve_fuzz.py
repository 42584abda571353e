"""Odd queries: never a 500, never markup reflected. (benchmarks/fuzz.py asks 10,000 of them.)"""

from __future__ import annotations

import asyncio
import json
from urllib.parse import quote

import pytest

from przepis.serve.http.app import create_app
from tests.serve.asgi_caller import ask
from tests.serve.odd_queries import TAG, odd_queries, reflected
from tests.serve.served import settings_for


@pytest.fixture(scope="module")
def app(sample_home):
    guarded = create_app(settings_for(sample_home))
    yield guarded
    guarded.app.state.service.close()


def test_a_thousand_odd_queries(app):
    async def all_of_them():
        for number, text in enumerate(odd_queries(1_000)):
            written = quote(text, safe="").encode()
            # In turn as a question, a date, an act, a label, a citation, a body.
            asked = (
                ("/search", b"q=" + written),
                ("/search", b"q=kaucja&on=" + written + b"&lang=" + written),
                ("/search", b"q=kaucja&act=" + written + b"&kind=" + written),
                (f"/DU/2091/145/art/{text[:200]}", b"on="),
                ("/v1/article", b"citation=" + written),
                ("/v1/suggest", b"typed=" + written),
                ("/v1/verify", b"citation=art.+10+Kodeksu+najmu+%C5%82odzi&quote=" + written),
            )
            path, query = asked[number % len(asked)]
            status, body = await ask(app, path, query)
            assert status < 500, (path, text, body[:300])
            if not path.startswith("/v1"):
                assert reflected(body) == [], (path, text)

    asyncio.run(all_of_them())


def test_odd_queries_in_a_body(app):
    async def all_of_them():
        for text in odd_queries(150, seed=3):
            status, _ = await ask(app, "/v1/search", method="POST", body=json.dumps({"text": text}).encode())
            assert status < 500, text

    asyncio.run(all_of_them())


@pytest.mark.parametrize(
    ("path", "query", "method", "body", "status"),
    [
        ("/search", b"q=" + b"a" * 1_000_000, "GET", b"", 414),
        ("/v1/search", b"", "POST", json.dumps({"text": "a" * 1_000_000}).encode(), 413),
        ("/v1/search", b"", "POST", b'{"text": "\\ud800"}', 200),
        ("/v1/search", b"", "POST", b'{"text": "x", "pipeline": "../../x.toml"}', 422),
        ("/v1/search", b"", "POST", b"[" * 50_000, 400),
        ("/v1/search", b"text=%ff%fe%00", "GET", b"", 200),
        ("/v1/search", b"text=co+m%C3%B3wi+art.+0+k.c.", "GET", b"", 200),
        ("/search", b"q=%ff%fe", "GET", b"", 200),
        ("/search", b"q=%00", "GET", b"", 200),
        ("/answer", b"", "POST", b"q=" + b"%ff" * 100, 400),
    ],
)
def test_a_megabyte_and_bytes_that_are_no_text(app, path, query, method, body, status):
    assert asyncio.run(ask(app, path, query, method, body))[0] == status


def test_reflection_would_be_seen():
    assert reflected(f"<p><{TAG}>".encode())
    assert reflected(f'<input value="" onfocus={TAG} x="">'.encode())
    assert not reflected(f'<input value=" onfocus={TAG} x=&#34;">'.encode())
