"""A served sample: in process for most tests, on a real port for browsers and clients."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from starlette.testclient import TestClient

from przepis.serve.http.app import create_app
from przepis.serve.http.options import ServeOptions
from przepis.settings import LLMSettings, Settings
from tests.llm.fake_server import FakeServer

BASE = "http://localhost"


def settings_for(home: Path, llm_url: str = "") -> Settings:
    llm = LLMSettings(base_url=llm_url, model="test-model") if llm_url else LLMSettings()
    return Settings(home=home, encoder="hashing", pipeline="lexical", llm=llm)


@pytest.fixture(scope="session")
def site(sample_home: Path) -> Iterator[TestClient]:
    """The whole application, guard included, without a network."""
    with TestClient(create_app(settings_for(sample_home)), base_url=BASE) as client:
        yield client


class Running:
    """The application on a port of its own, in a thread."""

    def __init__(self, app: object) -> None:
        self._server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, ws="none", lifespan="on"))  # type: ignore[arg-type]
        self._thread = threading.Thread(target=self._server.run)

    def __enter__(self) -> str:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
            assert self._thread.is_alive()
        return f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()


@pytest.fixture(scope="session")
def running(sample_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """With a model configured, so that answers are offered."""
    with (
        FakeServer() as model,
        Running(create_app(settings_for(sample_home, model.url), ServeOptions(watch_s=60))) as url,
    ):
        yield url
