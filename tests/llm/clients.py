"""Clients for tests: quick retries, short limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from przepis.llm.budget import Budget
from przepis.llm.client import Client
from przepis.llm.dialect import Dialect
from przepis.llm.journal import Journal
from przepis.llm.presets import Price
from przepis.llm.secrets import Secret
from przepis.llm.transport import HttpTransport
from przepis.retrying import RetryPolicy
from tests.llm.fake_server import FakeServer

MODEL = "test-model"
PRICE = Price(1.0, 10.0)  # USD per million: a token in is a microdollar, a token out ten


def http_client(
    server: FakeServer | str,
    home: Path | None = None,
    *,
    key: str = "",
    timeout_s: float = 5.0,
    concurrency: int = 8,
    retries: int = 8,
    budget: Budget | None = None,
    **dialect: Any,
) -> Client:
    url = server if isinstance(server, str) else server.url
    transport = HttpTransport(
        url,
        MODEL,
        Secret(key),
        timeout_s=timeout_s,
        concurrency=concurrency,
        policy=RetryPolicy(retries=retries, base_s=0.01, cap_s=0.05),
        dialect=Dialect(**dialect),
    )
    journal = Journal(home / "llm.sqlite" if home is not None else None)
    return Client(transport, MODEL, journal=journal, price=PRICE, budget=budget, concurrency=concurrency)
